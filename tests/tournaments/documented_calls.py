"""Reads the curl commands of a document with the answers that it shows, and compares answers with them."""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ANYTHING, SITE = "…", "http://localhost:8000"
PLACEHOLDER = re.compile(r"<(\w+)>")


@dataclass
class DocumentedCall:
    """A request as a curl command sends it; `file` is the name of an uploaded file, "" for none."""

    method: str = "GET"
    path: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""
    file: str = ""


def read_examples(page: str) -> list[tuple[str, str]]:
    """Return the commands of a page, each with the JSON of its answer."""
    return re.findall(r"```sh\n(curl .*?)```\n\n```json\n(.*?)```", page, flags=re.DOTALL)


def read_command(command: str, placeholders: Mapping[str, object]) -> DocumentedCall:
    """Return the request of a curl command with its <placeholders> filled in."""
    filled = PLACEHOLDER.sub(
        lambda placeholder: str(placeholders[placeholder[1]]), command.replace("\\\n", " ")
    )
    arguments, call = shlex.split(filled)[1:], DocumentedCall()
    while arguments:
        argument = arguments.pop(0)
        if argument == "-X":
            call.method = arguments.pop(0)
        elif argument == "-H":
            name, _, value = arguments.pop(0).partition(": ")
            call.headers[name] = value
        elif argument == "-d":
            call.body = arguments.pop(0)
        elif argument == "-F":
            call.file = arguments.pop(0).removeprefix("file=@")
        else:
            call.path = argument.removeprefix(SITE)
    return call


def contains_example(example: Any, answer: Any, placeholders: dict[str, Any] | None = None) -> bool:
    """Return whether an answer contains all that an example shows.

    A new placeholder of the example, "<name>", takes its value from the answer.
    """
    if example == ANYTHING:
        return True
    if isinstance(example, dict):
        return isinstance(answer, dict) and all(
            name in answer and contains_example(value, answer[name], placeholders)
            for name, value in example.items()
        )
    if isinstance(example, list) and isinstance(answer, list):
        pairs = zip(example, answer, strict=False)
        return len(example) == len(answer) and all(
            contains_example(one, other, placeholders) for one, other in pairs
        )
    if (
        placeholders is not None
        and isinstance(example, str)
        and (placeholder := PLACEHOLDER.fullmatch(example))
    ):
        return bool(placeholders.setdefault(placeholder[1], answer) == answer)
    return bool(example == answer)

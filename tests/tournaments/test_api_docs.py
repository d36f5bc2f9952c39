"""The examples of docs/api.md, run in their order: each answer contains what the page shows."""

import json
import re
import shlex
from collections.abc import Mapping
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at
from tournaments.services import tokens

pytestmark = pytest.mark.django_db

PAGE = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```sh\n(curl .*?)```\n\n```json\n(.*?)```", PAGE, flags=re.DOTALL)
ANYTHING, SITE = "…", "http://localhost:8000"


def run_command(command: str, placeholders: Mapping[str, object]) -> HttpResponse:
    """Run a curl command with its <placeholders> filled in, and return the response."""
    arguments = shlex.split(
        re.sub(r"<(\w+)>", lambda argument: str(placeholders[argument[1]]), command.replace("\\\n", " "))
    )[1:]
    method, headers, body, address = "GET", {}, "", ""
    while arguments:
        argument = arguments.pop(0)
        if argument == "-X":
            method = arguments.pop(0)
        elif argument == "-H":
            name, _, value = arguments.pop(0).partition(": ")
            headers[name] = value
        elif argument == "-d":
            body = arguments.pop(0)
        else:
            address = argument.removeprefix(SITE)
    kind = headers.pop("Content-Type", "application/octet-stream")
    return Client().generic(method, address, body, kind, headers=headers)


def contains_example(example: Any, answer: Any) -> bool:
    """Return whether an answer contains all that an example shows."""
    if example == ANYTHING:
        return True
    if isinstance(example, dict):
        return isinstance(answer, dict) and all(
            name in answer and contains_example(value, answer[name]) for name, value in example.items()
        )
    return bool(example == answer)


def test_every_block_of_the_page_is_an_example_that_is_run() -> None:
    assert len(EXAMPLES) == PAGE.count("```sh\n") == PAGE.count("```json\n") > 5


def test_the_examples_are_answered_as_the_page_says() -> None:
    cache.clear()
    event = a_night(a_club(), [f"Player {number}" for number in range(8)], length=7)
    match = match_at(event, "M1-1")
    by = director_of(event.tournament.club)
    token = tokens.create_token(by=by, name="Docs", scope=event.tournament.club, may_write=True, days=1)
    placeholders = {
        "event": event.pk,
        "match": match.code,
        "table": match.table.code if match.table else "",
        "desk": match.desk.code,
        "token": token.secret,
    }
    for command, example in EXAMPLES:
        answer = run_command(command, placeholders)
        assert contains_example(json.loads(example), answer.json()), (command, answer.json())

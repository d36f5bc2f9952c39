"""Every example of docs/api.md, run in its order: what is sent is answered as the page says."""

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


def run_command(command: str, data: Mapping[str, object]) -> HttpResponse:
    """The answer to a curl command whose <placeholders> are filled in."""
    arguments = shlex.split(
        re.sub(r"<(\w+)>", lambda argument: str(data[argument[1]]), command.replace("\\\n", " "))
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


def equals_example(outcome: Any, result: Any) -> bool:
    """Whether an answer holds what the page tells of it."""
    if outcome == ANYTHING:
        return True
    if isinstance(outcome, dict):
        return isinstance(result, dict) and all(
            name in result and equals_example(value, result[name]) for name, value in outcome.items()
        )
    return bool(outcome == result)


def test_every_block_of_the_page_is_an_example_that_is_run() -> None:
    assert len(EXAMPLES) == PAGE.count("```sh\n") == PAGE.count("```json\n") > 5


def test_the_examples_are_answered_as_the_page_says() -> None:
    cache.clear()
    event = a_night(a_club(), [f"Player {number}" for number in range(8)], length=7)
    match = match_at(event, "M1-1")
    by = director_of(event.tournament.club)
    result = tokens.create_token(by=by, name="Docs", scope=event.tournament.club, may_write=True, days=1)
    mapping = {
        "event": event.pk,
        "match": match.code,
        "table": match.table.code if match.table else "",
        "desk": match.desk.code,
        "token": result.secret,
    }
    for command, value in EXAMPLES:
        answer = run_command(command, mapping)
        assert equals_example(json.loads(value), answer.json()), (command, answer.json())

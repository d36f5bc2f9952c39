"""The examples of docs/api.md, run in their order: each answer contains what the page shows."""

import json
from collections.abc import Mapping

import pytest
from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at
from tests.tournaments.documented_calls import contains_example, read_command, read_examples
from tournaments.web.tokens import services as tokens

pytestmark = pytest.mark.django_db

PAGE = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLES = read_examples(PAGE)


def run_command(command: str, placeholders: Mapping[str, object]) -> HttpResponse:
    """Run a curl command with its <placeholders> filled in, and return the response."""
    call = read_command(command, placeholders)
    kind = call.headers.pop("Content-Type", "application/octet-stream")
    return Client().generic(call.method, call.path, call.body, kind, headers=call.headers)


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

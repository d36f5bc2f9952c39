"""The public journal: the same rows on its page and in the API, and payloads for directors alone."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import a_user
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event
from tournaments.play.changes.services import changes
from tournaments.play.draws import services as draws
from tournaments.play.event_journal.services import journal
from tournaments.web.tokens import services as tokens

pytestmark = pytest.mark.django_db

NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"]
PUBLIC = {
    "seq",
    "kind",
    "sentence",
    "pairing",
    "by",
    "at",
    "reason",
    "is_undone",
    "consequences",
    "replaced_by",
}


@pytest.fixture
def chair(client: Client) -> Chair:
    """An event that is drawn but not published, in which two players were swapped."""
    chair = Chair(client, "knockout")
    chair.post("names", enter=1, names="\n".join(NAMES))
    draws.draw(event=chair.event, by=chair.director)
    changes.swap(event=chair.event, flight="main", one=1, other=4, by=chair.director)
    return chair


def lines_of(client: Client, event: Event, **headers: str) -> list[dict[str, Any]]:
    answer = client.get(f"/api/v1/events/{event.pk}/journal/", headers=headers)
    assert answer.status_code == 200
    lines: list[dict[str, Any]] = answer.json()["results"]
    return lines


def rows_of(event: Event) -> list[tuple[str, ...]]:
    """The rows of the public page: number, sentence, author and reason."""
    page = Client().get(path_of(event, "journal/")).content.decode().split("<tbody>", 1)[1]
    rows = re.findall(r"<tr.*?>(.*?)</tr>", page, re.DOTALL)
    cells = ([_text(cell) for cell in re.findall(r"<td.*?>(.*?)</td>", row, re.DOTALL)] for row in rows)
    return [(number, sentence, by, reason) for number, _, sentence, by, reason in cells]


def _text(cell: str) -> str:
    marks = re.sub(r'<span class="(badge|code muted)">.*?</span>', "", cell)
    return html.unescape(re.sub(r"<.*?>", "", marks)).strip()


def test_the_api_and_the_page_show_the_same_rows(chair: Chair) -> None:
    draws.publish(event=chair.event, by=chair.director)
    journal.undo(event=chair.event, by=chair.director)

    lines = lines_of(Client(), chair.event)

    assert {frozenset(line) for line in lines} == {frozenset(PUBLIC)}
    # No account is named in public: the page says "Desk" instead.
    assert {line["by"] for line in lines} == {None}
    listed = [(str(line["seq"]), line["sentence"], "Desk", line["reason"] or "") for line in lines]
    assert listed == rows_of(chair.event)
    assert [line["is_undone"] for line in lines[:2]] == [False, True]
    assert lines[0]["sentence"] == f"Undone: {lines[1]['sentence']}"


def test_payloads_are_shown_to_directors_alone(chair: Chair) -> None:
    outsider = Client()
    outsider.force_login(a_user())
    club = chair.event.tournament.club
    token = tokens.create_token(by=chair.director, name="Desk", scope=club, may_write=False, days=1).secret

    by_page, by_token = (
        lines_of(client, chair.event, **headers)
        for client, headers in ((chair.client, {}), (Client(), {"Authorization": f"Bearer {token}"}))
    )

    assert by_page == by_token
    assert {frozenset(line) for line in by_page} == {frozenset({*PUBLIC, "command", "payload", "may_undo"})}
    assert {frozenset(line) for line in lines_of(outsider, chair.event)} == {frozenset(PUBLIC)}


def test_swapped_players_are_named_once_the_draw_is_published(chair: Chair) -> None:
    def sentence() -> str:
        return next(line["sentence"] for line in lines_of(Client(), chair.event) if line["kind"] == "relined")

    before = sentence()
    draws.publish(event=chair.event, by=chair.director)

    names = sentence().removeprefix("Players swapped: ").split(", ")
    assert (before, sorted(names)) == ("Players swapped: 2 bracket lines", ["Anna", "Dario"])


def test_a_line_keeps_the_name_of_an_entry_that_is_gone(client: Client) -> None:
    chair = Chair(client, "knockout")
    chair.begin(NAMES[:5])
    for name in ("Gino Rossi", "Ugo Neri"):
        assert chair.post("change", act="late", name=name, flight="main").status_code == 303
        if name == "Gino Rossi":
            assert chair.post("undo").status_code == 303
    # What a late entry does to matches stands below its sentence.
    sentences = [sentence.partition("\n")[0].strip() for _, sentence, _, _ in rows_of(chair.event)]
    assert [one for one in sentences if one.startswith(("Late entry", "Undone: Late"))] == [
        "Late entry: Ugo Neri",
        "Undone: Late entry: Gino Rossi",
        "Late entry: Gino Rossi",
    ]
    log = chair.get("journal/")
    assert "Late entry: Gino Rossi" in log
    assert "Gino Rossi" in {name for line in sentences for name in line.split(": ")}

"""The search field of the desk: results by letters of a name, and search for players, tables and rules."""

import html
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.actors import SYSTEM
from matches.models import Match, Player
from matches.services import lifecycle
from rules.errors import Refusal
from tests.factories import a_desk, a_player
from tests.tournaments import club_evenings
from tests.tournaments.play.entries.test_check_in import an_event
from tests.tournaments.play.event_pages.test_views_public import a_draft, path_of
from tournaments.models import Event
from tournaments.play.desk.queries.desk_search import find_match
from tournaments.play.draws import services as draws

pytestmark = pytest.mark.django_db

NAMES = ("Anna Rossi", "Bruno Bianchi", "Carla Röder", "Dario Verdi")


@pytest.fixture
def event() -> Event:
    return club_evenings.a_night(club_evenings.a_club(), NAMES)


def test_a_result_line_may_start_with_letters_of_a_name(desk: Client, event: Event) -> None:
    match = next(
        club_evenings.match_at(event, label) for label in ("M1-1", "M1-2") if has_verdi(event, label)
    )
    side = "white" if match.white.full_name == "Dario Verdi" else "black"

    desk.post(path_of(event, "desk/quick/"), {"line": "ve 5-2", "key": "k"})

    match.refresh_from_db()
    verdi_score, opponent_score = (match.white_score, match.black_score)[:: 1 if side == "white" else -1]
    assert (match.winner, verdi_score, opponent_score) == (side, 5, 2)


def has_verdi(event: Event, label: str) -> bool:
    match = club_evenings.match_at(event, label)
    return "Dario Verdi" in (match.white.full_name, match.black.full_name)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ro 5-2", "matches Anna Rossi, Carla Röder"),
        ("zz 5-2", "No player at a table has a name that starts with “zz”"),
    ],
)
def test_ambiguous_or_unknown_letters_change_nothing(
    desk: Client, event: Event, line: str, expected: str
) -> None:
    answer = desk.post(path_of(event, "desk/quick/"), {"line": line, "key": "k"})

    page = answer.content.decode()
    assert (answer.status_code, expected in page) == (409, True)
    assert f'value="{line}"' in page
    assert event.journal.filter(kind="settled").count() == 0


def test_a_complete_name_is_clear_beside_a_longer_one_that_begins_alike(desk: Client) -> None:
    event = club_evenings.a_night(
        club_evenings.a_club(), ("Ana Li", "Ana Lima", "Bruno Bianchi", "Carla Röder")
    )
    desk.force_login(club_evenings.director_of(event.tournament.club))
    assert desk.post(path_of(event, "desk/quick/"), {"line": "ana l 5-2", "key": "one"}).status_code == 409
    desk.post(path_of(event, "desk/quick/"), {"line": "ana li 5-2", "key": "two"})

    (match,) = Match.objects.filter(desk=event.tournament.desk_id, status="settled")
    assert (match.white if match.winner == "white" else match.black).full_name == "Ana Li"


def test_a_complete_name_of_two_people_is_not_clear(desk: Client, event: Event) -> None:
    Player.objects.filter(full_name="Bruno Bianchi").update(full_name="Anna Rossi", distinction="jun.")
    answer = desk.post(path_of(event, "desk/quick/"), {"line": "anna rossi 5-2", "key": "k"})

    assert (answer.status_code, event.journal.filter(kind="settled").count()) == (409, 0)


def test_a_name_alone_is_searched(desk: Client, event: Event) -> None:
    answer = desk.post(path_of(event, "desk/quick/"), {"line": "roder", "key": "k"})

    assert (answer.status_code, answer.headers["Location"]) == (303, path_of(event, "desk/find/?q=roder"))
    page = desk.get(answer.headers["Location"])
    assert [found_entry.entry.name for found_entry in page.context["results"]] == ["Carla Röder"]
    (match,) = page.context["results"][0].now
    assert f"/m/{match.code}/" in page.content.decode()


def test_search_results_link_the_correction_of_settled_matches(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    club_evenings.settle(match, "white")

    page = desk.get(path_of(event, "desk/find/"), {"q": match.white.full_name.split()[1]}).content.decode()

    assert path_of(event, f"desk/correct/{match.code}/") in page


def test_tables_and_rules_are_found(desk: Client, event: Event) -> None:
    table = club_evenings.match_at(event, "M1-1")

    by_number = desk.get(path_of(event, "desk/find/"), {"q": str(table.table.number if table.table else 0)})
    by_query = desk.get(path_of(event, "desk/find/"), {"q": "crawford"})

    assert by_number.context["at_table"].code == table.code
    assert "/laws/match.crawford/" in by_query.content.decode()


@pytest.mark.parametrize("size", [6, 24])
def test_the_queries_of_a_search_do_not_depend_on_the_field(desk: Client, size: int) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), [f"Rossi {number}" for number in range(size)])
    desk.force_login(club_evenings.director_of(event.tournament.club))
    desk.get(path_of(event, "desk/find/"), {"q": "rossi"})

    with CaptureQueriesContext(connection) as queries:
        desk.get(path_of(event, "desk/find/"), {"q": "rossi"})

    assert len(queries) == 10


@pytest.mark.parametrize("letters", ["9" * 40, "99999", "0"])
def test_any_number_can_be_searched(desk: Client, event: Event, letters: str) -> None:
    page = desk.get(path_of(event, "desk/find/"), {"q": letters})

    assert (page.status_code, page.context["at_table"]) == (200, None)


@pytest.mark.parametrize("size", [4, 12])
def test_the_api_returns_the_search_results_of_the_page(desk: Client, size: int) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), [f"Rossi {number}" for number in range(size)])
    desk.force_login(club_evenings.director_of(event.tournament.club))
    called = event.tournament.desk.matches.filter(status="called").select_related("table", "desk")
    club_evenings.settle(called.order_by("pk")[0])
    page = desk.get(path_of(event, "desk/find/"), {"q": "rossi"})
    with CaptureQueriesContext(connection) as queries:
        answer = desk.get(f"/api/v1/events/{event.pk}/desk/search/", {"search": "rossi"})

    api_rows = [
        (
            found_entry["entry"]["number"],
            *([match["code"] for match in found_entry[name]] for name in ("now", "settled")),
        )
        for found_entry in answer.json()["results"]
    ]
    page_rows = [
        (
            found_entry.entry.number,
            [match.code for match in found_entry.now],
            [match.code for match in found_entry.settled],
        )
        for found_entry in page.context["results"]
    ]
    assert api_rows == page_rows
    assert (len(api_rows), len(queries)) == (size, 10)


@pytest.mark.parametrize("scheme", ["swiss", "knockout"])
def test_a_late_entry_is_offered_for_the_first_stage(client: Client, scheme: str) -> None:
    event = an_event(club_evenings.a_club(), scheme=scheme)
    by = club_evenings.director_of(event.tournament.club)
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    client.force_login(by)
    page = client.get(path_of(event, "desk/find/"), {"q": "Zoe"}).content.decode()
    ways = re.findall(r'href="([^"]*act=late[^"]*)"', page)
    answer = client.get(html.unescape(ways[0]))

    assert len(ways) == 1
    assert (answer.status_code, "Apply" in answer.content.decode()) == (200, True)


def test_no_late_entry_is_offered_before_the_draw(client: Client) -> None:
    event = a_draft(4)
    client.force_login(club_evenings.director_of(event.tournament.club))

    assert "act=late" not in client.get(path_of(event, "desk/find/"), {"q": "Zoe"}).content.decode()


def test_a_player_with_several_matches_asks_for_the_opponent() -> None:
    desk = a_desk(tables=3)
    ada = a_player("Ada Brook")
    matches = [
        lifecycle.create_match(desk=desk, white=ada, black=a_player(name), length=7, title="Final", by=SYSTEM)
        for name in ("Bo Lund", "Cy Young", "Di Weiß")
    ]
    for match in matches:
        lifecycle.call_match(match=match, by=SYSTEM)
    with pytest.raises(Refusal) as refused:
        find_match(desk, "ada")
    assert (refused.value.code, refused.value.facts) == (
        "opponent_not_clear",
        {"name": "Ada Brook", "opponents": "Bo Lund, Cy Young, Di Weiß"},
    )
    found, side = find_match(desk, "ada weiss")
    assert (found, side) == (matches[2], "white")
    found, side = find_match(desk, "cy ada")
    assert (found, side) == (matches[1], "black")

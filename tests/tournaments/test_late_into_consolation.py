"""A late entry into a consolation, from the pages: foreseen, seated, undone, and never on another's line."""

import pytest
from django.test import Client

from matches.actors import SYSTEM
from matches.services import lifecycle, rulings
from tests.tournaments import club_evenings, projection_check
from tests.tournaments.test_views_public import path_of
from tournaments.models import Entry, Event, Pairing
from tournaments.queries import exports
from tournaments.services import entries
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]


@pytest.fixture
def event(client: Client) -> Event:
    """Two were absent from their match, so a line of the consolation stays empty; one waits beside it."""
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT)
    by = club_evenings.director_of(event.tournament.club)
    rulings.walk_over(match=club_evenings.match_at(event, "M1-1"), winner=None, by=by, reason="Nobody came")
    club_evenings.settle(club_evenings.match_at(event, "M1-2"))
    client.force_login(by)
    return event


def seats(event: Event, label: str) -> set[str]:
    row = Pairing.objects.select_related("white_entry__player", "black_entry__player").get(
        event=event, label=label
    )
    return {entry.player.full_name for entry in (row.white_entry, row.black_entry) if entry}


def test_it_is_foreseen_then_seated_and_can_be_undone(client: Client, event: Event) -> None:
    mapping = {"act": "late", "name": "Hugo Late", "flight": "consolation"}
    (waits,) = seats(event, "C1-1")
    page = client.get(path_of(event, "desk/change/"), mapping).content.decode()
    assert "Hugo Late" in page
    assert not Entry.objects.filter(event=event, player__full_name="Hugo Late").exists()
    assert client.post(path_of(event, "desk/change/"), {**mapping, "key": "once"}).status_code == 303
    assert seats(event, "C1-1") == {waits, "Hugo Late"}
    projection_check.check(event)
    assert [str(finding) for finding in check_file(exports.write_event_file(event))] == []
    last = event.journal.order_by("-seq").first()
    assert last is not None
    assert (
        client.post(path_of(event, "desk/undo/"), {"command": last.command, "key": "back"}).status_code == 303
    )
    assert seats(event, "C1-1") == {waits}
    projection_check.check(event)


def test_who_is_entered_already_is_put_there_too(client: Client, event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    entries.enter_names(event=event, names="Ida New", by=by, key="ida")
    number = event.entries.get(player__full_name="Ida New").number
    mapping = {"act": "join", "entry": number, "flight": "consolation"}
    assert "Ida New" in client.get(path_of(event, "desk/change/"), mapping).content.decode()
    assert client.post(path_of(event, "desk/change/"), {**mapping, "key": "once"}).status_code == 303
    assert "Ida New" in seats(event, "C1-1")
    assert client.post(path_of(event, "desk/change/"), {**mapping, "key": "once"}).status_code == 303
    assert event.journal.filter(kind="relined").count() == 1


def test_a_match_that_has_begun_past_the_empty_line_is_not_stopped(client: Client, event: Event) -> None:
    for label in ("M1-3", "M1-4"):
        club_evenings.settle(club_evenings.match_at(event, label))
    club_evenings.settle(club_evenings.match_at(event, "C1-2"))
    lifecycle.start_match(match=club_evenings.match_at(event, "C2-1"), by=SYSTEM)
    mapping = {"act": "late", "name": "Hugo Late", "flight": "consolation"}
    answer = client.get(path_of(event, "desk/change/"), mapping)
    assert answer.status_code == 409
    assert client.post(path_of(event, "desk/change/"), mapping).status_code == 409
    assert event.entries.count() == len(EIGHT)
    projection_check.check(event)


def test_in_the_draw_itself_a_line_is_found_that_stops_no_match(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT[:4])
    client.force_login(club_evenings.director_of(event.tournament.club))
    lifecycle.start_match(match=club_evenings.match_at(event, "M1-1"), by=SYSTEM)
    result = seats(event, "M1-1")
    mapping = {"act": "late", "name": "Hugo Late", "flight": "main"}
    assert client.post(path_of(event, "desk/change/"), mapping).status_code == 303
    match = Pairing.objects.get(event=event, match__started_at__isnull=False)
    assert seats(event, match.label) == result
    projection_check.check(event)

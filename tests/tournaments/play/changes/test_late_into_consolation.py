"""Late entries into a consolation from the desk: preview, seat on an empty line, undo and refusal."""

import pytest
from django.test import Client

from matches.actors import SYSTEM
from matches.services import lifecycle, rulings
from tests.tournaments import club_evenings, projection_check
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.importing.queries import exports
from tournaments.models import Entry, Event, Pairing
from tournaments.play.entries.services import entries
from tournaments.verification.checker.verify import check_file
from tournaments.verification.queries import arbiter_tables
from tournaments.verification.queries.arbiter_report import get_arbiter_report

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]


@pytest.fixture
def event(client: Client) -> Event:
    """An event with an empty line in the consolation after a double no-show, next to a waiting player."""
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT)
    by = club_evenings.director_of(event.tournament.club)
    rulings.walk_over(match=club_evenings.match_at(event, "M1-1"), winner=None, by=by, reason="Nobody came")
    club_evenings.settle(club_evenings.match_at(event, "M1-2"))
    client.force_login(by)
    return event


def get_names(event: Event, label: str) -> set[str]:
    """Return the names of the players of a pairing."""
    row = Pairing.objects.select_related("white_entry__player", "black_entry__player").get(
        event=event, label=label
    )
    return {entry.player.full_name for entry in (row.white_entry, row.black_entry) if entry}


def test_a_late_entry_is_previewed_seated_and_undone(client: Client, event: Event) -> None:
    fields = {"act": "late", "name": "Hugo Late", "flight": "consolation"}
    (waiting_name,) = get_names(event, "C1-1")
    page = client.get(path_of(event, "desk/change/"), fields).content.decode()
    assert "Hugo Late" in page
    assert not Entry.objects.filter(event=event, player__full_name="Hugo Late").exists()
    assert client.post(path_of(event, "desk/change/"), {**fields, "key": "once"}).status_code == 303
    assert get_names(event, "C1-1") == {waiting_name, "Hugo Late"}
    projection_check.check(event)
    assert [str(finding) for finding in check_file(exports.write_event_file(event))] == []
    last = event.journal.order_by("-seq").first()
    assert last is not None
    assert (
        client.post(path_of(event, "desk/undo/"), {"command": last.command, "key": "back"}).status_code == 303
    )
    assert get_names(event, "C1-1") == {waiting_name}
    projection_check.check(event)


def test_an_existing_entry_is_added_to_the_consolation(client: Client, event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    entries.enter_names(event=event, names="Ida New", by=by, key="ida")
    number = event.entries.get(player__full_name="Ida New").number
    fields = {"act": "join", "entry": number, "flight": "consolation"}
    assert "Ida New" in client.get(path_of(event, "desk/change/"), fields).content.decode()
    assert client.post(path_of(event, "desk/change/"), {**fields, "key": "once"}).status_code == 303
    assert "Ida New" in get_names(event, "C1-1")
    assert client.post(path_of(event, "desk/change/"), {**fields, "key": "once"}).status_code == 303
    assert event.journal.filter(kind="relined").count() == 1


def test_a_late_entry_that_would_stop_a_match_in_play_is_refused(client: Client, event: Event) -> None:
    for label in ("M1-3", "M1-4"):
        club_evenings.settle(club_evenings.match_at(event, label))
    club_evenings.settle(club_evenings.match_at(event, "C1-2"))
    lifecycle.start_match(match=club_evenings.match_at(event, "C2-1"), by=SYSTEM)
    fields = {"act": "late", "name": "Hugo Late", "flight": "consolation"}
    answer = client.get(path_of(event, "desk/change/"), fields)
    assert answer.status_code == 409
    assert client.post(path_of(event, "desk/change/"), fields).status_code == 409
    assert event.entries.count() == len(EIGHT)
    projection_check.check(event)


def test_a_late_entry_into_the_main_draw_keeps_the_match_in_play(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT[:4])
    client.force_login(club_evenings.director_of(event.tournament.club))
    lifecycle.start_match(match=club_evenings.match_at(event, "M1-1"), by=SYSTEM)
    players = get_names(event, "M1-1")
    fields = {"act": "late", "name": "Hugo Late", "flight": "main"}
    assert client.post(path_of(event, "desk/change/"), fields).status_code == 303
    match = Pairing.objects.get(event=event, match__started_at__isnull=False)
    assert get_names(event, match.label) == players
    projection_check.check(event)


def test_the_log_and_the_report_name_the_line_and_the_match_of_a_late_entry(
    client: Client, event: Event
) -> None:
    (waiting_name,) = get_names(event, "C1-1")
    fields = {"act": "late", "name": "Hugo Late", "flight": "consolation", "key": "once"}
    assert client.post(path_of(event, "desk/change/"), fields).status_code == 303
    line = client.get(f"/api/v1/events/{event.pk}/journal/").json()["results"][0]
    pairing = Pairing.objects.get(event=event, label="C1-1")
    names = [str(entry.player.name) for entry in (pairing.white_entry, pairing.black_entry) if entry]
    assert {waiting_name, "Hugo Late"} == set(names)
    assert (
        line["consequences"][0] == f"Consolation · Semi-final: {' – '.join(names)} is played instead of a bye"
    )
    report = get_arbiter_report(event, names_accounts=True)
    title = "Late entries, withdrawals and substitutions"
    [table] = [table for table in arbiter_tables.tabulate_decisions(report) if table.title == title]
    row = next(row for row in table.rows if row[2].startswith("Late entry: Hugo Late. "))
    assert (row[3].split(": ")[1], row[4].split(": ")[1]) == ("nobody", "Hugo Late")
    assert line["consequences"][0] in row[2]
    [changes] = [table for table in arbiter_tables.tabulate_decisions(report) if "by hand" in table.title]
    assert (changes.rows, changes.note) == ((), f"None. The places of late entries are under “{title}”.")


def test_the_preview_names_the_place_of_a_late_entry_whose_opponent_is_unknown(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT)
    by = club_evenings.director_of(event.tournament.club)
    rulings.walk_over(match=club_evenings.match_at(event, "M1-1"), winner=None, by=by, reason="Nobody came")
    client.force_login(by)
    fields = {"act": "late", "name": "Hugo Late", "flight": "consolation"}

    page = " ".join(client.get(path_of(event, "desk/change/"), fields).text.split())

    shown = page[page.index('id="foreseen"') : page.index('id="do-change"')]
    assert "All opponents stay the same" not in shown
    assert "<strong>Hugo Late – none yet</strong>" in shown[shown.index("Consolation · Semi-final") :]

"""Waiting matches are called to free tables: longest waiting first, lowest table first."""

import pytest

from matches.models import Match
from tests.factory_recordings import replayed
from tests.site.command_call import CommandCall
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tests.tournaments.play.entries.test_entries import an_open_event
from tournaments.models import Event
from tournaments.play.desk import table_commands
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.schedule.services import calling

pytestmark = pytest.mark.django_db
CALLS = (
    CommandCall(table_commands.AddTables, {"count": 9}),
    CommandCall(table_commands.NameTable, {"table": 1, "label": "Stream"}, api_body={"name": "Stream"}),
)


@replayed
def an_event_on_four_tables(size: int) -> Event:
    club = a_club()
    event = an_open_event(club)
    by = director_of(club)
    names = "\n".join(f"Player {number}" for number in range(size))
    entries.enter_names(event=event, names=names, by=by, key="k")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    event.refresh_from_db()
    return event


def at_tables(event: Event) -> list[tuple[int, str]]:
    rows = Match.objects.filter(pairing__event=event, status="called").order_by("table__number")
    return [(match.table.number, match.pairing.label) for match in rows]


def test_the_first_round_is_called_to_the_tables_in_order() -> None:
    event = an_event_on_four_tables(16)
    assert at_tables(event) == [(1, "M1-1"), (2, "M1-2"), (3, "M1-3"), (4, "M1-4")]


def test_a_free_table_goes_to_the_match_that_waited_longest() -> None:
    event = an_event_on_four_tables(16)
    settle(match_at(event, "M1-3"))
    assert at_tables(event) == [(1, "M1-1"), (2, "M1-2"), (3, "M1-5"), (4, "M1-4")]


def test_a_new_match_waits_behind_those_that_were_ready_before() -> None:
    event = an_event_on_four_tables(16)
    for label in ("M1-1", "M1-2"):
        settle(match_at(event, label))
    assert at_tables(event) == [(1, "M1-5"), (2, "M1-6"), (3, "M1-3"), (4, "M1-4")]
    assert match_at(event, "M2-1").status == "scheduled"


def test_nothing_is_called_without_a_free_table_or_a_waiting_match() -> None:
    event = an_event_on_four_tables(16)
    assert calling.call_waiting(tournament=event.tournament) == []
    small = a_night(a_club(), ["Ada", "Bruno"])
    assert calling.call_waiting(tournament=small.tournament) == []

"""Call board, bracket, next step and journal lines of an event, with a constant number of queries."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches import states
from matches.actors import SYSTEM
from matches.models import Match
from matches.services import lifecycle, reporting
from tests.factories import at_table
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tests.tournaments.play.draws.test_drawing import a_field, director
from tests.tournaments.team_evenings import a_team_event, opened
from tournaments import messages
from tournaments.models import Event, Pairing
from tournaments.play.changes.queries import previews
from tournaments.play.desk.queries import next_step
from tournaments.play.draws import services as draws
from tournaments.play.entrants.queries.entries import entries_with_players, read_names
from tournaments.play.event_journal.queries import journal
from tournaments.play.event_journal.services import journal as journal_services
from tournaments.play.events import events
from tournaments.play.schedule.queries import call_board
from tournaments.play.schedule.queries.schedule import get_calling_order

pytestmark = pytest.mark.django_db

SMALL, LARGE = 6, 24


def an_event(size: int) -> Event:
    """Return an event with two matches of its first round settled, where they have two entries."""
    event = a_night(a_club(), [f"Player {number}" for number in range(size)])
    for label in ("M1-1", "M1-2"):
        row = Pairing.objects.get(event=event, label=label)
        if row.match:
            settle(row.match)
    return event


def bracket(event: Event) -> Any:
    """Read names and tables of the bracket."""
    rows = events.pairings_of(event)
    return [(row.white_entry and row.white_entry.player.name, row.match and row.match.table) for row in rows]


def calls(event: Event) -> Any:
    """Read names, labels and free tables of the call board."""
    board = call_board.get_call_board(event.tournament)
    names = [
        (match.white.name, match.black.name, match.pairing.label)
        for match in (*board.playing, *board.waiting)
    ]
    return names, [table.number for table in board.free]


def preview(event: Event) -> Any:
    """Read the pairings affected by the correction of a settled match."""
    match = Match.objects.filter(pairing__event=event, status="settled").order_by("pk")[0]
    correction_preview = previews.preview_correction(
        match=match, result=states.make_result(5, (1, 5), "", "played")
    )
    return [(affected.before, affected.after, affected.match) for affected in correction_preview.affected]


READINGS: dict[str, Callable[[Event], Any]] = {
    "bracket": bracket,
    "calls": calls,
    "journal": lambda event: [
        journal.format_sentence(line.entry.kind, line.facts) for line in journal.get_lines(event)
    ],
    "entries": lambda event: [entry.player.name for entry in entries_with_players(event)],
    "names": lambda event: read_names(event=event, text="Player 1\nNobody", with_records=True),
    "preview": preview,
    "next": next_step.get_next_step,
}


@pytest.mark.parametrize(
    ("reading", "expected"),
    # One of "journal" is for what corrections did to other matches, one of "names" for the clubs of members.
    [("bracket", 1), ("calls", 5), ("journal", 4), ("entries", 1), ("names", 5), ("preview", 6), ("next", 1)],
)
def test_queries_do_not_grow_with_the_event(reading: str, expected: int) -> None:
    counts = []
    for size in (SMALL, LARGE):
        event = Event.objects.select_related("tournament__desk", "tournament__club").get(pk=an_event(size).pk)
        with CaptureQueriesContext(connection) as queries:
            READINGS[reading](event)
        counts.append(len(queries))
    assert counts == [counts[0]] * 2
    assert counts[0] <= expected


def test_the_next_step_names_the_meeting_with_secret_line_ups() -> None:
    event = a_team_event(a_club())
    step, meeting = next_step.get_next_step(event), opened(event, "R1-1")
    names = " – ".join(entry.player.name for entry in (meeting.white_entry, meeting.black_entry) if entry)

    assert (step.code, step.facts) == ("line_ups", {"count": 1, "label": "R1-1", "names": names})
    assert messages.next_step(step.code, step.facts) == f"Line-ups to open: 1. Next: {names}."
    assert next_step.get_next_step(event).code == "play"


def test_pairings_are_ordered_with_the_main_bracket_first_round_by_round() -> None:
    event = an_event(5)
    assert [row.label for row in events.pairings_of(event)] == [
        "M1-1",
        "M1-2",
        "M1-3",
        "M1-4",
        "M2-1",
        "M2-2",
        "M3-1",
        "C1-1",
        "C1-2",
        "C2-1",
    ]


def test_the_call_board_lists_matches_in_play_waiting_matches_and_free_tables() -> None:
    event = a_night(a_club(), [f"Player {number}" for number in range(4)])
    board = call_board.get_call_board(event.tournament)
    assert [(match.table.number, match.pairing.label) for match in board.playing] == [
        (1, "M1-1"),
        (2, "M1-2"),
    ]
    assert ([match.pk for match in board.waiting], [table.number for table in board.free]) == (
        [],
        [3, 4, 5, 6, 7, 8],
    )


def test_waiting_matches_are_listed_in_the_order_in_which_they_are_called() -> None:
    # The consolation to 3 points takes longer than the main bracket to 1.
    event = a_night(a_club(), [f"Player {number}" for number in range(8)], length=1)
    settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    for match in Match.objects.filter(status="called").order_by("-pk"):
        lifecycle.cancel_call(match=match, by=SYSTEM)
    waiting = call_board.get_call_board(event.tournament).waiting
    assert [match.pairing.label for match in waiting] == ["C1-1", "M1-3", "M1-4", "M2-1"]
    assert [match.pk for match in waiting] == get_calling_order(event.tournament)


def test_a_recalled_match_waits_and_is_called_again_with_the_next_change() -> None:
    event = a_night(a_club(), [f"Player {number}" for number in range(8)])
    first = match_at(event, "M1-1")
    lifecycle.cancel_call(match=first, by=SYSTEM)
    assert [match.pk for match in call_board.get_call_board(event.tournament).waiting] == [first.pk]
    settle(match_at(event, "M1-2"))
    first.refresh_from_db()
    assert (first.status, first.table.number) == ("called", 1)


def get_step_code(event: Event) -> str:
    event.refresh_from_db()
    return next_step.get_next_step(event).code


def test_the_desk_is_shown_the_next_step_throughout_the_tournament() -> None:
    event = a_field(1)
    codes = [get_step_code(event)]
    event = a_field(2)
    codes.append(get_step_code(event))
    draws.draw(event=event, by=director(event))
    codes.append(get_step_code(event))
    draws.publish(event=event, by=director(event))
    codes.append(get_step_code(event))
    match = match_at(event, "M1-1")
    report = reporting.report(match=match, white_score=5, black_score=1, identity=at_table(match, "one"))
    codes.append(get_step_code(event))
    reporting.dispute(
        match=match, report=report, white_score=1, black_score=5, identity=at_table(match, "other")
    )
    codes.append(get_step_code(event))
    settle(match)
    codes.append(get_step_code(event))
    assert codes == ["enter", "draw", "publish", "play", "confirm", "rule", "finished"]


def test_a_waiting_match_suggests_a_call() -> None:
    event = a_night(a_club(), ["Ada", "Bruno"])
    lifecycle.cancel_call(match=match_at(event, "M1-1"), by=SYSTEM)
    step = next_step.get_next_step(event)
    assert (step.code, step.facts) == ("call", {"playing": 0, "waiting": 1})


def test_every_step_and_every_kind_of_line_has_a_text() -> None:
    facts = {"entrants": 3, "count": 2, "playing": 1, "waiting": 4}
    assert messages.next_step("play", facts) == "Matches of this event in play: 1. To be called: 4."
    assert journal.format_sentence("entered", {"count": 16}) == "16 entered"
    event = an_event(5)
    lines = journal.get_lines(event)[-4:]
    assert [journal.format_sentence(line.entry.kind, line.facts) for line in lines] == [
        "Draw published",
        "Draw made",
        "5 entered",
        "Draw commitment published (draw audit)",
    ]


def test_an_undo_is_described_by_the_undone_result() -> None:
    event = a_night(a_club(), ["Ada", "Bruno"])
    match = settle(match_at(event, "M1-1"), "white", loser_score=2)
    by = director_of(event.tournament.club)
    score = f"{match.white} 5–2 {match.black}"
    settled = event.journal.latest("seq").seq
    journal_entry = journal_services.undo(event=event, command=settled, by=by)
    assert journal.describe_command(event, journal_entry.seq) == f"Undone: {score}"
    again = journal_services.redo(event=event, by=by)
    # Also where the lines that it goes back to are not on the page.
    assert [journal.describe_line(line) for line in journal.get_lines(event, 1)] == [f"Redone: {score}"]
    assert [journal.describe_line(line) for line in journal.get_lines(event, 3)] == [
        journal.describe_command(event, again.seq),
        f"Undone: {score}",
        score,
    ]
    assert journal.describe_command(event, again.seq) == f"Redone: {score}"
    journal_services.undo(event=event, command=settled, by=by)
    assert [journal.describe_line(line) for line in journal.get_lines(event, 1)] == [f"Undone: {score}"]


@pytest.mark.parametrize(
    ("winner", "ending", "expected"),
    [
        ("white", "played", "Ada 5–2 Bruno"),
        ("black", "walkover", "Ada – Bruno: Bruno wins (walk-over)"),
        ("white", "retired", "Ada – Bruno: Ada wins (retired)"),
        ("", "double_walkover", "Ada – Bruno: double no-show"),
        ("black", "ruled", "Ada 5–2 Bruno"),
    ],
)
def test_the_text_of_a_result_names_the_winner_and_the_ending(
    winner: str, ending: str, expected: str
) -> None:
    assert messages.journal.describe_result("Ada", "Bruno", (5, 2), winner, ending) == expected


def test_a_settled_line_reads_as_a_score() -> None:
    event = a_night(a_club(), ["Ada", "Bruno"])
    match = settle(match_at(event, "M1-1"), "white", loser_score=2)
    line = journal.get_lines(event, 1)[0]
    expected = f"M1-1 final: {match.white} 5–2 {match.black}"
    assert journal.format_sentence(line.entry.kind, line.facts) == expected

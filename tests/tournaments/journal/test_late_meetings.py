"""Late entries into a round robin: meetings that were played keep their number and points."""

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event, payload_of
from tests.tournaments.journal.test_reentry import begun
from tournaments.formats.event_format import FormatOptions
from tournaments.journal import commands, draw_changes
from tournaments.journal.standings import table_rows
from tournaments.verification.checker.verify import check_file
from tournaments.verification.simulator.simulation import event_file


def meetings(event: Event, one: int, other: int) -> list[str]:
    """The pairings of two entries in their order."""
    return [placed.id for placed in event.board.values() if {one, other} == {*placed.seats}]


def amounts(event: Event) -> dict[int, list[object]]:
    """The figures of the standings by entry."""
    rows = table_rows(event.state, "league", event.board)
    return {row.entry: [value.amount for value in row.values] for row in rows}


@pytest.mark.parametrize("played", [[1], [0, 1], [0]])
def test_a_second_meeting_stays_the_second(played: list[int]) -> None:
    event = begun("round_robin", 4, FormatOptions(cycles=2, main=(7,)))
    names = meetings(event, 1, 2)
    for number in played:
        event.settle(names[number], "white", loser_score=number)
    event.append(*commands.enter(event.state, ["Late"]))
    event.append(*draw_changes.add_late(event.state, 5, "league"))
    assert event.state.graph.rounds("league") == 10
    results = [event.board[name].result for name in meetings(event, 1, 2)]
    assert [number for number, result in enumerate(results) if result] == played
    assert [result.black_score + result.white_score for result in results if result] == [
        7 + number for number in played
    ]
    assert [str(finding) for finding in check_file(event_file(event.rows, event.state))] == []


@pytest.mark.parametrize("ending", ["played", "retired"])
def test_points_of_a_meeting_moved_to_a_round_of_another_length_stay(ending: str) -> None:
    figures = ("wins", "difference", "points_share")
    event = begun("round_robin", 4, FormatOptions(cycles=2, main=(3, 5, 7, 9), tie_breaks=figures))
    for placed in event.playable:
        length = event.state.length(placed.id)
        payload = payload_of(placed, "white", ending, loser_score=length - 1, length=length)
        event.append(
            "settled", payload | ({"white_score": 2, "black_score": 1} if ending == "retired" else {})
        )
    before = amounts(event)
    event.append(*commands.enter(event.state, ["Late"]))
    event.append(*draw_changes.add_late(event.state, 5, "league"))
    after = amounts(event)
    assert {entry: after[entry] for entry in before} == before
    assert [str(finding) for finding in check_file(event_file(event.rows, event.state))] == []


@pytest.mark.parametrize("cause", ["late", "reentry"])
def test_a_late_entry_takes_no_occupied_line(cause: str) -> None:
    event = begun("knockout", 8)
    event.append(*commands.enter(event.state, ["Late"]))
    with pytest.raises(Refusal) as excinfo:
        event.append("relined", {"flight": "main", "lines": {"2": 9}, "cause": cause})
    assert excinfo.value.code == "no_line_free"


def test_the_last_line_of_a_bracket_that_was_not_enlarged_is_refused() -> None:
    """The enlargement was undone: the entry would go to the final without a match."""
    event = begun("knockout", 8)
    event.append(*commands.enter(event.state, ["Late"]))
    with pytest.raises(Refusal) as excinfo:
        event.append("relined", {"flight": "main", "lines": {"16": 9}, "cause": "late"})
    assert excinfo.value.code == "line_unknown"

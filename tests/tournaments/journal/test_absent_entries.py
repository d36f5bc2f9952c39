"""Absent players are not moved on to other stages, and players who are away are left out of later draws."""

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event
from tests.tournaments.journal.test_reentry import SEED, begun
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.plan import BEFORE_FINAL
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import commands
from tournaments.journal.eligibility import eligible_entries

CONSOLATIONS = (
    ("progressive", FormatOptions(fed=0), "C"),
    ("progressive", FormatOptions(fed=2), "C"),
    ("progressive", FormatOptions(fed=BEFORE_FINAL), "C"),
    ("double", FormatOptions(), "B"),
    ("knockout_consolation", FormatOptions(), "C"),
)


@pytest.mark.parametrize(("scheme", "options", "letter"), CONSOLATIONS)
@pytest.mark.parametrize("rounds", [1, 2])
def test_the_absentee_of_a_walkover_plays_no_further(
    scheme: str, options: FormatOptions, letter: str, rounds: int
) -> None:
    event = begun(scheme, 8, options)
    for number in range(1, rounds):
        for position in range(1, 2 ** (3 - number) + 1):
            event.settle(f"M{number}-{position}", "white")
    absent = event.board[f"M{rounds}-1"].black
    event.settle(f"M{rounds}-1", "white", "walkover")
    elsewhere = [
        placed.id for placed in event.board.values() if placed.id[0] == letter and absent in placed.seats
    ]
    assert elsewhere == []


def test_a_player_who_forfeits_plays_on() -> None:
    event = begun("double", 8)
    loser = event.board["M1-1"].black
    event.settle("M1-1", "white", "forfeit")
    assert loser in event.board["B1-1"].seats


def test_no_second_final_after_a_no_show_in_the_first() -> None:
    event = begun("double", 4, FormatOptions(final="reset"))
    while event.playable:
        placed = event.playable[0]
        if placed.id == "F1-1":
            break
        event.settle(placed.id, "white")
    event.settle("F1-1", "black", "walkover")
    assert event.board["F2-1"].seats == (0, 0)
    assert event.is_finished


def waiting_for_a_last_chance() -> Event:
    """A progressive consolation of eight after its first rounds; one of its losers was a no-show."""
    event = begun("progressive", 8)
    while event.playable:
        placed = event.playable[0]
        event.settle(placed.id, "white", "walkover" if placed.id == "C1-1" else "played")
    return event


def test_the_absentee_of_a_consolation_is_not_drawn_into_the_last_chance() -> None:
    event = waiting_for_a_last_chance()
    assert event.board["C1-1"].loser not in eligible_entries(event.state, event.state.plan["last_chance"])


def test_drawing_an_absent_entry_is_refused_with_its_name() -> None:
    event = waiting_for_a_last_chance()
    members = eligible_entries(event.state, event.state.plan["last_chance"])
    event.append(*commands.mark_presence([members[0]], "away"))
    event.append("committed", {"commitment": compute_commitment(SEED)})
    with pytest.raises(Refusal) as excinfo:
        commands.draw(event.state, SEED, flight="last_chance", only=members)
    assert (excinfo.value.code, excinfo.value.facts) == ("entry_stays_out", {"entry": members[0]})

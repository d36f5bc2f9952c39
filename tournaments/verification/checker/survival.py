"""Rounds for lives: which rounds every entry survived, and how many lives it has left.

docs/formats.md, "Rounds for lives": "The table is ranked by the rounds survived, then by the lives left:
players still in are above all who are out, and players out later above those out earlier, however many
matches a late entry has played."
"""

from collections.abc import Mapping
from typing import Any

from tournaments.verification.checker.round_records import (
    ABSENT,
    HALF_BYE,
    VOID,
    ZERO_BYE,
    CheckedRound,
    RoundTally,
)
from tournaments.verification.checker.seats import Seating
from tournaments.verification.checker.stages import CheckedStage

DEFAULT_LIVES = 3


def find_survival(
    stage: CheckedStage,
    seating: Seating,
    rounds: Mapping[int, Mapping[str, Any]],
    tally: RoundTally,
) -> dict[int, tuple[int, int]]:
    """Return for each entry the last round that it survived, and the lives that it has left.

    Who is still in has survived every round that is paired; "a player who leaves has no lives left".
    """
    lives = int(stage.options.get("lives", DEFAULT_LIVES))
    survival = {}
    void = _list_void_matches(stage.key, seating)
    for entry, row in tally.turns.items():
        lost = [turn.round for turn in row if costs_life(turn) or (turn.round, entry) in void]
        rounds_survived, lives_left = tally.rounds, lives - len(lost)
        if lives_left <= 0:
            rounds_survived = lost[lives - 1] - 1
        elif seating.withdrawal_number(entry, stage.key):
            rounds_survived, lives_left = max((turn.round for turn in row if takes_part(turn)), default=0), 0
        survival[entry] = (rounds_survived, max(0, lives_left))
    return survival


def costs_life(turn: CheckedRound) -> bool:
    """Whether a round costs a life: a match lost, a walk-over or a double no-show, or an absence.

    "A player who is absent for a round loses a life, and so do both players of a double no-show or of a void
    match." A late entry "loses nothing for earlier rounds".
    """
    return turn.kind == ZERO_BYE or turn.is_lost


def takes_part(turn: CheckedRound) -> bool:
    """Whether the entry came to a round, which is the last one it survives if it leaves."""
    if turn.kind in {ABSENT, ZERO_BYE, HALF_BYE}:
        return False
    return not turn.was_missed


def _list_void_matches(flight: str, seating: Seating) -> set[tuple[int, int]]:
    """Return the round and the entry of each match that was declared void."""
    return {
        (node.round, seat)
        for node in seating.flight(flight)
        if seating.results.get(node.name, {}).get("ending") == VOID
        for seat in (seating.outcome(node.name).white, seating.outcome(node.name).black)
        if seat
    }

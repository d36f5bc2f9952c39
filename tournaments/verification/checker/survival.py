"""How long each entry stayed in rounds for lives, computed round by round from losses and withdrawals."""

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.verification.checker.seats import Seating
from tournaments.verification.checker.stages import CheckedStage
from tournaments.verification.checker.tables import CheckedRound, RoundTally

DEFAULT_LIVES = 3


def find_survival(
    stage: CheckedStage, seating: Seating, rounds: Mapping[int, Mapping[str, Any]], tally: RoundTally
) -> dict[int, tuple[int, int]]:
    """Return the last round each entry survived, and its lives: none if it has lost or left."""
    left = dict.fromkeys(tally.turns, int(stage.options.get("lives", DEFAULT_LIVES)))
    survived = dict.fromkeys(tally.turns, 0)
    for number in sorted(rounds):
        for entry in _losers_of_round(stage.key, seating, number, rounds[number]):
            left[entry] -= left[entry] > 0
        survived.update(dict.fromkeys((entry for entry in left if left[entry]), number))
    for entry in left:
        if left[entry] and seating.withdrawal_number(entry, stage.key):
            left[entry] = 0
            attended = (turn.round for turn in tally.turns[entry] if _has_come(turn))
            survived[entry] = max(attended, default=0)
    return {entry: (survived[entry], left[entry]) for entry in left}


def _losers_of_round(flight: str, seating: Seating, number: int, paired: Mapping[str, Any]) -> Iterator[int]:
    for node in seating.flight(flight):
        if node.round == number:
            yield from seating.outcome(node.name).eliminated
    yield from (bye["entry"] for bye in paired["byes"] if bye["kind"] == "zero")


def _has_come(turn: CheckedRound) -> bool:
    return turn.kind != "away" and (turn.kind != "absent" or turn.is_won)

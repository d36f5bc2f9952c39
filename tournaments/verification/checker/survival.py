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
    """Return for each entry the last round that it survived, and the lives that it has left.

    An entry survives a round if it has a life after it; each loss costs one, and so does a bye without points
    (`zero`) of a round that has begun, as in `tally`. `rounds` are the pairings of the rounds by number. An
    entry that was withdrawn with lives left has none; the last round it survived is then the last one to
    which it came.
    """
    lives_left = dict.fromkeys(tally.turns, int(stage.options.get("lives", DEFAULT_LIVES)))
    last_survived = dict.fromkeys(tally.turns, 0)
    for number in sorted(rounds):
        for entry in _list_losers(stage.key, seating, rounds[number], tally, number):
            lives_left[entry] = max(lives_left[entry] - 1, 0)
        last_survived |= {entry: number for entry, lives in lives_left.items() if lives}
    for entry, lives in lives_left.items():
        if lives and seating.withdrawal_number(entry, stage.key):
            lives_left[entry] = 0
            rounds_attended = (turn.round for turn in tally.turns[entry] if _has_come(turn))
            last_survived[entry] = max(rounds_attended, default=0)
    return {entry: (last_survived[entry], lives) for entry, lives in lives_left.items()}


def _list_losers(
    flight: str, seating: Seating, pairings: Mapping[str, Any], tally: RoundTally, number: int
) -> Iterator[int]:
    """Yield the entries that lose a life in a round, by a match or a bye without points."""
    for node in seating.flight(flight):
        if node.round == number:
            yield from seating.outcome(node.name).eliminated
    for bye in pairings["byes"]:
        counts = any(turn.round == number for turn in tally.turns.get(bye["entry"], ()))
        if bye["kind"] == "zero" and counts:
            yield bye["entry"]


def _has_come(turn: CheckedRound) -> bool:
    """Return whether the entry came to a round; a win over an absent opponent is attendance too."""
    return turn.kind != "away" and (turn.kind != "absent" or turn.is_won)

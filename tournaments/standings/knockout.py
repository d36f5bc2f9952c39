"""Places in a knockout: who went out in the same round shares the places that round played for."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.standings.facts import Placing

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One place of a bracket as far as it is known: who sat there, and what it plays for.

    `winner` is None while it is open, and also when nobody came out of it.
    """

    round: int
    players: tuple[int, ...]
    winner: int | None
    is_decided: bool
    winner_places: Span
    loser_places: Span


@dataclass(frozen=True, slots=True)
class _Exit:
    player: int
    round: int
    places: Span


def placings(flight: str, bouts: Sequence[BracketMatch], field: int) -> tuple[Placing, ...]:
    """The places reached so far in a flight of `field` entrants, best first; who still plays has none.

    While the flight is on, a place is what the round lost in promises. Once its final is decided the
    places run from 1 without a gap, whoever stayed away.
    """
    exits = [
        _Exit(player, bout.round, bout.loser_places)
        for bout in bouts
        if bout.is_decided
        for player in bout.players
        if player != bout.winner
    ]
    final = max(bouts, key=lambda bout: bout.round, default=None)
    if final is not None and final.is_decided:
        if final.winner is not None:
            exits.append(_Exit(final.winner, final.round + 1, final.winner_places))
        exits = _without_gaps(exits)
    ordered_exits = sorted(exits, key=lambda exit_: (exit_.places, exit_.player))
    return tuple(Placing(exit_.player, flight, *exit_.places, field=field) for exit_ in ordered_exits)


def _without_gaps(exits: Sequence[_Exit]) -> list[_Exit]:
    """The same exits with places counted from 1 by the round they came in."""
    size = Counter(exit_.round for exit_ in exits)
    better = {level: sum(size[later] for later in size if later > level) for level in size}
    return [
        _Exit(exit_.player, exit_.round, (better[exit_.round] + 1, better[exit_.round] + size[exit_.round]))
        for exit_ in exits
    ]

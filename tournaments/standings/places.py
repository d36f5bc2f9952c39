"""From totals to places: higher first, ties broken in the order agreed, what stays tied is shared."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.facts import Settled
from tournaments.standings.tiebreaks import SEASON_FIGURES


@dataclass(frozen=True, slots=True)
class Place:
    """One player's place; `breaks` are the tie-break figures that were looked at, in order."""

    player: int
    place: int
    is_shared: bool
    breaks: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class _Tie:
    players: tuple[int, ...]
    breaks: Mapping[int, tuple[tuple[str, int], ...]]


def places(
    totals: Mapping[int, Fraction], matches: Sequence[Settled], tiebreaks: Sequence[str]
) -> tuple[Place, ...]:
    """Everyone in `totals` with a place from 1; a tie nothing breaks takes the first of its places."""
    ties = [_Tie(group, dict.fromkeys(group, ())) for group in _groups(totals)]
    for name in tiebreaks:
        ties = [part for tie in ties for part in _split_tie(tie, name, matches)]
    ranked_places: list[Place] = []
    for tie in ties:
        place = len(ranked_places) + 1
        ranked_places.extend(Place(p, place, len(tie.players) > 1, tie.breaks[p]) for p in tie.players)
    return tuple(ranked_places)


def _split_tie(tie: _Tie, name: str, matches: Sequence[Settled]) -> Iterable[_Tie]:
    if len(tie.players) == 1:
        return (tie,)
    values = SEASON_FIGURES[name](tie.players, matches)
    breaks = {player: (*tie.breaks[player], (name, values[player])) for player in tie.players}
    levels = {player: Fraction(value) for player, value in values.items()}
    return tuple(_Tie(group, breaks) for group in _groups(levels))


def _groups(values: Mapping[int, Fraction]) -> list[tuple[int, ...]]:
    """Players of equal value together, the highest value first; inside a group by id, which means nothing."""
    levels = sorted(set(values.values()), reverse=True)
    return [tuple(sorted(player for player in values if values[player] == level)) for level in levels]

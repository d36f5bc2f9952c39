"""Promotion and relegation between the divisions of a league."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.errors import Refusal
from tournaments.standings.tables import TableRow

# Causes of a placing.
CHAMPION, STAYS, GOES_UP, GOES_DOWN, LEFT = "champion", "stays", "up", "down", "left"
WON_PLAYOFF, LOST_PLAYOFF = "won_playoff", "lost_playoff"


@dataclass(frozen=True, slots=True)
class DivisionPlacing:
    """Where an entry plays next season (`after`, 0 for nowhere), and why.

    `cause` is one of the constants above. `is_by_lot`: the entry shared its place, and the draw seed decided.
    """

    entry: int
    before: int
    after: int
    place: int
    cause: str
    is_by_lot: bool = False


def division_placings(
    divisions: Sequence[Sequence[TableRow]],
    *,
    up: int,
    down: int,
    departed: Collection[int] = (),
    playoffs: Mapping[int, tuple[int, int]] | None = None,
) -> tuple[DivisionPlacing, ...]:
    """Return the division of every entry next season, division by division from the first place.

    The rows are in final order, with shared places in the order of the draw seed. `playoffs`: n -> winner and
    loser of the play-off between division n and the next; the winner plays in the upper one. Upper play-offs
    are applied first; one without effect any more is ignored. `departed` entries count first among the
    relegated. Refuses `division_too_small`.
    """
    season_placings: list[DivisionPlacing] = []
    for number, rows in enumerate(divisions, start=1):
        stays = [row for row in rows if row.entry not in departed]
        rising, falling = _count_movers(number, divisions, len(stays), up, down)
        for at, _row in enumerate(stays):
            season_placings.append(_place_entry(stays, at, number, rising, len(stays) - falling))
        season_placings += [
            DivisionPlacing(row.entry, number, 0, row.place, LEFT) for row in rows if row.entry in departed
        ]
    return _apply_playoffs(season_placings, playoffs or {})


def playoff_pair(
    upper: Sequence[int], lower: Sequence[int], *, up: int, down: int, departed: Collection[int] = ()
) -> tuple[int, int]:
    """Return the play-off pair: the last who stays in the upper division, the first who stays in the lower.

    Both divisions are given in order from the first place. Refuses ("division_too_small").
    """
    above = [entry for entry in upper if entry not in departed]
    below = [entry for entry in lower if entry not in departed]
    falling = max(0, down - (len(upper) - len(above)))
    if len(above) <= falling or len(below) <= up:
        raise Refusal("division_too_small", division=0, players=min(len(above), len(below)))
    return above[len(above) - falling - 1], below[up]


def _count_movers(
    number: int, divisions: Sequence[Sequence[TableRow]], staying: int, up: int, down: int
) -> tuple[int, int]:
    """Return how many of a division are promoted and relegated. Refuses `division_too_small`."""
    rising = up if number > 1 else 0
    falling = max(0, down - (len(divisions[number - 1]) - staying)) if number < len(divisions) else 0
    if rising + falling > staying:
        raise Refusal("division_too_small", division=number, players=staying)
    return rising, falling


def _place_entry(rows: Sequence[TableRow], at: int, number: int, rising: int, line: int) -> DivisionPlacing:
    row = rows[at]
    by_lot = any(
        0 < edge < len(rows) and rows[edge - 1].place == rows[edge].place == row.place
        for edge in (rising, line)
    )
    if at < rising:
        return DivisionPlacing(row.entry, number, number - 1, row.place, GOES_UP, by_lot)
    if at >= line:
        return DivisionPlacing(row.entry, number, number + 1, row.place, GOES_DOWN, by_lot)
    return DivisionPlacing(
        row.entry, number, number, row.place, CHAMPION if at == 0 and number == 1 else STAYS, by_lot
    )


def _apply_playoffs(
    season_placings: Sequence[DivisionPlacing], playoffs: Mapping[int, tuple[int, int]]
) -> tuple[DivisionPlacing, ...]:
    """Return the placings after the play-offs: each winner in the upper division, the loser in the lower."""
    placing_by_entry = {placing.entry: placing for placing in season_placings}
    for upper, (winner, loser) in sorted(playoffs.items()):
        if {placing_by_entry[entry].after for entry in (winner, loser)} != {upper, upper + 1}:
            continue
        placing_by_entry[winner] = replace(
            placing_by_entry[winner], after=upper, cause=WON_PLAYOFF, is_by_lot=False
        )
        placing_by_entry[loser] = replace(
            placing_by_entry[loser], after=upper + 1, cause=LOST_PLAYOFF, is_by_lot=False
        )
    return tuple(placing_by_entry.values())

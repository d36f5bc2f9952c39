"""Divisions of a league: deadlines of its rounds, and who goes up and down at the end of a season."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from rules.errors import Refusal
from tournaments.standings.tables import TableRow

CHAMPION, STAYS, GOES_UP, GOES_DOWN, LEFT = "champion", "stays", "up", "down", "left"
WON_PLAYOFF, LOST_PLAYOFF = "won_playoff", "lost_playoff"


@dataclass(frozen=True, slots=True)
class Move:
    """An entry that changes division; divisions count from 1, the highest."""

    entry: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Placing:
    """Where an entry plays next season (`after`, 0 for nowhere), and why.

    `cause` is one of the words of this room. `is_by_lot` says that others held the same place as the entry
    and only the lots of the draw put the line between them.
    """

    entry: int
    before: int
    after: int
    place: int
    cause: str
    is_by_lot: bool = False


def deadlines(first_day: date, rounds: int, days: int) -> tuple[date, ...]:
    """The last day of every round when each lasts `days`, the first round beginning on `first_day`."""
    if rounds < 1 or days < 1:
        raise Refusal("deadlines_impossible", rounds=rounds, days=days)
    return tuple(first_day + timedelta(days=days * number - 1) for number in range(1, rounds + 1))


def spread(first_day: date, last_day: date, rounds: int) -> tuple[date, ...]:
    """The last days of rounds that share the time between two days evenly; the last one ends on `last_day`.

    Refuses ("deadlines_impossible") less than a day for a round.
    """
    days = (last_day - first_day).days + 1
    if rounds < 1 or days < rounds:
        raise Refusal("deadlines_impossible", rounds=rounds, days=days)
    return tuple(first_day + timedelta(days=days * number // rounds - 1) for number in range(1, rounds + 1))


def overdue(today: date, last_days: Sequence[date]) -> tuple[int, ...]:
    """The rounds, from 1, whose last day has passed: what is not played there is decided by the desk."""
    return tuple(number for number, last in enumerate(last_days, start=1) if last < today)


def get_division_moves(
    divisions: Sequence[Sequence[TableRow]], *, up: int, down: int, departed: Collection[int] = ()
) -> tuple[Move, ...]:
    """Who changes division: the first `up` of each lower one go up, the last `down` of each upper one down.

    `gone` are entries that left the league: they move nowhere, and count first among those who go down, so
    that the rest keep their places. Refuses ("promotion_tied") where players share the places around the
    line: a play-off or a lot must part them first; and ("division_too_small") where one would have to move
    both ways.
    """
    division_moves: list[Move] = []
    for number, rows in enumerate(divisions, start=1):
        stays = [row for row in rows if row.entry not in departed]
        rising, falling = _counts(number, divisions, len(stays), up, down)
        _check_no_tie(stays, rising, number)
        _check_no_tie(stays, len(stays) - falling, number)
        division_moves += [Move(row.entry, number, number - 1) for row in stays[:rising]]
        division_moves += [Move(row.entry, number, number + 1) for row in stays[len(stays) - falling :]]
    return tuple(division_moves)


def placings(
    divisions: Sequence[Sequence[TableRow]],
    *,
    up: int,
    down: int,
    departed: Collection[int] = (),
    playoffs: Mapping[int, tuple[int, int]] | None = None,
) -> tuple[Placing, ...]:
    """Where everybody plays next season, division by division from the first place.

    The rows stand in the order that counts, shared places parted by lot. `playoffs` are winner and loser of
    the play-off between division n and the next one; the winner plays in the upper one. The upper play-offs
    count first: who went up by one has no place left to defend in the next. As many go up as come down
    wherever `up` equals `down`; who left the league counts first among those who go down. Refuses
    ("division_too_small") as `moves`.
    """
    season_placings: list[Placing] = []
    for number, rows in enumerate(divisions, start=1):
        stays = [row for row in rows if row.entry not in departed]
        rising, falling = _counts(number, divisions, len(stays), up, down)
        for at, _row in enumerate(stays):
            season_placings.append(_placing(stays, at, number, rising, len(stays) - falling))
        season_placings += [
            Placing(row.entry, number, 0, row.place, LEFT) for row in rows if row.entry in departed
        ]
    return _decided(season_placings, playoffs or {})


def contestants(
    upper: Sequence[int], lower: Sequence[int], *, up: int, down: int, departed: Collection[int] = ()
) -> tuple[int, int]:
    """Who plays off for a place in the upper division: its last who would stay, the lower one's next in line.

    Both are given in order from the first place. Refuses ("division_too_small").
    """
    above = [entry for entry in upper if entry not in departed]
    below = [entry for entry in lower if entry not in departed]
    falling = max(0, down - (len(upper) - len(above)))
    if len(above) <= falling or len(below) <= up:
        raise Refusal("division_too_small", division=0, players=min(len(above), len(below)))
    return above[len(above) - falling - 1], below[up]


def _counts(
    number: int, divisions: Sequence[Sequence[TableRow]], staying: int, up: int, down: int
) -> tuple[int, int]:
    """How many of a division go up and down; refuses where they would be more than there are."""
    rising = up if number > 1 else 0
    falling = max(0, down - (len(divisions[number - 1]) - staying)) if number < len(divisions) else 0
    if rising + falling > staying:
        raise Refusal("division_too_small", division=number, players=staying)
    return rising, falling


def _placing(rows: Sequence[TableRow], at: int, number: int, rising: int, line: int) -> Placing:
    row = rows[at]
    by_lot = any(
        0 < edge < len(rows) and rows[edge - 1].place == rows[edge].place == row.place
        for edge in (rising, line)
    )
    if at < rising:
        return Placing(row.entry, number, number - 1, row.place, GOES_UP, by_lot)
    if at >= line:
        return Placing(row.entry, number, number + 1, row.place, GOES_DOWN, by_lot)
    return Placing(
        row.entry, number, number, row.place, CHAMPION if at == 0 and number == 1 else STAYS, by_lot
    )


def _decided(
    season_placings: Sequence[Placing], playoffs: Mapping[int, tuple[int, int]]
) -> tuple[Placing, ...]:
    """The placings after the play-offs: the winner is above the line, the loser below."""
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


def _check_no_tie(rows: Sequence[TableRow], line: int, division: int) -> None:
    if 0 < line < len(rows) and rows[line - 1].place == rows[line].place:
        tied = [row.entry for row in rows if row.place == rows[line].place]
        raise Refusal("promotion_tied", division=division, entries=tied)

"""Divisions of a league: deadlines of its rounds, and who goes up and down at the end of a season."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from rules.errors import Refusal
from tournaments.standings.tables import Row


@dataclass(frozen=True, slots=True)
class Move:
    """An entry that changes division; divisions count from 1, the highest."""

    entry: int
    before: int
    after: int


def deadlines(first_day: date, rounds: int, days: int) -> tuple[date, ...]:
    """The last day of every round when each lasts `days`, the first round beginning on `first_day`."""
    if rounds < 1 or days < 1:
        raise Refusal("deadlines_impossible", rounds=rounds, days=days)
    return tuple(first_day + timedelta(days=days * number - 1) for number in range(1, rounds + 1))


def overdue(today: date, last_days: Sequence[date]) -> tuple[int, ...]:
    """The rounds, from 1, whose last day has passed: what is not played there is decided by the desk."""
    return tuple(number for number, last in enumerate(last_days, start=1) if last < today)


def moves(
    divisions: Sequence[Sequence[Row]], *, up: int, down: int, gone: Collection[int] = ()
) -> tuple[Move, ...]:
    """Who changes division: the first `up` of each lower one go up, the last `down` of each upper one down.

    `gone` are entries that left the league: they move nowhere, and count first among those who go down, so
    that the rest keep their places. Refuses ("promotion_tied") where players share the places around the
    line: a play-off or a lot must part them first; and ("division_too_small") where one would have to move
    both ways.
    """
    found: list[Move] = []
    for number, rows in enumerate(divisions, start=1):
        stays = [row for row in rows if row.entry not in gone]
        rising = up if number > 1 else 0
        falling = max(0, down - (len(rows) - len(stays))) if number < len(divisions) else 0
        if rising + falling > len(stays):
            raise Refusal("division_too_small", division=number, players=len(stays))
        _must_be_parted(stays, rising, number)
        _must_be_parted(stays, len(stays) - falling, number)
        found += [Move(row.entry, number, number - 1) for row in stays[:rising]]
        found += [Move(row.entry, number, number + 1) for row in stays[len(stays) - falling :]]
    return tuple(found)


def _must_be_parted(rows: Sequence[Row], line: int, division: int) -> None:
    if 0 < line < len(rows) and rows[line - 1].place == rows[line].place:
        tied = [row.entry for row in rows if row.place == rows[line].place]
        raise Refusal("promotion_tied", division=division, entries=tied)

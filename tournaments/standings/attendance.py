"""Attendance table: players by nights, with totals and streaks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Presence:
    """One person's nights in their order; `run` are the latest in a row, `longest` the most in a row."""

    player: int
    came: tuple[bool, ...]
    run: int
    longest: int

    @property
    def total(self) -> int:
        """How many nights he came."""
        return sum(self.came)


def attendance_rows(nights: Sequence[frozenset[int]]) -> list[Presence]:
    """Everybody who came at least once, the most faithful first, then by the latest run; equals by key."""
    people = sorted(frozenset().union(*nights))
    rows = [_presence(player, tuple(player in night for night in nights)) for player in people]
    return sorted(rows, key=lambda one: (-one.total, -one.run, one.player))


def _presence(player: int, came: tuple[bool, ...]) -> Presence:
    runs = list(_runs(came))
    return Presence(player, came, run=runs[-1], longest=max(runs))


def _runs(came: Iterable[bool]) -> Iterable[int]:
    """After each night, how many in a row up to then."""
    run = 0
    for was_here in came:
        run = run + 1 if was_here else 0
        yield run

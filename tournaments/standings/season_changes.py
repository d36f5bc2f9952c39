"""Differences between two tables of a season, as they are previewed and stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tournaments.standings.season_table import SeasonRow

ZERO = Fraction()


@dataclass(frozen=True, slots=True)
class SeasonPosition:
    """The short form of a player's row, which is stored with changes."""

    place: int | None = None
    total: Fraction = ZERO
    division: int = 0
    parts: Mapping[str, Fraction] = field(default_factory=dict)

    def to_data(self) -> list[Any]:
        """Return the row as JSON."""
        parts = {code: str(amount) for code, amount in self.parts.items()}
        return [self.place, str(self.total), self.division, parts]

    @classmethod
    def from_data(cls, data: Sequence[Any]) -> "SeasonPosition":
        """Return the row from stored JSON."""
        parts = {code: Fraction(amount) for code, amount in data[3].items()}
        return cls(data[0], Fraction(data[1]), data[2], parts)


NO_POSITION = SeasonPosition()


@dataclass(frozen=True, slots=True)
class ReasonChange:
    """The points for one reason (win, loss, attendance or bonus) before and after."""

    code: str
    before: Fraction
    after: Fraction


@dataclass(frozen=True, slots=True)
class SeasonRowChange:
    """One player's row before and after."""

    player: int
    before: SeasonPosition
    after: SeasonPosition

    @property
    def has_moved(self) -> bool:
        """Whether the place or the division differs."""
        return (self.before.place, self.before.division) != (self.after.place, self.after.division)

    @property
    def parts(self) -> tuple[ReasonChange, ...]:
        """The reasons whose points changed."""
        old_parts, new_parts = self.before.parts, self.after.parts
        codes = dict.fromkeys((*old_parts, *new_parts))
        all_parts = (
            ReasonChange(code, old_parts.get(code, ZERO), new_parts.get(code, ZERO)) for code in codes
        )
        return tuple(part for part in all_parts if part.before != part.after)

    def to_data(self) -> list[Any]:
        """Return the change as JSON."""
        return [self.player, self.before.to_data(), self.after.to_data()]

    @classmethod
    def from_data(cls, data: Sequence[Any]) -> "SeasonRowChange":
        """Return the change from stored JSON."""
        return cls(data[0], SeasonPosition.from_data(data[1]), SeasonPosition.from_data(data[2]))


def get_positions(rows: Sequence[SeasonRow]) -> dict[int, SeasonPosition]:
    """Return the short form of a table, in its order."""
    return {row.player: SeasonPosition(row.place, row.total, row.division, row.parts) for row in rows}


def compare_tables(
    before: Mapping[int, SeasonPosition], after: Mapping[int, SeasonPosition]
) -> tuple[SeasonRowChange, ...]:
    """Return every changed row in the order of the later table; removed players come last."""
    order = [*after, *(player for player in before if player not in after)]
    all_changes = (
        SeasonRowChange(player, before.get(player, NO_POSITION), after.get(player, NO_POSITION))
        for player in order
    )
    return tuple(change for change in all_changes if change.before != change.after)

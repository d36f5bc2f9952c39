"""Differences between two season tables after a rule or a result changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tournaments.standings.season import Row

NOTHING = Fraction()


@dataclass(frozen=True, slots=True)
class SeasonPosition:
    """One player's line in short: the place (None without one), the total, the division and its parts."""

    place: int | None = None
    total: Fraction = NOTHING
    division: int = 0
    parts: Mapping[str, Fraction] = field(default_factory=dict)

    def to_data(self) -> list[Any]:
        """The line as JSON can hold it."""
        parts = {code: str(amount) for code, amount in self.parts.items()}
        return [self.place, str(self.total), self.division, parts]

    @classmethod
    def from_data(cls, data: Sequence[Any]) -> "SeasonPosition":
        """The line that was stored."""
        parts = {code: Fraction(amount) for code, amount in data[3].items()}
        return cls(data[0], Fraction(data[1]), data[2], parts)


NO_POSITION = SeasonPosition()


@dataclass(frozen=True, slots=True)
class Part:
    """What one kind of reason was worth before and is worth after: win, loss, attendance or bonus."""

    code: str
    before: Fraction
    after: Fraction


@dataclass(frozen=True, slots=True)
class Move:
    """One player's line before and after."""

    player: int
    before: SeasonPosition
    after: SeasonPosition

    @property
    def has_moved(self) -> bool:
        """Whether the place is another one, or the division."""
        return (self.before.place, self.before.division) != (self.after.place, self.after.division)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The kinds of reasons that are worth something else now."""
        old_parts, new_parts = self.before.parts, self.after.parts
        codes = dict.fromkeys((*old_parts, *new_parts))
        all_parts = (Part(code, old_parts.get(code, NOTHING), new_parts.get(code, NOTHING)) for code in codes)
        return tuple(part for part in all_parts if part.before != part.after)

    def to_data(self) -> list[Any]:
        """The move as JSON can hold it."""
        return [self.player, self.before.to_data(), self.after.to_data()]

    @classmethod
    def from_data(cls, data: Sequence[Any]) -> "Move":
        """The move that was stored."""
        return cls(data[0], SeasonPosition.from_data(data[1]), SeasonPosition.from_data(data[2]))


def positions(rows: Sequence[Row]) -> dict[int, SeasonPosition]:
    """A table in short, in its order."""
    return {row.player: SeasonPosition(row.place, row.total, row.division, row.parts) for row in rows}


def moves(before: Mapping[int, SeasonPosition], after: Mapping[int, SeasonPosition]) -> tuple[Move, ...]:
    """Every player whose line differs, in the order of the later table; who left it comes last."""
    order = [*after, *(player for player in before if player not in after)]
    all_moves = (
        Move(player, before.get(player, NO_POSITION), after.get(player, NO_POSITION)) for player in order
    )
    return tuple(move for move in all_moves if move.before != move.after)

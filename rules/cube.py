"""The doubling cube: its value, its owner, and when it is dead. `doubling` decides who may double."""

from __future__ import annotations

from dataclasses import dataclass

from .sides import Side

HIGHEST = 4096


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube of one game: `value` a power of two, `owner` None while it stands in the centre."""

    value: int = 1
    owner: Side | None = None

    def is_open_to(self, side: Side) -> bool:
        """Whether this side has access: the cube is centred or its own."""
        return self.owner is None or self.owner is side

    def taken_by(self, side: Side) -> Cube:
        """The cube after a double that `side` has accepted."""
        return Cube(self.value * 2, side)


CENTRED = Cube()


def is_cube_value(value: int) -> bool:
    """Whether a cube can have this value: 1, 2, 4, 8 …"""
    return 0 < value <= HIGHEST and value & (value - 1) == 0


def is_dead(value: int, away: int) -> bool:
    """Whether a double cannot help a player needing `away` points: the game alone wins the match."""
    return value >= away

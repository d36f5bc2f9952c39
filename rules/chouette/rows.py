"""The ledger of a chouette as frozen values: one row for each game, one line for each reason in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Rotation = Literal["box_stays", "captain_beat_box", "box_lost_overall", "double_stand_up"]


@dataclass(frozen=True, slots=True)
class Line:
    """One reason in a row: between two players, box side first, `winner` got so many points, and why.

    `stake` is what a point is worth; `kind` is how the bet closed, or "extra_price"; `reasons` are those of
    `rules.wager.Close`. `winner` is None, and `points` 0, after a settlement at nothing.
    """

    pair: tuple[str, str]
    winner: str | None
    points: int
    stake: int
    kind: str
    cube: int
    reasons: tuple[str, ...] = ()

    @property
    def amount(self) -> int:
        """What was paid, in units of the stake."""
        return self.points * self.stake


@dataclass(frozen=True, slots=True)
class Row:
    """One game in the ledger: who won and lost how much in units of the stake, and why.

    `amounts` has everybody who played and sums to nothing. `rotation` tells what became of the box.
    """

    number: int
    box: str
    captain: str
    partner: str
    amounts: Mapping[str, int]
    lines: tuple[Line, ...]
    rotation: Rotation

"""Cube values while reading a record that omits them."""

from __future__ import annotations

from dataclasses import dataclass

from ..actions import Beavered, Doubled, Dropped, Took
from ..sides import Side


@dataclass(slots=True)
class Offers:
    """Value and owner of the cube, value on offer (0 for none), the doubled side, whether it was raised."""

    value: int = 1
    owner: Side | None = None
    offered: int = 0
    keeper: Side | None = None
    is_raised: bool = False

    def double(self, side: Side, line: int) -> Doubled | Beavered:
        """A double; by the side that was just doubled, or after a raise, it is a beaver or raccoon."""
        if self.offered and (self.is_raised or side is self.keeper):
            self.offered, self.is_raised = self.offered * 2, True
            return Beavered(side, self.offered, line)
        self.offered, self.keeper, self.is_raised = self.value * 2, side.other, False
        return Doubled(side, self.offered, line)

    def take(self, side: Side, line: int) -> Took:
        """The offer is accepted."""
        self.settle()
        return Took(side, line)

    def drop(self, side: Side, line: int) -> Dropped:
        """The offer is refused."""
        self.offered = 0
        return Dropped(side, line)

    def settle(self) -> None:
        """Play goes on: what was offered, if anything, is accepted."""
        if self.offered:
            self.value, self.owner, self.offered, self.is_raised = self.offered, self.keeper, 0, False

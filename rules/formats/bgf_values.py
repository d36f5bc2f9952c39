"""The values in BGBlitz's files by their place, so that a wrong one is refused where it stands."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

from .binary import refuse_damaged
from .smile import Value

PROGRAM = "BGBlitz"


class Fields(NamedTuple):
    """An object of the file and where it is, such as `games[2].moves[13]`."""

    values: dict[str, Value]
    path: str = ""

    def integer(self, name: str, lowest: int = 0, highest: int = 99_999) -> int:
        """A whole number within limits."""
        value = self.values.get(name)
        if type(value) is not int or not lowest <= value <= highest:
            refuse_damaged(PROGRAM, 0, self.path + name, "a number")
        return value

    def numbers(self, name: str) -> list[int]:
        """A list of four whole numbers, the places of a play."""
        value = self.values.get(name)
        if not isinstance(value, list) or len(value) != 4 or any(type(place) is not int for place in value):
            refuse_damaged(PROGRAM, 0, self.path + name, "a play")
        return [place for place in value if type(place) is int]

    def text(self, name: str) -> str:
        """A text, empty when there is none."""
        value = self.values.get(name)
        return value.strip() if isinstance(value, str) else ""

    def is_set(self, name: str) -> bool:
        """Whether a flag is true."""
        return self.values.get(name) is True

    def number(self, name: str) -> float | None:
        """A number, which is written as a text; None when there is none."""
        value = self.values.get(name)
        try:
            number = float(value) if isinstance(value, str | int | float) else float("nan")
        except ValueError:
            return None
        return number if isfinite(number) and abs(number) < _LARGEST else None

    def fields(self, name: str) -> Fields | None:
        """An object inside; None when there is none."""
        value = self.values.get(name)
        return Fields(value, f"{self.path}{name}.") if isinstance(value, dict) else None

    def items(self, name: str) -> list[Fields]:
        """The objects in a list; nothing else may be in it."""
        value = self.values.get(name)
        if not isinstance(value, list):
            refuse_damaged(PROGRAM, 0, self.path + name, "a list")
        objects = []
        for index, item in enumerate(value):
            if not isinstance(item, dict):
                refuse_damaged(PROGRAM, 0, f"{self.path}{name}[{index}]", "an object")
            objects.append(Fields(item, f"{self.path}{name}[{index}]."))
        return objects


# What is not computed is -99 or -999.
_LARGEST = 90.0

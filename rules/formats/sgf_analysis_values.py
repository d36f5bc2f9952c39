"""The values of GNU Backgammon's analysis properties: candidates (`A`), cubes (`DA`) and luck (`LU`)."""

from __future__ import annotations

import re
from math import isfinite
from typing import NamedTuple

LARGEST = 1_000

_LETTERS = re.compile(r"(?:[a-y][a-z]){1,4}\Z")
_FIGURES = 7
# Index of the equity among the values of evaluations and rollouts.
_EQUITY = {"E": 8, "X": 4}


class Way(NamedTuple):
    """A candidate play in the letters of the format, its equity and how it was found ("2-ply", "rollout")."""

    letters: str
    equity: float
    depth: str


class CubeFigures(NamedTuple):
    """Values of no double and of double and take for the doubler: chances in a match, else points."""

    no_double: float
    take: float
    depth: str


def read_way(value: str) -> Way | None:
    """Read one candidate such as `qusu E ver 3 0.535 … 0.155 2C 0 1 0.0 1`; None when it is none."""
    letters, *fields = value.split(" ")
    place = _EQUITY.get(fields[0] if fields else "", 0)
    if not _LETTERS.match(letters) or not 0 < place < len(fields) - 1:
        return None
    equity = read_number(fields[place])
    return None if equity is None else Way(letters, equity, _depth(fields[0], fields[9:10]))


def read_cube(value: str) -> CubeFigures | None:
    """Read both cubeful values of a cube decision; None without them."""
    fields = value.split(" ")
    if fields[0] == "E":
        starts = [len(fields) - 2 * _FIGURES, len(fields) - _FIGURES]
    else:
        starts = [place + 1 for place, field_text in enumerate(fields) if field_text == "Output"]
    if fields[0] not in _EQUITY or len(starts) != 2 or starts[0] < 3:
        return None
    numbers = [read_number(" ".join(fields[start + _FIGURES - 1 : start + _FIGURES])) for start in starts]
    if numbers[0] is None or numbers[1] is None:
        return None
    return CubeFigures(numbers[0], numbers[1], _depth(fields[0], fields[3:4]))


def read_number(text: str) -> float | None:
    """Read a number of plausible size; None otherwise."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) and abs(number) < LARGEST else None


def _depth(how: str, fields: list[str]) -> str:
    if how == "X":
        return "rollout"
    digits = "".join(fields).rstrip("C")
    return f"{digits}-ply" if digits in set("0123456789") else ""

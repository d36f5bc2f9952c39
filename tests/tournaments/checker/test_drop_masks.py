"""The drop masks of docs/draw-methods.md are those of the checker, which compares them with the engine's."""

import re
from collections.abc import Iterator
from pathlib import Path

from tournaments.verification.checker.draws import MASKS

DOCUMENT = Path(__file__).parents[3] / "docs" / "draw-methods.md"
# Rounds of the main bracket -> masks of its rounds from the second on, of all that feed the consolation.
Masks = dict[tuple[int, int], list[str]]


def read_document() -> Masks:
    """The masks of the two tables of the document: fed by all rounds but the final, and by fewer."""
    return dict([*_read_whole_feeds(), *_read_shorter_feeds()])


def _read_rows() -> Iterator[list[str]]:
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0].isdecimal():
            yield cells


def _read_whole_feeds() -> Iterator[tuple[tuple[int, int], list[str]]]:
    for cells in _read_rows():
        if "R2" in cells[1]:
            rounds = int(cells[0]).bit_length() - 1
            yield (rounds, rounds), re.findall("`([01]+)`", cells[1])


def _read_shorter_feeds() -> Iterator[tuple[tuple[int, int], list[str]]]:
    for cells in _read_rows():
        rounds = int(cells[0]).bit_length() - 1
        for fed, cell in enumerate(cells[1:], start=2):
            if re.fullmatch("`[01 ]+`", cell):
                yield (rounds, fed), cell.strip("`").split()


def test_the_masks_of_the_document_are_those_of_the_checker() -> None:
    documented = read_document()
    assert len(documented) == 44
    checked = {key: [mask for mask in masks if mask] for key, masks in MASKS.items() if key[0] > 2}
    assert documented == {key: checked[key] for key in documented}

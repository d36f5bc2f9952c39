"""Printed lists and crosstables: strips side by side, columns to write in, cells as large as fits."""

import pytest

from tests.tournaments.printing.reading import Leaf, Piece, read_leaves
from tests.tournaments.printing.test_draw_sheets import HEAD
from tournaments.printing.pdf.crosstables import PrintedCrosstable, crosstable_pages
from tournaments.printing.pdf.lists import Block, Column, list_pages
from tournaments.printing.pdf.pages import A3, A4, Page, write_pdf

NAMES = tuple(f"Giovanni Rossini {number}" for number in range(1, 301))


def read(pages: list[Page]) -> list[Leaf]:
    return read_leaves(write_pdf(pages, "List", "en"))


def names_on(leaf: Leaf) -> list[Piece]:
    return [piece for piece in leaf.pieces if "Rossini" in piece.text]


def a_folded_list(count: int) -> list[Leaf]:
    columns = (Column("No.", is_right=True), Column("Name"))
    rows = tuple((str(number), name) for number, name in enumerate(NAMES[:count], start=1))
    return read(list_pages([Block("Places", columns, rows, is_folded=True)], A4, HEAD))


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (7, 1), (60, 1), (200, 1), (300, 2)])
def test_a_folded_list_has_every_row_once_in_reading_order(count: int, pages: int) -> None:
    leaves = a_folded_list(count)

    assert len(leaves) == pages
    read_down = [
        piece.text for leaf in leaves for piece in sorted(names_on(leaf), key=lambda one: (one.x, -one.y))
    ]
    assert read_down == list(NAMES[:count])


def test_strips_of_a_folded_list_have_even_lengths() -> None:
    strips: dict[float, int] = {}
    for piece in names_on(a_folded_list(60)[0]):
        strips[piece.x] = strips.get(piece.x, 0) + 1

    assert len(strips) == 4
    assert max(strips.values()) - min(strips.values()) <= 3


def test_a_column_to_write_in_takes_the_remaining_width() -> None:
    pages = list_pages(
        [Block("", (Column("Name"), Column("Signature", is_wide=True)), (("Anna", ""),))], A4, HEAD
    )
    rules = [stroke for stroke in pages[0].drawing.strokes if stroke.weight == 0.3]

    assert [round(stroke.to_x) for stroke in rules] == [round(A4.wide - 28)]


def a_crosstable(size: int) -> PrintedCrosstable:
    columns = tuple(map(Column, ("Score", "Head to head", "Difference", "Sonneborn-Berger", "Place")))
    cells = tuple(("",) * size for _ in range(size))
    return PrintedCrosstable("League", NAMES[:size], cells, columns, tuple(("0",) * 5 for _ in range(size)))


@pytest.mark.parametrize("size", [4, 12, 20])
def test_a_crosstable_fits_on_one_page(size: int) -> None:
    leaves = read(crosstable_pages((a_crosstable(size),), A4, HEAD))

    assert len(leaves) == 1
    assert len({piece.text for piece in names_on(leaves[0])}) >= size


def test_a_list_on_a3_is_the_a4_page_in_larger_letters() -> None:
    columns = (Column("No.", is_right=True), Column("Name"))
    rows = tuple((str(number), name) for number, name in enumerate(NAMES[:40], start=1))
    blocks = [Block("Places", columns, rows, is_folded=True)]

    small, large = (read(list_pages(blocks, paper, HEAD)) for paper in (A4, A3))

    assert [len(leaf.pieces) for leaf in large] == [len(leaf.pieces) for leaf in small]
    assert [leaf.text for leaf in large] == [leaf.text for leaf in small]
    assert [round(piece.size, 1) for piece in names_on(large[0])] == [12.7] * 40
    assert all(piece.x + piece.wide <= large[0].wide for piece in large[0].pieces)


@pytest.mark.parametrize("size", [4, 20])
def test_a_crosstable_on_a3_is_the_a4_page_in_larger_letters(size: int) -> None:
    small, large = (read(crosstable_pages((a_crosstable(size),), paper, HEAD)) for paper in (A4, A3))

    assert [leaf.text for leaf in large] == [leaf.text for leaf in small]
    ratios = {
        round(big.size / piece.size, 1) for big, piece in zip(large[0].pieces, small[0].pieces, strict=True)
    }
    assert ratios == {1.4}

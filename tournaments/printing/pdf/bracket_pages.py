"""Pages of brackets: on one page, on several, or as a poster of sheets to be joined.

A poster has join marks and on each sheet a small map of all sheets.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from math import ceil

from tournaments.printing.pdf.brackets import (
    BracketLayout,
    PrintedBracket,
    best_layout,
    draw_unbounded,
    natural_column_width,
)
from tournaments.printing.pdf.pages import (
    FOOT,
    MARGIN,
    ContentArea,
    Fill,
    Head,
    Page,
    PageDrawing,
    Paper,
    Stroke,
    box,
    content_area,
    framed_page,
)

# The overlap of two neighbours; no block of names is taller than this at the smallest size.
OVERLAP = 30.0
NARROWEST, WIDEST = 96.0, 190.0
TILE_SIZE, POSTER_SIZE = 9.0, 13.0
MAP_CELL = (9.0, 6.0)


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet of several: its column and row, counted from 0, and the position of its corner."""

    column: int
    row: int
    x: float
    y: float


def bracket_pages(tree: PrintedBracket, paper: Paper, head: Head) -> list[Page]:
    """Return a bracket on one page where it fits, portrait or landscape, else on several.

    Tried in order: one page, if necessary with names shortened after their first occurrence and without byes;
    parts of a page each, with the remaining rounds on the last page; sheets to be joined.
    """
    without_byes = tree.without_byes()
    for one in (tree, tree.with_short_names(), without_byes, without_byes.with_short_names()):
        if pages := _fit_on_pages((one,), paper, head):
            return pages
    for depth in range(1, len(tree.rounds)):
        parts = without_byes.split(depth)
        for some in (parts, tuple(part.with_short_names() for part in parts)):
            if pages := _fit_on_pages(some, paper, head):
                return pages
    return joined_pages(without_byes, paper, head, TILE_SIZE)


def _fit_on_pages(parts: tuple[PrintedBracket, ...], paper: Paper, head: Head) -> list[Page]:
    """Return a page for each bracket, all portrait or all landscape; empty where one does not fit."""
    candidates: list[tuple[tuple[int, float], list[Page]]] = []
    for side in (paper, paper.rotate()):
        space = content_area(side, head)
        layouts = [layout for layout in takewhile(bool, _layouts(parts, space)) if layout]
        if layouts and len(layouts) == len(parts):
            pages = [
                framed_page(side, head, layout.drawing, number, len(parts))
                for number, layout in enumerate(layouts, start=1)
            ]
            candidates.append((max(layout.cost for layout in layouts), pages))
    return min(candidates, key=lambda layout: layout[0])[1] if candidates else []


def _layouts(parts: tuple[PrintedBracket, ...], space: ContentArea) -> Iterator[BracketLayout | None]:
    return (best_layout(part, space.wide, space.high) for part in parts)


def poster_pages(tree: PrintedBracket, paper: Paper, head: Head) -> list[Page]:
    """Return a bracket in large type on sheets to be joined."""
    return joined_pages(tree, paper, head, POSTER_SIZE)


def joined_pages(tree: PrintedBracket, paper: Paper, head: Head, size: float) -> list[Page]:
    """Return a bracket on the fewest sheets at this font size, portrait or landscape."""
    page_sets = [_lay_out_joined(tree, side, head, size) for side in (paper, paper.rotate())]
    return min(page_sets, key=len)


def _lay_out_joined(tree: PrintedBracket, paper: Paper, head: Head, size: float) -> list[Page]:
    space = content_area(paper, head)
    rounds = len(tree.rounds) + 1
    column = min(WIDEST, max(NARROWEST, natural_column_width(tree, size)))
    across = max(1, int((space.wide - OVERLAP) / column))
    across = ceil(rounds / ceil(rounds / across))
    return tile_drawing(
        draw_unbounded(tree, size, (space.wide - OVERLAP) / across), paper, head, space.wide - OVERLAP
    )


def tile_drawing(drawing: PageDrawing, paper: Paper, head: Head, step: float) -> list[Page]:
    """Cut a drawing into sheets, each `step` further right than the one before; omit empty ones."""
    space = content_area(paper, head)
    overlap = max(OVERLAP, max((text_block.text.height for text_block in drawing.texts), default=0.0) + 2)
    down = space.high - overlap
    columns = max(1, ceil((drawing.wide - (space.wide - step)) / step - 0.001))
    rows = max(1, ceil((drawing.high - overlap) / down - 0.001))
    tiles = [Tile(column, row, column * step, row * down) for row in range(rows) for column in range(columns)]
    tile_drawings = [(tile, drawing.crop(tile.x, tile.y, space.wide, space.high)) for tile in tiles]
    # A sheet without strokes has only headings of rounds.
    filled_tiles = [(tile, part) for tile, part in tile_drawings if part.strokes]
    pages = []
    for number, (tile, part) in enumerate(filled_tiles, start=1):
        marks = PageDrawing(
            0, 0, strokes=tuple(_draw_join_marks(tile, columns, rows, (space.wide, space.high), (step, down)))
        )
        page = framed_page(paper, head, part.overlay(marks), number, len(filled_tiles))
        pages.append(
            Page(paper, page.drawing.overlay(_draw_tile_map(paper, tile, [one for one, _ in filled_tiles])))
        )
    return pages


def _draw_join_marks(
    tile: Tile, columns: int, rows: int, area_size: tuple[float, float], step: tuple[float, float]
) -> Iterator[Stroke]:
    """Return dashed lines where the next sheet to the right and the next one below begin."""
    if tile.column + 1 < columns:
        yield Stroke(step[0], 0, step[0], area_size[1], is_dashed=True)
    if tile.row + 1 < rows:
        yield Stroke(0, step[1], area_size[0], step[1], is_dashed=True)


def _draw_tile_map(paper: Paper, current_tile: Tile, tiles: list[Tile]) -> PageDrawing:
    """Return a small map of the sheets for the middle of the foot, with this one black."""
    if len(tiles) == 1:
        return PageDrawing(0, 0)
    wide, high = MAP_CELL
    rows = max(tile.row for tile in tiles) + 1
    columns = max(tile.column for tile in tiles) + 1
    high = min(high, FOOT / rows)
    x, y = paper.wide / 2 - columns * wide / 2 + paper.wide / 8, paper.high - MARGIN - rows * high + 4
    strokes: list[Stroke] = []
    for tile in tiles:
        strokes += box(x + tile.column * wide, y + tile.row * high, wide, high)
    black = Fill(x + current_tile.column * wide, y + current_tile.row * high, wide, high)
    return PageDrawing(0, 0, strokes=tuple(strokes), fills=(black,))

"""Pages of pieces of one size to be cut out, two side by side, with cutting lines."""

from collections.abc import Iterator, Sequence

from tournaments.printing.pdf.pages import Page, PageDrawing, Paper, Stroke

MARGIN = 20.0
# The distance of the ends of a cutting line from the edge of the paper.
LINE_MARGIN = 8.0


def get_piece_size(paper: Paper, rows: int) -> tuple[float, float]:
    """Return the width and the height of a piece, with so many rows of pieces on a page."""
    return (paper.wide - 2 * MARGIN) / 2, (paper.high - 2 * MARGIN) / rows


def cut_sheet_pages(pieces: Sequence[PageDrawing], paper: Paper, rows: int) -> list[Page]:
    """Return pages of pieces, which have the size of `get_piece_size`, row by row."""
    wide, high = get_piece_size(paper, rows)
    cuts = PageDrawing(paper.wide, paper.high, strokes=tuple(_cut_lines(paper, rows)))
    pages = []
    for start in range(0, len(pieces), 2 * rows):
        on_page = [
            piece.shift(MARGIN + index % 2 * wide, MARGIN + index // 2 * high)
            for index, piece in enumerate(pieces[start : start + 2 * rows])
        ]
        pages.append(Page(paper, cuts.overlay(*on_page)))
    return pages


def _cut_lines(paper: Paper, rows: int) -> Iterator[Stroke]:
    wide, high = get_piece_size(paper, rows)
    middle = MARGIN + wide
    yield Stroke(middle, LINE_MARGIN, middle, paper.high - LINE_MARGIN, is_dashed=True)
    for row in range(1, rows):
        y = MARGIN + row * high
        yield Stroke(LINE_MARGIN, y, paper.wide - LINE_MARGIN, y, is_dashed=True)

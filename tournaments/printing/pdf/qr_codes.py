"""QR codes as black rectangles of a drawing."""

from collections.abc import Iterator

import segno

from tournaments.printing.pdf.pages import Fill


def qr_code_fills(link: str, x: float, y: float, size: float, error_correction: str = "m") -> Iterator[Fill]:
    """Return the QR code of a link as black rectangles, each a run of dark dots in a row.

    Long links fit with `error_correction` "l".
    """
    rows = [bytes(row) for row in segno.make(link, error=error_correction, micro=False).matrix]
    dot = size / len(rows)
    for number, row in enumerate(rows):
        start = None
        for at, dark in enumerate((*row, 0)):
            if dark and start is None:
                start = at
            elif not dark and start is not None:
                yield Fill(x + start * dot, y + number * dot, (at - start) * dot, dot)
                start = None

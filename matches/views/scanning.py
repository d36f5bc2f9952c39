"""Links as pictures to scan."""

import segno
from django.utils.safestring import SafeString


def picture_of(link: str) -> SafeString:
    """A code to scan, as SVG without styles of its own: figures made from the link, none of its letters."""
    made = segno.make(link, error="m", micro=False)
    return SafeString(made.svg_inline(svgclass="scan", lineclass=None, omitsize=True, title=None))

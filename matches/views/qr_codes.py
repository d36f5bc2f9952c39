"""QR codes of links."""

import segno
from django.utils.safestring import SafeString


def make_qr_svg(link: str) -> SafeString:
    """Return the QR code of a link as SVG without styles."""
    qr_code = segno.make(link, error="m", micro=False)
    return SafeString(qr_code.svg_inline(svgclass="scan", lineclass=None, omitsize=True, title=None))

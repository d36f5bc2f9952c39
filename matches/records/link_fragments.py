"""Match files in the fragment of an address, which no server is sent: deflated, in base64 for addresses."""

import base64
import zlib

from rules.errors import Unreadable
from rules.formats.binary import LARGEST_BINARY, inflate

# Before a signed match in an address of this site, as in the QR code of a certificate.
SIGNED_FRAGMENT = "#ogxm="


def encode_fragment(data: bytes) -> str:
    """Return a file as the text of a fragment."""
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def decode_fragment(text: str) -> bytes:
    """Return the file in a fragment. Raises `Unreadable`."""
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        packed = b""
    if not packed:
        raise Unreadable("file_damaged_at", expected="base64", program="link", field="fragment", column=0)
    return inflate("link", packed, 0, "fragment", wbits=zlib.MAX_WBITS, limit=LARGEST_BINARY)

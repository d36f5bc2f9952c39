"""Covers of tournaments: an uploaded image made into a JPEG of bounded size, and the check of PDF files."""

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageOps

from rules.errors import Refusal

UPLOAD_BYTES = 8_000_000
MEGAPIXELS = 20
WIDEST, TALLEST = 1600, 1200
QUALITIES = (82, 65, 45)
COVER_TYPE, PDF_TYPE = "image/jpeg", "application/pdf"
FORMATS = ("JPEG", "PNG", "WEBP")
# Errors that Pillow raises for damaged or hostile files.
UNREADABLE = (OSError, ValueError, SyntaxError, EOFError, OverflowError, Image.DecompressionBombError)
PDF_HEADS = (b"%PDF-1.", b"%PDF-2.")
# The end mark of a PDF file is in its last bytes.
PDF_TAIL = 2048


@dataclass(frozen=True, slots=True)
class Cover:
    """A JPEG without metadata, and its size in pixels."""

    data: bytes
    width: int
    height: int
    digest: str


def make_cover(upload: bytes, most_bytes: int) -> Cover:
    """Return an uploaded image as a JPEG of at most `most_bytes`, without its metadata.

    Only the header is read before the number of pixels is checked. Raises `cover_too_large`,
    `cover_unreadable`.
    """
    if len(upload) > UPLOAD_BYTES:
        raise _too_large()
    try:
        with Image.open(BytesIO(upload), formats=FORMATS) as image:
            if image.width * image.height > MEGAPIXELS * 1_000_000:
                raise _too_large()
            cover_image = _flatten(image)
    except UNREADABLE as error:
        raise Refusal("cover_unreadable") from error
    for quality in QUALITIES:
        data = _write_jpeg(cover_image, quality)
        if len(data) <= most_bytes:
            return Cover(data, cover_image.width, cover_image.height, sha256(data).hexdigest())
    raise _too_large()


def is_pdf(data: bytes) -> bool:
    """Return whether a file is a PDF file by its content."""
    return data.startswith(PDF_HEADS) and b"%%EOF" in data[-PDF_TAIL:]


def _flatten(image: Image.Image) -> Image.Image:
    """Return the image upright, without transparency, and no larger than a cover."""
    image.draft("RGB", (WIDEST, TALLEST))
    image.load()
    upright = ImageOps.exif_transpose(image)
    upright.thumbnail((WIDEST, TALLEST))
    with_alpha = upright.convert("RGBA")
    flat = Image.new("RGB", with_alpha.size, "white")
    flat.paste(with_alpha, mask=with_alpha.getchannel("A"))
    return flat


def _write_jpeg(image: Image.Image, quality: int) -> bytes:
    file = BytesIO()
    image.save(file, "JPEG", quality=quality, optimize=True)
    return file.getvalue()


def _too_large() -> Refusal:
    return Refusal("cover_too_large", megabytes=UPLOAD_BYTES // 1_000_000, megapixels=MEGAPIXELS)

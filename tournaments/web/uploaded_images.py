"""Uploaded covers and photographs, re-encoded as JPEG files of bounded size; the check of PDF files."""

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from threading import BoundedSemaphore

from PIL import Image, ImageOps

from rules.errors import Refusal

UPLOAD_BYTES = 8_000_000
MEGAPIXELS = 20
# Pillow needs memory for every row of an image, however narrow it is.
MAX_SIDE = 20_000
# Images decoded at a time in a process; each may need 100 MB.
MAX_DECODED = 2
_decoders = BoundedSemaphore(MAX_DECODED)
COVER_SIZE = (1600, 1200)
PHOTO_SIZE = (800, 800)
LOGO_SIZE = (480, 240)
QUALITIES = (82, 65, 45)
IMAGE_TYPE, PDF_TYPE = "image/jpeg", "application/pdf"
FORMATS = ("JPEG", "PNG", "WEBP")
# Errors that Pillow raises for damaged or hostile files.
UNREADABLE = (OSError, ValueError, SyntaxError, EOFError, OverflowError, Image.DecompressionBombError)
PDF_HEADS = (b"%PDF-1.", b"%PDF-2.")
# What Pillow reads from a JPEG it has written without metadata.
PLAIN_INFO = frozenset({"jfif", "jfif_version", "jfif_unit", "jfif_density", "dpi"})
JPEG_END = b"\xff\xd9"
# The end mark of a PDF file is in its last bytes.
PDF_TAIL = 2048


@dataclass(frozen=True, slots=True)
class UploadedImage:
    """A JPEG without metadata, and its size in pixels."""

    data: bytes
    width: int
    height: int
    digest: str


def make_cover(upload: bytes, most_bytes: int, size: tuple[int, int] = COVER_SIZE) -> UploadedImage:
    """Return an uploaded image as a JPEG of at most `most_bytes` and `size`, without its metadata.

    Only the header is read before sides and number of pixels are checked. Raises `cover_too_large`,
    `cover_unreadable`.
    """
    if len(upload) > UPLOAD_BYTES:
        raise _too_large()
    try:
        with Image.open(BytesIO(upload), formats=FORMATS) as image:
            is_too_long = max(image.size) > MAX_SIDE
            if is_too_long or image.width * image.height > MEGAPIXELS * 1_000_000:
                raise _too_large()
            with _decoders:
                flat_image = _flatten(image, size)
    except UNREADABLE as error:
        raise Refusal("cover_unreadable") from error
    for quality in QUALITIES:
        data = _write_jpeg(flat_image, quality)
        if len(data) <= most_bytes:
            return UploadedImage(data, flat_image.width, flat_image.height, sha256(data).hexdigest())
    raise _too_large()


def make_photo(upload: bytes, most_bytes: int) -> UploadedImage:
    """Return an uploaded photograph as a JPEG of at most 800 by 800 pixels; raises as `make_cover`."""
    return make_cover(upload, most_bytes, PHOTO_SIZE)


def make_logo(upload: bytes, most_bytes: int) -> UploadedImage:
    """Return an uploaded logo as a JPEG of at most 480 by 240 pixels; raises as `make_cover`."""
    return make_cover(upload, most_bytes, LOGO_SIZE)


def restore_cover(data: bytes, most_bytes: int) -> UploadedImage:
    """Return a cover that a file carries: as it is if it is like those made here, else made anew.

    Raises as `make_cover`.
    """
    try:
        with Image.open(BytesIO(data), formats=("JPEG",)) as image:
            is_small = (
                len(data) <= most_bytes and image.width <= COVER_SIZE[0] and image.height <= COVER_SIZE[1]
            )
            if is_small and set(image.info) <= PLAIN_INFO and data.endswith(JPEG_END):
                image.load()
                return UploadedImage(data, image.width, image.height, sha256(data).hexdigest())
    except UNREADABLE as error:
        raise Refusal("cover_unreadable") from error
    return make_cover(data, most_bytes)


def is_pdf(data: bytes) -> bool:
    """Return whether a file is a PDF file by its content."""
    return data.startswith(PDF_HEADS) and b"%%EOF" in data[-PDF_TAIL:]


def _flatten(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return the image upright, without transparency, and no larger than `size`."""
    image.draft("RGB", size)
    image.load()
    upright = ImageOps.exif_transpose(image)
    upright.thumbnail(size)
    with_alpha = upright.convert("RGBA")
    flat = Image.new("RGB", with_alpha.size, "white")
    flat.paste(with_alpha, mask=with_alpha.getchannel("A"))
    return flat


def _write_jpeg(image: Image.Image, quality: int) -> bytes:
    file = BytesIO()
    image.save(file, "JPEG", quality=quality, optimize=True)
    return file.getvalue()


def _too_large() -> Refusal:
    megabytes = UPLOAD_BYTES // 1_000_000
    return Refusal("cover_too_large", megabytes=megabytes, megapixels=MEGAPIXELS, side=MAX_SIDE)

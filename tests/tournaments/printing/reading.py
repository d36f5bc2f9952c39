"""A reader of the PDF files of this site: pages, texts with position and size, and fonts."""

import base64
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
TOKEN = re.compile(
    rb"/(?P<font>\S+) (?P<size>[\d.]+) Tf|"
    rb"1 0 0 1 (?P<x>-?[\d.]+) (?P<y>-?[\d.]+) Tm|"
    rb"\((?P<text>(?:\\.|[^\\()])*)\) Tj",
    re.DOTALL,
)
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


@dataclass(frozen=True)
class Piece:
    """A line of text: position of its left end in points from the lower left, font size, and width."""

    x: float
    y: float
    size: float
    wide: float
    text: str


@dataclass(frozen=True)
class Leaf:
    """A page: width and height in points, and its lines of text in the order of the file."""

    wide: float
    high: float
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The text of the page without spaces."""
        return squeezed("".join(piece.text for piece in self.pieces))


@dataclass(frozen=True)
class Font:
    """A font: whether it is embedded, the width of each code, and its letter."""

    is_embedded: bool
    widths: tuple[float, ...]
    letters: dict[int, str]


def squeezed(text: str) -> str:
    """Text without spaces, so that broken lines can be compared."""
    return "".join(text.split())


def fonts_of(data: bytes) -> list[Font]:
    """The fonts used on the pages of a file."""
    objects = _objects(data)
    return [_font(objects, number) for number in sorted(set(_fonts(objects).values()))]


def read_leaves(data: bytes) -> list[Leaf]:
    """The pages of a file."""
    objects = _objects(data)
    fonts = {name: _font(objects, number) for name, number in _fonts(objects).items()}
    leaves = []
    for body in objects.values():
        if re.search(rb"/Type /Page\b", body):
            wide, high = (float(n) for n in re.findall(rb"[\d.]+", _after(body, rb"/MediaBox"))[2:4])
            content = _stream(objects[_reference(body, b"Contents")])
            leaves.append(Leaf(wide, high, tuple(_pieces(content, fonts))))
    return leaves


def _objects(data: bytes) -> dict[int, bytes]:
    return {int(number): body for number, body in OBJECT.findall(data)}


def _after(body: bytes, key: bytes) -> bytes:
    re_match = re.search(key + rb"\s*\[([^\]]*)\]", body)
    assert re_match is not None
    return re_match.group(1)


def _reference(body: bytes, key: bytes) -> int:
    re_match = re.search(rb"/" + key + rb" (\d+) 0 R", body)
    assert re_match is not None, (key, body[:200])
    return int(re_match.group(1))


def _stream(body: bytes) -> bytes:
    head, text = body.split(b"stream\n", 1)
    # The compressed bytes may end with a line break of their own, so their number counts.
    length = re.search(rb"/Length (\d+)", head)
    assert length is not None
    text = text[: int(length.group(1))]
    if b"ASCII85Decode" in head:
        text = base64.a85decode(text.strip().removesuffix(b"~>"))
    return zlib.decompress(text)


def _fonts(objects: dict[int, bytes]) -> dict[str, int]:
    """The object numbers of the fonts used on pages, by name."""
    numbers = {
        name.decode(): int(number)
        for body in objects.values()
        if b"stream" not in body
        for name, number in re.findall(rb"/(F\d+(?:\+\d+)?) (\d+) 0 R", body)
    }
    contents = [
        _stream(objects[_reference(body, b"Contents")])
        for body in objects.values()
        if re.search(rb"/Type /Page\b", body)
    ]
    used = {
        match["font"].decode() for content in contents for match in TOKEN.finditer(content) if match["font"]
    }
    return {name: numbers[name] for name in used}


def _font(objects: dict[int, bytes], number: int) -> Font:
    body = objects[number]
    if b"/FontDescriptor" not in body:
        return Font(is_embedded=False, widths=(), letters={})
    described = objects[_reference(body, b"FontDescriptor")]
    widths = tuple(float(one) for one in re.findall(rb"[\d.]+", _after(body, rb"/Widths")))
    return Font(
        b"/FontFile2" in described, widths, _letters(_stream(objects[_reference(body, b"ToUnicode")]))
    )


def _letters(content: bytes) -> dict[int, str]:
    letters: dict[int, str] = {}
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", content, re.DOTALL):
        for code, letter in re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            letters[int(code, 16)] = _as_text(letter)
    for block in re.findall(rb"beginbfrange(.*?)endbfrange", content, re.DOTALL):
        for first, _, listed in re.findall(
            rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*\[(.*?)\]", block, re.DOTALL
        ):
            for step, letter in enumerate(re.findall(rb"<([0-9A-Fa-f]+)>", listed)):
                letters[int(first, 16) + step] = _as_text(letter)
    return letters


def _as_text(letter: bytes) -> str:
    return bytes.fromhex(letter.decode()).decode("utf-16-be", "surrogatepass")


def _pieces(content: bytes, fonts: dict[str, Font]) -> Iterator[Piece]:
    font, size, x, y = Font(is_embedded=False, widths=(), letters={}), 0.0, 0.0, 0.0
    for block in re.findall(rb"BT(.*?) ET", content, re.DOTALL):
        text, wide = "", 0.0
        for match in TOKEN.finditer(block):
            if match["font"]:
                font, size = fonts[match["font"].decode()], float(match["size"])
            elif match["x"]:
                x, y = float(match["x"]), float(match["y"])
            else:
                codes = _unescaped(match["text"])
                text += "".join(font.letters.get(code, "�") for code in codes)
                wide += (
                    sum(font.widths[code] if code < len(font.widths) else 600 for code in codes) * size / 1000
                )
        if text:
            yield Piece(x, y, size, wide, text)


def _unescaped(text: bytes) -> bytes:
    def plain(match: re.Match[bytes]) -> bytes:
        escaped = match.group(1)
        if escaped[:1].isdigit():
            return bytes([int(escaped, 8)])
        return ESCAPES.get(escaped, escaped)

    return re.sub(rb"\\([0-7]{1,3}|.)", plain, text, flags=re.DOTALL)

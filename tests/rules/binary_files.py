"""Real files of eXtreme Gammon and BGBlitz, small files made from them, and ways of damaging them."""

import json
import struct
import zlib
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from rules.formats.smile import read_smile
from rules.formats.xg_archive import RECORDS, unpack
from tests.rules.sample_records import DATA

MATCHES = DATA / "gammonview"
NAMES = sorted(path.stem for path in (MATCHES / "mat").iterdir())
# Three games for points, of 15 to 38 rolls; the second is short.
SHORT = "B4_SrGcsKAQmoTyHlgJCbM"
RECORD = 2560
BGF_LINE = b'{"format":"BGF","version":"1.0","compress":true,"useSmile":true}\n'
JSON_LINE = b'{"format":"BGF","version":"1.0","compress":false,"useSmile":false}\n'


def data_of(name: str, kind: str) -> bytes:
    """The bytes of a match in one of the three formats."""
    return (MATCHES / kind / f"{name}.{kind}").read_bytes()


@cache
def xg_records(name: str = SHORT) -> bytes:
    """The unpacked records of a match."""
    return unpack(data_of(name, "xg"))[RECORDS]


@cache
def short_xg_records() -> bytes:
    """The header of a match and the records of its second game."""
    records = xg_records()
    heads = [at for at in range(0, len(records), RECORD) if records[at + 8] == 1]
    return records[:RECORD] + records[heads[1] : heads[2]]


def packed_xg(records: bytes, *, level: int = 1) -> bytes:
    """A file of these records without an index, as other programs pack it."""
    return struct.pack("<4sIIqI", b"RGMH", 1, 8232, 0, 0).ljust(8232, b"\0") + zlib.compress(records, level)


def xg_archive(files: dict[str, bytes], *, is_stored: bool = False) -> bytes:
    """A file with an index, as eXtreme Gammon packs it."""
    blobs, entries = b"", b""
    for name, data in files.items():
        blob = data if is_stored else zlib.compress(data, 1)
        head = bytes([len(name)]) + name.encode().ljust(511, b"\0")
        entries += head + struct.pack("<IIIIBB2x", len(data), len(blob), len(blobs), 0, is_stored, 2)
        blobs += blob
    index = entries if is_stored else zlib.compress(entries)
    trailer = struct.pack("<IIIIII12x", 0, len(files), 1, len(index), len(blobs), not is_stored)
    return packed_xg(b"")[:8232] + blobs + index + trailer


def patched(records: bytes, number: int, changes: dict[int, bytes]) -> bytes:
    """The records with bytes of one of them replaced, by their place in it."""
    copy = bytearray(records)
    for place, value in changes.items():
        copy[number * RECORD + place : number * RECORD + place + len(value)] = value
    return bytes(copy)


@cache
def _bgf_match(name: str) -> str:
    body = zlib.decompress(data_of(name, "bgf").partition(b"\n")[2], wbits=31)
    return json.dumps(read_smile(body))


def bgf_match(name: str = SHORT) -> dict[str, Any]:
    """What a file of BGBlitz holds, to be changed."""
    match: dict[str, Any] = json.loads(_bgf_match(name))
    return match


def short_bgf_match() -> dict[str, Any]:
    """The same with the second game only."""
    match = bgf_match()
    return match | {"games": deepcopy(match["games"][1:2]), "finalGreen": 1, "finalRed": 1}


def packed_bgf(match: object) -> bytes:
    """A file of BGBlitz that holds this."""
    return BGF_LINE + gzipped(smile(match))


def plain_bgf(match: object) -> bytes:
    """The same as plain JSON."""
    return JSON_LINE + json.dumps(match).encode()


def gzipped(data: bytes) -> bytes:
    """The bytes in a gzip stream."""
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def smile(value: object) -> bytes:
    """A value in Smile without shared names."""
    return b":)\n\0" + _smile(value)


def _smile(value: object) -> bytes:
    if isinstance(value, dict):
        pairs = (bytes([0x7F + len(name)]) + name.encode() + _smile(item) for name, item in value.items())
        return b"\xfa" + b"".join(pairs) + b"\xfb"
    if isinstance(value, list):
        return b"\xf8" + b"".join(map(_smile, value)) + b"\xf9"
    if isinstance(value, str):
        return bytes([0x3F + len(value)]) + value.encode() if value else b"\x20"
    if value is None or isinstance(value, bool):
        return {None: b"\x21", False: b"\x22", True: b"\x23"}[value]
    assert isinstance(value, int)
    zigzag = value << 1 if value >= 0 else (-value << 1) - 1
    digits = [0x80 | zigzag & 0x3F]
    zigzag >>= 6
    while zigzag:
        digits.append(zigzag & 0x7F)
        zigzag >>= 7
    return b"\x24" + bytes(reversed(digits))


def damage(data: bytes, random: Random) -> bytes:
    """A copy with bytes changed, cut out or put in, or broken off."""
    copy = bytearray(data)
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(copy))
        piece = random.randbytes(random.randint(0, 4))
        copy[place : place + random.choice((len(piece), len(piece), random.randint(0, 40)))] = piece
    return bytes(copy[: random.randrange(len(copy))] if random.random() < 0.15 else copy)

"""Samples of OGXM files, the parts of small ones, and the codec of HedgeHog as their judge."""

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.formats.ogxm_layout import (
    OgxmSection,
    join_sections,
    write_number,
    write_record,
    write_text,
)
from tests.rules.sample_records import DATA

SAMPLES = DATA / "ogxm"
EXPECTED = json.loads((SAMPLES / "expected.json").read_text())
KEY = base64.b64decode(EXPECTED["public_key"])

# Names A and B, the Crawford rule.
HEADER = {0: write_text("A"), 1: write_text("B"), 2: write_number(1)}
# White plays 31 from 17 and 19 of the file, which makes the 5 point; Black has not played 21 yet.
WHITE_31 = bytes((2, 3 << 5 | 17, 1 << 5 | 19))
BLACK_21 = bytes((1 | 64, 0))


def sample(name: str) -> bytes:
    """The bytes of a sample."""
    return (SAMPLES / f"{name}.ogxm").read_bytes()


def numbers(*values: int) -> bytes:
    """Several numbers."""
    return b"".join(map(write_number, values))


def ply(kind: int, optional: Mapping[int, bytes] | None = None) -> bytes:
    """An action with fields of its own."""
    return bytes((kind | 128,)) + write_record(b"", optional or {})


def section(tag: str, payload: bytes) -> OgxmSection:
    """A section of the match or a game, or one that a reader may skip."""
    return OgxmSection(tag, payload, is_critical=tag in ("MTCH", "GAME"))


def match_section(
    length: int = 7, optional: Mapping[int, bytes] | None = None, variant: int = 0
) -> OgxmSection:
    """The section of a match."""
    return section("MTCH", write_record(numbers(length, variant), {**HEADER, **(optional or {})}))


def game_section(plies: Sequence[bytes] = (), optional: Mapping[int, bytes] | None = None) -> OgxmSection:
    """The section of a game."""
    return section("GAME", write_record(b"", optional or {}) + b"".join(plies))


def ogxm_file(
    plies: Sequence[bytes] = (WHITE_31,),
    *further: OgxmSection,
    length: int = 7,
    header: Mapping[int, bytes] | None = None,
    game: Mapping[int, bytes] | None = None,
) -> bytes:
    """A file of one game."""
    return join_sections([match_section(length, header), game_section(plies, game), *further])


def note(scope: int, ref: int, value: str, key: str = "") -> bytes:
    """A record of a note."""
    return write_record(numbers(scope, ref) + write_text(value), {0: write_text(key)} if key else {})


def assert_codec_accepts(data: bytes) -> dict[str, Any]:
    """Assert that the codec finds nothing wrong and writes the same bytes; return how it shows the file."""
    ogxm = pytest.importorskip("ogxm", reason="needs the codec of HedgeHog (Linux)")
    assert ogxm.verify(data) == (None, True)
    shown: dict[str, Any] = ogxm.binary_to_json(data)
    assert ogxm.v2_problem(shown) is None
    assert ogxm.json_to_binary(shown) == data
    return shown

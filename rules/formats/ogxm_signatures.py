"""Signatures of OGXM files: what each covers, and whether it fits. The keys are those of the caller.

Signatures cover names, length, rules, event, round, date, site and every action (MTCH and GAME), those of an
analysis its figures too (ANAL and DECS), and the clock (CLCK) where they say so. They never cover notes,
videos, or what they say of themselves: the name of the key and the time. A key inside the file proves that
nothing was changed since, not by whom it was signed.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from typing import Any, NamedTuple

from ..errors import Unreadable
from . import ogxm_layout as layout
from .ogxm_layout import OgxmFields, OgxmSection

# Whether an Ed25519 signature (the second) over bytes (the third) is by a key (the first), of 32 bytes.
Verifier = Callable[[bytes, bytes, bytes], bool]

_MATCH_DOMAIN, _ANALYSIS_DOMAIN = b"OGXM-MTCH-SIG-v2", b"OGXM-ANAL-SIG-v2"
_ED25519 = 1
_SIGNATURE_BYTES, _KEY_BYTES = 64, 32
_COVERS_CLOCK = 1
_LENGTH = struct.Struct("<I")


class SignatureStatus(Enum):
    """What the check of a signature has shown."""

    KNOWN_KEY = "known_key"
    UNKNOWN_KEY = "unknown_key"
    CHANGED = "changed"
    UNCHECKABLE = "uncheckable"


class SourceSignature(NamedTuple):
    """One signature of a file: of the `match` or an `analysis`, the sections it covers, and its status.

    `signer` is the name that the caller has for its key, `key_id` and `signed_at` (milliseconds since 1970)
    what the file says of it, unsigned.
    """

    subject: str
    status: SignatureStatus
    covers: tuple[str, ...]
    signer: str = ""
    key_id: str = ""
    signed_at: int | None = None


class _Signed(NamedTuple):
    """A signature as it stands in the file; `covered` are bits of further sections."""

    algorithm: int
    signature: bytes
    key_id: str
    public_key: bytes
    signed_at: int | None
    covered: int


def check_signatures(
    data: bytes, verify: Verifier, known_keys: Mapping[bytes, str]
) -> tuple[SourceSignature, ...]:
    """Check every signature of a file, of a stream those of the first.

    `known_keys` are the keys that the caller trusts, with their names. Raises `Unreadable` for a damaged
    file; a damaged signature of a sound one is `UNCHECKABLE`.
    """
    sections = layout.list_sections(data[: layout.find_end(data, 0)])
    return tuple(_check(each, sections, verify, known_keys) for each in _list_signatures(sections))


def list_signing_keys(data: bytes) -> list[bytes]:
    """Return the public keys that stand in the signatures of the match in a file. Raises `Unreadable`."""
    sections = layout.list_sections(data[: layout.find_end(data, 0)])
    keys = []
    for item in _list_signatures(sections):
        with suppress(Unreadable):
            keys += [_read(item.section).public_key] if item.subject == "match" else []
    return [key for key in keys if key]


def digest_match(sections: Sequence[OgxmSection]) -> bytes:
    """Return the digest of a match, which every signature covers: of MTCH and each GAME with its length."""
    digest = hashlib.sha256()
    for section in sections:
        if section.tag in (layout.MATCH, layout.GAME):
            digest.update(_LENGTH.pack(len(section.payload)) + section.payload)
    return digest.digest()


class _Signature(NamedTuple):
    """A section with a signature, and the sections of the analysis that it is about, if any."""

    section: OgxmSection
    subject: str
    analysis: tuple[OgxmSection, ...] = ()


def _list_signatures(sections: Sequence[OgxmSection]) -> Iterator[_Signature]:
    block: tuple[OgxmSection, ...] = ()
    for section in sections:
        if section.tag == layout.ANALYSIS:
            block = (section,)
        elif section.tag == layout.DECISIONS:
            block = (*block[:1], section)
        elif section.tag == layout.SIGNATURE:
            yield _Signature(section, "analysis", block)
        elif section.tag == layout.MATCH_SIGNATURE:
            yield _Signature(section, "match")


def _check(
    item: _Signature, sections: Sequence[OgxmSection], verify: Verifier, known_keys: Mapping[bytes, str]
) -> SourceSignature:
    covers: tuple[str, ...] = (layout.MATCH, layout.GAME, *(section.tag for section in item.analysis))
    try:
        signed = _read(item.section)
    except Unreadable:
        return SourceSignature(item.subject, SignatureStatus.UNCHECKABLE, ())
    facts: dict[str, Any] = {"key_id": signed.key_id, "signed_at": signed.signed_at}
    payload = _make_payload(item, signed.covered, sections)
    if signed.covered & _COVERS_CLOCK:
        covers = (*covers, layout.CLOCK)
    if payload is None or signed.algorithm != _ED25519 or len(signed.signature) != _SIGNATURE_BYTES:
        return SourceSignature(item.subject, SignatureStatus.UNCHECKABLE, covers, **facts)
    keys = [signed.public_key] if signed.public_key else list(known_keys)
    key = next((key for key in keys if verify(key, signed.signature, payload)), None)
    if key is None:
        # Without a key inside, another one may have signed it.
        status = SignatureStatus.CHANGED if signed.public_key else SignatureStatus.UNCHECKABLE
        return SourceSignature(item.subject, status, covers, **facts)
    status = SignatureStatus.KNOWN_KEY if key in known_keys else SignatureStatus.UNKNOWN_KEY
    return SourceSignature(item.subject, status, covers, known_keys.get(key, ""), **facts)


def _read(section: OgxmSection) -> _Signed:
    fields = OgxmFields.of_section(section)
    algorithm, signature = fields.number(), fields.bytes()
    key_id = fields.text() if fields.has(0) else ""
    public_key = fields.bytes() if fields.has(1) else b""
    signed_at = fields.number(64) if fields.has(2) else None
    covered = fields.number() if fields.has(3) else 0
    if fields.has(1) and len(public_key) != _KEY_BYTES:
        fields.refuse("32 bytes")
    return _Signed(algorithm, signature, key_id, public_key, signed_at, covered)


def _make_payload(item: _Signature, covered: int, sections: Sequence[OgxmSection]) -> bytes | None:
    """The bytes that are signed; None where the file lacks a part of them, or covers what is not known."""
    clock = next((section for section in sections if section.tag == layout.CLOCK), None)
    if covered & ~_COVERS_CLOCK or (covered and (item.subject == "analysis" or clock is None)):
        return None
    if item.subject == "match":
        tail = hashlib.sha256(clock.payload).digest() if covered and clock else b""
        return _MATCH_DOMAIN + digest_match(sections) + tail
    if [section.tag for section in item.analysis] != [layout.ANALYSIS, layout.DECISIONS]:
        return None
    figures = b"".join(section.payload for section in item.analysis)
    return _ANALYSIS_DOMAIN + digest_match(sections) + hashlib.sha256(figures).digest()

"""Signing OGXM files, and the note with a certificate, which has a signature of its own.

The signature of a file covers its match and its games, and the clock where there is one, but no note. So a
certificate is a note `x-crawford-certificate` that is signed apart: `1:`, its JSON in base64, a dot and the
signature in base64. Its `digest` names the games that it is about, its `notes_digest` our other notes of the
file, with the order of the dice and further facts. Comments and notes of other programs are not covered.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import ogxm_layout as layout
from .ogxm_layout import OgxmSection, write_bytes, write_number, write_record, write_text
from .ogxm_notes import OWN_PREFIX, SCOPES, OgxmNote, read_notes, write_notes
from .ogxm_signatures import Verifier, digest_match

CERTIFICATE = "x-crawford-certificate"
_MATCH_DOMAIN, _CERTIFICATE_DOMAIN = b"OGXM-MTCH-SIG-v2", b"CRAWFORD-CERT-v1"
_ED25519, _COVERS_CLOCK = 1, 1
_VERSION = "1:"
# The form of a certificate, whatever the key of its note: two texts in base64 with a dot between.
_CERTIFICATE_SHAPE = re.compile(r".{0,2}[A-Za-z0-9+/=]{40,}\.[A-Za-z0-9+/=]{86,}", re.DOTALL)
_KEY_ID, _PUBLIC_KEY, _SIGNED_AT, _COVERS = range(4)


@dataclass(frozen=True, slots=True)
class Signer:
    """A key that signs: its name, its public key of 32 bytes, and the function that signs bytes."""

    key_id: str
    public_key: bytes
    sign: Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True)
class CertificateNote:
    """The certificate in a file: what it states, and the bytes and the signature to check it by."""

    content: Mapping[str, Any]
    text: bytes
    signature: bytes

    def find_signer(self, keys: Iterable[bytes], verify: Verifier) -> bytes | None:
        """Return the key that has signed this note; None if none of these has."""
        signed = _CERTIFICATE_DOMAIN + self.text
        return next((key for key in keys if verify(key, self.signature, signed)), None)


def compute_match_digest(data: bytes) -> str:
    """Return the digest of the match in a file in hexadecimal digits. Raises `Unreadable`."""
    return digest_match(layout.list_sections(data[: layout.find_end(data, 0)])).hex()


def sign_file(data: bytes, signer: Signer, *, content: Mapping[str, Any], signed_at: int) -> bytes:
    """Return the file with a certificate of this content and a signature of its match.

    `signed_at` is in milliseconds since 1970. Earlier signatures of the match and certificates are replaced.
    Raises `Unreadable`.
    """
    minor, needed_minor = layout.HEADER.unpack_from(data)[2], layout.HEADER.unpack_from(data)[4]
    sections = layout.list_sections(data[: layout.find_end(data, 0)])
    notes = [note for note in read_notes(sections) if note.key != CERTIFICATE and note.scope in SCOPES]
    digests = {"digest": digest_match(sections).hex(), "notes_digest": _digest_own_notes(notes)}
    full_content = {**content, **digests, "key_id": signer.key_id}
    notes.append(OgxmNote("match", 0, _write_certificate(full_content, signer), CERTIFICATE))
    body = [each for each in sections if each.tag not in (layout.NOTES, layout.MATCH_SIGNATURE)]
    body = [each for each in body if each.tag != layout.CHECKSUM]
    body.append(OgxmSection(layout.NOTES, write_notes(notes)))
    body.append(OgxmSection(layout.MATCH_SIGNATURE, _write_signature(body, signer, signed_at)))
    return layout.join_sections(body, minor=minor, needed_minor=needed_minor)


def read_certificate(data: bytes) -> CertificateNote | None:
    """Return the certificate in a file, not checked yet; None without one. Raises `Unreadable`."""
    sections = layout.list_sections(data[: layout.find_end(data, 0)])
    value = next((note.value for note in read_notes(sections) if note.key == CERTIFICATE), "")
    return _read_certificate(value)


def is_certificate_damaged(data: bytes) -> bool:
    """Whether a file holds a certificate that is not as it was written; False for one without.

    It cannot be read, is there twice, has another key or place, or our other notes are not those that it
    names. Whose signature it has is not checked. Raises `Unreadable`.
    """
    data = data[: layout.find_end(data, 0)]
    sections = [each for each in layout.list_sections(data) if each.tag == layout.NOTES]
    notes = read_notes(sections)
    certificates = [note for note in notes if _is_certificate(note)]
    if not certificates:
        return False
    certificate = _read_certificate(certificates[0].value)
    is_alone = len(certificates) == 1 and certificates[0][:2] == ("match", 0)
    if certificate is None or not is_alone or certificates[0].key != CERTIFICATE:
        return True
    own_notes = [note for note in notes if note.key.startswith(OWN_PREFIX)]
    named = certificate.content.get("notes_digest")
    if named is None:
        # One of an earlier version or of another program, which does not cover the other notes.
        return False
    return not _are_written_by_us(own_notes, sections, data) or named != _digest_own_notes(own_notes)


def _is_certificate(note: OgxmNote) -> bool:
    return note.key == CERTIFICATE or _CERTIFICATE_SHAPE.fullmatch(note.value) is not None


def _are_written_by_us(notes: Iterable[OgxmNote], sections: Sequence[OgxmSection], data: bytes) -> bool:
    """Whether each note has exactly the bytes that we write for it, in a section without marks."""
    plain = [each for each in sections if data[each.offset - 1] == 0]
    return all(
        note.scope in SCOPES and any(write_notes([note]) in each.payload for each in plain) for note in notes
    )


def _digest_own_notes(notes: Iterable[OgxmNote]) -> str:
    own_notes = [note for note in notes if note.key.startswith(OWN_PREFIX) and note.key != CERTIFICATE]
    return hashlib.sha256(write_notes(own_notes)).hexdigest()


def _read_certificate(value: str) -> CertificateNote | None:
    if not value.startswith(_VERSION):
        return None
    text, _dot, signature = value.removeprefix(_VERSION).partition(".")
    try:
        json_text = base64.b64decode(text, validate=True)
        content = json.loads(json_text)
        signature_bytes = base64.b64decode(signature, validate=True)
    except (binascii.Error, ValueError, RecursionError):
        return None
    parts = (base64.b64encode(json_text).decode(), base64.b64encode(signature_bytes).decode())
    # Base64 has several spellings of some bytes: ours is the one that is accepted.
    if not isinstance(content, dict) or parts != (text, signature):
        return None
    return CertificateNote(content, json_text, signature_bytes)


def _write_certificate(content: Mapping[str, Any], signer: Signer) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    signature = signer.sign(_CERTIFICATE_DOMAIN + text)
    return f"{_VERSION}{base64.b64encode(text).decode()}.{base64.b64encode(signature).decode()}"


def _write_signature(sections: Sequence[OgxmSection], signer: Signer, signed_at: int) -> bytes:
    clock = next((section for section in sections if section.tag == layout.CLOCK), None)
    tail = hashlib.sha256(clock.payload).digest() if clock else b""
    signature = signer.sign(_MATCH_DOMAIN + digest_match(sections) + tail)
    optional = {
        _KEY_ID: write_text(signer.key_id),
        _PUBLIC_KEY: write_bytes(signer.public_key),
        _SIGNED_AT: write_number(signed_at),
    }
    if clock:
        optional[_COVERS] = write_number(_COVERS_CLOCK)
    return write_record(write_number(_ED25519) + write_bytes(signature), optional)

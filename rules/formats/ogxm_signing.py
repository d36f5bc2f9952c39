"""Signing OGXM files, and the note with a certificate, which has a signature of its own.

The signature of a file covers its match and its games, and the clock where there is one, but no note. So a
certificate is a note `x-crawford-certificate` that is signed apart: `1:`, its JSON in base64, a dot and the
signature in base64. Its `digest` names the games that it is about.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import ogxm_layout as layout
from .ogxm_layout import OgxmSection, write_bytes, write_number, write_record, write_text
from .ogxm_notes import OgxmNote, read_notes, write_notes
from .ogxm_signatures import Verifier, digest_match

CERTIFICATE = "x-crawford-certificate"
_MATCH_DOMAIN, _CERTIFICATE_DOMAIN = b"OGXM-MTCH-SIG-v2", b"CRAWFORD-CERT-v1"
_ED25519, _COVERS_CLOCK = 1, 1
_VERSION = "1:"
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
    notes = [note for note in read_notes(sections) if note.key != CERTIFICATE]
    full_content = {**content, "digest": digest_match(sections).hex(), "key_id": signer.key_id}
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
    if not value.startswith(_VERSION):
        return None
    text, _dot, signature = value.removeprefix(_VERSION).partition(".")
    try:
        json_text = base64.b64decode(text, validate=True)
        content = json.loads(json_text)
        signature_bytes = base64.b64decode(signature, validate=True)
    except (binascii.Error, ValueError, RecursionError):
        return None
    return CertificateNote(content, json_text, signature_bytes) if isinstance(content, dict) else None


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

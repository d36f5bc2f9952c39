"""Signed documents of Crawford, which are event files: JSON with a checksum and a signature over it.

The signature covers the whole document but itself, and the name of the key. It is optional: a document
without one has the checksum alone, which whoever changes it can compute anew.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from rules.formats.ogxm_signatures import Verifier
from rules.formats.ogxm_signing import Signer

EVENT_FORMAT = "event/1"
CHECKSUM, SIGNATURE = "seal", "signature"
MAX_BYTES = 16 * 1024 * 1024
# What a check has shown, the worst first.
CHANGED, CHECKSUM_WRONG, UNSIGNED = "changed", "seal_broken", "unsigned"
UNKNOWN_KEY, KNOWN_KEY = "unknown_key", "known_key"
_DOMAIN = b"CRAWFORD-EVENT-v1"


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """What the check of a document has shown; `public_key` is the key that has signed it, b"" if none has."""

    state: str
    public_key: bytes = b""


def sign_document(content: Mapping[str, Any], signer: Signer) -> dict[str, str]:
    """Return the `signature` of a document."""
    return {
        "key_id": signer.key_id,
        "public_key": base64.b64encode(signer.public_key).decode(),
        "signature": base64.b64encode(signer.sign(_get_signed_bytes(content, signer.key_id))).decode(),
    }


def read_signed_document(data: bytes) -> dict[str, Any] | None:
    """Return the content of an event file; None for any other file."""
    if len(data) > MAX_BYTES or not data.lstrip().startswith(b"{"):
        return None
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return None
    is_event = isinstance(content, dict) and content.get("crawford") == EVENT_FORMAT
    return content if is_event else None


def check_document(
    content: Mapping[str, Any], keys: Mapping[bytes, Any], verify: Verifier
) -> CheckedDocument:
    """Check the digest and the signature of a document; `keys` are the known ones."""
    if SIGNATURE not in content:
        return CheckedDocument(
            UNSIGNED if content.get(CHECKSUM) == compute_checksum(content) else CHECKSUM_WRONG
        )
    try:
        block = content[SIGNATURE]
        public_key = base64.b64decode(block["public_key"], validate=True)
        signature = base64.b64decode(block["signature"], validate=True)
        signed = _get_signed_bytes(content, block["key_id"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return CheckedDocument(CHANGED)
    if content.get(CHECKSUM) != compute_checksum(content) or not verify(public_key, signature, signed):
        return CheckedDocument(CHANGED)
    return CheckedDocument(KNOWN_KEY if public_key in keys else UNKNOWN_KEY, public_key)


def compute_checksum(content: Mapping[str, Any]) -> str:
    """Return the digest of a document without its checksum and its signature."""
    return sha256(
        to_canonical_bytes({key: content[key] for key in content if key not in (CHECKSUM, SIGNATURE)})
    ).hexdigest()


def to_canonical_bytes(content: Mapping[str, Any]) -> bytes:
    """Return the canonical bytes of a document: sorted keys, no spaces, UTF-8, one line feed at the end."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{text}\n".encode("utf-8", "surrogatepass")


def _get_signed_bytes(content: Mapping[str, Any], key_id: str) -> bytes:
    return b"\n".join((_DOMAIN, key_id.encode(), compute_checksum(content).encode()))

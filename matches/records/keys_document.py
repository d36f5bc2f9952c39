"""The document in which a site publishes its keys: `/.well-known/crawford-keys.json`."""

import base64
import json
from datetime import datetime
from typing import Any

from matches.records import signing_keys
from rules.errors import Refusal

MAX_KEYS, KEY_BYTES, MAX_NAME = 50, 32, 120


def read_keys_document(text: str) -> list[dict[str, Any]]:
    """Return the keys in a document, by the columns of `PublicKey`.

    Raises `site_keys_unreadable` unless all of it can be used.
    """
    try:
        rows = [_read_row(row) for row in json.loads(text)["keys"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Refusal("site_keys_unreadable") from None
    names, keys = {row["key_id"] for row in rows}, {row["public_key"] for row in rows}
    if not 1 <= len(rows) <= MAX_KEYS or len(names) != len(rows) or len(keys) != len(rows):
        raise Refusal("site_keys_unreadable")
    return rows


def _read_row(row: dict[str, Any]) -> dict[str, Any]:
    """One key. Raises ValueError, KeyError or TypeError for what is none."""
    if row.get("algorithm", signing_keys.ALGORITHM) != signing_keys.ALGORITHM:
        raise ValueError("algorithm")
    key_id = row["key_id"]
    if not isinstance(key_id, str) or not 0 < len(key_id.strip()) <= MAX_NAME or not key_id.isprintable():
        raise ValueError("key_id")
    public_key = base64.b64decode(row["public_key"], validate=True)
    if len(public_key) != KEY_BYTES:
        raise ValueError("public_key")
    times = {
        name: datetime.fromisoformat(row[name]) if row.get(name) else None for name in ("since", "until")
    }
    if any(time is not None and time.tzinfo is None for time in times.values()):
        raise ValueError("since")
    return {"key_id": key_id, "public_key": base64.b64encode(public_key).decode(), **times}


def read_key_names(text: str) -> dict[bytes, str]:
    """Return the public keys in a document with their names. Raises `site_keys_unreadable`."""
    return {base64.b64decode(row["public_key"]): row["key_id"] for row in read_keys_document(text)}

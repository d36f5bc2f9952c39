"""The event file as the checker reads it, with code of its own: an exported journal and state."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from rules.errors import Refusal

FILE_FORMAT = "event/1"
# In bytes.
LARGEST_FILE = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One row of the journal."""

    seq: int
    kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Document:
    """The contents of an event file: the event, its journal, and the exported state (`shown`).

    `is_canonical`: the bytes are in canonical form. `is_whole`: the digest in `seal`, if any, is right.
    """

    event: Mapping[str, Any]
    lines: tuple[DocumentRow, ...]
    shown: Mapping[str, Any]
    is_canonical: bool = True
    is_whole: bool = True


def read_document(data: bytes) -> Document:
    """Return a document from the bytes of a file. Refuses ("event_file_damaged") an invalid file."""
    content = parse_json(data)
    document = parse_document(content)
    is_whole = "seal" not in content or content["seal"] == _digest(content)
    return Document(document.event, document.lines, document.shown, canonical(content) == data, is_whole)


def parse_json(data: bytes) -> Any:
    """Parse the JSON of a file. Refuses ("event_file_damaged") one that is too large or invalid."""
    if len(data) > LARGEST_FILE:
        raise Refusal("event_file_damaged", place="size")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Refusal("event_file_damaged", place="json") from error


def parse_document(content: Any) -> Document:
    """Return a document from parsed JSON."""
    if not isinstance(content, dict) or content.get("crawford") != FILE_FORMAT:
        raise Refusal("event_file_damaged", place="crawford")
    event, journal = content.get("event"), content.get("journal")
    projection = content.get("projection")
    parts = (("event", event, dict), ("journal", journal, list), ("projection", projection, dict))
    for place, value, kind in parts:
        if not isinstance(value, kind):
            raise Refusal("event_file_damaged", place=place)
    return Document(event or {}, tuple(_line(item) for item in journal or ()), projection or {})


def canonical(content: Any) -> bytes:
    """Return the canonical bytes of a file: sorted keys, no spaces, UTF-8, one line feed at the end."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{text}\n".encode("utf-8", "surrogatepass")


def _digest(content: Mapping[str, Any]) -> str:
    return sha256(
        canonical({key: value for key, value in content.items() if key not in ("seal", "signature")})
    ).hexdigest()


def _line(item: Any) -> DocumentRow:
    seq = item.get("seq") if isinstance(item, dict) else None
    kind, payload = (item.get("kind"), item.get("payload")) if isinstance(item, dict) else (None, None)
    if type(seq) is not int or not isinstance(kind, str) or not isinstance(payload, dict):
        raise Refusal("event_file_damaged", place="journal")
    return DocumentRow(seq, kind, payload)

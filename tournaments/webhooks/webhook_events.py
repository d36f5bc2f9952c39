"""News for other programs: its kinds, the body that carries it, its signature, and when to try again."""

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

SETTLED, REOPENED = "match.settled", "match.reopened"
ENTRIES, PUBLISHED, FINISHED, CHANGED = "entries.changed", "draw.published", "event.finished", "event.changed"
RATINGS = "ratings.changed"
PING = "webhook.ping"
KINDS = (SETTLED, REOPENED, ENTRIES, PUBLISHED, FINISHED, CHANGED, RATINGS)
# Of these an event knows nothing: they belong to the club as a whole.
CLUB_KINDS = frozenset({RATINGS})

# Which line of an event's journal is which news. Results are told by their matches, casual ones too.
KIND_BY_LINE = {
    **dict.fromkeys(("entered", "withdrawn", "reinstated", "substituted", "described", "noted"), ENTRIES),
    **dict.fromkeys(("manned", "joined"), ENTRIES),
    **dict.fromkeys(("published", "paired"), PUBLISHED),
    **dict.fromkeys(("settled", "reopened", "corrected"), ""),
}

PREFIX = "whsec_"
# How long to wait after each try that failed; after the last one nobody tries any more by itself.
RETRY_WAITS = tuple(
    timedelta(seconds=seconds) for seconds in (30, 120, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600)
)


def kind_of(line_kind: str) -> str:
    """The news a line of an event's journal is; "" when its match tells it."""
    return KIND_BY_LINE.get(line_kind, CHANGED)


def message_body(*, kind: str, at: datetime, data: Mapping[str, Any]) -> str:
    """The text that is signed and sent: the kind, the moment, and ids by their names."""
    message = {"type": kind, "timestamp": at.isoformat(), "data": dict(data)}
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def retry_wait(tries: int) -> timedelta | None:
    """How long to wait after the `tries`-th try (1, 2, …) failed; None when that was the last."""
    return RETRY_WAITS[tries - 1] if tries <= len(RETRY_WAITS) else None


def secret_text(key: bytes) -> str:
    """A signing key as its receiver copies it."""
    return PREFIX + base64.b64encode(key).decode()


def signature(*, key: bytes, message: str, at: int, text: str) -> str:
    """One signature by the rules of Standard Webhooks; `at` in seconds since 1970."""
    signed = hmac.new(key, f"{message}.{at}.{text}".encode(), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(signed).decode()}"


def message_headers(*, keys: Sequence[bytes], message: str, at: int, text: str) -> dict[str, str]:
    """What goes with a body: its id, the moment, and a signature by each key that is good just now."""
    signed = (signature(key=key, message=message, at=at, text=text) for key in keys)
    return {
        "Content-Type": "application/json",
        "webhook-id": message,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(signed),
    }

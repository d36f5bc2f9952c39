"""Webhook events: their kinds, and the body of a message."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

SETTLED, REOPENED = "match.settled", "match.reopened"
ENTRIES, PUBLISHED, FINISHED, CHANGED = "entries.changed", "draw.published", "event.finished", "event.changed"
RATINGS = "ratings.changed"
SIGN_UP_CONFIRMED, SIGN_UP_WITHDRAWN = "sign_up.confirmed", "sign_up.withdrawn"
PING = "webhook.ping"
KINDS = (
    SETTLED,
    REOPENED,
    ENTRIES,
    PUBLISHED,
    FINISHED,
    CHANGED,
    RATINGS,
    SIGN_UP_CONFIRMED,
    SIGN_UP_WITHDRAWN,
)
# The webhook event of each kind of journal row; results are published with their matches instead.
KIND_BY_ROW = {
    **dict.fromkeys(
        ("entered", "withdrawn", "reinstated", "substituted", "described", "presence_marked"), ENTRIES
    ),
    **dict.fromkeys(("manned", "joined"), ENTRIES),
    **dict.fromkeys(("published", "paired"), PUBLISHED),
    **dict.fromkeys(("settled", "reopened", "corrected"), ""),
}


def kind_of(row_kind: str) -> str:
    """Return the webhook event of a journal row; "" when it is published with its match."""
    return KIND_BY_ROW.get(row_kind, CHANGED)


def message_body(*, kind: str, at: datetime, data: Mapping[str, Any]) -> str:
    """Return the signed body: kind, time, and data."""
    message = {"type": kind, "timestamp": at.isoformat(), "data": dict(data)}
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

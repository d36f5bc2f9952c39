"""Webhook events: kinds, message body, and retry schedule."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
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
# Kinds that concern the club, not one event.
CLUB_KINDS = frozenset({RATINGS})

# The webhook event of each kind of journal row; results are published with their matches instead.
KIND_BY_ROW = {
    **dict.fromkeys(("entered", "withdrawn", "reinstated", "substituted", "described", "noted"), ENTRIES),
    **dict.fromkeys(("manned", "joined"), ENTRIES),
    **dict.fromkeys(("published", "paired"), PUBLISHED),
    **dict.fromkeys(("settled", "reopened", "corrected"), ""),
}

# Waiting time after each failed try; after the last one there is no automatic retry.
RETRY_WAITS = tuple(
    timedelta(seconds=seconds) for seconds in (30, 120, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600)
)


def kind_of(row_kind: str) -> str:
    """Return the webhook event of a journal row; "" when it is published with its match."""
    return KIND_BY_ROW.get(row_kind, CHANGED)


def message_body(*, kind: str, at: datetime, data: Mapping[str, Any]) -> str:
    """Return the signed body: kind, time, and data."""
    message = {"type": kind, "timestamp": at.isoformat(), "data": dict(data)}
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def retry_wait(tries: int) -> timedelta | None:
    """Return the wait after the `tries`-th failed try (1, 2, …); None after the last one."""
    return RETRY_WAITS[tries - 1] if tries <= len(RETRY_WAITS) else None

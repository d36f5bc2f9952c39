"""Webhook events: their kinds, and the body of a message."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournaments.journal.registry import KINDS as ROW_KINDS
from tournaments.journal.row_kinds import Subject

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
# By the subject of a journal row; results are published with their matches instead.
KIND_BY_SUBJECT = {
    Subject.ENTRIES: ENTRIES,
    Subject.PUBLICATION: PUBLISHED,
    Subject.RESULT: "",
    Subject.EVENT: CHANGED,
}


def kind_of(row_kind: str) -> str:
    """Return the webhook event of a journal row; "" when it is published with its match."""
    return KIND_BY_SUBJECT[ROW_KINDS[row_kind].subject]


def message_body(*, kind: str, at: datetime, data: Mapping[str, Any]) -> str:
    """Return the signed body: kind, time, and data."""
    message = {"type": kind, "timestamp": at.isoformat(), "data": dict(data)}
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

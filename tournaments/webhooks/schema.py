"""The description of webhook messages in the OpenAPI schema: payload, headers, verification."""

from typing import Any

from tournaments.webhooks import webhook_events as events

Schema = dict[str, Any]
RETRY_TIMES = "30 seconds, 2 and 10 minutes, 1, 3, 6, 12 and 24 hours"
VERIFICATION = f"""\
The receiver answers with any status from 200 to 299 within ten seconds; otherwise the message is sent again
after {RETRY_TIMES}, always with the same `webhook-id`. Messages may arrive twice or in
another order: compare `version`.

Verify every message with the secret of the webhook before using it (Standard Webhooks):

```python
import base64, hashlib, hmac, time

def is_genuine(secret: str, headers: dict[str, str], body: bytes) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    sent_at = headers["webhook-timestamp"]
    signed = f"{{headers['webhook-id']}}.{{sent_at}}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    is_recent = abs(time.time() - int(sent_at)) < 300
    signatures = headers["webhook-signature"].split()
    return is_recent and any(hmac.compare_digest(expected, signature) for signature in signatures)
```
"""
HEADERS = {
    "webhook-id": ("The id of the message, unchanged when it is sent again.", "msg_5f0c1e0b7d3a4c5e"),
    "webhook-timestamp": ("When it was sent, in seconds since 1970.", "1796153400"),
    "webhook-signature": (
        "One signature for each valid secret, separated by spaces.",
        "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    ),
}
CLUB = {"club": {"type": "string", "description": "The slug of the club."}}
MATCH = {
    "match": {"type": "string", "description": "The code of the match."},
    "version": {"type": "integer", "description": "The version of the match."},
    "event": {"type": "integer", "description": "The event; absent for a casual match."},
    "pairing": {"type": "string", "description": "The label of the pairing in the event."},
}
EVENT = {
    "event": {"type": "integer"},
    "version": {"type": "integer", "description": "The version of the event."},
    "line": {"type": "integer", "description": "The line of the journal."},
}
RATINGS = {
    "list": {"type": "integer", "description": "The rating list."},
    "generation": {"type": "integer", "description": "Grows when the list is recalculated."},
}
SIGN_UP = {
    "event": {"type": "integer"},
    "sign_up": {
        "type": "string",
        "description": "The reference of the sign-up; it does not identify a person.",
    },
}
SIGN_UP_EXAMPLE = {"event": 12, "sign_up": "k7m2p9xa"}
PING = {"webhook": {"type": "string", "description": "The code of the webhook."}}
MATCH_EXAMPLE = {"match": "k7m2p9xa", "version": 12, "event": 12, "pairing": "M1-3"}
EVENT_EXAMPLE = {"event": 12, "version": 57, "line": 41}
# For each kind: when it is sent, its data apart from the club, and an example.
MESSAGES: dict[str, tuple[str, Schema, Schema]] = {
    events.SETTLED: ("A match has a result.", MATCH, MATCH_EXAMPLE),
    events.REOPENED: ("A result was reopened.", MATCH, MATCH_EXAMPLE),
    events.ENTRIES: ("Entries of an event changed.", EVENT, EVENT_EXAMPLE),
    events.PUBLISHED: ("A draw or a round was published.", EVENT, EVENT_EXAMPLE),
    events.FINISHED: ("An event is finished.", EVENT, EVENT_EXAMPLE),
    events.CHANGED: ("An event changed in another way.", EVENT, EVENT_EXAMPLE),
    events.RATINGS: ("Ratings changed.", RATINGS, {"list": 1, "generation": 9}),
    events.SIGN_UP_CONFIRMED: ("A sign-up for an event was confirmed.", SIGN_UP, SIGN_UP_EXAMPLE),
    events.SIGN_UP_WITHDRAWN: ("A sign-up for an event was withdrawn.", SIGN_UP, SIGN_UP_EXAMPLE),
    events.PING: ("A test message.", PING, {"webhook": "w3b8k2qp"}),
}


def describe_webhooks() -> dict[str, Schema]:
    """Return the OpenAPI operation of each kind of message, as the receiver implements it."""
    return {kind: _operation(kind, *message) for kind, message in MESSAGES.items()}


def _operation(kind: str, summary: str, data: Schema, example: Schema) -> Schema:
    timestamp = "2026-12-01T21:31:00.000000+00:00"
    body = {
        "type": "object",
        "required": ["type", "timestamp", "data"],
        "properties": {
            "type": {"const": kind},
            "timestamp": {"type": "string", "format": "date-time"},
            "data": {"type": "object", "required": ["club"], "properties": {**CLUB, **data}},
        },
        "examples": [{"type": kind, "timestamp": timestamp, "data": {"club": "roma", **example}}],
    }
    parameters = [
        {
            "name": name,
            "in": "header",
            "required": True,
            "description": text,
            "schema": {"type": "string"},
            "example": value,
        }
        for name, (text, value) in HEADERS.items()
    ]
    return {
        "tags": ["webhooks"],
        "summary": summary.removesuffix("."),
        "description": f"{summary}\n\n{VERIFICATION}",
        "parameters": parameters,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"2XX": {"description": "The message was accepted."}},
    }

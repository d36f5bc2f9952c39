"""The kinds, bodies, signatures and retry intervals of webhook messages."""

import base64
from datetime import UTC, datetime, timedelta

from tournaments.journal.registry import KINDS
from tournaments.webhooks import deliveries, signing, webhook_events

# The example of the Standard Webhooks documentation.
KEY = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
MESSAGE, AT, TEXT = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}'
SIGNED = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_message_is_signed_as_the_standard_says() -> None:
    assert signing.signature(key=KEY, message_id=MESSAGE, at=AT, body=TEXT) == SIGNED
    assert signing.secret_text(KEY) == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def test_the_headers_have_a_signature_by_every_key() -> None:
    other = signing.signature(key=b"other", message_id=MESSAGE, at=AT, body=TEXT)
    assert signing.message_headers(keys=[KEY, b"other"], message_id=MESSAGE, at=AT, body=TEXT) == {
        "Content-Type": "application/json",
        "webhook-id": MESSAGE,
        "webhook-timestamp": "1614265330",
        "webhook-signature": f"{SIGNED} {other}",
    }


def test_a_body_is_one_line_of_json_with_sorted_names() -> None:
    at = datetime(2026, 10, 5, 18, 30, tzinfo=UTC)
    assert webhook_events.message_body(
        kind=webhook_events.PING, at=at, data={"match": "abc", "club": "é"}
    ) == ('{"data":{"club":"é","match":"abc"},"timestamp":"2026-10-05T18:30:00+00:00","type":"webhook.ping"}')


def test_every_kind_of_journal_row_is_a_webhook_event_or_sent_by_its_match() -> None:
    kinds_by_row = {line: webhook_events.kind_of(line) for line in KINDS}
    assert {line for line, kind in kinds_by_row.items() if kind == ""} == {"settled", "reopened", "corrected"}
    assert {kind for kind in kinds_by_row.values() if kind} <= set(webhook_events.KINDS)
    assert (kinds_by_row["entered"], kinds_by_row["paired"], kinds_by_row["undone"]) == (
        webhook_events.ENTRIES,
        webhook_events.PUBLISHED,
        webhook_events.CHANGED,
    )


def test_retry_intervals_increase_and_end_after_two_days() -> None:
    waits = [deliveries.retry_wait(tries) for tries in range(1, 11)]
    assert waits == [*deliveries.RETRY_WAITS, None, None]
    assert list(deliveries.RETRY_WAITS) == sorted(deliveries.RETRY_WAITS)
    assert timedelta(days=1) < sum(deliveries.RETRY_WAITS, timedelta()) < timedelta(days=3)

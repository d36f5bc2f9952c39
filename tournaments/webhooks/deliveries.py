"""Sending of webhook deliveries: retries, failures, and when a webhook that fails is disabled.

A delivery is claimed by increasing `tries` and postponing `due_at`, so that another worker retries it if this
one dies. The receiver may then get a message twice; its id is the same.
"""

import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.web import http_client
from tournaments.webhooks import signing
from tournaments.webhooks.models import PENDING, Delivery, Webhook
from tournaments.webhooks.services import disable_webhook

# Waiting time after each failed try; after the last one there is no automatic retry.
RETRY_WAITS = tuple(
    timedelta(seconds=seconds) for seconds in (30, 120, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600)
)


def retry_wait(tries: int) -> timedelta | None:
    """Return the wait after the `tries`-th failed try (1, 2, …); None after the last one."""
    return RETRY_WAITS[tries - 1] if tries <= len(RETRY_WAITS) else None


# Number of receivers served in parallel, one message each.
PARALLEL_REQUESTS = 8
# A receiver that takes longer, like one that fails, is tried again only in the next run.
SLOW_MILLISECONDS = 2000
# Time limit of a run, so that other tasks get their turn; only one run is active on the site.
RUN_SECONDS = 20.0
RUN_LOCK_KEY, RUN_LOCK_SECONDS = "webhooks:running", 45
HTTP_GONE = 410
# A webhook that accepted nothing for this long is disabled.
FAILURE_PERIOD = timedelta(days=3)

DeliveryOutcome = http_client.ReceiverResponse | http_client.HttpClientError


def send_due() -> int:
    """Send due deliveries and return how many were accepted.

    A webhook that fails or is slow is skipped for the rest of the run. Only one worker runs it at a time.
    """
    if not cache.add(RUN_LOCK_KEY, True, RUN_LOCK_SECONDS):
        return 0
    try:
        return _send_until(time.monotonic() + RUN_SECONDS)
    finally:
        cache.delete(RUN_LOCK_KEY)


def _send_until(deadline: float) -> int:
    accepted_count, skipped_webhooks = 0, set[int]()
    with ThreadPoolExecutor(PARALLEL_REQUESTS, thread_name_prefix="webhooks") as executor:
        while batch := _claim_batch(skipped_webhooks):
            for delivery, outcome in zip(batch, executor.map(_post_delivery, batch), strict=True):
                is_accepted = _record_answer(delivery, outcome)
                accepted_count += is_accepted
                if not is_accepted or is_slow(outcome):
                    skipped_webhooks.add(delivery.webhook_id)
            if time.monotonic() > deadline:
                break
    return accepted_count


def is_slow(outcome: DeliveryOutcome) -> bool:
    """Whether a receiver answered so slowly that it is skipped for the rest of the run."""
    return isinstance(outcome, http_client.ReceiverResponse) and outcome.milliseconds > SLOW_MILLISECONDS


def _claim_batch(skipped_webhooks: Collection[int]) -> list[Delivery]:
    """Claim the next due deliveries of different webhooks."""
    batch: list[Delivery] = []
    while len(batch) < PARALLEL_REQUESTS:
        delivery = _claim_next({*skipped_webhooks, *(delivery.webhook_id for delivery in batch)})
        if delivery is None:
            break
        batch.append(delivery)
    return batch


@transaction.atomic
def _claim_next(excluded_webhooks: Collection[int]) -> Delivery | None:
    """Claim the next due delivery: no other worker takes it before its next try."""
    due_deliveries = Delivery.objects.filter(
        **PENDING, due_at__lte=timezone.now(), webhook__paused_at=None, webhook__disabled_at=None
    ).exclude(webhook__in=excluded_webhooks)
    row = due_deliveries.select_for_update(of=("self",), skip_locked=True).order_by("due_at", "id").first()
    if row is None:
        return None
    now = timezone.now()
    wait = retry_wait(row.tries + 1) or timedelta(minutes=1)
    Delivery.objects.filter(pk=row.pk).update(tries=F("tries") + 1, tried_at=now, due_at=now + wait)
    return Delivery.objects.select_related("webhook__club__desk").get(pk=row.pk)


def _post_delivery(delivery: Delivery) -> DeliveryOutcome:
    """Post a message and return the answer. Runs in a thread and does not use the database."""
    webhook, timestamp = delivery.webhook, int(timezone.now().timestamp())
    headers = signing.message_headers(
        keys=signing.signing_keys(webhook), message_id=delivery.message, at=timestamp, body=delivery.text
    )
    body, is_private = delivery.text.encode(), settings.WEBHOOKS_PRIVATE
    try:
        return http_client.post(webhook.address, body=body, headers=headers, allow_private=is_private)
    except http_client.HttpClientError as error:
        return error


def _record_answer(delivery: Delivery, outcome: DeliveryOutcome) -> bool:
    """Record the outcome of a try; return whether the message was accepted."""
    if isinstance(outcome, http_client.HttpClientError):
        _record_failure(delivery, http_client.ReceiverResponse(0, 0), outcome.code)
        return False
    if outcome.is_accepted:
        _record_success(delivery, outcome)
    else:
        _record_failure(delivery, outcome, "answer")
    return outcome.is_accepted


@transaction.atomic
def _record_success(delivery: Delivery, outcome: http_client.ReceiverResponse) -> None:
    _update_delivery(delivery, outcome, "", delivered_at=timezone.now(), given_up_at=None)
    Webhook.objects.filter(pk=delivery.webhook_id, disabled_at=None).update(failing_since=None)


@transaction.atomic
def _record_failure(delivery: Delivery, outcome: http_client.ReceiverResponse, problem: str) -> None:
    is_last = retry_wait(delivery.tries) is None
    now = timezone.now()
    _update_delivery(delivery, outcome, problem, given_up_at=now if is_last else None)
    webhook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
    if webhook is None or not webhook.is_live:
        return
    # From the first failed try, not from the creation of the message, which may have waited long.
    webhook.failing_since = webhook.failing_since or now
    webhook.save(update_fields=["failing_since"])
    if outcome.status == HTTP_GONE or now - webhook.failing_since > FAILURE_PERIOD:
        disable_webhook(webhook=webhook)


def _update_delivery(
    delivery: Delivery, outcome: http_client.ReceiverResponse, problem: str, **end_fields: object
) -> None:
    """Record the try, unless a redelivery was requested meanwhile."""
    Delivery.objects.filter(pk=delivery.pk, tries=delivery.tries).update(
        status=outcome.status, problem=problem, milliseconds=outcome.milliseconds, **end_fields
    )

"""Deliver pending webhook messages, outside of every transaction.

A delivery is claimed by counting the try and putting the next one off, so a worker that dies in it leaves it
to the next. Its receiver may see a message twice after such a death, and knows it by its id.
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

from tournaments.webhooks import http_client, webhook_events
from tournaments.webhooks.models import OWED, Delivery, Webhook
from tournaments.webhooks.services import failures
from tournaments.webhooks.services.subscriptions import signing_keys

# So many receivers are asked side by side, one message each.
PARALLEL_REQUESTS = 8
# Who takes more milliseconds than that is asked again by the next run, as is who fails.
SLOW_MILLISECONDS = 2000
# A run ends after some seconds, so that other work gets its turn, and is alone in the house.
RUN_SECONDS = 20.0
RUN_LOCK, RUN_LOCK_SECONDS = "webhooks:running", 45
HTTP_GONE = 410
# An address that took nothing for so long is asked no more.
FAILURE_PERIOD = timedelta(days=3)

DeliveryOutcome = http_client.HttpAnswer | http_client.HttpClientError


def send_due() -> int:
    """Try what is due, each webhook until it fails or is slow; how many were taken. Nothing while another
    worker does so: one that is kept waiting by receivers is enough."""
    if not cache.add(RUN_LOCK, True, RUN_LOCK_SECONDS):
        return 0
    try:
        return _send_until(time.monotonic() + RUN_SECONDS)
    finally:
        cache.delete(RUN_LOCK)


def _send_until(end: float) -> int:
    accepted_count, skipped_webhooks = 0, set[int]()
    with ThreadPoolExecutor(PARALLEL_REQUESTS, thread_name_prefix="webhooks") as threads:
        while batch := _claim_batch(skipped_webhooks):
            for delivery, answer in zip(batch, threads.map(_post_delivery, batch), strict=True):
                is_accepted = _record_answer(delivery, answer)
                accepted_count += is_accepted
                if not is_accepted or is_slow(answer):
                    skipped_webhooks.add(delivery.webhook_id)
            if time.monotonic() > end:
                break
    return accepted_count


def is_slow(answer: DeliveryOutcome) -> bool:
    """Whether a receiver that took its message let the others wait."""
    return isinstance(answer, http_client.HttpAnswer) and answer.milliseconds > SLOW_MILLISECONDS


def _claim_batch(skipped_webhooks: Collection[int]) -> list[Delivery]:
    """What is due next of different webhooks, claimed."""
    batch: list[Delivery] = []
    while len(batch) < PARALLEL_REQUESTS:
        delivery = _claim_next({*skipped_webhooks, *(each.webhook_id for each in batch)})
        if delivery is None:
            break
        batch.append(delivery)
    return batch


def prune(*, older_than: timedelta) -> int:
    """Delete deliveries that ended longer ago than `older_than`, and return their number."""
    ended = Delivery.objects.filter(created_at__lt=timezone.now() - older_than).exclude(**OWED)
    deleted_count, _ = ended.delete()
    return deleted_count


@transaction.atomic
def _claim_next(failing: Collection[int]) -> Delivery | None:
    """Claim the next due delivery: no other worker takes it before its next try."""
    due_deliveries = Delivery.objects.filter(
        **OWED, due_at__lte=timezone.now(), webhook__paused_at=None, webhook__disabled_at=None
    ).exclude(webhook__in=failing)
    row = due_deliveries.select_for_update(of=("self",), skip_locked=True).order_by("due_at", "id").first()
    if row is None:
        return None
    now = timezone.now()
    wait = webhook_events.retry_wait(row.tries + 1) or timedelta(minutes=1)
    Delivery.objects.filter(pk=row.pk).update(tries=F("tries") + 1, tried_at=now, due_at=now + wait)
    return Delivery.objects.select_related("webhook__club__desk").get(pk=row.pk)


def _post_delivery(delivery: Delivery) -> DeliveryOutcome:
    """Post a message and return the answer. Runs in a thread and does not use the database."""
    hook, at = delivery.webhook, int(timezone.now().timestamp())
    headers = webhook_events.message_headers(
        keys=signing_keys(hook), message=delivery.message, at=at, text=delivery.text
    )
    body, is_private = delivery.text.encode(), settings.WEBHOOKS_PRIVATE
    try:
        return http_client.post(hook.address, body=body, headers=headers, allow_private=is_private)
    except http_client.HttpClientError as fault:
        return fault


def _record_answer(delivery: Delivery, answer: DeliveryOutcome) -> bool:
    """Record the outcome of a try, and tell whether the message was accepted."""
    if isinstance(answer, http_client.HttpClientError):
        _record_failure(delivery, http_client.HttpAnswer(0, 0), answer.code)
        return False
    if answer.is_accepted:
        _record_success(delivery, answer)
    else:
        _record_failure(delivery, answer, "answer")
    return answer.is_accepted


@transaction.atomic
def _record_success(delivery: Delivery, answer: http_client.HttpAnswer) -> None:
    _update_delivery(delivery, answer, "", delivered_at=timezone.now(), given_up_at=None)
    Webhook.objects.filter(pk=delivery.webhook_id, disabled_at=None).update(failing_since=None)


@transaction.atomic
def _record_failure(delivery: Delivery, answer: http_client.HttpAnswer, problem: str) -> None:
    is_last = webhook_events.retry_wait(delivery.tries) is None
    now = timezone.now()
    _update_delivery(delivery, answer, problem, given_up_at=now if is_last else None)
    hook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
    if hook is None or not hook.is_live:
        return
    # From the first try that failed: a message may have waited long before anybody tried.
    hook.failing_since = hook.failing_since or now
    hook.save(update_fields=["failing_since"])
    if answer.status == HTTP_GONE or now - hook.failing_since > FAILURE_PERIOD:
        failures.stop(webhook=hook)


def _update_delivery(delivery: Delivery, answer: http_client.HttpAnswer, problem: str, **end: object) -> None:
    """Record the try, unless a redelivery was requested meanwhile."""
    Delivery.objects.filter(pk=delivery.pk, tries=delivery.tries).update(
        status=answer.status, problem=problem, milliseconds=answer.milliseconds, **end
    )

"""Takes what webhooks are owed to their addresses, outside of every transaction.

A delivery is claimed by counting the try and putting the next one off, so a worker that dies in it leaves it
to the next. Its receiver may see a message twice after such a death, and knows it by its id.
"""

import logging
from collections.abc import Collection
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from matches.services import live
from tournaments import courier, news
from tournaments.models import Delivery, Webhook
from tournaments.models.webhook import OWED
from tournaments.services.webhooks import keys_of

log = logging.getLogger(__name__)

AT_ONCE = 50
GONE = 410
# An address that took nothing for so long is asked no more.
PATIENCE = timedelta(days=3)


def send() -> int:
    """Try what is due, each webhook until its first failure; how many were taken."""
    taken, failing = 0, set[int]()
    for _ in range(AT_ONCE):
        delivery = _claimed(failing)
        if delivery is None:
            break
        if _try(delivery):
            taken += 1
        else:
            failing.add(delivery.webhook_id)
    return taken


def prune(*, older_than: timedelta) -> int:
    """Forget deliveries that ended longer ago than `older_than`; how many."""
    ended = Delivery.objects.filter(created_at__lt=timezone.now() - older_than).exclude(**OWED)
    gone, _ = ended.delete()
    return gone


@transaction.atomic
def _claimed(failing: Collection[int]) -> Delivery | None:
    """The next delivery that is due, for us alone until its next try is."""
    due = Delivery.objects.filter(
        **OWED, due_at__lte=timezone.now(), webhook__paused_at=None, webhook__disabled_at=None
    ).exclude(webhook__in=failing)
    row = due.select_for_update(of=("self",), skip_locked=True).order_by("due_at", "id").first()
    if row is None:
        return None
    now = timezone.now()
    wait = news.wait_after(row.tries + 1) or timedelta(minutes=1)
    Delivery.objects.filter(pk=row.pk).update(tries=F("tries") + 1, tried_at=now, due_at=now + wait)
    return Delivery.objects.select_related("webhook__club__desk").get(pk=row.pk)


def _try(delivery: Delivery) -> bool:
    """Whether the receiver has taken it."""
    hook = delivery.webhook
    at = int(timezone.now().timestamp())
    headers = news.headers(keys=keys_of(hook), message=delivery.message, at=at, text=delivery.text)
    try:
        answer = courier.post(
            hook.address,
            body=delivery.text.encode(),
            headers=headers,
            allow_private=settings.WEBHOOKS_PRIVATE,
        )
    except courier.CourierError as fault:
        _failed(delivery, courier.Answer(0, 0), fault.code)
        return False
    if answer.is_taken:
        _delivered(delivery, answer)
    else:
        _failed(delivery, answer, "answer")
    return answer.is_taken


@transaction.atomic
def _delivered(delivery: Delivery, answer: courier.Answer) -> None:
    _answered(delivery, answer, "", delivered_at=timezone.now(), given_up_at=None)
    Webhook.objects.filter(pk=delivery.webhook_id, disabled_at=None).update(failing_since=None)


@transaction.atomic
def _failed(delivery: Delivery, answer: courier.Answer, problem: str) -> None:
    is_last = news.wait_after(delivery.tries) is None
    _answered(delivery, answer, problem, given_up_at=timezone.now() if is_last else None)
    hook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
    if hook is None or not hook.is_live:
        return
    now = timezone.now()
    hook.failing_since = hook.failing_since or delivery.created_at
    if answer.status == GONE or now - hook.failing_since > PATIENCE:
        hook.disabled_at = now
        hook.deliveries.filter(**OWED).update(given_up_at=now)
        live.publish(topic=f"desk:{delivery.webhook.club.desk.code}", kind="webhook")
        log.warning("Webhook %s was stopped: nothing has been taken there.", hook.code)
    hook.save(update_fields=["failing_since", "disabled_at"])


def _answered(delivery: Delivery, answer: courier.Answer, problem: str, **end: object) -> None:
    """Write down how the try ended; a redelivery asked for meanwhile goes on."""
    Delivery.objects.filter(pk=delivery.pk, tries=delivery.tries).update(
        status=answer.status, problem=problem, milliseconds=answer.milliseconds, **end
    )

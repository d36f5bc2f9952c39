"""Delivery of webhooks: signed, sent once, retried, given up, sent again, pruned."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings as site
from django.core.cache import cache
from django.db import transaction
from django.test import override_settings
from django.utils import timezone

from matches.models import User
from tests.site.command_call import CommandCall
from tests.tournaments.webhooks.receiver import Receiver
from tests.tournaments.webhooks.subscribed import FAR, a_webhook, pending_delivery, refusal
from tournaments.models import Club
from tournaments.webhooks import commands, deliveries, services, signing, tasks, webhook_events
from tournaments.webhooks.models import Delivery

pytestmark = pytest.mark.django_db(transaction=True)
CALLS = (
    CommandCall(commands.PingWebhook, {}),
    CommandCall(commands.Redeliver, {"message": "x"}, 409, 409),
    CommandCall(commands.RotateSecret, {}, page_status=200),
)


def test_a_message_is_delivered_once_and_signed(club: Club, by: User, receiver: Receiver) -> None:
    webhook_secret = services.subscribe(
        club=club, address=receiver.address, kinds=[webhook_events.SETTLED], by=by
    )
    delivery = services.ping_webhook(webhook=webhook_secret.webhook, by=by)
    tasks.send_webhooks()
    assert (deliveries.send_due(), len(receiver.received)) == (0, 1)
    headers, text = receiver.received[0]
    at = int(headers["webhook-timestamp"])
    keys = signing.signing_keys(webhook_secret.webhook)
    signed = signing.message_headers(keys=keys, message_id=delivery.message, at=at, body=delivery.text)
    assert signing.secret_text(keys[0]) == webhook_secret.secret
    assert {name: headers[name.lower()] for name in signed} == signed
    assert json.loads(text)["data"] == {"club": "riverside", "webhook": webhook_secret.webhook.code}
    delivery.refresh_from_db()
    assert (delivery.state, delivery.status, delivery.tries) == ("delivered", 204, 1)


def test_after_a_rotation_both_secrets_sign_for_a_day(club: Club, by: User) -> None:
    webhook_secret = services.subscribe(club=club, address=FAR, kinds=[webhook_events.SETTLED], by=by)
    new = services.rotate_secret(webhook=webhook_secret.webhook, by=by)
    assert [signing.secret_text(key) for key in signing.signing_keys(new.webhook)] == [
        new.secret,
        webhook_secret.secret,
    ]
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        assert [signing.secret_text(key) for key in signing.signing_keys(new.webhook)] == [new.secret]


def test_messages_are_signed_with_fallback_keys_of_the_site(club: Club) -> None:
    hook = a_webhook(club)
    before = signing.signing_keys(hook)
    with override_settings(SECRET_KEY="another", SECRET_KEY_FALLBACKS=["to-be-forgotten"]):
        assert len(signing.signing_keys(hook)) == 2
    with override_settings(SECRET_KEY="another", SECRET_KEY_FALLBACKS=[site.SECRET_KEY]):
        assert signing.signing_keys(hook)[1:] == before


def test_a_failed_message_is_retried_later_and_finally_given_up(
    club: Club, by: User, receiver: Receiver
) -> None:
    receiver.status = 500
    hook = a_webhook(club, receiver.address)
    delivery = pending_delivery(hook)
    waits, now = [], timezone.now()
    first = now
    for _ in range(len(deliveries.RETRY_WAITS) + 1):
        with time_machine.travel(now, tick=False):
            assert deliveries.send_due() == 0
        delivery.refresh_from_db()
        waits.append(delivery.due_at - now)
        now = delivery.due_at
    assert (tuple(waits[:-1]), delivery.state, delivery.status, delivery.problem) == (
        deliveries.RETRY_WAITS,
        "given_up",
        500,
        "answer",
    )
    assert (len(receiver.received), delivery.tries) == (9, 9)
    hook.refresh_from_db()
    assert hook.failing_since == first


def test_a_failing_address_does_not_delay_other_webhooks(club: Club, by: User, receiver: Receiver) -> None:
    broken_hook, good = a_webhook(club, "http://127.0.0.1:9/"), a_webhook(club, receiver.address)
    for hook in (broken_hook, broken_hook, good, good):
        pending_delivery(hook)
    assert (deliveries.send_due(), len(receiver.received)) == (2, 2)
    assert [row.tries for row in broken_hook.deliveries.order_by("id")] == [1, 0]


def test_only_one_run_sends_at_a_time(club: Club, receiver: Receiver) -> None:
    pending_delivery(a_webhook(club, receiver.address))
    cache.add(deliveries.RUN_LOCK_KEY, True)
    assert (deliveries.send_due(), receiver.received) == (0, [])
    cache.delete(deliveries.RUN_LOCK_KEY)
    assert (deliveries.send_due(), cache.get(deliveries.RUN_LOCK_KEY)) == (1, None)


def test_a_run_ends_after_its_time_limit_and_the_next_continues(
    club: Club, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "RUN_SECONDS", 0.0)
    hook = a_webhook(club, receiver.address)
    for _ in range(2):
        pending_delivery(hook)
    assert [deliveries.send_due() for _ in range(3)] == [1, 1, 0]


def test_a_pending_test_message_is_not_queued_again(club: Club, by: User) -> None:
    hook = a_webhook(club)
    with transaction.atomic():
        first = services.ping_webhook(webhook=hook, by=by)
        assert services.ping_webhook(webhook=hook, by=by) == first


def test_a_message_claimed_by_a_killed_worker_is_sent_by_the_next(
    club: Club, by: User, receiver: Receiver
) -> None:
    pending_delivery(a_webhook(club, receiver.address))
    assert deliveries._claim_next(()) is not None
    assert deliveries.send_due() == 0
    with time_machine.travel(timezone.now() + timedelta(seconds=31)):
        assert (deliveries.send_due(), len(receiver.received)) == (1, 1)


def test_a_delivery_of_the_log_is_sent_again_with_its_id(club: Club, by: User, receiver: Receiver) -> None:
    hook = a_webhook(club, receiver.address)
    first = services.ping_webhook(webhook=hook, by=by)
    deliveries.send_due()
    services.redeliver(webhook=hook, message=first.message, by=by)
    deliveries.send_due()
    assert [headers["webhook-id"] for headers, _ in receiver.received] == [first.message] * 2
    assert refusal(services.redeliver, webhook=hook, message="msg_unknown", by=by) == "delivery_absent"


@override_settings(WEBHOOKS_PRIVATE=False)
def test_private_addresses_are_refused_unless_the_site_permits_them(
    club: Club, by: User, receiver: Receiver
) -> None:
    options = {"club": club, "kinds": [webhook_events.SETTLED], "by": by}
    assert refusal(services.subscribe, address=receiver.address, **options) == "webhook_address"
    https_address = receiver.address.replace("http:", "https:")
    assert refusal(services.subscribe, address=https_address, **options) == "webhook_private"
    with override_settings(WEBHOOKS_PRIVATE=True):
        hook = a_webhook(club, https_address)
    delivery = services.ping_webhook(webhook=hook, by=by)
    deliveries.send_due()
    delivery.refresh_from_db()
    assert (delivery.problem, receiver.received) == ("forbidden", [])


def test_old_deliveries_are_pruned_unless_pending(club: Club, by: User) -> None:
    hook = a_webhook(club)
    old = pending_delivery(hook)
    services.pause_webhook(webhook=hook, by=by)
    services.resume_webhook(webhook=hook, by=by)
    waiting = pending_delivery(hook)
    Delivery.objects.update(created_at=timezone.now() - timedelta(days=90))
    tasks.prune_webhooks()
    assert list(Delivery.objects.all()) == [waiting]
    assert old != waiting

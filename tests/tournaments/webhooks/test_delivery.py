"""News on its way: signed, sent once, tried again, given up, sent anew, forgotten."""

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
from tests.tournaments.webhooks.receiver import Receiver
from tests.tournaments.webhooks.subscribed import FAR, a_webhook, pending_delivery, refusal
from tournaments.models import Club
from tournaments.webhooks import deliveries, services, signing, tasks, webhook_events
from tournaments.webhooks.models import Delivery

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_message_arrives_signed_once(club: Club, by: User, receiver: Receiver) -> None:
    webhook_secret = services.subscribe(
        club=club, address=receiver.address, kinds=[webhook_events.SETTLED], by=by
    )
    delivery = services.ping_webhook(webhook=webhook_secret.webhook, by=by)
    tasks.send_webhooks()
    assert (deliveries.send_due(), len(receiver.got)) == (0, 1)
    headers, text = receiver.got[0]
    at = int(headers["webhook-timestamp"])
    keys = signing.signing_keys(webhook_secret.webhook)
    signed = signing.message_headers(keys=keys, message_id=delivery.message, at=at, body=delivery.text)
    assert signing.secret_text(keys[0]) == webhook_secret.secret
    assert {name: headers[name.lower()] for name in signed} == signed
    assert json.loads(text)["data"] == {"club": "riverside", "webhook": webhook_secret.webhook.code}
    delivery.refresh_from_db()
    assert (delivery.state, delivery.status, delivery.tries) == ("delivered", 204, 1)


def test_a_new_secret_signs_beside_the_old_one_for_a_day(club: Club, by: User) -> None:
    webhook_secret = services.subscribe(club=club, address=FAR, kinds=[webhook_events.SETTLED], by=by)
    new = services.rotate_secret(webhook=webhook_secret.webhook, by=by)
    assert [signing.secret_text(key) for key in signing.signing_keys(new.webhook)] == [
        new.secret,
        webhook_secret.secret,
    ]
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        assert [signing.secret_text(key) for key in signing.signing_keys(new.webhook)] == [new.secret]


def test_a_site_that_changes_its_key_signs_with_both(club: Club) -> None:
    hook = a_webhook(club)
    before = signing.signing_keys(hook)
    with override_settings(SECRET_KEY="another", SECRET_KEY_FALLBACKS=["to-be-forgotten"]):
        assert len(signing.signing_keys(hook)) == 2
    with override_settings(SECRET_KEY="another", SECRET_KEY_FALLBACKS=[site.SECRET_KEY]):
        assert signing.signing_keys(hook)[1:] == before


def test_what_fails_is_tried_again_later_and_given_up_in_the_end(
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
    assert (len(receiver.got), delivery.tries) == (9, 9)
    hook.refresh_from_db()
    assert hook.failing_since == first


def test_a_failing_address_holds_up_no_other(club: Club, by: User, receiver: Receiver) -> None:
    broken_hook, good = a_webhook(club, "http://127.0.0.1:9/"), a_webhook(club, receiver.address)
    for hook in (broken_hook, broken_hook, good, good):
        pending_delivery(hook)
    assert (deliveries.send_due(), len(receiver.got)) == (2, 2)
    assert [row.tries for row in broken_hook.deliveries.order_by("id")] == [1, 0]


def test_one_run_at_a_time_is_enough_for_the_site(club: Club, receiver: Receiver) -> None:
    pending_delivery(a_webhook(club, receiver.address))
    cache.add(deliveries.RUN_LOCK_KEY, True)
    assert (deliveries.send_due(), receiver.got) == (0, [])
    cache.delete(deliveries.RUN_LOCK_KEY)
    assert (deliveries.send_due(), cache.get(deliveries.RUN_LOCK_KEY)) == (1, None)


def test_a_run_ends_after_its_time_and_the_next_goes_on(
    club: Club, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "RUN_SECONDS", 0.0)
    hook = a_webhook(club, receiver.address)
    for _ in range(2):
        pending_delivery(hook)
    assert [deliveries.send_due() for _ in range(3)] == [1, 1, 0]


def test_a_test_message_on_its_way_is_not_sent_twice(club: Club, by: User) -> None:
    hook = a_webhook(club)
    with transaction.atomic():
        first = services.ping_webhook(webhook=hook, by=by)
        assert services.ping_webhook(webhook=hook, by=by) == first


def test_a_worker_that_dies_with_a_message_leaves_it_to_the_next(
    club: Club, by: User, receiver: Receiver
) -> None:
    pending_delivery(a_webhook(club, receiver.address))
    assert deliveries._claim_next(()) is not None
    assert deliveries.send_due() == 0
    with time_machine.travel(timezone.now() + timedelta(seconds=31)):
        assert (deliveries.send_due(), len(receiver.got)) == (1, 1)


def test_a_message_of_the_log_is_sent_again_with_its_id(club: Club, by: User, receiver: Receiver) -> None:
    hook = a_webhook(club, receiver.address)
    first = services.ping_webhook(webhook=hook, by=by)
    deliveries.send_due()
    services.redeliver(webhook=hook, message=first.message, by=by)
    deliveries.send_due()
    assert [headers["webhook-id"] for headers, _ in receiver.got] == [first.message] * 2
    assert refusal(services.redeliver, webhook=hook, message="msg_unknown", by=by) == "delivery_absent"


@override_settings(WEBHOOKS_PRIVATE=False)
def test_a_private_address_gets_nothing_unless_the_site_says_so(
    club: Club, by: User, receiver: Receiver
) -> None:
    mapping = {"club": club, "kinds": [webhook_events.SETTLED], "by": by}
    assert refusal(services.subscribe, address=receiver.address, **mapping) == "webhook_address"
    https_address = receiver.address.replace("http:", "https:")
    delivery = services.ping_webhook(webhook=a_webhook(club, https_address), by=by)
    deliveries.send_due()
    delivery.refresh_from_db()
    assert (delivery.problem, receiver.got) == ("forbidden", [])


def test_old_messages_are_pruned_but_pending_ones_never(club: Club, by: User) -> None:
    hook = a_webhook(club)
    old = pending_delivery(hook)
    services.pause_webhook(webhook=hook, by=by)
    services.resume_webhook(webhook=hook, by=by)
    waiting = pending_delivery(hook)
    Delivery.objects.update(created_at=timezone.now() - timedelta(days=90))
    tasks.prune_webhooks()
    assert list(Delivery.objects.all()) == [waiting]
    assert old != waiting

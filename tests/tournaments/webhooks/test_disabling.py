"""A webhook whose address accepts nothing is disabled, and its creator is notified."""

from datetime import timedelta

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.utils import timezone
from pytest_django import Settings

from matches.models import Outbox, User
from matches.services import outbox
from tests.factories import a_user
from tests.tournaments.webhooks.receiver import Receiver
from tests.tournaments.webhooks.subscribed import FAR, a_webhook, pending_delivery, refusal
from tournaments.models import Club
from tournaments.webhooks import deliveries, services
from tournaments.webhooks.models import Delivery, Webhook

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_webhook_failing_for_days_is_disabled_and_can_be_resumed(
    club: Club, by: User, receiver: Receiver
) -> None:
    receiver.status = 503
    hook = a_webhook(club, receiver.address)
    services.ping_webhook(webhook=hook, by=by)
    deliveries.send_due()
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        services.ping_webhook(webhook=hook, by=by)
        deliveries.send_due()
        hook.refresh_from_db()
        assert (hook.disabled_at is not None, refusal(services.ping_webhook, webhook=hook, by=by)) == (
            True,
            "webhook_inactive",
        )
        assert {row.state for row in hook.deliveries.all()} == {"given_up"}
        receiver.status = 200
        services.resume_webhook(webhook=hook, by=by)
        pending_delivery(hook)
        assert deliveries.send_due() == 1
    hook.refresh_from_db()
    assert (hook.disabled_at, hook.failing_since) == (None, None)


def test_a_failed_redelivery_of_an_old_message_does_not_disable_a_webhook(
    club: Club, by: User, receiver: Receiver
) -> None:
    receiver.status = 500
    hook = a_webhook(club, receiver.address)
    old = pending_delivery(hook)
    Delivery.objects.update(created_at=timezone.now() - timedelta(days=20), given_up_at=timezone.now())
    services.redeliver(webhook=hook, message=old.message, by=by)
    deliveries.send_due()
    hook.refresh_from_db()
    old.refresh_from_db()
    assert old.tried_at is not None
    assert hook.failing_since is not None
    assert (hook.disabled_at, hook.failing_since >= old.tried_at) == (None, True)
    services.change_webhook(webhook=hook, address=FAR, kinds=hook.kinds, by=by)
    hook.refresh_from_db()
    assert hook.failing_since is None


def test_the_creator_of_a_webhook_is_notified_by_mail_that_it_was_disabled(
    club: Club, by: User, receiver: Receiver, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.HAS_MAIL, settings.SITE_ADDRESS = True, "https://site.example"
    User.objects.filter(pk=by.pk).update(email="anna@club.example")
    receiver.status = 410
    hook = a_webhook(club, f"{receiver.address}?key=of-theirs")
    pending_delivery(hook)
    deliveries.send_due()
    outbox.deliver_due_messages()
    row = Outbox.objects.get(kind="mail_webhook")
    outbox.deliver_message(outbox_id=row.pk)
    (letter,) = mailoutbox
    link = f"https://site.example/clubs/riverside/webhooks/{hook.code}/"
    contained = [
        text in letter.body for text in ("has not accepted anything since", "127.0.0.1", "of-theirs", link)
    ]
    assert (letter.bcc, contained) == (["anna@club.example"], [True, True, False, True])
    assert letter.subject == "Riverside: webhook disabled / Riverside: webhook disattivato"


def test_directors_are_notified_when_the_creator_left_unless_it_was_resumed(
    club: Club, by: User, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.HAS_MAIL = True
    User.objects.filter(pk=by.pk).update(email="anna@club.example")
    hook = a_webhook(club)
    outsider = a_user("Bruno")
    User.objects.filter(pk=outsider.pk).update(email="bruno@elsewhere.example")
    now = timezone.now()
    Webhook.objects.filter(pk=hook.pk).update(by=outsider, disabled_at=now, failing_since=now)
    services.mail_disabled_webhook({"webhook": hook.pk})
    assert [letter.bcc for letter in mailoutbox] == [["anna@club.example"]]
    services.resume_webhook(webhook=hook, by=by)
    services.mail_disabled_webhook({"webhook": hook.pk})
    assert len(mailoutbox) == 1


def test_a_site_without_mail_queues_no_mail(club: Club, receiver: Receiver, settings: Settings) -> None:
    settings.HAS_MAIL = False
    receiver.status = 410
    pending_delivery(a_webhook(club, receiver.address))
    deliveries.send_due()
    assert not Outbox.objects.filter(kind="mail_webhook").exists()


def test_a_webhook_answered_410_is_disabled_at_once(club: Club, by: User, receiver: Receiver) -> None:
    receiver.status = 410
    hook = a_webhook(club, receiver.address)
    services.ping_webhook(webhook=hook, by=by)
    deliveries.send_due()
    hook.refresh_from_db()
    assert hook.disabled_at is not None

"""Webhooks of a club: subscribed, changed, tested, stopped and taken up again by its directors."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from matches.models import User
from rules.errors import Refusal
from tournaments.models import Club, Event
from tournaments.permissions import must_direct
from tournaments.webhooks import http_client, webhook_events
from tournaments.webhooks.models import LONGEST_ADDRESS, OWED, Delivery, Webhook, new_salt
from tournaments.webhooks.services import publisher

MAX_WEBHOOKS = 10
# After a rotation both keys sign, so that a receiver loses nothing while he changes his.
ROTATION_OVERLAP = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class WebhookSecret:
    """A webhook and its secret, which is shown this once."""

    webhook: Webhook
    secret: str


@transaction.atomic
def subscribe(
    *, club: Club, address: str, kinds: Sequence[str], by: User, event: Event | None = None
) -> WebhookSecret:
    """Send news of these kinds to an address, of one event of the club or of all of it.

    Raises `webhook_address`, `webhook_kinds`, `webhook_event`, `webhooks_full`.
    """
    must_direct(by, club)
    Club.objects.select_for_update().get(pk=club.pk)
    if club.webhooks.count() >= MAX_WEBHOOKS:
        raise Refusal("webhooks_full", most=MAX_WEBHOOKS)
    if event is not None and event.tournament.club_id != club.pk:
        raise Refusal("webhook_event")
    webhook = Webhook.objects.create(
        club=club, event=event, address=_validate_address(address), kinds=_validate_kinds(kinds), by=by
    )
    return WebhookSecret(webhook, secret_of(webhook))


@transaction.atomic
def change(*, webhook: Webhook, address: str, kinds: Sequence[str], by: User) -> Webhook:
    """Another address or other kinds of news; the secret stays. Raises as `subscribe`."""
    webhook = _lock_webhook(webhook, by)
    if webhook.disabled_at is None and address != webhook.address:
        # What failed there says nothing of the new one.
        webhook.failing_since = None
    webhook.address, webhook.kinds = _validate_address(address), _validate_kinds(kinds)
    webhook.save(update_fields=["address", "kinds", "failing_since"])
    return webhook


@transaction.atomic
def rotate(*, webhook: Webhook, by: User) -> WebhookSecret:
    """A new secret, shown this once; the old one signs beside it for a day."""
    webhook = _lock_webhook(webhook, by)
    webhook.salt_before, webhook.salt, webhook.rotated_at = webhook.salt, new_salt(), timezone.now()
    webhook.save(update_fields=["salt", "salt_before", "rotated_at"])
    return WebhookSecret(webhook, secret_of(webhook))


@transaction.atomic
def pause(*, webhook: Webhook, by: User) -> Webhook:
    """Pause the webhook and give up its pending messages."""
    webhook = _lock_webhook(webhook, by)
    if webhook.paused_at is None:
        webhook.paused_at = timezone.now()
        webhook.save(update_fields=["paused_at"])
        webhook.deliveries.filter(**OWED).update(given_up_at=webhook.paused_at, problem="stopped")
    return webhook


@transaction.atomic
def resume(*, webhook: Webhook, by: User) -> Webhook:
    """Resume a webhook that was paused, or stopped by the site for failing."""
    webhook = _lock_webhook(webhook, by)
    webhook.paused_at = webhook.disabled_at = webhook.failing_since = None
    webhook.save(update_fields=["paused_at", "disabled_at", "failing_since"])
    return webhook


@transaction.atomic
def remove(*, webhook: Webhook, by: User) -> None:
    """Delete the webhook and its log."""
    _lock_webhook(webhook, by).delete()


@transaction.atomic
def ping(*, webhook: Webhook, by: User) -> Delivery:
    """Send a test message, whatever kinds it wants; while one is on its way, that one. Raises
    `webhook_stopped`."""
    webhook = _require_live(_lock_webhook(webhook, by))
    pending_delivery = webhook.deliveries.filter(**OWED, kind=webhook_events.PING).first()
    if pending_delivery is not None:
        return pending_delivery
    text = publisher.message_text(
        webhook_events.PING, webhook.club, {"webhook": webhook.code}, timezone.now()
    )
    delivery = Delivery.objects.create(
        webhook=webhook, message=publisher.new_message_id(), kind=webhook_events.PING, text=text
    )
    transaction.on_commit(publisher.wake_worker, robust=True)
    return delivery


@transaction.atomic
def redeliver(*, webhook: Webhook, message: str, by: User) -> Delivery:
    """Send a message of the log again, with the id it had. Raises `delivery_absent`, `webhook_stopped`."""
    webhook = _require_live(_lock_webhook(webhook, by))
    delivery = webhook.deliveries.select_for_update().filter(message=message).first()
    if delivery is None:
        raise Refusal("delivery_absent")
    delivery.delivered_at = delivery.given_up_at = None
    delivery.due_at, delivery.tries = timezone.now(), 0
    delivery.save(update_fields=["delivered_at", "given_up_at", "due_at", "tries"])
    transaction.on_commit(publisher.wake_worker, robust=True)
    return delivery


def secret_of(webhook: Webhook) -> str:
    """Return the secret in the form the receiver copies."""
    return webhook_events.secret_text(_signing_key(webhook.code, webhook.salt, settings.SECRET_KEY))


def signing_keys(webhook: Webhook) -> list[bytes]:
    """Return the current signing keys, newest first."""
    salts = [webhook.salt]
    if webhook.rotated_at is not None and timezone.now() < webhook.rotated_at + ROTATION_OVERLAP:
        salts.append(webhook.salt_before)
    # While the house changes its own key, the receivers go on with the one they know.
    secret_keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [_signing_key(webhook.code, salt, secret_key) for secret_key in secret_keys for salt in salts]


def _signing_key(code: str, salt: str, secret_key: str) -> bytes:
    return salted_hmac(f"crawford.webhook.{code}", salt, secret=secret_key, algorithm="sha256").digest()


def _validate_address(address: str) -> str:
    try:
        http_client.parse_address(address, allow_private=settings.WEBHOOKS_PRIVATE)
    except http_client.HttpClientError as fault:
        raise Refusal("webhook_address") from fault
    if len(address) > LONGEST_ADDRESS:
        raise Refusal("webhook_address")
    return address


def _validate_kinds(kinds: Sequence[str]) -> list[str]:
    known_kinds = [kind for kind in webhook_events.KINDS if kind in kinds]
    if not known_kinds or set(kinds) - set(known_kinds):
        raise Refusal("webhook_kinds", kinds=sorted(set(kinds) - set(known_kinds)))
    return known_kinds


def _lock_webhook(webhook: Webhook, by: User) -> Webhook:
    locked = Webhook.objects.select_related("club").select_for_update(of=("self",)).get(pk=webhook.pk)
    must_direct(by, locked.club)
    return locked


def _require_live(webhook: Webhook) -> Webhook:
    if not webhook.is_live:
        raise Refusal("webhook_stopped")
    return webhook

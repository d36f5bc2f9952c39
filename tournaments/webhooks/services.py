"""Webhook services: subscriptions and publication to the outbox. `deliveries` sends what is due."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, override

from matches.models import Match, User
from matches.queries.lookups import get_or_none
from matches.services import live, outbox
from rules.errors import Refusal
from tournaments.models import Club, Event, EventStatus, JournalEntry, Pairing, RatingList, Role
from tournaments.permissions import is_director, must_direct
from tournaments.web import http_client
from tournaments.webhooks import signing, webhook_events
from tournaments.webhooks.models import LONGEST_ADDRESS, PENDING, Delivery, Webhook, new_salt

OUTBOX_KIND = "webhook_news"
SEND_TASK = "tournaments.webhooks.tasks.send_webhooks"


def publish_journal_line(line: JournalEntry, *, previous_status: str) -> None:
    """Publish a new journal line of an event that had the status `previous_status` before it."""
    event = line.event
    data = {"event": event.pk, "version": event.version, "line": line.seq}
    kind = webhook_events.kind_of(line.kind)
    if kind:
        _publish(kind, event.tournament.club, event, data)
    if event.status == EventStatus.FINISHED and previous_status != EventStatus.FINISHED:
        _publish(webhook_events.FINISHED, event.tournament.club, event, data)


def publish_match(match: Match, *, kind: str) -> None:
    """Publish a result or its withdrawal, of an event or of a casual match."""
    pairing = get_or_none(Pairing.objects.select_related("event__tournament__club"), match=match.pk)
    data: dict[str, Any] = {"match": match.code, "version": match.version}
    if pairing is not None:
        event = pairing.event
        _publish(kind, event.tournament.club, event, {**data, "event": event.pk, "pairing": pairing.label})
        return
    club = Club.objects.filter(desk=match.desk_id).first()
    if club is not None:
        _publish(kind, club, None, data)


def publish_rating_change(rating_list: RatingList) -> None:
    """Publish a change of a rating list."""
    data = {"list": rating_list.pk, "generation": rating_list.generation}
    _publish(webhook_events.RATINGS, rating_list.club, None, data)


def publish_sign_up(event: Event, reference: str, *, kind: str) -> None:
    """Publish that a sign-up for an event was confirmed or withdrawn."""
    _publish(kind, event.tournament.club, event, {"event": event.pk, "sign_up": reference})


def create_deliveries(payload: dict[str, Any]) -> None:
    """Create one delivery for each subscribed webhook; idempotent. Outbox handler of `OUTBOX_KIND`."""
    event, kind = payload["event"], payload["kind"]
    whole_club = Q(event__isnull=True)
    event_filter = whole_club if event is None else whole_club | Q(event=event)
    live_webhooks = Webhook.objects.filter(
        event_filter, club=payload["club"], paused_at=None, disabled_at=None
    )
    # Lock the webhooks until the deliveries exist: pausing or disabling one meanwhile leaves no pending one.
    locked_webhooks = live_webhooks.select_for_update().order_by("pk")
    Delivery.objects.bulk_create(
        [
            Delivery(webhook=webhook, message=payload["message"], kind=kind, text=payload["text"])
            for webhook in locked_webhooks
            if kind in webhook.kinds
        ],
        ignore_conflicts=True,
    )
    transaction.on_commit(wake_worker, robust=True)


def wake_worker() -> None:
    """Enqueue the Celery task that sends due deliveries."""
    outbox.enqueue_task(SEND_TASK)


def new_message_id() -> str:
    """Return a new message id."""
    return f"msg_{uuid4().hex}"


def message_text(kind: str, club: Club, data: dict[str, Any], timestamp: datetime) -> str:
    """Return the body of a message about a club."""
    return webhook_events.message_body(kind=kind, at=timestamp, data={"club": club.slug, **data})


def _publish(kind: str, club: Club, event: Event | None, data: dict[str, Any]) -> None:
    if not Webhook.objects.filter(club=club, paused_at=None, disabled_at=None).exists():
        return
    outbox.post_message(
        kind=OUTBOX_KIND,
        payload={
            "club": club.pk,
            "event": event.pk if event else None,
            "kind": kind,
            "message": new_message_id(),
            "text": message_text(kind, club, data, timezone.now()),
        },
    )


MAX_WEBHOOKS = 10


@dataclass(frozen=True, slots=True)
class WebhookSecret:
    """A webhook and its secret, which is shown only once."""

    webhook: Webhook
    secret: str


@transaction.atomic
def subscribe(
    *, club: Club, address: str, kinds: Sequence[str], by: User, event: Event | None = None
) -> WebhookSecret:
    """Subscribe an address to kinds of webhook events of the club, or of one of its events.

    Raises `webhook_address`, `webhook_private`, `webhook_kinds`, `webhook_event`, `webhooks_full`.
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
    return WebhookSecret(webhook, signing.secret_of(webhook))


@transaction.atomic
def change_webhook(*, webhook: Webhook, address: str, kinds: Sequence[str], by: User) -> Webhook:
    """Change address or kinds; the secret is unchanged. Raises as `subscribe`."""
    webhook = _lock_webhook(webhook, by)
    if webhook.disabled_at is None and address != webhook.address:
        # Failures of the old address do not count for the new one.
        webhook.failing_since = None
    webhook.address, webhook.kinds = _validate_address(address), _validate_kinds(kinds)
    webhook.save(update_fields=["address", "kinds", "failing_since"])
    return webhook


@transaction.atomic
def rotate_secret(*, webhook: Webhook, by: User) -> WebhookSecret:
    """Create a new secret, shown once; the old one is also used for signatures for a day."""
    webhook = _lock_webhook(webhook, by)
    webhook.salt_before, webhook.salt, webhook.rotated_at = webhook.salt, new_salt(), timezone.now()
    webhook.save(update_fields=["salt", "salt_before", "rotated_at"])
    return WebhookSecret(webhook, signing.secret_of(webhook))


@transaction.atomic
def pause_webhook(*, webhook: Webhook, by: User) -> Webhook:
    """Pause the webhook and give up its pending messages."""
    webhook = _lock_webhook(webhook, by)
    if webhook.paused_at is None:
        webhook.paused_at = timezone.now()
        webhook.save(update_fields=["paused_at"])
        webhook.deliveries.filter(**PENDING).update(given_up_at=webhook.paused_at, problem="paused")
    return webhook


@transaction.atomic
def resume_webhook(*, webhook: Webhook, by: User) -> Webhook:
    """Resume a webhook that was paused, or disabled for failing."""
    webhook = _lock_webhook(webhook, by)
    webhook.paused_at = webhook.disabled_at = webhook.failing_since = None
    webhook.save(update_fields=["paused_at", "disabled_at", "failing_since"])
    return webhook


@transaction.atomic
def remove_webhook(*, webhook: Webhook, by: User) -> None:
    """Delete the webhook and its log."""
    _lock_webhook(webhook, by).delete()


@transaction.atomic
def ping_webhook(*, webhook: Webhook, by: User) -> Delivery:
    """Send a test message to a webhook of any kinds; return a pending one instead, if there is one.

    Raises `webhook_inactive`.
    """
    webhook = _check_live(_lock_webhook(webhook, by))
    pending_delivery = webhook.deliveries.filter(**PENDING, kind=webhook_events.PING).first()
    if pending_delivery is not None:
        return pending_delivery
    text = message_text(webhook_events.PING, webhook.club, {"webhook": webhook.code}, timezone.now())
    delivery = Delivery.objects.create(
        webhook=webhook, message=new_message_id(), kind=webhook_events.PING, text=text
    )
    transaction.on_commit(wake_worker, robust=True)
    return delivery


@transaction.atomic
def redeliver(*, webhook: Webhook, message: str, by: User) -> Delivery:
    """Send a message of the log again, with its id. Raises `delivery_absent`, `webhook_inactive`."""
    webhook = _check_live(_lock_webhook(webhook, by))
    delivery = webhook.deliveries.select_for_update().filter(message=message).first()
    if delivery is None:
        raise Refusal("delivery_absent")
    delivery.delivered_at = delivery.given_up_at = None
    delivery.due_at, delivery.tries = timezone.now(), 0
    delivery.save(update_fields=["delivered_at", "given_up_at", "due_at", "tries"])
    transaction.on_commit(wake_worker, robust=True)
    return delivery


def _validate_address(address: str) -> str:
    try:
        parts = http_client.parse_address(address, allow_private=settings.WEBHOOKS_PRIVATE)
    except http_client.HttpClientError as error:
        raise Refusal("webhook_address") from error
    if len(address) > LONGEST_ADDRESS:
        raise Refusal("webhook_address")
    if not settings.WEBHOOKS_PRIVATE and http_client.is_private_host(str(parts.hostname)):
        raise Refusal("webhook_private", host=parts.hostname)
    return address


def _validate_kinds(kinds: Sequence[str]) -> list[str]:
    valid_kinds = [kind for kind in webhook_events.KINDS if kind in kinds]
    if not valid_kinds or set(kinds) - set(valid_kinds):
        raise Refusal("webhook_kinds", kinds=sorted(set(kinds) - set(valid_kinds)))
    return valid_kinds


def _lock_webhook(webhook: Webhook, by: User) -> Webhook:
    locked = Webhook.objects.select_related("club").select_for_update(of=("self",)).get(pk=webhook.pk)
    must_direct(by, locked.club)
    return locked


def _check_live(webhook: Webhook) -> Webhook:
    if not webhook.is_live:
        raise Refusal("webhook_inactive")
    return webhook


log = logging.getLogger(__name__)

MAIL_KIND = "mail_webhook"


def disable_webhook(*, webhook: Webhook) -> None:
    """Disable the webhook and give up its pending messages; call it while its row is locked."""
    webhook.disabled_at = timezone.now()
    webhook.save(update_fields=["disabled_at"])
    webhook.deliveries.filter(**PENDING).update(given_up_at=webhook.disabled_at)
    live.publish(topic=f"desk:{webhook.club.desk.code}", kind="webhook")
    if settings.HAS_MAIL:
        outbox.post_message(kind=MAIL_KIND, payload={"webhook": webhook.pk})
    log.warning("Webhook %s was disabled: no message was accepted.", webhook.code)


def mail_disabled_webhook(payload: dict[str, Any]) -> None:
    """E-mail about a disabled webhook, unless it was resumed or removed meanwhile.

    Outbox handler of `MAIL_KIND`, outside of any transaction.
    """
    rows = Webhook.objects.select_related("club", "by").exclude(disabled_at=None)
    webhook = rows.filter(pk=payload["webhook"]).first()
    recipients = _list_recipients(webhook) if webhook is not None else []
    if webhook is None or not recipients:
        return
    subject, text = _compose_mail(webhook)
    EmailMessage(subject, text, settings.DEFAULT_FROM_EMAIL, bcc=recipients).send()


def _list_recipients(webhook: Webhook) -> Sequence[str]:
    """Return the address of the creator, or those of the directors if the creator left them."""
    if webhook.by is not None and webhook.by.email and is_director(webhook.by, webhook.club):
        return [webhook.by.email]
    director_filter = {
        "memberships__club": webhook.club,
        "memberships__role": Role.DIRECTOR,
        "is_active": True,
    }
    directors = User.objects.filter(**director_filter).exclude(email="").order_by("pk")
    return list(dict.fromkeys(directors.values_list("email", flat=True)))


def _compose_mail(webhook: Webhook) -> tuple[str, str]:
    """Return subject and body in every language of the site, as the recipient's preference is unknown."""
    subjects, texts = [], []
    for language, _ in settings.LANGUAGES:
        with override(language):
            page = reverse("webhook", args=[webhook.club.slug, webhook.code])
            data = {
                "club": webhook.club.name,
                # The rest of the URL may contain a secret of the receiver.
                "host": urlsplit(webhook.address).hostname,
                "since": date_format(timezone.localtime(webhook.failing_since), "j M Y H:i"),
                "link": f"{settings.SITE_ADDRESS}{page}",
            }
            subjects.append(gettext("%(club)s: webhook disabled") % data)
            texts.append(
                gettext(
                    "%(host)s has not accepted anything since %(since)s, so no more messages of %(club)s "
                    "are sent there.\n\nFix the receiver, then resume the webhook:\n%(link)s\n"
                )
                % data
            )
    return " / ".join(subjects), "\n---\n\n".join(texts)


def prune_deliveries(*, older_than: timedelta) -> int:
    """Delete deliveries that ended longer ago than `older_than`, and return their number."""
    ended_deliveries = Delivery.objects.filter(created_at__lt=timezone.now() - older_than).exclude(**PENDING)
    deleted_count, _ = ended_deliveries.delete()
    return deleted_count

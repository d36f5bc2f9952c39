"""Publish webhook events: posted to the outbox with the change, then delivered to the subscribers."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.models import Match
from matches.services import background_calls, outbox
from tournaments.models import Club, Event, EventStatus, JournalEntry, Pairing, RatingList
from tournaments.webhooks import webhook_events
from tournaments.webhooks.models import Delivery, Webhook

KIND = "webhook_news"
TASK = "tournaments.webhooks.tasks.send_webhooks"


def publish_journal_line(line: JournalEntry, *, previous_status: str) -> None:
    """Publish a new journal line of an event that had the status `previous_status` before it."""
    event = line.event
    about = {"event": event.pk, "version": event.version, "line": line.seq}
    kind = webhook_events.kind_of(line.kind)
    if kind:
        _publish(kind, event.tournament.club, event, about)
    if event.status == EventStatus.FINISHED and previous_status != EventStatus.FINISHED:
        _publish(webhook_events.FINISHED, event.tournament.club, event, about)


def publish_match(match: Match, *, kind: str) -> None:
    """Publish a result or its withdrawal, of an event or of a casual match."""
    pairing = Pairing.objects.filter(match=match.pk).select_related("event__tournament__club").first()
    about: dict[str, Any] = {"match": match.code, "version": match.version}
    if pairing is not None:
        event = pairing.event
        _publish(kind, event.tournament.club, event, {**about, "event": event.pk, "pairing": pairing.label})
        return
    club = Club.objects.filter(desk=match.desk_id).first()
    if club is not None:
        _publish(kind, club, None, about)


def publish_rating_change(rating_list: RatingList) -> None:
    """Publish a change of a rating list."""
    about = {"list": rating_list.pk, "generation": rating_list.generation}
    _publish(webhook_events.RATINGS, rating_list.club, None, about)


def create_deliveries(payload: dict[str, Any]) -> None:
    """Do the outbox work: one delivery for every webhook that wants this news; twice is once."""
    event, kind = payload["event"], payload["kind"]
    whole_club = Q(event__isnull=True)
    event_filter = whole_club if event is None else whole_club | Q(event=event)
    live = Webhook.objects.filter(event_filter, club=payload["club"], paused_at=None, disabled_at=None)
    # Held until the deliveries stand, so that whoever stops one meanwhile leaves nothing owed there.
    live_webhooks = live.select_for_update().order_by("pk")
    Delivery.objects.bulk_create(
        [
            Delivery(webhook=hook, message=payload["message"], kind=kind, text=payload["text"])
            for hook in live_webhooks
            if kind in hook.kinds
        ],
        ignore_conflicts=True,
    )
    transaction.on_commit(wake_worker, robust=True)


def wake_worker() -> None:
    """Start the sending task now."""
    background_calls.enqueue_task(TASK)


def new_message_id() -> str:
    """Return a new message id."""
    return f"msg_{uuid4().hex}"


def message_text(kind: str, club: Club, about: dict[str, Any], at: datetime) -> str:
    """Return the body of a message."""
    return webhook_events.message_body(kind=kind, at=at, data={"club": club.slug, **about})


def _publish(kind: str, club: Club, event: Event | None, about: dict[str, Any]) -> None:
    if not Webhook.objects.filter(club=club, paused_at=None, disabled_at=None).exists():
        return
    outbox.post_message(
        kind=KIND,
        payload={
            "club": club.pk,
            "event": event.pk if event else None,
            "kind": kind,
            "message": new_message_id(),
            "text": message_text(kind, club, about, timezone.now()),
        },
    )

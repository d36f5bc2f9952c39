"""Publish webhook events: posted to the outbox with the change, then delivered to the subscribers."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.models import Match
from matches.services import nudges, outbox
from tournaments.models import Club, Event, EventStatus, JournalEntry, Pairing, RatingList
from tournaments.webhooks import webhook_events
from tournaments.webhooks.models import Delivery, Webhook

KIND = "webhook_news"
TASK = "tournaments.webhooks.tasks.send_webhooks"


def of_line(line: JournalEntry, *, previous_status: str) -> None:
    """Publish a new journal line of an event that had the status `previous_status` before it."""
    event = line.event
    about = {"event": event.pk, "version": event.version, "line": line.seq}
    kind = webhook_events.kind_of(line.kind)
    if kind:
        _tell(kind, event.tournament.club, event, about)
    if event.status == EventStatus.FINISHED and previous_status != EventStatus.FINISHED:
        _tell(webhook_events.FINISHED, event.tournament.club, event, about)


def of_match(match: Match, *, kind: str) -> None:
    """Publish a result or its withdrawal, of an event or of a casual match."""
    pairing = Pairing.objects.filter(match=match.pk).select_related("event__tournament__club").first()
    about: dict[str, Any] = {"match": match.code, "version": match.version}
    if pairing is not None:
        event = pairing.event
        _tell(kind, event.tournament.club, event, {**about, "event": event.pk, "pairing": pairing.label})
        return
    club = Club.objects.filter(desk=match.desk_id).first()
    if club is not None:
        _tell(kind, club, None, about)


def of_ratings(rating_list: RatingList) -> None:
    """Publish a change of a rating list."""
    about = {"list": rating_list.pk, "generation": rating_list.generation}
    _tell(webhook_events.RATINGS, rating_list.club, None, about)


def spread(payload: dict[str, Any]) -> None:
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
    transaction.on_commit(nudge, robust=True)


def nudge() -> None:
    """Start the sending task now."""
    nudges.task(TASK)


def new_message() -> str:
    """Return a new message id."""
    return f"msg_{uuid4().hex}"


def written(kind: str, club: Club, about: dict[str, Any], at: datetime) -> str:
    """Return the body of a message."""
    return webhook_events.body(kind=kind, at=at, data={"club": club.slug, **about})


def _tell(kind: str, club: Club, event: Event | None, about: dict[str, Any]) -> None:
    if not Webhook.objects.filter(club=club, paused_at=None, disabled_at=None).exists():
        return
    outbox.post(
        kind=KIND,
        payload={
            "club": club.pk,
            "event": event.pk if event else None,
            "kind": kind,
            "message": new_message(),
            "text": written(kind, club, about, timezone.now()),
        },
    )

"""Queries of webhooks and their delivery logs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils.functional import Promise

from tournaments.models import Club, Event, EventStatus
from tournaments.webhooks.messages import KIND_NAMES, PROBLEM_TEXTS, STATE_NAMES
from tournaments.webhooks.models import PENDING, Delivery, Webhook


@dataclass(frozen=True, slots=True)
class DeliveryLine:
    """A row of the log: the delivery with its kind, state and problem as texts."""

    row: Delivery
    kind: str | Promise
    state: str | Promise
    problem: str | Promise


def list_webhooks(club: Club) -> QuerySet[Webhook]:
    """Return the webhooks of a club with their pending and delivered counts and last delivery."""
    is_pending = Q(deliveries__delivered_at=None, deliveries__given_up_at=None, deliveries__id__isnull=False)
    return (
        club.webhooks.select_related("event")
        .annotate(
            owed=Count("deliveries", filter=is_pending),
            delivered=Count("deliveries", filter=Q(deliveries__delivered_at__isnull=False)),
            last_at=Max("deliveries__delivered_at"),
        )
        .order_by("id")
    )


def count_disabled(club: Club) -> int:
    """Return the number of webhooks the site has disabled for failing."""
    return club.webhooks.exclude(disabled_at=None).count()


def list_deliveries(webhook: Webhook) -> QuerySet[Delivery]:
    """Return the deliveries of a webhook, newest first; they are stored for a month."""
    return webhook.deliveries.order_by("-id")


def describe_deliveries(deliveries: Sequence[Delivery]) -> list[DeliveryLine]:
    """Return the lines of a log with their texts."""
    return [
        DeliveryLine(
            row,
            KIND_NAMES.get(row.kind, row.kind),
            STATE_NAMES[row.state],
            PROBLEM_TEXTS.get(row.problem, row.problem),
        )
        for row in deliveries
    ]


def list_selectable_events(club: Club) -> QuerySet[Event]:
    """Return the events a new webhook may be limited to: unfinished ones, the newest first."""
    open_events = Event.objects.filter(tournament__club=club).exclude(status=EventStatus.FINISHED)
    return open_events.select_related("tournament").order_by("-tournament__starts_at", "-id")[:50]


@dataclass(frozen=True, slots=True)
class PendingDeliveries:
    """Pending messages of all webhooks: count, oldest time, and the number of disabled webhooks."""

    count: int
    since: datetime | None
    disabled: int


def count_pending_deliveries() -> PendingDeliveries:
    """Return the pending messages of the site. Two queries."""
    pending = Delivery.objects.filter(**PENDING).aggregate(count=Count("id"), since=Min("created_at"))
    return PendingDeliveries(disabled=Webhook.objects.exclude(disabled_at=None).count(), **pending)

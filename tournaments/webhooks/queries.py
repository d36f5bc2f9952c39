"""Webhooks of a club as their page needs them, with the log of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils.functional import Promise

from tournaments.models import Club, Event, EventStatus
from tournaments.webhooks.messages import KIND_NAMES, PROBLEMS, STATES
from tournaments.webhooks.models import OWED, Delivery, Webhook


@dataclass(frozen=True, slots=True)
class Told:
    """One line of a log: the delivery, and in words what it was about and how it went."""

    row: Delivery
    kind: str | Promise
    state: str | Promise
    problem: str | Promise


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """All webhooks of a club, each with `owed`, `delivered` and `last_at`, when something was last taken."""
    owed = Q(deliveries__delivered_at=None, deliveries__given_up_at=None, deliveries__id__isnull=False)
    return (
        club.webhooks.select_related("event")
        .annotate(
            owed=Count("deliveries", filter=owed),
            delivered=Count("deliveries", filter=Q(deliveries__delivered_at__isnull=False)),
            last_at=Max("deliveries__delivered_at"),
        )
        .order_by("id")
    )


def stopped_of(club: Club) -> int:
    """How many webhooks the house has stopped because nothing was taken there."""
    return club.webhooks.exclude(disabled_at=None).count()


def log_of(webhook: Webhook) -> QuerySet[Delivery]:
    """All that was ever sent there, the newest first; a month of it is kept."""
    return webhook.deliveries.order_by("-id")


def told(rows: Sequence[Delivery]) -> list[Told]:
    """The lines of a log in words."""
    return [
        Told(
            row, KIND_NAMES.get(row.kind, row.kind), STATES[row.state], PROBLEMS.get(row.problem, row.problem)
        )
        for row in rows
    ]


def events_of(club: Club) -> QuerySet[Event]:
    """The events a new webhook may be narrowed to: those not yet finished, the newest first."""
    found = Event.objects.filter(tournament__club=club).exclude(status=EventStatus.FINISHED)
    return found.select_related("tournament").order_by("-tournament__starts_at", "-id")[:50]


@dataclass(frozen=True, slots=True)
class OwedOutside:
    """What all webhooks of the house are owed: how much, since when, and how many are stopped."""

    count: int
    since: datetime | None
    stopped: int


def owed_in_house() -> OwedOutside:
    """Two queries."""
    owed = Delivery.objects.filter(**OWED).aggregate(count=Count("id"), since=Min("created_at"))
    return OwedOutside(stopped=Webhook.objects.exclude(disabled_at=None).count(), **owed)

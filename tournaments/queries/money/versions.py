"""What the pages about money are made of, told by a few numbers and names: equal versions mean equal pages.

Rows of money are added and never changed, so that the last of each kind tells of all before it.
"""

from typing import Any, NamedTuple

from django.db.models import Count as Counted
from django.db.models import Model, OuterRef, QuerySet, Subquery

from matches.models import User
from matches.queries.written import Written
from tournaments.models import Cashier, Charge, Entry, Event, Lot, LotPlayer, Move, Sale, Terms, Till
from tournaments.models.money import Count, Receipt
from tournaments.queries.versions import DESK_NAMES, Version, heads


class Moved(NamedTuple):
    """The till of an evening, and the last row of everything that is written down at it and for an event."""

    till: int
    currency: str
    terms: int | None
    charge: int | None
    lot: int | None
    sale: int | None
    receipt: int | None
    counted: int | None
    right: int | None
    rights_ended: int | None


def _last(rows: QuerySet[Any]) -> Subquery:
    return Subquery(rows.order_by("-pk").values("pk")[:1])


def _of_till(model: type[Model]) -> QuerySet[Any]:
    return model._default_manager.filter(till=OuterRef("pk"))


MOVED = Written(
    lambda night, event: (
        Till.objects.filter(tournament=night)
        .order_by()
        .values_list(
            "pk",
            "currency",
            _last(Terms.objects.filter(event=event)),
            _last(Charge.objects.filter(event=event)),
            _last(LotPlayer.objects.filter(event=event)),
            _last(Sale.objects.filter(lot__in=Lot.objects.filter(event=event))),
            _last(_of_till(Receipt)),
            _last(_of_till(Count)),
            _last(_of_till(Cashier)),
            Subquery(
                _of_till(Cashier)
                .filter(ended_at__isnull=False)
                .order_by()
                .values("till")
                .annotate(ended=Counted("pk"))
                .values("ended")
            ),
        )
    ),
    int,
    int,
)


def _gone(rows: QuerySet[Any], event: int) -> QuerySet[Any, Any]:
    """The names of players in these rows who are entered no more."""
    playing = Entry.objects.filter(event=event).values("player")
    told = rows.filter(event=event, player__isnull=False).exclude(player__in=playing).order_by()
    return told.values_list("player", "player__full_name", "player__name")


GONE = Written(
    lambda event: _gone(Move.objects.all(), event).union(
        _gone(Charge.objects.all(), event), _gone(LotPlayer.objects.all(), event)
    ),
    int,
)


def _signed(night: int, event: int) -> QuerySet[Any, Any]:
    """Who signed anything about money."""
    rights = Cashier.objects.filter(till__tournament=night).order_by()
    counts = Count.objects.filter(till__tournament=night).order_by()
    return (
        Receipt.objects.filter(till__tournament=night)
        .order_by()
        .values_list("by")
        .union(
            Terms.objects.filter(event=event).order_by().values_list("by"),
            Charge.objects.filter(event=event).order_by().values_list("by"),
            Sale.objects.filter(lot__event=event).order_by().values_list("by"),
            Till.objects.filter(tournament=night).order_by().values_list("opened_by"),
            *(counts.values_list(name) for name in ("by", "operator")),
            *(rights.values_list(name) for name in ("user", "given_by", "ended_by")),
        )
    )


SIGNERS = Written(
    lambda night, event: (
        User.objects.filter(pk__in=_signed(night, event)).order_by("pk").values_list("pk", "username")
    ),
    int,
    int,
)


def moved(event: Event) -> Moved | None:
    """The till and the last rows; None where nobody has opened a till. One query."""
    return next(map(Moved._make, MOVED.rows(event.tournament_id, event.pk)), None)


def of_prizes(event: Event) -> Version:
    """Of the prizes everybody may see, beside what the other pages of the event are made of. Two queries."""
    return (*MOVED.rows(event.tournament_id, event.pk), *GONE.rows(event.pk))


def of_money(event: Event) -> Version:
    """Of the pages of the money desk beside what `moved` tells: the journal, and the names of players and of
    who signs. Three queries."""
    night = event.tournament_id
    named = (DESK_NAMES.rows(night), GONE.rows(event.pk), SIGNERS.rows(night, event.pk))
    return (event.pk, event.version, *heads(event), *named)

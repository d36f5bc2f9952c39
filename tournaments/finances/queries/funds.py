"""The cash desk of a tournament and the terms in force of every fund of an event."""

from collections.abc import Collection, Mapping
from decimal import Decimal

from django.db.models import Max

from tournaments.currencies import get_amount
from tournaments.finances.models import (
    CashDesk,
    Charge,
    FundKind,
    FundTerms,
    LotPlayer,
    ReceiptLine,
    Sale,
)
from tournaments.models import Event, Tournament
from tournaments.web.etags import Version

FEES = 0


def get_cash_desk(tournament: Tournament) -> CashDesk | None:
    """Return the cash desk of a tournament, None before it is opened."""
    return CashDesk.objects.select_related("tournament").filter(tournament=tournament.pk).first()


def get_terms(event: Event) -> dict[int, FundTerms]:
    """Return the terms in force by fund, the fees first; empty for an event without fees. One query."""
    rows = FundTerms.objects.filter(event=event.pk).order_by("fund", "seq")
    return {terms.fund: terms for terms in rows}


def get_charged_fees(events: Collection[int]) -> Mapping[int, Decimal]:
    """Return the entry fees in force of those of these events that have fees, by key. One query.

    A fee includes the part that is retained.
    """
    rows = FundTerms.objects.filter(event__in=events, fund=FEES).order_by("event", "seq")
    return {
        event: get_amount(fee + retained, currency)
        for event, fee, retained, currency in rows.values_list(
            "event", "fee", "registration", "event__tournament__currency"
        )
    }


def get_visibility(event: Event) -> dict[int, bool]:
    """Return by fund whether its prizes are public by the terms in force. One query."""
    return dict(FundTerms.objects.filter(event=event).order_by("fund", "seq").values_list("fund", "is_shown"))


def get_public_funds(event: Event) -> set[int]:
    """Return the numbers of the funds whose prizes are public by the terms in force. One query."""
    return {fund for fund, is_shown in get_visibility(event).items() if is_shown}


def filter_by_kind(terms: Mapping[int, FundTerms], kind: FundKind) -> list[FundTerms]:
    """Return the funds of one kind, in order."""
    return [one for one in terms.values() if one.kind == kind.value]


def get_terms_version(event: Event) -> int | None:
    """Return the key of the latest row of terms, for ETags. One query."""
    return FundTerms.objects.filter(event=event).order_by("-pk").values_list("pk", flat=True).first()


def get_prizes_version(event: Event) -> Version:
    """Return the key of the last row of each kind, for ETags: rows are only added, never changed."""
    return (
        *CashDesk.objects.filter(tournament=event.tournament_id).values_list("pk", "tournament__currency"),
        *ReceiptLine.objects.filter(event=event).aggregate(Max("pk")).values(),
        *Charge.objects.filter(event=event).aggregate(Max("pk")).values(),
        *LotPlayer.objects.filter(event=event).aggregate(Max("pk")).values(),
        *Sale.objects.filter(lot__event=event).aggregate(Max("pk")).values(),
    )

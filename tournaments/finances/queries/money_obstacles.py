"""What money prevents: changing the currency, turning fees off, deleting an event."""

from django.db.models import OuterRef, QuerySet, Subquery, Sum

from rules.errors import Refusal
from tournaments.finances.models import Charge, FundTerms, Lot, ReceiptLine, ReceiptLineKind, Sale
from tournaments.finances.queries.funds import get_cash_desk
from tournaments.models import Event, Tournament
from tournaments.play.tournaments.queries.currency_obstacles import find_currency_obstacle


def get_currency_obstacle(tournament: Tournament, currency: str) -> Refusal | None:
    """Return why amounts of a tournament have to stay in this currency; None while only terms are in it."""
    if has_cash(tournament):
        return Refusal("currency_moved", currency=currency)
    own_fees = Charge.objects.filter(event__tournament=tournament).exclude(amount=0)
    if own_fees.exists() or _has_sold_lot(event__tournament=tournament):
        return Refusal("currency_written", currency=currency)
    return None


def get_turn_on_obstacle(tournament: Tournament) -> Refusal | None:
    """Return why fees cannot be turned on in another currency; None if the tournament can change to one."""
    if has_terms(tournament):
        return Refusal("currency_stays", currency=tournament.currency)
    return find_currency_obstacle(tournament)


def has_terms(tournament: Tournament) -> bool:
    """Return whether fees are turned on for an event of a tournament."""
    return FundTerms.objects.filter(event__tournament=tournament).exists()


def get_fees_obstacle(event: Event) -> Refusal | None:
    """Return why fees cannot be turned off any more; None as long as no money of the event has moved."""
    if ReceiptLine.objects.filter(event=event.pk).exists():
        return Refusal("fees_moved", event=event.name)
    return Refusal("fees_sold", event=event.name) if _has_sold_lot(event=event.pk) else None


def has_money(event: Event) -> bool:
    """Return whether an event has charges, receipts or lots, besides its terms."""
    return any(rows.objects.filter(event=event.pk).exists() for rows in (ReceiptLine, Charge, Lot))


def get_payments(event: Event) -> QuerySet[ReceiptLine]:
    """Return what players have paid to an event, and what was refunded to them."""
    kinds = (ReceiptLineKind.PAYMENT, ReceiptLineKind.REFUND)
    return ReceiptLine.objects.filter(event=event, kind__in=kinds)


def get_paid_players(event: Event) -> set[int]:
    """Return the players (by key) who have paid more to an event than was refunded."""
    payers = get_payments(event).order_by().values("player").annotate(held=Sum("amount")).exclude(held=0)
    return {player for player in payers.values_list("player", flat=True) if player is not None}


def has_cash(tournament: Tournament) -> bool:
    """Return whether the cash desk of a tournament has receipts or cash counts."""
    cash_desk = get_cash_desk(tournament)
    return cash_desk is not None and (cash_desk.receipts.exists() or cash_desk.counts.exists())


def _has_sold_lot(**lots: object) -> bool:
    """Whether any lot that matches these filters has a buyer by its last sale."""
    last = Sale.objects.filter(lot=OuterRef("pk")).order_by("-seq").values("buyer")[:1]
    lots_with_buyer = Lot.objects.filter(**lots).annotate(last_buyer=Subquery(last))
    return lots_with_buyer.filter(last_buyer__gt="").exists()

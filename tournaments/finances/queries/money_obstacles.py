"""What money prevents: changing the currency, turning fees off, deleting an event."""

from django.db.models import OuterRef, Subquery

from rules.errors import Refusal
from tournaments.finances.models import CashDesk, Charge, Lot, ReceiptLine, Sale
from tournaments.finances.queries.funds import get_cash_desk
from tournaments.models import Event, Tournament


def get_currency_obstacle(cash_desk: CashDesk) -> Refusal | None:
    """Return why the currency cannot be changed any more; None while only terms use it."""
    if cash_desk.receipts.exists() or cash_desk.counts.exists():
        return Refusal("currency_moved", currency=cash_desk.currency)
    own_fees = Charge.objects.filter(event__tournament=cash_desk.tournament_id).exclude(amount=0)
    if own_fees.exists() or _has_sold_lot(event__tournament=cash_desk.tournament_id):
        return Refusal("currency_written", currency=cash_desk.currency)
    return None


def get_fees_obstacle(event: Event) -> Refusal | None:
    """Return why fees cannot be turned off any more; None as long as no money of the event has moved."""
    if ReceiptLine.objects.filter(event=event.pk).exists():
        return Refusal("fees_moved", event=event.name)
    return Refusal("fees_sold", event=event.name) if _has_sold_lot(event=event.pk) else None


def has_money(event: Event) -> bool:
    """Return whether an event has charges, receipts or lots, besides its terms."""
    return any(rows.objects.filter(event=event.pk).exists() for rows in (ReceiptLine, Charge, Lot))


def has_cash(tournament: Tournament) -> bool:
    """Return whether the cash desk of a tournament has receipts or cash counts."""
    cash_desk = get_cash_desk(tournament)
    return cash_desk is not None and (cash_desk.receipts.exists() or cash_desk.counts.exists())


def _has_sold_lot(**lots: object) -> bool:
    """Whether any lot that matches these filters has a buyer by its last sale."""
    last = Sale.objects.filter(lot=OuterRef("pk")).order_by("-seq").values("buyer")[:1]
    lots_with_buyer = Lot.objects.filter(**lots).annotate(last_buyer=Subquery(last))
    return lots_with_buyer.filter(last_buyer__gt="").exists()

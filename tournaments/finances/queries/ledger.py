"""Receipts, the ledger of an event's finances, and the cash accounts of every cashier."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Sum
from django.utils import timezone

from matches.models import User
from tournaments.finances.models import (
    CashCount,
    CashCountKind,
    CashDesk,
    Cashier,
    Charge,
    FundTerms,
    LotPlayer,
    Receipt,
    ReceiptLine,
    Sale,
)
from tournaments.finances.queries.funds import get_cash_desk, get_terms
from tournaments.models import Event, OfficeKind, PaymentMethod, Tournament
from tournaments.people.queries.office_offers import offers_of_tournament

LINES = Prefetch(
    "lines", queryset=ReceiptLine.objects.select_related("player", "lot", "sale", "event").order_by("id")
)

# The maximum of an integer column; a larger number in a query is a database error.
MAX_RECEIPT_NUMBER = 2**31 - 1


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One entry of the ledger: time, author, kind (a key of `messages.ENTRY_FORMATTERS`), and its values."""

    at: datetime
    by: str
    what: str
    facts: dict[str, Any] = field(default_factory=dict)


def list_receipts(cash_desk: CashDesk, event: Event | None = None, last: int | None = None) -> list[Receipt]:
    """Return receipts of a cash desk with their lines, latest first, at most `last`. Two queries."""
    rows = Receipt.objects.filter(cash_desk=cash_desk.pk).select_related("by", "reverses", "reversed_by")
    if event is not None:
        rows = rows.filter(Exists(ReceiptLine.objects.filter(receipt=OuterRef("pk"), event=event.pk)))
    return list(rows.prefetch_related(LINES).order_by("-number")[:last])


def has_receipt(event: Event, number: int) -> bool:
    """Whether an event has a receipt of that number. One query."""
    return (
        number <= MAX_RECEIPT_NUMBER
        and ReceiptLine.objects.filter(event=event, receipt__number=number).exists()
    )


def get_receipt(event: Event, number: int) -> Receipt | None:
    """Return a receipt of an event by its number."""
    receipts = Receipt.objects.filter(
        cash_desk__tournament=event.tournament_id, lines__event=event.pk, number=number
    )
    rows = receipts.select_related("by", "cash_desk", "reverses", "reversed_by").prefetch_related(LINES)
    return rows.first()


def list_receipts_by_key(keys: Collection[int]) -> list[Receipt]:
    """Return receipts of any cash desk by primary key with their lines, oldest first. Two queries."""
    rows = Receipt.objects.filter(pk__in=keys).select_related("cash_desk__tournament", "reverses")
    return list(rows.prefetch_related(LINES).order_by("at", "pk"))


def sum_receipt(receipt: Receipt) -> int:
    """Return the total of a receipt: positive for money received, negative for money paid out."""
    return sum(line.amount for line in receipt.lines.all())


def get_name_on_receipt(receipt: Receipt) -> str:
    """Return the name of the payer or payee."""
    player = next((line.player for line in receipt.lines.all() if line.player is not None), None)
    return player.name if player is not None else receipt.person


def list_entries(event: Event, cash_desk: CashDesk) -> list[LedgerEntry]:
    """Return the ledger of an event, the latest first. Nine queries, ten with sales at auctions."""
    entries = [
        *_list_receipt_entries(cash_desk, event),
        *_list_terms_entries(event),
        *_list_charge_entries(event),
        *_list_sale_entries(event),
        *_list_cash_desk_entries(cash_desk),
    ]
    return sorted(entries, key=lambda entry: entry.at, reverse=True)


def _list_receipt_entries(cash_desk: CashDesk, event: Event) -> Iterator[LedgerEntry]:
    for receipt in list_receipts(cash_desk, event):
        yield LedgerEntry(
            receipt.at,
            receipt.by.get_username(),
            "receipt",
            {"receipt": receipt, "total": sum_receipt(receipt), "name": get_name_on_receipt(receipt)},
        )


def _list_terms_entries(event: Event) -> Iterator[LedgerEntry]:
    for terms in FundTerms.objects.filter(event=event.pk).select_related("by"):
        yield LedgerEntry(terms.at, terms.by.get_username(), "terms", {"terms": terms})


def _list_charge_entries(event: Event) -> Iterator[LedgerEntry]:
    names = {fund: terms.name for fund, terms in get_terms(event).items()}
    for charge in Charge.objects.filter(event=event.pk).select_related("by", "player"):
        facts = {"charge": charge, "fund": names.get(charge.fund, "")}
        yield LedgerEntry(charge.at, charge.by.get_username(), charge.kind, facts)


def _list_sale_entries(event: Event) -> Iterator[LedgerEntry]:
    sales = list(Sale.objects.filter(lot__event=event.pk).select_related("by", "lot"))
    if not sales:
        return
    # Only a lot of one player can be bought back. A dictionary is faster than a prefetch for each sale.
    lot_players = LotPlayer.objects.filter(event=event.pk).select_related("player").order_by("-pk")
    players = {lot_player.lot_id: lot_player.player for lot_player in lot_players}
    for sale in sales:
        what = "put_up" if not sale.buyer else "bought_back" if sale.bought_back else "sold"
        facts = {"sale": sale, "player": players[sale.lot_id].desk_name}
        yield LedgerEntry(sale.at, sale.by.get_username(), what, facts)


def _list_cash_desk_entries(cash_desk: CashDesk) -> Iterator[LedgerEntry]:
    yield LedgerEntry(
        cash_desk.opened_at, cash_desk.opened_by.get_username(), "opened", {"cash_desk": cash_desk}
    )
    for count in CashCount.objects.filter(cash_desk=cash_desk.pk).select_related("by", "operator"):
        yield LedgerEntry(count.at, count.by.get_username(), count.kind, {"count": count})
    for appointment in Cashier.objects.filter(cash_desk=cash_desk.pk).select_related(
        "user", "given_by", "ended_by"
    ):
        yield LedgerEntry(
            appointment.given_at, appointment.given_by.get_username(), "given", {"user": appointment.user}
        )
        if appointment.ended_at is not None and appointment.ended_by is not None:
            yield LedgerEntry(
                appointment.ended_at, appointment.ended_by.get_username(), "ended", {"user": appointment.user}
            )


@dataclass(slots=True)
class CashAccount:
    """The cash of one operator on one day (in the time zone of the site).

    `began` is the sum of opening floats, `counted` the last count, None before it. `receipts` is their
    number, `otherwise` the totals of other payment methods than cash.
    """

    day: date
    operator: User
    began: int = 0
    came_in: int = 0
    went_out: int = 0
    receipts: int = 0
    counted: int | None = None
    otherwise: dict[str, int] = field(default_factory=dict)

    @property
    def expected(self) -> int:
        """The cash that should be in the account."""
        return self.began + self.came_in - self.went_out

    @property
    def difference(self) -> int | None:
        """The surplus counted, negative for a deficit, or None."""
        return None if self.counted is None else self.counted - self.expected


def list_cash_accounts(cash_desk: CashDesk) -> list[CashAccount]:
    """Return every cash account, the latest day first. Two queries."""
    accounts: dict[tuple[date, int], CashAccount] = {}
    totals = (
        Receipt.objects.filter(cash_desk=cash_desk.pk)
        .annotate(total=Sum("lines__amount"))
        .select_related("by")
    )
    for receipt in totals.order_by("number"):
        account = _get_or_add(accounts, timezone.localtime(receipt.at).date(), receipt.by)
        account.receipts += 1
        _add_total(account, receipt.method, receipt.total)
    for count in CashCount.objects.filter(cash_desk=cash_desk.pk).select_related("operator").order_by("id"):
        account = _get_or_add(accounts, timezone.localtime(count.at).date(), count.operator)
        if count.kind == CashCountKind.FLOAT.value:
            account.began += count.amount
        else:
            account.counted = count.amount
    return sorted(accounts.values(), key=lambda one: (-one.day.toordinal(), one.operator.get_username()))


@dataclass(frozen=True, slots=True)
class CashDeskOverview:
    """The cash accounts of a tournament, its cashiers, and the users to whom the right is offered."""

    currency: str
    accounts: list[CashAccount]
    cashiers: list[str]
    offered: list[str]


def get_cash_desk_overview(tournament: Tournament) -> CashDeskOverview | None:
    """Return the overview of the cash desk of a tournament, None before it is opened."""
    cash_desk = get_cash_desk(tournament)
    if cash_desk is None:
        return None
    cashiers = cash_desk.cashiers.filter(ended_at=None).order_by("user__username")
    offers = offers_of_tournament(tournament).filter(kind=OfficeKind.CASHIER)
    return CashDeskOverview(
        currency=tournament.currency,
        accounts=list_cash_accounts(cash_desk),
        cashiers=list(cashiers.values_list("user__username", flat=True)),
        offered=[offer.username for offer in offers],
    )


def sum_by_method(cash_desk: CashDesk) -> Mapping[str, int]:
    """Return the balance of a cash desk by payment method."""
    rows = Receipt.objects.filter(cash_desk=cash_desk.pk).order_by().values_list("method")
    return dict(rows.annotate(moved=Sum("lines__amount")))


def _add_total(account: CashAccount, method: str, total: int) -> None:
    if method != PaymentMethod.CASH.value:
        account.otherwise[method] = account.otherwise.get(method, 0) + total
    elif total > 0:
        account.came_in += total
    else:
        account.went_out -= total


def _get_or_add(accounts: dict[tuple[date, int], CashAccount], day: date, operator: User) -> CashAccount:
    return accounts.setdefault((day, operator.pk), CashAccount(day, operator))

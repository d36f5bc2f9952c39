"""Who has something to pay: entry fees, pools and auctions of events, fees of members for a year."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from django.db.models import QuerySet
from django.utils.translation import gettext

from matches.names import get_sort_key
from tournaments.currencies import count_coins, format_digits
from tournaments.exchange.spreadsheets import Cell, Sheet
from tournaments.finances.messages import get_fund_name
from tournaments.finances.models import FundKind, FundTerms
from tournaments.finances.prizes.pot import Payer
from tournaments.finances.queries import accounts, auctions
from tournaments.finances.queries.funds import FEES, filter_by_kind, get_terms
from tournaments.models import Club, Event, Tournament
from tournaments.people.queries.member_records import MemberRow, get_member_rows
from tournaments.people.queries.year_fees import YearFeeBalance
from tournaments.play.entries.queries import fee_debts

TermsByFund = dict[int, FundTerms]


@dataclass(frozen=True, slots=True)
class OpenFee:
    """What somebody has to pay for an event, or as a member of the club for a year (`event` is None then).

    `key` is its own in a list. Amounts are in the smallest coins of the currency. Where a
    club has set no amount for the year, `amount` and `to_pay` of a member's fee are None. `is_at_cash_desk`
    says whether the event takes fees there, `membership` is the key of the member.
    """

    key: str
    name: str
    purpose: str
    amount: int | None = None
    paid: int = 0
    currency: str = ""
    event: Event | None = None
    is_at_cash_desk: bool = False
    membership: int | None = None

    @property
    def to_pay(self) -> int | None:
        """What is still to be paid."""
        return None if self.amount is None else self.amount - self.paid


def list_open_fees_of_club(club: Club, year: int) -> list[OpenFee]:
    """Return what is to be paid for the events of a year and as a member for it, by name.

    Members who are exempt, or have paid, are left out; where nothing is set for the year, those are in it who
    have paid less than most (`_find_usual_payment`). Seven queries for the members, and those of
    `list_open_fees_of_tournament` for each event of the year.
    """
    purpose = gettext("Fee of a member for %(year)s") % {"year": year}
    balances = [(row, row.get_balance(year)) for row in get_member_rows(club)]
    usual = _find_usual_payment([balance for _row, balance in balances])
    member_fees = [
        _make_member_fee(row, purpose, balance)
        for row, balance in balances
        if not balance.is_paid or _has_paid_less(balance, usual)
    ]
    events = Event.objects.filter(tournament__club=club, tournament__starts_at__year=year)
    return _sort_fees([*member_fees, *_list_fees(events)])


def list_open_fees_of_tournament(tournament: Tournament) -> list[OpenFee]:
    """Return what is to be paid for the events of a tournament, by name.

    For each event those of its fee debts, with pools or auctions those of its accounts and of each auction.
    """
    return _sort_fees(_list_fees(tournament.events.all()))


def sum_open_fees(open_fees: Iterable[OpenFee]) -> list[tuple[int, str]]:
    """Return what is to be paid in all, in each currency; fees without an amount are left out."""
    sums: dict[str, int] = {}
    for fee in open_fees:
        if fee.to_pay is not None:
            sums[fee.currency] = sums.get(fee.currency, 0) + fee.to_pay
    return [(amount, currency) for currency, amount in sorted(sums.items())]


def tabulate_open_fees(open_fees: Iterable[OpenFee]) -> Sheet:
    """Return the list as a table to download."""
    headings = [gettext("Name"), gettext("Tournament"), gettext("Event"), gettext("For"), gettext("Due")]
    headings += [gettext("Paid"), gettext("Owes"), gettext("Currency")]
    return Sheet(gettext("Open fees"), headings, [_make_cells(fee) for fee in open_fees])


def _make_member_fee(row: MemberRow, purpose: str, balance: YearFeeBalance) -> OpenFee:
    """Return the open fee of a member, with its amounts if the club has set what is due."""
    fee = OpenFee(f"member-{row.membership.pk}", row.name, purpose, membership=row.membership.pk)
    if balance.amount is None:
        paid = count_coins(balance.paid, balance.currency) if balance.currency else 0
        return replace(fee, paid=paid, currency=balance.currency)
    amount, paid = (count_coins(value, balance.currency) for value in (balance.amount, balance.paid))
    return replace(fee, amount=amount, paid=paid, currency=balance.currency)


def _find_usual_payment(balances: Sequence[YearFeeBalance]) -> tuple[Decimal, str] | None:
    """Return what most members have paid of a year for which nothing is set; of several the greatest."""
    payments = Counter((one.paid, one.currency) for one in balances if one.amount is None and one.has_payment)
    return max(payments, key=lambda payment: (payments[payment], payment)) if payments else None


def _has_paid_less(balance: YearFeeBalance, usual: tuple[Decimal, str] | None) -> bool:
    """Whether a member has paid less than most, for a year for which nothing is set."""
    if usual is None or balance.amount is not None:
        return False
    return balance.has_payment and balance.currency == usual[1] and balance.paid < usual[0]


def _make_cells(fee: OpenFee) -> list[Cell]:
    amounts = (fee.amount, None if fee.amount is None and not fee.paid else fee.paid, fee.to_pay)
    return [
        fee.name,
        fee.event.tournament.name if fee.event else "",
        fee.event.name if fee.event else "",
        fee.purpose,
        *("" if amount is None else format_digits(amount, fee.currency) for amount in amounts),
        fee.currency,
    ]


def _sort_fees(open_fees: Iterable[OpenFee]) -> list[OpenFee]:
    return sorted(open_fees, key=lambda fee: get_sort_key(fee.name))


def _list_fees(events: QuerySet[Event]) -> Iterator[OpenFee]:
    """Yield what is to be paid for these events, without those that are cancelled."""
    rows = events.filter(cancelled_at=None, tournament__cancelled_at=None)
    for event in rows.select_related("tournament__club").order_by("tournament__starts_at", "pk"):
        terms = get_terms(event)
        yield from _list_entry_fees(event, terms)
        if len(terms) > 1:
            yield from _list_pool_fees(event, terms)
            yield from _list_auction_prices(event, terms)


def _list_entry_fees(event: Event, terms: TermsByFund) -> Iterator[OpenFee]:
    """Yield the entry fees that are open, of sign-ups that are not entered too."""
    currency = event.tournament.currency
    for debts in fee_debts.list_fee_debts([event]).values():
        for person, debt in debts.items():
            balance, key = debt.balance, f"{event.pk}-{person}"
            if balance.due:
                fee, paid = (count_coins(amount, currency) for amount in (balance.fee, balance.paid))
                yield OpenFee(key, debt.name, gettext("Entry fee"), fee, paid, currency, event, bool(terms))


def _list_pool_fees(event: Event, terms: TermsByFund) -> Iterator[OpenFee]:
    """Yield the fees of pools, and of halves that players have bought back at auctions."""
    for account in accounts.list_accounts(event, terms):
        for one in account.dues:
            if one.owes and one.terms.fund != FEES:
                key = f"{event.pk}-{one.terms.fund}-player-{account.player.pk}"
                yield _make_fund_fee(key, account.player.desk_name, one.payer, event, one.terms)


def _list_auction_prices(event: Event, terms: TermsByFund) -> Iterator[OpenFee]:
    """Yield what buyers at auctions have to pay."""
    for fund in filter_by_kind(terms, FundKind.AUCTION):
        for number, (name, payer) in enumerate(auctions.list_buyers(event, fund)):
            if payer.owes:
                yield _make_fund_fee(f"{event.pk}-{fund.fund}-buyer-{number}", name, payer, event, fund)


def _make_fund_fee(key: str, name: str, payer: Payer, event: Event, fund: FundTerms) -> OpenFee:
    currency, purpose = event.tournament.currency, get_fund_name(fund)
    return OpenFee(key, name, purpose, payer.due, payer.paid, currency, event, is_at_cash_desk=True)

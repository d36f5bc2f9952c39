"""What a player has to pay to each fund of an event, computed from terms, charges and payments."""

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import Enum, auto
from itertools import chain
from typing import NamedTuple, TypeVar

from django.db.models import Q
from django.utils.timezone import localtime

from matches.messages.stored_reasons import describe_stored_reason
from tournaments.finances.messages import WAIVED
from tournaments.finances.models import ChargeKind, FundTerms
from tournaments.finances.prizes.pot import Payer
from tournaments.finances.prizes.stakes import Stake, fill_stakes
from tournaments.finances.queries.entered_brackets import EnteredBrackets
from tournaments.finances.queries.funds import FEES
from tournaments.finances.queries.player_prices import NamedPrice
from tournaments.models import Entry, EntryStatus, Event, Presence
from tournaments.play.events.events import get_overview, published_pairings

Key = TypeVar("Key")
SEATS = ("white_entry", "black_entry")


@dataclass(frozen=True, slots=True)
class Due:
    """What a player has to pay and has paid to one fund.

    `is_in`: entered in the fund; `own_fee`: the player has an individual fee. `fee` is the one that applies
    to the player, without a late fee; `received` is all that was received for it, refunds not deducted. The
    late fee comes on top, if `adds_late_fee`, and is paid last: `paid_late_fee` is what was paid of it and
    stays, `late_fee` what is still to pay of that of now. `charged_late_fee` is the one that the last payment
    has recorded.
    `price` is the code of the price that was announced instead of the usual fee, or to which the records of
    the club entitle (`is_by_records`); of an individual fee it is the stored reason. `retained` is what the
    desk has decided to keep after a withdrawal, and `has_left` whether that was after a published draw: then
    the fee is still to pay. In an event of mini brackets `stakes` are what was paid for each of them, and
    `stake` what each costs the player; None in another event.
    """

    terms: FundTerms
    payer: Payer
    is_in: bool
    own_fee: bool = False
    fee: int = 0
    received: int = 0
    adds_late_fee: bool = True
    late_fee: int = 0
    paid_late_fee: int = 0
    charged_late_fee: int = 0
    price: str = ""
    is_by_records: bool = False
    retained: int = 0
    has_left: bool = False
    stakes: tuple[Stake, ...] = ()
    stake: int | None = None

    @property
    def price_name(self) -> str:
        """The name of the price, or the reason of an individual fee, as people read it."""
        return describe_stored_reason(self.price)

    @property
    def first_fee(self) -> int:
        """The fee to which a late fee is added: of mini brackets that of one."""
        return self.fee if self.stake is None else self.stake

    @property
    def late_fee_in_all(self) -> int:
        """The late fee in what is to be paid, paid or not."""
        return self.late_fee + self.paid_late_fee

    @property
    def without_late_fee(self) -> "Due":
        """The due as it was before the late fee of now."""
        return replace(self, payer=replace(self.payer, due=self.payer.due - self.late_fee), late_fee=0)

    @property
    def owes(self) -> int:
        """The amount still to be paid."""
        return self.payer.owes

    @property
    def refundable(self) -> int:
        """The amount that can be refunded: all that was paid to a pool left, else what was overpaid."""
        return self.payer.paid if not self.is_in else self.payer.surplus


@dataclass(frozen=True, slots=True)
class ChargeSummary:
    """A player's charges to a fund: whether the player is in it, and what changes the usual fee.

    `own_fee` is the fee of the player instead of the usual one, None for the usual one. `price` is the one
    that was announced when the player signed up, and takes the place of the usual fee. `adds_late_fee` is
    whether a late fee comes on top; `late_fee` is the one that a payment has recorded, on `late_fee_day`.
    `note` is the reason of the own fee. `retained` is what the desk keeps of what a player who has
    withdrawn had paid. `brackets` are the mini brackets of the entry, None in an event without them.
    `waived_to` is the fee that was set with a withdrawal; it holds as long as the player does not play again.
    """

    is_in: bool = False
    adds_late_fee: bool = True
    late_fee: int = 0
    late_fee_day: date | None = None
    own_fee: int | None = None
    note: str = ""
    price: NamedPrice | None = None
    retained: int = 0
    brackets: EnteredBrackets | None = None
    waived_to: int | None = None

    def get_single_fee(self, terms: FundTerms) -> int:
        """Return what the player pays for the event or for each mini bracket, without late fee."""
        if self.own_fee is not None:
            return self.own_fee
        return terms.total_fee if self.price is None else self.price.amount

    def get_fee(self, terms: FundTerms) -> int:
        """Return the fee of the player, of all mini brackets together, without a late fee."""
        return self.get_single_fee(terms) * (1 if self.brackets is None else self.brackets.fee_count)

    def get_charged_late_fee(self, fee: int) -> int:
        """Return the late fee that is recorded on top of a fee; there is none on top of nothing."""
        return self.late_fee if self.adds_late_fee and fee else 0


class ChargeRow(NamedTuple):
    """The columns of `Charge` that decide what is due."""

    kind: str
    amount: int
    note: str
    adds_late_fee: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class DueLateFee:
    """The late fee of a player in coins that the registration asks for now, and since which day."""

    amount: int
    since: date


class AccountEntry(NamedTuple):
    """The entry of a player with an account: the columns of `Entry` that decide what is due."""

    pk: int
    number: int
    status: str
    presence: str

    @property
    def status_label(self) -> str:
        """Whether the player is entered or withdrawn, as pages name it."""
        return str(EntryStatus(self.status).label)


AnyEntry = Entry | AccountEntry


class Participation(Enum):
    """How a player takes part: playing, withdrawn after a published draw, or not at all."""

    PLAYS = auto()
    LEFT = auto()
    NONE = auto()


@dataclass(frozen=True, slots=True)
class Payments:
    """What was received from a player for a fund, and what was paid back, as a sum below zero."""

    received: int = 0
    refunded: int = 0

    @property
    def paid(self) -> int:
        """What was received and not paid back."""
        return self.received + self.refunded


def owes_fee(entry: AnyEntry | None) -> bool:
    """Whether an entry plays, for which the fee is due."""
    return (
        entry is not None
        and entry.status == EntryStatus.ENTERED.value
        and entry.presence != Presence.WAITING.value
    )


def get_participation(entry: AnyEntry | None, withdrawn_after_draw: Container[int]) -> Participation:
    """Return how an entry takes part; `withdrawn_after_draw` are the keys of those withdrawn after a draw."""
    if owes_fee(entry):
        return Participation.PLAYS
    return Participation.LEFT if entry and entry.pk in withdrawn_after_draw else Participation.NONE


def list_withdrawn_after_draw(event: Event, entries: Iterable[AnyEntry]) -> frozenset[int]:
    """Return the keys of the withdrawn entries that are in a published draw. No query without any.

    In a stage of rounds they are in its table, also before the first round and after a bye.
    """
    withdrawn = {entry.number: entry.pk for entry in entries if entry.status == EntryStatus.WITHDRAWN.value}
    if not withdrawn:
        return frozenset()
    keys = withdrawn.values()
    seats = published_pairings(event).filter(Q(white_entry__in=keys) | Q(black_entry__in=keys))
    seated = frozenset(keys) & frozenset(chain.from_iterable(seats.values_list(*SEATS)))
    tables = get_overview(event).rows.values()
    return seated | {withdrawn[row.entry] for rows in tables for row in rows if row.entry in withdrawn}


def compute_due(
    terms: FundTerms, participation: Participation, summary: ChargeSummary, payments: Payments
) -> Due:
    """Return the due of a player to the fees or a pool."""
    paid, plays_on = payments.paid, participation is Participation.PLAYS
    if terms.fund != FEES:
        is_in = plays_on and summary.is_in
        # For a pool left after payment nothing is due, and nothing is refunded automatically.
        amount_due = terms.fee if is_in else (paid if summary.is_in else 0)
        return Due(terms, Payer(max(0, amount_due), max(0, paid)), is_in, retained=summary.retained)
    return _compute_fee_due(terms, participation, summary, payments)


def _compute_fee_due(
    terms: FundTerms, participation: Participation, summary: ChargeSummary, payments: Payments
) -> Due:
    """Return the due of a player to the entry fees."""
    if summary.waived_to is not None and participation is not Participation.PLAYS:
        summary = replace(summary, own_fee=summary.waived_to, adds_late_fee=False, note=WAIVED)
    paid, fee, single_fee = payments.paid, summary.get_fee(terms), summary.get_single_fee(terms)
    charged_late_fee = summary.get_charged_late_fee(fee)
    # The fee is paid first, of mini brackets that of one, and a late fee after it.
    paid_late_fee = min(charged_late_fee, max(0, paid - single_fee))
    amount_due = _sum_fees(participation, summary, payments, fee + paid_late_fee, single_fee)
    stakes = _list_stakes(terms, summary, max(0, min(paid, amount_due)), single_fee, paid_late_fee)
    if summary.brackets is None:
        registration = min(terms.registration, amount_due)
    else:
        registration = sum(stake.registration for stake in stakes)
    price = summary.price if summary.own_fee is None else None
    return Due(
        terms,
        Payer(amount_due, max(0, paid), registration),
        is_in=participation is Participation.PLAYS,
        own_fee=summary.own_fee is not None,
        fee=fee,
        received=payments.received,
        adds_late_fee=summary.adds_late_fee,
        paid_late_fee=paid_late_fee,
        charged_late_fee=charged_late_fee,
        price=price.code if price is not None else summary.note,
        is_by_records=price is not None and price.is_by_records,
        retained=summary.retained,
        has_left=participation is Participation.LEFT,
        stakes=stakes,
        stake=single_fee if summary.brackets is not None else None,
    )


def _sum_fees(
    participation: Participation, summary: ChargeSummary, payments: Payments, total: int, single_fee: int
) -> int:
    """Return what is due of `total`, the fee with the late fee that was paid."""
    paid = max(0, payments.paid)
    if participation is Participation.LEFT:
        # What was refunded after the withdrawal is waived; what was never paid is still to pay.
        return min(paid, total) + max(0, total - payments.received)
    if participation is Participation.NONE:
        return paid
    if summary.brackets is not None and summary.brackets.awaits_next:
        # What was paid beyond the mini brackets that have begun is for the next one.
        return total + min(single_fee, max(0, paid - total))
    return total


def _list_stakes(
    terms: FundTerms, summary: ChargeSummary, paid: int, single_fee: int, late_fee: int
) -> tuple[Stake, ...]:
    """Return the stakes in mini brackets that a payment pays; none in an event without them."""
    if summary.brackets is None:
        return ()
    keys, registration = summary.brackets.keys, terms.registration
    return fill_stakes(paid, keys, fee=single_fee, registration=registration, late_fee=late_fee)


def may_owe_late_fee(due: Due) -> bool:
    """Whether a late fee of now may be added to this due.

    It is the due to the entry fees of somebody who plays, or has left after a published draw, pays a fee to
    which a late fee is added, and has not paid that in full, or not all of the late fee that was recorded
    when they paid. Who has paid for a first mini bracket pays none for others.
    """
    has_to_pay = due.payer.paid < due.first_fee or due.paid_late_fee < due.charged_late_fee
    if due.has_left:
        # What was received once and refunded after the withdrawal is waived.
        has_to_pay = due.received < due.first_fee + due.charged_late_fee
    plays_or_left = due.is_in or due.has_left
    return due.terms.fund == FEES and plays_or_left and due.adds_late_fee and due.fee > 0 and has_to_pay


def add_late_fee(due: Due, summary: ChargeSummary, late_fee: DueLateFee) -> Due:
    """Return a due with what is still to pay of the late fee of now.

    Who had paid the fee before the day from which it is due now pays none.
    """
    was_in_time = summary.late_fee_day is None or summary.late_fee_day < late_fee.since
    if due.payer.paid >= due.first_fee and was_in_time:
        return due
    unpaid = max(0, late_fee.amount - due.paid_late_fee)
    return replace(due, payer=replace(due.payer, due=due.payer.due + unpaid), late_fee=unpaid)


def find_fee_for_amount(due: Due, amount: int) -> int:
    """Return the fee by which a player has this amount to pay in all.

    After a withdrawal a part of what was received may be refunded, and waived with it: to ask for more than
    is left, the fee must be above what was received.
    """
    is_waived = not due.is_in and amount > due.payer.paid
    return due.received + amount - due.payer.paid if is_waived else amount


def compute_half_due(terms: FundTerms, amount_due: int, paid: int) -> Due:
    """Return the due of a player for the halves of lots bought back."""
    return Due(terms, Payer(amount_due, max(0, paid)), is_in=amount_due > 0)


def summarize_charges(rows: Iterable[tuple[Key, ChargeRow]]) -> defaultdict[Key, ChargeSummary]:
    """Return summaries of charges by their key; the rows are the oldest first."""
    summaries: defaultdict[Key, ChargeSummary] = defaultdict(ChargeSummary)
    for key, row in rows:
        before = summaries[key]
        if row.kind == ChargeKind.LATE_FEE.value:
            day = localtime(row.at).date()
            summaries[key] = replace(before, late_fee=row.amount, late_fee_day=day)
        elif row.kind == ChargeKind.WAIVED.value:
            summaries[key] = replace(before, waived_to=row.amount)
        elif row.kind == ChargeKind.OWN_FEE.value:
            summaries[key] = replace(
                before, own_fee=row.amount, adds_late_fee=row.adds_late_fee, note=row.note, waived_to=None
            )
        elif row.kind == ChargeKind.USUAL_FEE.value:
            summaries[key] = replace(before, own_fee=None, adds_late_fee=True, note="", waived_to=None)
        elif row.kind == ChargeKind.RETAINED.value:
            summaries[key] = replace(before, retained=row.amount)
        else:
            summaries[key] = replace(before, is_in=row.kind == ChargeKind.JOINED.value)
    return summaries

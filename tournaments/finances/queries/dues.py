"""What a player has to pay to each fund of an event, computed from terms, charges and payments."""

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import chain
from typing import NamedTuple, TypeVar

from django.db.models import Q

from matches.messages.stored_reasons import describe_stored_reason
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

    `is_in`: entered in the fund; `own_fee`: the player has an individual fee. `fee` is the one
    that applies to the player, `received` all that was received for it, refunds not deducted. `late_fee` is
    the part of the fee that is the late fee of the registration, until the first payment makes it a charge:
    then it is the `charged_late_fee`.
    `price` is the code of the price that was announced instead of the usual fee, or to which the records of
    the club entitle (`is_by_records`); of an individual fee it is the stored reason. `retained` is what the
    desk has decided to keep after a withdrawal. In an event of mini brackets `stakes` are what was paid for
    each of them, and `stake` what each costs the player; None in another event.
    """

    terms: FundTerms
    payer: Payer
    is_in: bool
    own_fee: bool = False
    fee: int = 0
    received: int = 0
    late_fee: int = 0
    charged_late_fee: int = 0
    price: str = ""
    is_by_records: bool = False
    retained: int = 0
    stakes: tuple[Stake, ...] = ()
    stake: int | None = None

    @property
    def price_name(self) -> str:
        """The name of the price, or the reason of an individual fee, as people read it."""
        return describe_stored_reason(self.price)

    @property
    def late_fee_in_all(self) -> int:
        """The late fee in what is to be paid, charged or not."""
        return self.late_fee + self.charged_late_fee

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
    that was announced when the player signed up, and takes the place of the usual fee. `late_fee` is added
    to it. `note` is the reason of the own fee. `retained` is what the desk keeps of what a player who has
    withdrawn had paid. `brackets` are the mini brackets of the entry, None in an event without them.
    """

    is_in: bool = False
    late_fee: int = 0
    own_fee: int | None = None
    note: str = ""
    price: NamedPrice | None = None
    retained: int = 0
    brackets: EnteredBrackets | None = None

    @property
    def has_own_fee(self) -> bool:
        """Whether an individual fee is set, or a late fee was charged."""
        return self.own_fee is not None or self.late_fee > 0

    @property
    def charged_late_fee(self) -> int:
        """The late fee that is added to the fee; none is added to an individual fee."""
        return self.late_fee if self.own_fee is None else 0

    def get_single_fee(self, terms: FundTerms) -> int:
        """Return what the player pays for the event or for each mini bracket, without late fee."""
        if self.own_fee is not None:
            return self.own_fee
        return terms.total_fee if self.price is None else self.price.amount

    def get_fee(self, terms: FundTerms) -> int:
        """Return the fee of the player by the terms of the entry fees, of all mini brackets together."""
        fee_count = 1 if self.brackets is None else self.brackets.fee_count
        return self.get_single_fee(terms) * fee_count + (self.charged_late_fee if fee_count else 0)


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
    fee = summary.get_fee(terms)
    amount_due = fee if plays_on else max(0, paid)
    if participation is Participation.LEFT:
        # What was refunded after the withdrawal is waived; what was never paid is still owed.
        amount_due = min(amount_due, fee) + max(0, fee - payments.received)
    if plays_on:
        amount_due += _get_next_stake(terms, summary, paid)
    stakes = _list_stakes(terms, summary, max(0, min(paid, amount_due)))
    registration = min(terms.registration, amount_due)
    if summary.brackets is not None:
        registration = sum(stake.registration for stake in stakes)
    payer = Payer(amount_due, max(0, paid), registration)
    has_own_fee = summary.own_fee is not None
    price = summary.price if not has_own_fee else None
    return Due(
        terms,
        payer,
        plays_on,
        has_own_fee,
        fee,
        payments.received,
        charged_late_fee=summary.charged_late_fee,
        price=price.code if price is not None else summary.note,
        is_by_records=price is not None and price.is_by_records,
        retained=summary.retained,
        stakes=stakes,
        stake=summary.get_single_fee(terms) if summary.brackets is not None else None,
    )


def _get_next_stake(terms: FundTerms, summary: ChargeSummary, paid: int) -> int:
    """Return what was paid beyond the mini brackets that have begun, up to a fee, by a player who waits."""
    if summary.brackets is None or not summary.brackets.awaits_next:
        return 0
    return min(summary.get_single_fee(terms), max(0, paid - summary.get_fee(terms)))


def _list_stakes(terms: FundTerms, summary: ChargeSummary, paid: int) -> tuple[Stake, ...]:
    """Return the stakes in mini brackets that a payment pays; none in an event without them."""
    if summary.brackets is None:
        return ()
    return fill_stakes(
        paid,
        summary.brackets.keys,
        fee=summary.get_single_fee(terms),
        registration=terms.registration,
        late_fee=summary.charged_late_fee,
    )


def may_owe_late_fee(due: Due, summary: ChargeSummary) -> bool:
    """Whether a late fee that is due now is added to this due.

    It is the due to the entry fees of somebody who plays, has not paid in full, and has had no individual
    fee: so a late fee is charged once, and stays waived. None is due for later mini brackets once the
    first is paid.
    """
    if due.stake and due.payer.paid >= due.stake:
        return False
    return due.terms.fund == FEES and due.is_in and due.owes > 0 and not summary.has_own_fee


def add_late_fee(due: Due, amount: int) -> Due:
    """Return a due with a late fee of this amount added to its fee."""
    payer = replace(due.payer, due=due.payer.due + amount)
    return replace(due, payer=payer, fee=due.fee + amount, late_fee=amount)


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


def summarize_charges(rows: Iterable[tuple[Key, str, int, str]]) -> defaultdict[Key, ChargeSummary]:
    """Return summaries of charges by their key; each row is (key, kind, amount, note), the oldest first."""
    summaries: defaultdict[Key, ChargeSummary] = defaultdict(ChargeSummary)
    for key, kind, amount, note in rows:
        before = summaries[key]
        if kind == ChargeKind.LATE_FEE.value:
            summaries[key] = replace(before, late_fee=before.late_fee + amount)
        elif kind == ChargeKind.OWN_FEE.value:
            summaries[key] = replace(before, own_fee=amount, note=note)
        elif kind == ChargeKind.USUAL_FEE.value:
            summaries[key] = replace(before, own_fee=None, note="")
        elif kind == ChargeKind.RETAINED.value:
            summaries[key] = replace(before, retained=amount)
        else:
            summaries[key] = replace(before, is_in=kind == ChargeKind.JOINED.value)
    return summaries

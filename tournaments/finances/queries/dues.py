"""What a player has to pay to each fund of an event, computed from terms, charges and payments."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from tournaments.finances.models import ChargeKind, FundTerms
from tournaments.finances.prizes.pot import Payer
from tournaments.finances.queries.funds import FEES
from tournaments.models import Entry, EntryStatus, Presence

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Due:
    """What a player has to pay and has paid to one fund.

    `is_in`: entered in the fund; `own_fee`: the player has another fee than the usual one.
    """

    terms: FundTerms
    payer: Payer
    is_in: bool
    own_fee: bool = False

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
    """A player's charges to a fund: whether the player is in it, and the sum added to the usual fee."""

    is_in: bool = False
    difference: int = 0


def owes_fee(entry: Entry | None) -> bool:
    """Whether the fee is due for an entry."""
    return (
        entry is not None
        and entry.status == EntryStatus.ENTERED.value
        and entry.presence != Presence.WAITING.value
    )


def compute_due(terms: FundTerms, plays_on: bool, summary: ChargeSummary, paid: int) -> Due:
    """Return the due of a player to the fees or a pool.

    `plays_on`: the player is entered and owes the fee; `paid` is the sum of payments minus refunds.
    """
    if terms.fund != FEES:
        is_in = plays_on and summary.is_in
        # For a pool left after payment nothing is due, and nothing is refunded automatically.
        amount_due = terms.fee if is_in else (paid if summary.is_in else 0)
        return Due(terms, Payer(max(0, amount_due), max(0, paid)), is_in)
    standard_fee = terms.total_fee
    amount_due = max(0, standard_fee + summary.difference) if plays_on else max(0, paid)
    registration = min(terms.registration, amount_due)
    return Due(
        terms, Payer(amount_due, max(0, paid), registration), plays_on, own_fee=bool(summary.difference)
    )


def compute_half_due(terms: FundTerms, amount_due: int, paid: int) -> Due:
    """Return the due of a player for the halves of lots bought back."""
    return Due(terms, Payer(amount_due, max(0, paid)), is_in=amount_due > 0)


def summarize_charges(rows: Iterable[tuple[Key, str, int]]) -> defaultdict[Key, ChargeSummary]:
    """Return summaries of charges by their key; each row is (key, kind, amount), the oldest first."""
    summaries: defaultdict[Key, ChargeSummary] = defaultdict(ChargeSummary)
    for key, kind, amount in rows:
        before = summaries[key]
        is_in = before.is_in if kind == ChargeKind.OWN_FEE.value else kind == ChargeKind.JOINED.value
        summaries[key] = ChargeSummary(is_in, before.difference + amount)
    return summaries

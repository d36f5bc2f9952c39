"""The pots of mini brackets: of each the stakes that lie in it, and their division over its places."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.finances.models import FundKind, FundTerms
from tournaments.finances.prizes.pot import Fund
from tournaments.finances.prizes.prize_tables import Parts
from tournaments.finances.prizes.sharing import Split, split_pot
from tournaments.finances.prizes.stakes import BracketPot, divide_added_money, sum_registration, sum_stakes
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.funds import FEES
from tournaments.finances.queries.prize_flights import Flight, get_paid_places
from tournaments.formats.graph import MAIN, MINI, kind_of
from tournaments.journal.final_places import PlacesField, list_fields
from tournaments.journal.rolling_queue import is_rolling, open_stage
from tournaments.journal.state import EventState
from tournaments.models import Event
from tournaments.play.events import event_state

# A bracket for which the prize table has no places pays its winner.
WINNER_ONLY = (1,)


@dataclass(frozen=True, slots=True)
class MiniBrackets:
    """The mini brackets of an event that have begun, with their entries; `may_grow`: another may begin."""

    members: Mapping[str, frozenset[int]]
    may_grow: bool

    @property
    def keys(self) -> tuple[str, ...]:
        """The stages of the brackets, in the order in which they began."""
        return tuple(self.members)


def find_mini_brackets(state: EventState, fields: Sequence[PlacesField] | None = None) -> MiniBrackets | None:
    """Return the mini brackets of an event; None if it has none."""
    if not is_rolling(state.plan):
        return None
    fields = list_fields(state) if fields is None else fields
    return MiniBrackets({field.key: field.members for field in fields}, open_stage(state) is not None)


def has_own_pots(brackets: MiniBrackets | None, terms: FundTerms) -> bool:
    """Return whether each mini bracket has its own pot: of the fees, if no other flight is paid."""
    if brackets is None or terms.kind != FundKind.ENTRY.value:
        return False
    return bool(terms.template) or all(key == MAIN or kind_of(key) == MINI for key in terms.parts)


def compute_bracket_pots(
    brackets: MiniBrackets, account_list: Iterable[Account], terms: FundTerms
) -> tuple[BracketPot, ...]:
    """Return the pot of each mini bracket that has begun.

    Added money is divided once no other bracket can begin, so that no prize shrinks that has been paid.
    """
    dues = [each for account in account_list for each in account.dues if each.terms.fund == terms.fund]
    paid = sum_stakes(stake for each in dues for stake in each.stakes)
    registration = sum_registration(stake for each in dues for stake in each.stakes)
    stakes = {key: paid.get(key, 0) for key in brackets.keys}
    added = {} if brackets.may_grow else divide_added_money(terms.added, stakes)
    unpaid = dict.fromkeys(brackets.keys, 0)
    for each in dues:
        for stake in each.stakes if each.owes else ():
            if stake.bracket in unpaid:
                unpaid[stake.bracket] += max(0, (each.stake or 0) - stake.paid)
    return tuple(
        BracketPot(
            key,
            len(brackets.members[key]),
            amount,
            amount * terms.returned // 100,
            added.get(key, 0),
            unpaid[key],
            registration.get(key, 0),
        )
        for key, amount in stakes.items()
    )


def list_bracket_pots(
    event: Event, account_list: Sequence[Account], terms: Mapping[int, FundTerms]
) -> tuple[BracketPot, ...]:
    """Return the pots of the mini brackets of an event; none in another event."""
    if FEES not in terms or not any(account.has_mini_brackets for account in account_list):
        return ()
    brackets = find_mini_brackets(event_state.get_event_state(event))
    if brackets is None or not has_own_pots(brackets, terms[FEES]):
        return ()
    return compute_bracket_pots(brackets, account_list, terms[FEES])


@dataclass(frozen=True, slots=True)
class BracketSplit:
    """The divided pots of the mini brackets; `reserved` is for brackets that have not begun."""

    pots: tuple[BracketPot, ...]
    split: Split
    reserved: int


def split_bracket_pots(
    brackets: MiniBrackets,
    pots: Sequence[BracketPot],
    fund: Fund,
    terms: FundTerms,
    flights: Mapping[str, Flight],
    entries: Collection[int],
    get_parts: Callable[[FundTerms, int], Parts],
) -> BracketSplit:
    """Divide the pot of each mini bracket over its own places; `entries` are those in the fund."""
    splits = []
    for one in pots:
        size = len(brackets.members[one.bracket].intersection(entries))
        parts = get_parts(terms, size)
        row = parts.get(one.bracket) or parts.get(MAIN) or WINNER_ONLY
        table = {one.bracket: row if any(row) else WINNER_ONLY}
        places = get_paid_places(flights, table)
        splits.append(split_pot(one.pot, table, places, unit=terms.unit, sharing=terms.sharing))
    shares = [replace(share, is_of_one_field=True) for each in splits for share in each.shares]
    # Of stakes and added money that lie in no bracket.
    unassigned = fund.pot - sum(one.pot for one in pots)
    reserved = unassigned if brackets.may_grow else 0
    rest = unassigned - reserved + sum(each.rest for each in splits)
    return BracketSplit(tuple(pots), Split(fund.pot - reserved, tuple(shares), rest), reserved)

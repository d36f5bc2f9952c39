"""The own fees of a year that an imported list of members states: exempt, half, reduced, still to pay."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.exchange.lists.reading import ListedFee
from tournaments.models import Club, Membership
from tournaments.people.queries.year_fees import YearFeeBalance, compute_balance, get_balances, select_due

CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class PlannedOwnFee:
    """What becomes of the own fee that the row of a person states.

    `amount` is None where the row says "half" without an amount, and the fee of the year is not set.
    `usual` is the fee of all members, None if it is not set. `membership` is None for a person who is new.
    """

    number: int
    person: ListedPerson
    membership: Membership | None
    balance: YearFeeBalance
    amount: Decimal | None
    usual: Decimal | None

    @property
    def is_recorded(self) -> bool:
        """Whether this own fee is recorded already."""
        return self.balance.is_own and self.balance.amount == self.amount

    @property
    def is_different(self) -> bool:
        """Whether another own fee is recorded already, which stays."""
        return self.balance.is_own and self.balance.amount != self.amount

    @property
    def is_new(self) -> bool:
        """Whether it is set by the import."""
        return self.amount is not None and not self.balance.is_own


@dataclass(frozen=True, slots=True)
class YearOfList:
    """What is known of the year of an imported list: balances by player (key), and that of a new person."""

    usual: Decimal | None
    of_new_people: YearFeeBalance
    memberships: Mapping[int, Membership] = field(default_factory=dict)
    balances: Mapping[int, YearFeeBalance] = field(default_factory=dict)

    def get_membership(self, player: int | None) -> Membership | None:
        """Return the membership of a player (key); None if they are new in the club."""
        return None if player is None else self.memberships.get(player)

    def get_balance(self, player: int | None) -> YearFeeBalance:
        """Return the balance of a player (key), None being a new person."""
        membership = self.get_membership(player)
        return self.of_new_people if membership is None else self.balances[membership.pk]


def get_year_of_list(club: Club, year: int, players: Sequence[int | None]) -> YearOfList:
    """Return what is recorded of a year for these players (keys). Five queries."""
    year_fees = list(club.year_fees.filter(year=year))
    rows = Membership.objects.filter(club=club, player__in=set(players) - {None})
    memberships = {
        row.player_id: row for row in rows.select_related("club", "player", "user") if row.player_id
    }
    return YearOfList(
        usual=year_fees[0].amount if year_fees else None,
        of_new_people=compute_balance(year, payments=(), due_fee=select_due(year, (), year_fees)),
        memberships=memberships,
        balances=get_balances(club, [row.pk for row in memberships.values()], year),
    )


def plan_own_fees(
    people: Sequence[ListedPerson], keys_by_number: Mapping[int, int | None], year: YearOfList
) -> list[PlannedOwnFee]:
    """Return what becomes of the own fees that a list states, of the people with these players (keys).

    An amount in a column is an own fee only if the fee of all is set and is another one; the first row of a
    person counts, and people who have left the club have none.
    """
    planned: list[PlannedOwnFee] = []
    keys_before: set[int] = set()
    for number in sorted(keys_by_number):
        key, person = keys_by_number[number], people[number]
        if person.fee is None or not person.fee.states_due or person.is_former or key in keys_before:
            continue
        keys_before |= {key} if key is not None else set()
        balance = year.get_balance(key)
        if _is_as_recorded(person.fee, balance, year.usual):
            continue
        amount = _compute_due(person.fee, balance, year.usual)
        planned.append(PlannedOwnFee(number, person, year.get_membership(key), balance, amount, year.usual))
    return planned


def get_own_amounts(planned: Iterable[PlannedOwnFee]) -> dict[int, Decimal]:
    """Return the own fees that are set by the import, by the number of the person."""
    return {one.number: one.amount for one in planned if one.is_new and one.amount is not None}


def _is_as_recorded(fee: ListedFee, balance: YearFeeBalance, usual: Decimal | None) -> bool:
    """Return whether a row states nothing of its own: what all pay, or what is still to pay anyhow."""
    if fee.is_rest and not balance.is_own and balance.to_pay == fee.due:
        return True
    return not fee.due_text and (usual is None or (fee.due == usual and not balance.is_own))


def _compute_due(fee: ListedFee, balance: YearFeeBalance, usual: Decimal | None) -> Decimal | None:
    if fee.is_half:
        # Without the fee of the year, half of it is what was paid.
        return fee.amount if usual is None else (usual / 2).quantize(CENT)
    return fee.due + balance.paid if fee.is_rest and fee.due is not None else fee.due

"""Stakes in mini brackets: a payment goes to the brackets that its player has entered, one after the other.

Each bracket has a pot of its own, of the stakes that lie in it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.finances.prizes.pot import Fund

# The bracket of a stake that lies in none yet: its player waits for the next one.
NEXT_BRACKET = ""


@dataclass(frozen=True, slots=True)
class Stake:
    """What a player has paid for one mini bracket: `amount` counts for its pot, `registration` does not."""

    bracket: str
    amount: int
    registration: int = 0

    @property
    def paid(self) -> int:
        """What was paid for the bracket in all."""
        return self.amount + self.registration


@dataclass(frozen=True, slots=True)
class BracketPot:
    """The pot of one mini bracket: `stakes` paid by its `players`, the part `returned` of them, and `added`.

    `registration` was paid on top of the stakes, and `unpaid` is what its players have not paid yet.
    """

    bracket: str
    players: int
    stakes: int
    returned: int
    added: int = 0
    unpaid: int = 0
    registration: int = 0

    @property
    def paid(self) -> int:
        """What its players have paid for it in all."""
        return self.stakes + self.registration

    @property
    def pot(self) -> int:
        """The amount that its prizes are paid from."""
        return self.returned + self.added

    @property
    def retained(self) -> int:
        """What stays with the club: the registration, and the part of the stakes that is not returned."""
        return self.paid - self.returned


def fill_stakes(
    paid: int, brackets: Sequence[str], *, fee: int, registration: int = 0, late_fee: int = 0
) -> tuple[Stake, ...]:
    """Return the stakes that a payment pays: `fee` for each bracket, in the order in which they began.

    The late fee goes with the first one, so that no later bracket moves it. What is left is for the next
    bracket.
    """
    stakes, remaining = [], paid
    for position, bracket in enumerate(brackets):
        part = min(remaining, fee if position else fee + late_fee)
        covered = min(part, registration)
        stakes.append(Stake(bracket, part - covered, covered))
        remaining -= part
    if remaining:
        covered = min(remaining, registration)
        stakes.append(Stake(NEXT_BRACKET, remaining - covered, covered))
    return tuple(stakes)


def sum_stakes(stakes: Iterable[Stake]) -> dict[str, int]:
    """Return what lies in each bracket."""
    sums: Counter[str] = Counter()
    for stake in stakes:
        sums[stake.bracket] += stake.amount
    return dict(sums)


def sum_registration(stakes: Iterable[Stake]) -> dict[str, int]:
    """Return the registration that was paid for each bracket."""
    sums: Counter[str] = Counter()
    for stake in stakes:
        sums[stake.bracket] += stake.registration
    return dict(sums)


def share_by_bracket(fund: Fund, stakes: Mapping[str, int], percent: int) -> Fund:
    """Return a fund whose returned part is computed for each mini bracket, and rounded down there."""
    returned = sum(amount * percent // 100 for amount in stakes.values())
    return replace(fund, returned=returned, retained=fund.fees - returned)


def divide_added_money(added: int, stakes: Mapping[str, int]) -> dict[str, int]:
    """Divide the money added over the brackets in proportion to their stakes, equally if nobody has paid.

    Coins that cannot be divided go to the first bracket.
    """
    weights = stakes if any(stakes.values()) else dict.fromkeys(stakes, 1)
    total = sum(weights.values())
    parts = {bracket: added * weight // total for bracket, weight in weights.items()}
    if parts:
        parts[next(iter(parts))] += added - sum(parts.values())
    return parts

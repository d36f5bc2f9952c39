"""Division of a pot over the places of a prize table: ways in which ties share, and rounding.

Rounding: every amount is rounded down to the unit. The remaining units go to the places that lost most by
rounding, the better place first; entries that tie get one each or none, and no place overtakes a better one.
The remainder then goes to the first place, shared equally; what cannot be divided in the smallest coin is not
paid out.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.errors import Refusal
from tournaments.finances.prizes.paid_places import FinalPlace
from tournaments.finances.prizes.prize_tables import Parts

# How ties share prizes. By place: only ties that no tie-break has broken share. Equal: all entries with equal
# records share. Hort: the mean of both amounts.
PLACE, EQUAL, HORT = "place", "equal", "hort"
SHARING = (PLACE, EQUAL, HORT)


@dataclass(frozen=True, slots=True)
class PrizeShare:
    """The share of one entry (0: a place still open), and how it was computed.

    `parts` of `whole` are those of its places together, shared by `tied` entries; `common` of `whole` are
    those of the places of all entries with equal records, shared by `level` entries. `exact` is the amount
    before rounding. `is_of_one_field`: the event has several fields, and this is a place in that of `flight`.
    `pot` is what was divided.
    """

    entry: int
    flight: str
    first: int
    last: int
    amount: int
    exact: Fraction
    parts: int
    tied: int
    common: int
    level: int
    whole: int
    is_of_one_field: bool = False
    pot: int = 0

    @property
    def is_paid(self) -> bool:
        """Whether the prize table pays its places, even if the amount is 0."""
        return self.parts + self.common > 0


@dataclass(frozen=True, slots=True)
class Split:
    """A divided pot; the amounts of the shares and `rest`, which could not be divided, add up to `pot`."""

    pot: int
    shares: tuple[PrizeShare, ...]
    rest: int


@dataclass(slots=True)
class _Group:
    """Entries that must get the same amount."""

    flight: str
    exact: Fraction
    members: list[FinalPlace]
    is_paid: bool
    amount: int = 0


def split_pot(
    pot: int,
    parts: Parts,
    standings: Mapping[str, Sequence[FinalPlace]],
    *,
    unit: int = 1,
    sharing: str = PLACE,
) -> Split:
    """Divide `pot` (smallest coins) over the places of `standings`, flights in the order of `parts`.

    Paid places beyond the number of entries are left out: the others divide the pot. Without a paid place
    the whole pot is the rest. Refuses ("sharing_unknown"); raises ValueError for an invalid pot or unit.
    """
    if sharing not in SHARING:
        raise Refusal("sharing_unknown", sharing=sharing)
    if pot < 0 or unit < 1:
        raise ValueError("pot must not be negative, unit must be at least 1")
    paid = {flight: _sort_places(standings.get(flight, ())) for flight in parts}
    paid_rows = {flight: parts[flight][: len(paid[flight])] for flight in parts}
    whole = sum(map(sum, paid_rows.values()))
    if not whole:
        return Split(pot, (), pot)
    drafts = [
        draft
        for flight in parts
        for draft in _compute_exact_shares(
            flight, paid[flight], paid_rows[flight], Fraction(pot, whole), whole, sharing
        )
    ]
    groups = _group_equal_amounts(drafts, sharing)
    rest = _round_amounts(groups, pot, unit)
    amounts = [group.amount for group in groups for _ in group.members]
    shares = (
        replace(draft, amount=amount, pot=pot) for (_, draft), amount in zip(drafts, amounts, strict=True)
    )
    return Split(pot, tuple(share for share in shares if share.is_paid), rest)


def _sort_places(standings: Sequence[FinalPlace]) -> list[FinalPlace]:
    return sorted(standings, key=lambda one: (one.first, one.last, one.entry))


def _compute_exact_shares(
    flight: str, ranked: list[FinalPlace], row: Sequence[int], each: Fraction, whole: int, sharing: str
) -> list[tuple[FinalPlace, PrizeShare]]:
    """Return every entry with its exact share, the amount still 0, in the order of the places."""
    parts_by_rank = [*row, *[0] * (len(ranked) - len(row))]
    ties, levels = _find_runs(ranked, _tie_of), _find_runs(ranked, _level_of)
    drafts = []
    for index, one in enumerate(ranked):
        # By place, equal records do not count; with equal sharing, tie-breaks do not.
        tie = levels[index] if sharing == EQUAL else ties[index]
        level = tie if sharing == PLACE else levels[index]
        own_parts, common = sum(parts_by_rank[tie[0] : tie[1]]), sum(parts_by_rank[level[0] : level[1]])
        tied, equals = tie[1] - tie[0], level[1] - level[0]
        exact = (each * own_parts / tied + each * common / equals) / 2
        share = PrizeShare(
            one.entry, flight, one.first, one.last, 0, exact, own_parts, tied, common, equals, whole
        )
        drafts.append((one, share))
    return drafts


def _tie_of(one: FinalPlace) -> Hashable:
    return one.first, one.last


def _level_of(one: FinalPlace) -> Hashable:
    return _tie_of(one) if one.level is None else ("level", one.level)


def _find_runs(ranked: list[FinalPlace], key: Callable[[FinalPlace], Hashable]) -> dict[int, tuple[int, int]]:
    """Return for every index the run of neighbours with the same key, as start and end of a slice."""
    runs: dict[int, tuple[int, int]] = {}
    start = 0
    for end in range(1, len(ranked) + 1):
        if end == len(ranked) or key(ranked[end]) != key(ranked[start]):
            runs |= dict.fromkeys(range(start, end), (start, end))
            start = end
    return runs


def _group_equal_amounts(drafts: list[tuple[FinalPlace, PrizeShare]], sharing: str) -> list[_Group]:
    key = _level_of if sharing == EQUAL else _tie_of
    groups: list[_Group] = []
    for one, draft in drafts:
        last = groups[-1] if groups else None
        if last and last.flight == draft.flight and key(last.members[0]) == key(one):
            last.members.append(one)
        else:
            groups.append(_Group(draft.flight, draft.exact, [one], draft.is_paid))
    return groups


def _round_amounts(groups: list[_Group], pot: int, unit: int) -> int:
    """Round the amount of every group and return the remainder."""
    for group in groups:
        group.amount = int(group.exact // unit) * unit
    remainder = pot - sum(group.amount * len(group.members) for group in groups)
    for index in sorted(range(len(groups)), key=lambda i: (groups[i].amount - groups[i].exact, i)):
        group, better = groups[index], groups[index - 1] if index else None
        is_first = better is None or better.flight != group.flight
        may_rise = is_first or (better is not None and group.amount + unit <= better.amount)
        if group.amount < group.exact and may_rise and remainder >= unit * len(group.members):
            group.amount += unit
            remainder -= unit * len(group.members)
    first_group = next(group for group in groups if group.is_paid)
    bonus, remainder = divmod(remainder, len(first_group.members))
    first_group.amount += bonus
    return remainder

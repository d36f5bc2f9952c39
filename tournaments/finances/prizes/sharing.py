"""Division of a pot over places: ties share, amounts are rounded, and the sum is the pot to the coin.

The rule of rounding: every amount is cut to the unit. The units that are left over go where most was cut
off, the better place first; those who tie get one each or none, and nobody passes a better place. What is
left then goes to the first place, shared equally; what cannot be shared even in the smallest coin stays with
the club.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.errors import Refusal
from tournaments.finances.prizes.standing import FinalPlace
from tournaments.finances.prizes.tables import Parts

# By place: only ties that nothing broke share. Equal: all of equal record share. Hort: half of the one, half
# of the other.
PLACE, EQUAL, HORT = "place", "equal", "hort"
SHARING = (PLACE, EQUAL, HORT)


@dataclass(frozen=True, slots=True)
class Share:
    """What one entry takes (0: whoever comes to that place), and how it came about.

    `parts` of `whole` are what its places are worth together, shared by `tied`; `common` of `whole` what the
    places of all of equal record are worth, shared by `level`. `exact` is the amount before rounding.
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

    @property
    def is_paid(self) -> bool:
        """Whether its places are worth anything, be the pot ever so small."""
        return self.parts + self.common > 0


@dataclass(frozen=True, slots=True)
class Split:
    """A pot divided: `rest` is what could not be shared, so that all amounts and the rest are the pot."""

    pot: int
    shares: tuple[Share, ...]
    rest: int


@dataclass(slots=True)
class _Group:
    """Entries that must get the same: one amount for each of them."""

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

    Places beyond the field pay nothing: the others divide the pot. With no place to pay the
    whole pot is rest. Refuses ("sharing_unknown"); raises ValueError for a pot or unit that is none.
    """
    if sharing not in SHARING:
        raise Refusal("sharing_unknown", sharing=sharing)
    if pot < 0 or unit < 1:
        raise ValueError("a pot is not below zero, a unit is at least one coin")
    paid = {flight: _ranked(standings.get(flight, ())) for flight in parts}
    worth = {flight: parts[flight][: len(paid[flight])] for flight in parts}
    whole = sum(map(sum, worth.values()))
    if not whole:
        return Split(pot, (), pot)
    drafts = [
        draft
        for flight in parts
        for draft in _drafts(flight, paid[flight], worth[flight], Fraction(pot, whole), whole, sharing)
    ]
    groups = _groups(drafts, sharing)
    rest = _round_amounts(groups, pot, unit)
    amounts = [group.amount for group in groups for _ in group.members]
    drafts_with_amounts = zip(drafts, amounts, strict=True)
    return Split(
        pot,
        tuple(replace(draft, amount=amount) for (_, draft), amount in drafts_with_amounts if draft.is_paid),
        rest,
    )


def _ranked(standings: Sequence[FinalPlace]) -> list[FinalPlace]:
    return sorted(standings, key=lambda one: (one.first, one.last, one.entry))


def _drafts(
    flight: str, ranked: list[FinalPlace], row: Sequence[int], each: Fraction, whole: int, sharing: str
) -> list[tuple[FinalPlace, Share]]:
    """Return the exact share of every entry, in the order of the places."""
    worth = [*row, *[0] * (len(ranked) - len(row))]
    ties, levels = _blocks(ranked, _tie_of), _blocks(ranked, _level_of)
    drafts = []
    for index, one in enumerate(ranked):
        # By place, equal records count for nothing; sharing equally, what tie-breaks said does.
        tie = levels[index] if sharing == EQUAL else ties[index]
        level = tie if sharing == PLACE else levels[index]
        own_parts, common = sum(worth[tie[0] : tie[1]]), sum(worth[level[0] : level[1]])
        tied, equals = tie[1] - tie[0], level[1] - level[0]
        exact = (each * own_parts / tied + each * common / equals) / 2
        share = Share(
            one.entry, flight, one.first, one.last, 0, exact, own_parts, tied, common, equals, whole
        )
        drafts.append((one, share))
    return drafts


def _tie_of(one: FinalPlace) -> Hashable:
    return one.first, one.last


def _level_of(one: FinalPlace) -> Hashable:
    return _tie_of(one) if one.level is None else ("level", one.level)


def _blocks(ranked: list[FinalPlace], key: Callable[[FinalPlace], Hashable]) -> dict[int, tuple[int, int]]:
    """For every index the run of neighbours with the same key, from first to behind the last."""
    runs: dict[int, tuple[int, int]] = {}
    start = 0
    for end in range(1, len(ranked) + 1):
        if end == len(ranked) or key(ranked[end]) != key(ranked[start]):
            runs |= dict.fromkeys(range(start, end), (start, end))
            start = end
    return runs


def _groups(drafts: list[tuple[FinalPlace, Share]], sharing: str) -> list[_Group]:
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

"""Division of a pot over places: prize tables, shared places and rounding, to the coin.

Rounding: every amount is rounded down to the unit. The remaining units go to the places that lost most by
rounding, the better place first; entries that tie get one each or none, and no place overtakes a better one.
The remainder then goes to the first place, shared equally; what cannot be divided in the smallest coin is not
paid out.
"""

import re
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm
from types import MappingProxyType

from rules.errors import Refusal


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """An entry on the places `first` to `last` (more than one: shared with other entries on the same places).

    Entries with equal records before tie-breaks have the same `level` and are adjacent. `entry` is 0 for a
    place not reached yet.
    """

    entry: int
    first: int
    last: int
    level: Hashable = None


def rank_among(standings: Sequence[FinalPlace], entrants: Collection[int]) -> tuple[FinalPlace, ...]:
    """Return the standings of some of the entries: the same order, with places counted among them."""
    remaining = sorted(
        (one for one in standings if one.entry in entrants), key=lambda one: (one.first, one.entry)
    )
    ranked: list[FinalPlace] = []
    for span in dict.fromkeys((one.first, one.last) for one in remaining):
        tied = [one for one in remaining if (one.first, one.last) == span]
        first = len(ranked) + 1
        ranked += [FinalPlace(one.entry, first, first + len(tied) - 1, one.level) for one in tied]
    return tuple(ranked)


def find_certain_places(
    standings: Sequence[FinalPlace], entrants: Collection[int], members: Collection[int]
) -> tuple[FinalPlace, ...]:
    """Return the places among some `members` of a flight that no future match can change.

    `members` are the entries of the flight, `entrants` those that take part in the fund. An entry
    below every open place is behind all active entries; the last active one has won. Nothing is certain while
    an active entrant is not a member.
    """
    reached = {one.entry for one in standings}
    if not all(entry in members or entry in reached for entry in entrants):
        return ()
    occupied = {place for one in standings for place in _places_of(one, standings)}
    lowest = max((place for place in range(1, len(members) + 1) if place not in occupied), default=0)
    settled_places = [one for one in standings if one.first > lowest]
    undecided = set(entrants) - {one.entry for one in settled_places}
    ranked = [
        FinalPlace(one.entry, one.first + len(undecided), one.last + len(undecided), one.level)
        for one in rank_among(settled_places, entrants)
    ]
    winner = [FinalPlace(entry, 1, 1) for entry in undecided] if len(undecided) == 1 else []
    return (*winner, *ranked)


def with_open_places(
    standings: Sequence[FinalPlace], spans: Collection[tuple[int, int]], places: int
) -> tuple[FinalPlace, ...]:
    """Return the standings with a placeholder on each of the first `places` not reached yet.

    `spans` are places that will be shared, such as those of the two losing semi-finalists.
    """
    shared = {place: span for span in spans for place in range(span[0], span[1] + 1)}
    occupied = {place for one in standings for place in _places_of(one, standings)}
    missing = [place for place in range(1, places + 1) if place not in occupied]
    return (*standings, *(FinalPlace(0, *shared.get(place, (place, place))) for place in missing))


def _places_of(one: FinalPlace, standings: Sequence[FinalPlace]) -> range:
    """Return the places that the entries tied with this one take together."""
    tied_count = sum((other.first, other.last) == (one.first, one.last) for other in standings)
    return range(one.first, one.first + tied_count)


MAIN, CONSOLATION, LAST_CHANCE = "main", "consolation", "last_chance"
MOST_PLACES, MOST_PARTS = 64, 10**9
Parts = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Scale:
    """A published table for up to `max_entries` entries (0: any number)."""

    max_entries: int
    parts: Parts


def _scale_for_any(main: Sequence[int], consolation: Sequence[int] = (), last: Sequence[int] = ()) -> Scale:
    return _scale_up_to(0, main, consolation, last)


def _scale_up_to(
    max_entries: int, main: Sequence[int], consolation: Sequence[int] = (), last: Sequence[int] = ()
) -> Scale:
    parts_by_flight = {MAIN: tuple(main), CONSOLATION: tuple(consolation), LAST_CHANCE: tuple(last)}
    return Scale(
        max_entries, MappingProxyType({flight: parts for flight, parts in parts_by_flight.items() if parts})
    )


# Sources: leagues of New England (2 : 1), round robins of Bellingham (360, 240, 120), usual Swiss (5 : 3 : 2)
# and knockouts (4 : 2 : 1), Columbus before and since 2019 (50/30/20, then 40/25/25/10), tourneygeek
# (45/22/22/11), and twelfths by the rule "winner twice the finalist, four times the semi-finalist; main twice
# the consolation; last chance one part". `doubling` is that rule for a single bracket of any size.
TEMPLATES: Mapping[str, tuple[Scale, ...]] = MappingProxyType(
    {
        "doubling": (
            _scale_up_to(4, (1,)),
            _scale_up_to(8, (2, 1)),
            _scale_up_to(16, (4, 2, 1, 1)),
            _scale_up_to(32, (8, 4, 2, 2, 1, 1, 1, 1)),
            _scale_for_any((16, 8, 4, 4, 2, 2, 2, 2, *[1] * 8)),
        ),
        "winner": (_scale_for_any((1,)),),
        "two_one": (_scale_for_any((2, 1)),),
        "four_two_one": (_scale_for_any((4, 2, 1, 1)),),
        "five_three_two": (_scale_for_any((5, 3, 2)),),
        "three_two_one": (_scale_for_any((3, 2, 1)),),
        "columbus": (_scale_for_any((40, 25), (25, 10)),),
        "columbus_old": (_scale_for_any((50, 30), (20,)),),
        "tourneygeek": (_scale_for_any((45, 22), (22, 11)),),
        "twelfths": (_scale_up_to(16, (50, 25), (25,)), _scale_for_any((4, 2, 1, 1), (2, 1), (1,))),
    }
)


def get_template_parts(template: str, entries: int) -> Parts:
    """Return the parts of a published prize table for so many entries. Refuses ("template_unknown")."""
    scales = TEMPLATES.get(template)
    if scales is None:
        raise Refusal("template_unknown", template=template)
    return next(scale.parts for scale in scales if not scale.max_entries or entries <= scale.max_entries)


def template_fits(template: str, flights: Collection[str]) -> bool:
    """Whether an event with these flights has every place a published table pays, at any size."""
    return all(set(scale.parts) <= {MAIN, *flights} for scale in TEMPLATES[template])


def check_table(parts: Parts) -> None:
    """Refuse an invalid prize table.

    Codes: `prizes_missing` (no paid place), `prizes_rise` (a worse place pays more than a better one),
    `prizes_too_many` (places or parts).
    """
    if not any(any(row) for row in parts.values()):
        raise Refusal("prizes_missing")
    for flight, row in parts.items():
        if len(row) > MOST_PLACES or not all(0 <= part <= MOST_PARTS for part in row):
            raise Refusal("prizes_too_many", most=MOST_PLACES)
        for place, (better, worse) in enumerate(pairwise(row), start=2):
            if worse > better:
                raise Refusal("prizes_rise", flight=flight, place=place)


def parse_table(rows: Mapping[str, str]) -> dict[str, tuple[int, ...]]:
    """Parse a manual table, a line of figures for each flight: "50 30 20", "12.5 7,5" or plain sums.

    Only their ratio counts, over all flights. Refuses as `check_table`, and `parts_unreadable`.
    """
    figures_by_flight = {
        flight: [_parse_figure(text_part) for text_part in re.split(r"[\s/;:]+", text) if text_part]
        for flight, text in rows.items()
    }
    figures = [figure for row in figures_by_flight.values() for figure in row]
    whole = lcm(*(figure.denominator for figure in figures))
    divisor = gcd(*(int(figure * whole) for figure in figures)) or 1
    parts = {
        flight: tuple(int(figure * whole) // divisor for figure in row)
        for flight, row in figures_by_flight.items()
        if row
    }
    check_table(parts)
    return parts


def _parse_figure(text: str) -> Fraction:
    clean = text.strip("%").replace(",", ".")
    if not re.fullmatch(r"\d{1,9}(\.\d{1,3})?", clean, re.ASCII):
        raise Refusal("parts_unreadable", text=text[:20])
    return Fraction(clean)


# How ties share prizes. By place: only ties that no tie-break has broken share. Equal: all entries with equal
# records share. Hort: the mean of both amounts.
PLACE, EQUAL, HORT = "place", "equal", "hort"
SHARING = (PLACE, EQUAL, HORT)


@dataclass(frozen=True, slots=True)
class PrizeShare:
    """The share of one entry (0: a place still open), and how it was computed.

    `parts` of `whole` are those of its places together, shared by `tied` entries; `common` of `whole` are
    those of the places of all entries with equal records, shared by `level` entries. `exact` is the amount
    before rounding.
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
    drafts_with_amounts = zip(drafts, amounts, strict=True)
    return Split(
        pot,
        tuple(replace(draft, amount=amount) for (_, draft), amount in drafts_with_amounts if draft.is_paid),
        rest,
    )


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

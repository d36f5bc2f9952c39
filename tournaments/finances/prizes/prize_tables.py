"""Prize tables: the parts of the pot that each place of each flight is paid, published or entered by hand."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm
from types import MappingProxyType

from rules.errors import Refusal

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
# the consolation; last chance one part" (bgonline 179838; up to 16 entries it pays no last chance). `tenths`
# is that rule without the semi-finalists, for every flight at any size; `doubling` is it for one bracket.
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
        "tenths": (_scale_for_any((40, 20), (20, 10), (10,)),),
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


def find_flights_left_out(template: str, flights: Collection[str]) -> tuple[str, ...]:
    """Return those of these flights that a published table pays at no size."""
    paid = {flight for scale in TEMPLATES[template] for flight in scale.parts}
    return tuple(flight for flight in flights if flight not in paid)


def check_table(parts: Mapping[str, Sequence[int]]) -> None:
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

    Only their ratio counts, over all flights: whole figures stay as they were typed, others are multiplied
    and reduced to whole ones. Refuses as `check_table`, and `parts_unreadable`.
    """
    figures_by_flight = {
        flight: [_parse_figure(text_part) for text_part in re.split(r"[\s/;:]+", text) if text_part]
        for flight, text in rows.items()
    }
    figures = [figure for row in figures_by_flight.values() for figure in row]
    whole = lcm(*(figure.denominator for figure in figures))
    divisor = gcd(*(int(figure * whole) for figure in figures)) if whole > 1 else 1
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


def spread_over_fields(
    parts: Parts, rows: Mapping[str, tuple[int, ...]], weights: Mapping[str, int]
) -> dict[str, tuple[int, ...]]:
    """Return a prize table whose row of the event is spread over its fields in proportion to their weights.

    `rows` are the parts of the places of each field, `weights` its entries, or the fees they have paid: two
    split flights of eight have half of the row each. A field of weight 0 is left out; rows of other flights
    keep their share.
    """
    total = sum(size for key, size in weights.items() if sum(rows[key]))
    spread = {key: [Fraction(part) for part in row] for key, row in parts.items() if key != MAIN}
    for key, row in rows.items():
        if sum(row) and weights[key]:
            factor = Fraction(sum(parts[MAIN]) * weights[key], sum(row) * total)
            spread[key] = [part * factor for part in row]
    whole = lcm(*(part.denominator for row in spread.values() for part in row))
    return {key: tuple(int(part * whole) for part in row) for key, row in spread.items()}

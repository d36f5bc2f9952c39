"""Groups: number and size, draw, round robins, and the crossed knockout of the best of each."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from rules.errors import Refusal
from tournaments.formats.bracket_draw import DrawnLines, make_exchange_reasons
from tournaments.formats.format import BY_ROUNDS
from tournaments.formats.format_options import OptionTests, is_whole_number
from tournaments.formats.graph import BYE, GraphPairing, Source, place_of
from tournaments.formats.plan import DrawEntry, Stage
from tournaments.formats.reasons import make_reason
from tournaments.formats.round_robin import TABLE_OPTIONS, RoundRobin, make_round_robin
from tournaments.formats.seed_lines import bracket_size, standard_order
from tournaments.formats.seeding import LARGEST_DRAW, assign_draw_numbers
from tournaments.formats.separation import bracket_layout, group_layout, group_shortfalls, separate
from tournaments.formats.translatable import gettext_noop

SMALLEST_GROUP, USUAL_SIZE = 2, 4
# A group and a place in it, both from 1.
GroupPlace = tuple[int, int]


def group_count(entrants: int, options: Mapping[str, Any]) -> int:
    """Return the number of groups: the option `groups`, or as few as have at most `size` (4) entries.

    Refuses `groups_impossible` if groups would have fewer than two entries.
    """
    count: int = options.get("groups", 0) or -(-entrants // options.get("size", USUAL_SIZE))
    if entrants < SMALLEST_GROUP * count:
        raise Refusal("groups_impossible", entrants=entrants, groups=count, smallest=SMALLEST_GROUP)
    return count


def group_lines(entrants: int, options: Mapping[str, Any]) -> int:
    """Return the number of lines of each group; some may be empty."""
    if options.get("groups", 0):
        return -(-entrants // group_count(entrants, options))
    return int(options.get("size", USUAL_SIZE))


def deal_in_snake(entrants: int, groups: int) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of each group: 1..g to groups 1..g, the next g in reverse order, and so on."""
    numbers_by_group: list[list[int]] = [[] for _ in range(groups)]
    for number in range(entrants):
        row, at = divmod(number, groups)
        numbers_by_group[at if row % 2 == 0 else groups - 1 - at].append(number + 1)
    return tuple(tuple(group) for group in numbers_by_group)


def group_name(key: str, number: int) -> str:
    """Return the flight of group `number` (from 1) of a stage."""
    return f"{key}_{number}"


def count_drawn_groups(lines: int, options: Mapping[str, Any]) -> int:
    """Return the number of groups on so many lines. A single group can have more than the planned size."""
    return int(options.get("groups", 0) or lines // options.get("size", USUAL_SIZE))


def group_tables(key: str, sources: Sequence[Source], options: Mapping[str, Any]) -> tuple[GraphPairing, ...]:
    """Return the round robins of all groups; `sources` are one group after the other, with equal line counts.

    Refuses ("lines_misshapen") a number of lines that does not divide into groups.
    """
    count = count_drawn_groups(len(sources), options)
    if not count or len(sources) % count:
        raise Refusal("lines_misshapen", lines=len(sources))
    lines = len(sources) // count
    starts = range(0, len(sources), lines)
    return tuple(
        pairing
        for number, start in enumerate(starts, start=1)
        for pairing in make_round_robin(group_name(key, number), sources[start : start + lines], options)
    )


@lru_cache(maxsize=64)
def cross_groups(groups: int, qualifiers: int) -> tuple[GroupPlace | None, ...]:
    """Return the (group, place) on each line of the following knockout, None for a bye.

    Winners have the numbers 1 to g, seconds the next g and so on; missing numbers are byes. Without byes the
    winner of A meets the second of B and the winner of B the second of A, and so on. Then entries of the same
    group are separated by exchanges with others of the same place (`formats.separation`). Refuses
    `crossing_impossible` for fewer than two qualifiers.
    """
    people = groups * qualifiers
    if people < 2 or groups < 1 or qualifiers < 1:
        raise Refusal("crossing_impossible", groups=groups, qualifiers=qualifiers)
    size = bracket_size(people)
    by_number = _numbered(groups, qualifiers, size)
    lines = [by_number[number - 1] if number <= people else 0 for number in standard_order(size)]
    pots = [
        [at for at, qualifier in enumerate(lines) if qualifier and _place_of(qualifier, groups) == place]
        for place in range(2, qualifiers + 1)
    ]
    tags = {qualifier: frozenset({f"group:{(qualifier - 1) % groups}"}) for qualifier in by_number}
    separated_lines = separate(
        lines, bracket_layout(size, pots), tags, {"group": size.bit_length() - 1}, "crossing"
    )
    return tuple(
        ((qualifier - 1) % groups + 1, _place_of(qualifier, groups)) if qualifier else None
        for qualifier in separated_lines.lines
    )


def crossed_sources(
    flights: Sequence[str], first: int, last: int, pairings: Sequence[GraphPairing]
) -> tuple[Source, ...]:
    """Return the lines of the knockout after groups: places `first` to `last` of the flights, crossed.

    A place beyond the entries of a group is a bye; `pairings` has the matches of the groups.
    """
    sizes = _count_entries(pairings)
    return tuple(
        place_of(flights[slot[0] - 1], slot[1] + first - 1)
        if slot and slot[1] + first - 1 <= sizes.get(flights[slot[0] - 1], 0)
        else BYE
        for slot in cross_groups(len(flights), last - first + 1)
    )


def _count_entries(pairings: Sequence[GraphPairing]) -> dict[str, int]:
    """Return the number of entries in each flight."""
    entries_by_flight: dict[str, set[int]] = {}
    for pairing in pairings:
        entries = {source.entry for source in pairing.sources if source.entry}
        entries_by_flight.setdefault(pairing.flight, set()).update(entries)
    return {flight: len(entries) for flight, entries in entries_by_flight.items()}


def _place_of(qualifier: int, groups: int) -> int:
    return (qualifier - 1) // groups + 1


def _numbered(groups: int, qualifiers: int, size: int) -> list[int]:
    """Return the qualifiers, coded as (place - 1) * groups + group, by draw number."""
    by_number = list(range(1, groups * qualifiers + 1))
    seconds = {groups + partner: size + 1 - winner for winner, partner in _partners(groups)}
    if qualifiers > 1 and all(groups < number <= 2 * groups for number in seconds.values()):
        for qualifier, number in seconds.items():
            by_number[number - 1] = qualifier
    return by_number


def _partners(groups: int) -> list[tuple[int, int]]:
    """Return each group with its partner: A with B, C with D; the last of an odd number with itself."""
    return [(g, min(g + 1, groups) if g % 2 else g - 1) for g in range(1, groups + 1)]


def draw_groups(stage: Stage, people: Sequence[DrawEntry], seeds: Sequence[int], seed: str) -> DrawnLines:
    """Draw the lines of groups, one group after the other: seeds first, the rest at random, dealt in a snake.

    Options: `groups` or `size`, `apart` (kinds of tags; any number of rounds means the group). Entries are
    exchanged within their pot, seeds of the first pot never. All groups have the same number of lines; empty
    ones (0) are for late entries.
    """
    tags = {person.entry: person.tags for person in people}
    by_number = assign_draw_numbers(list(tags), seeds, seed)
    groups = group_count(len(by_number), stage.options)
    lines = group_lines(len(by_number), stage.options)
    numbers_by_group = deal_in_snake(len(by_number), groups)
    numbers_by_line = [
        number
        for group_numbers in numbers_by_group
        for number in (*group_numbers, *[0] * (lines - len(group_numbers)))
    ]
    start = tuple(by_number[number - 1] if number else 0 for number in numbers_by_line)
    rounds_by_kind = {kind: 1 for kind, rounds in stage.options.get("apart", {}).items() if rounds}
    layout = group_layout([lines] * groups, _group_pots(numbers_by_line, groups, bool(seeds)))
    apart = separate(start, layout, tags, rounds_by_kind, seed)
    numbers = {entry: number for number, entry in enumerate(by_number, start=1)}
    reasons_by_entry = make_exchange_reasons(apart)
    reasons = {
        line: (
            make_reason(
                "group_by_snake",
                number=numbers[entry],
                pot=(numbers[entry] - 1) // groups + 1,
                group=layout.parts[line - 1][0] + 1,
            ),
            *reasons_by_entry.get(entry, ()),
        )
        if entry
        else (make_reason("place_free", group=layout.parts[line - 1][0] + 1),)
        for line, entry in enumerate(apart.lines, start=1)
    }
    return DrawnLines(apart.lines, reasons, group_shortfalls(apart.lines, layout, tags, rounds_by_kind))


def _group_pots(numbers_by_line: Sequence[int], groups: int, are_seeded: bool) -> list[list[int]]:
    rows = range(1 if are_seeded else 0, (len(numbers_by_line) - 1) // groups + 1)
    return [
        [at for at, number in enumerate(numbers_by_line) if number and (number - 1) // groups == row]
        for row in rows
    ]


class Groups(RoundRobin):
    """Round robin groups."""

    name, title = "groups", gettext_noop("Groups")
    options: ClassVar[OptionTests] = {
        **TABLE_OPTIONS,
        "groups": is_whole_number(1, LARGEST_DRAW // 2),
        "size": is_whole_number(3, 64),
    }
    keeps_apart_by = BY_ROUNDS
    can_be_split = False
    can_be_division = False

    def draw(self, stage: Stage, people: Sequence[DrawEntry], seeds: Sequence[int], seed: str) -> DrawnLines:
        """Draw the lines of all groups, dealt in a snake."""
        return draw_groups(stage, people, seeds, seed)

    def group_size(self, options: Mapping[str, Any]) -> int:
        """Return the maximum size of a group; 0 if the number of groups is planned."""
        return 0 if options.get("groups") else int(options.get("size", USUAL_SIZE))

    def can_add_line(self, stage: Stage, lines: int) -> bool:
        """Return whether the groups stay as they are with one more line: no entry moves to another."""
        return count_drawn_groups(lines + 1, stage.options) == count_drawn_groups(lines, stage.options)

    def pairings(self, stage: Stage, sources: Sequence[Source]) -> tuple[GraphPairing, ...]:
        """Return the boards of all groups."""
        return group_tables(stage.key, sources, stage.options)

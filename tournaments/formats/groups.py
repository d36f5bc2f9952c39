"""Groups: how large they are, who goes into which, and which line of the knockout each place leads to."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from rules.errors import Refusal
from tournaments.formats.field import BYE, Pairing, Places, Source, place_of
from tournaments.formats.round_robin import table
from tournaments.formats.seeding import bracket_size, slot_order
from tournaments.formats.separation import bracket_layout, separated

SMALLEST_GROUP, USUAL_SIZE = 2, 4


def group_count(entrants: int, options: Mapping[str, Any]) -> int:
    """How many groups: the option `groups`, or as few as hold at most `size` (4) people each.

    Refuses ("groups_impossible") groups of fewer than two.
    """
    count: int = options.get("groups", 0) or -(-entrants // options.get("size", USUAL_SIZE))
    if entrants < SMALLEST_GROUP * count:
        raise Refusal("groups_impossible", entrants=entrants, groups=count, smallest=SMALLEST_GROUP)
    return count


def group_lines(entrants: int, options: Mapping[str, Any]) -> int:
    """How many lines each group has: `size`, or what the largest of `groups` needs. Some may stay free."""
    if options.get("groups", 0):
        return -(-entrants // group_count(entrants, options))
    return int(options.get("size", USUAL_SIZE))


def snake(entrants: int, groups: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of each group: 1..g go to groups 1..g, the next g back from the last group, and so on."""
    found: list[list[int]] = [[] for _ in range(groups)]
    for number in range(entrants):
        row, at = divmod(number, groups)
        found[at if row % 2 == 0 else groups - 1 - at].append(number + 1)
    return tuple(tuple(group) for group in found)


def group_name(key: str, number: int) -> str:
    """The flight of group `number` (from 1) of a stage."""
    return f"{key}_{number}"


def group_tables(key: str, sources: Sequence[Source], options: Mapping[str, Any]) -> tuple[Pairing, ...]:
    """The round robins of all groups; `sources` are one group after the other, each with as many lines.

    Refuses ("lines_misshapen") a number of lines that makes no whole groups.
    """
    count: int = options.get("groups", 0) or len(sources) // options.get("size", USUAL_SIZE)
    if not count or len(sources) % count:
        raise Refusal("lines_misshapen", lines=len(sources))
    lines = len(sources) // count
    starts = range(0, len(sources), lines)
    return tuple(
        pairing
        for number, start in enumerate(starts, start=1)
        for pairing in table(group_name(key, number), sources[start : start + lines], options)
    )


def fitting(entrants: int, qualifiers: int) -> tuple[int, ...]:
    """The numbers of groups (of three or more) whose `qualifiers` fill a knockout without a bye."""
    counts = range(1, entrants // 3 + 1)
    return tuple(count for count in counts if bracket_size(max(count * qualifiers, 2)) == count * qualifiers)


@lru_cache(maxsize=64)
def crossing(groups: int, qualifiers: int) -> tuple[Places | None, ...]:
    """Which (group, place) stands on each line of the knockout that follows, None for a bye.

    Winners have numbers 1..g, seconds the next g and so on; byes are the missing numbers. The winner of A
    meets the second of B and the winner of B the second of A, C and D likewise, where there are no byes.
    People of one group are in different halves, or quarters, as long as their number allows: from that
    start they are exchanged with others of the same place, by the method of `draws.separation`.
    Refuses ("crossing_impossible") fewer than two in all.
    """
    people = groups * qualifiers
    if people < 2 or groups < 1 or qualifiers < 1:
        raise Refusal("crossing_impossible", groups=groups, qualifiers=qualifiers)
    size = bracket_size(people)
    by_number = _numbered(groups, qualifiers, size)
    lines = [by_number[number - 1] if number <= people else 0 for number in slot_order(size)]
    pots = [
        [at for at, who in enumerate(lines) if who and _place(who, groups) == place]
        for place in range(2, qualifiers + 1)
    ]
    tags = {who: frozenset({f"group:{(who - 1) % groups}"}) for who in by_number}
    drawn = separated(lines, bracket_layout(size, pots), tags, {"group": size.bit_length() - 1}, "crossing")
    return tuple(((who - 1) % groups + 1, _place(who, groups)) if who else None for who in drawn.lines)


def crossed(flights: Sequence[str], first: int, last: int) -> tuple[Source, ...]:
    """The lines of the knockout after groups: places `first` to `last` of the flights, crossed."""
    slots = crossing(len(flights), last - first + 1)
    return tuple(place_of(flights[slot[0] - 1], slot[1] + first - 1) if slot else BYE for slot in slots)


def _place(who: int, groups: int) -> int:
    return (who - 1) // groups + 1


def _numbered(groups: int, qualifiers: int, size: int) -> list[int]:
    """By number, who takes it: (place - 1) * groups + group. Seconds sit opposite the partner's winner."""
    by_number = list(range(1, groups * qualifiers + 1))
    seconds = {groups + partner: size + 1 - winner for winner, partner in _partners(groups)}
    if qualifiers > 1 and all(groups < number <= 2 * groups for number in seconds.values()):
        for who, number in seconds.items():
            by_number[number - 1] = who
    return by_number


def _partners(groups: int) -> list[Places]:
    """Group A with B, C with D; the last of an odd number with itself."""
    return [(g, min(g + 1, groups) if g % 2 else g - 1) for g in range(1, groups + 1)]

"""The lines of a knockout after groups, which are fixed before the groups start.

Follows *The knockout after groups* in docs/draw-methods.md.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tournaments.verification.checker.draw_lines import list_numbers_by_line
from tournaments.verification.checker.separations import make_bracket_parts, separate

GROUP, SEED = "group", "crossing"
# A group and a place in it, both from 1.
GroupPlace = tuple[int, int]


@lru_cache(maxsize=64)
def list_crossed_places(groups: int, advancing: int) -> tuple[GroupPlace | None, ...]:
    """Return the group place on each line, None for a bye.

    "Group winners have numbers 1 to g, runners-up the next g, and so on ... The winner of A meets the
    runner-up of B and the winner of B the runner-up of A ... Players of one group are in different halves,
    quarters or eighths as long as their number allows."
    """
    places = [(group, place) for place in range(1, advancing + 1) for group in range(1, groups + 1)]
    lines = max(2, 1 << (len(places) - 1).bit_length())
    by_number = _cross_runners_up(places, groups, lines) if advancing > 1 else places
    # Group places stand on the lines as players do in other draws: by their number in order of places.
    ids: Mapping[GroupPlace, int] = {place: number for number, place in enumerate(places, start=1)}
    numbers = list_numbers_by_line(lines)
    start = [ids[by_number[number - 1]] if number <= len(places) else 0 for number in numbers]
    pots = [
        [line for line, one in enumerate(start) if one and places[one - 1][1] == place]
        for place in range(2, advancing + 1)
    ]
    tags = {one: [(GROUP, str(group))] for (group, _), one in ids.items()}
    parts = make_bracket_parts(lines, pots)
    separated = separate(start, parts, tags, {GROUP: parts.levels}, SEED)
    return tuple(places[one - 1] if one else None for one in separated)


def _cross_runners_up(places: Sequence[GroupPlace], groups: int, lines: int) -> list[GroupPlace]:
    """Return the places by number, each runner-up on the number that meets the winner of the other group.

    A and B, C and D and so on are such groups; the last of an odd number is with itself. Where a bye or a
    third would be met, the runners-up keep the order of their groups.
    """
    numbers = {
        other: lines + 1 - group
        for group in range(1, groups + 1)
        for other in [min(group + 1, groups) if group % 2 else group - 1]
    }
    if any(not groups < number <= 2 * groups for number in numbers.values()):
        return list(places)
    by_number = list(places)
    for group, number in numbers.items():
        by_number[number - 1] = (group, 2)
    return by_number

"""What a draw could not keep apart: how early people who share a tag can meet, and why no later."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats.separation import Layout, Tags, kind_of, lines_of_tags

SIZE, SEEDS, OTHERS = "size", "seeds", "others"


@dataclass(frozen=True, slots=True)
class Shortfall:
    """One tag whose people meet earlier than wished.

    In a bracket the figures are rounds without a meeting: wished, reached, and possible for so many people
    whatever the draw (rounds of the bracket less the logarithm of their number, rounded up). In groups they
    are people of the tag in one group: wished 1, reached, and the fewest possible. `cause`: "size" when
    nothing better is possible for so many; "seeds" when people on fixed lines meet that early; "others"
    when separating other people stood against it.
    """

    tag: str
    members: int
    wished: int
    reached: int
    possible: int
    cause: str


def bracket_shortfalls(
    lines: Sequence[int], tags: Tags, rounds_by_kind: Mapping[str, int], fixed: Collection[int]
) -> tuple[Shortfall, ...]:
    """The tags whose people can meet before the wished rounds are over; `fixed` entries keep their lines.

    Any two can meet in the final: no wish goes beyond the rounds before it.
    """
    rounds = max(len(lines).bit_length() - 1, 0)
    shortfalls = []
    for tag, places in lines_of_tags(lines, tags).items():
        wished = min(rounds_by_kind.get(kind_of(tag), 0), rounds - 1)
        reached = _rounds_apart(places, rounds)
        if reached >= wished:
            continue
        possible = rounds - (len(places) - 1).bit_length()
        bound = _rounds_apart([line for line in places if lines[line] in fixed], rounds)
        cause = SIZE if reached >= possible else SEEDS if reached >= bound else OTHERS
        shortfalls.append(Shortfall(tag, len(places), wished, reached, possible, cause))
    return tuple(shortfalls)


def group_shortfalls(
    lines: Sequence[int], layout: Layout, tags: Tags, rounds_by_kind: Mapping[str, int]
) -> tuple[Shortfall, ...]:
    """The tags of which more than one stand in one group."""
    groups = len({parts[0] for parts in layout.parts})
    shortfalls = []
    for tag, places in lines_of_tags(lines, tags).items():
        if not rounds_by_kind.get(kind_of(tag)):
            continue
        group_numbers = [layout.parts[line][0] for line in places]
        reached, possible = (
            max(group_numbers.count(group) for group in group_numbers),
            -(-len(places) // groups),
        )
        if reached > 1:
            cause = SIZE if reached <= possible else OTHERS
            shortfalls.append(Shortfall(tag, len(places), 1, reached, possible, cause))
    return tuple(shortfalls)


def _rounds_apart(lines: Sequence[int], rounds: int) -> int:
    """How many rounds pass before any two of these lines (from 0) can meet."""
    return min(((a ^ b).bit_length() - 1 for a, b in combinations(lines, 2)), default=rounds)

"""The lines of a draw, repeated from its seed in every format.

Follows docs/draw-methods.md: *Draw seed and random order*, *Lines of a bracket*, *Round robin and groups*,
*The play-off of three* and *Separation*.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from tournaments.verification.checker.formats import CheckedFormat, format_of
from tournaments.verification.checker.random_orders import shuffle
from tournaments.verification.checker.round_robins import make_berger_rounds
from tournaments.verification.checker.separations import (
    Tags,
    make_bracket_parts,
    make_group_parts,
    separate,
)
from tournaments.verification.checker.stages import CheckedStage

USUAL_GROUP_SIZE = 4
Pair = tuple[int, int]
PRINTED, BLOCKS = "printed", "blocks"
BY_LOT, MATES_FIRST = "lot", "mates_first"
MATE_KINDS = frozenset({"club", "family", "partner"})
FEW_PLAYERS, NUMBERINGS_OF_FEW, NUMBERINGS_OF_MANY = 16, 24, 3


def list_expected_lines(
    stage: CheckedStage, entries: Collection[int], seeds: Sequence[int], seed: str, tags: Tags
) -> list[int] | None:
    """Return the lines of a draw of these entries; None for a stage that is not drawn by itself."""
    drawn_format = format_of(stage)
    by_number = [*seeds, *shuffle(sorted(set(entries) - set(seeds)), seed)]
    if drawn_format.is_knockout:
        return _list_bracket_lines(stage, entries, seeds, seed, tags)
    if drawn_format.has_groups:
        return _list_group_lines(stage, by_number, len(seeds), seed, tags)
    if drawn_format.is_round_robin:
        return _list_table_numbers(stage, by_number, seed, tags)
    if drawn_format.is_play_off:
        return _list_lines_of_three(entries, seeds, seed)
    if not _is_paired_by_rounds(drawn_format):
        return None
    # "With `numbers: "order"` the others follow in order of their entries."
    is_by_entry = stage.options.get("numbers") == "order"
    return [*seeds, *sorted(set(entries) - set(seeds))] if is_by_entry else by_number


def has_drawn_blocks(stage: CheckedStage) -> bool:
    """Whether seeds 3-4, 5-8 and so on are drawn among each other."""
    return stage.options.get("seeding") == BLOCKS


def _is_paired_by_rounds(drawn_format: CheckedFormat) -> bool:
    return not drawn_format.is_static and bool(drawn_format.round_rules)


def list_numbers_by_line(lines: int, sheet: str = "standard") -> list[int]:
    """Return the number on each line of a bracket: `1 8 4 5 2 7 3 6`, printed `1 8 5 4 3 6 7 2`.

    "If every favourite wins, 1 and 2 meet in the final and the two numbers of a pairing always add up to the
    same sum."
    """
    numbers = [1]
    while len(numbers) < lines:
        total = 2 * len(numbers) + 1
        pairs = [(number, total - number) for number in numbers]
        if sheet == PRINTED:
            pairs = [pair[::-1] if place % 2 else pair for place, pair in enumerate(pairs)]
        numbers = [number for pair in pairs for number in pair]
    return numbers


def _list_bracket_lines(
    stage: CheckedStage, entries: Collection[int], seeds: Sequence[int], seed: str, tags: Tags
) -> list[int]:
    has_blocks = has_drawn_blocks(stage)
    blocks = _list_seed_blocks(len(seeds))
    seed_order = (
        [
            entry
            for first, last in blocks
            for entry in shuffle(seeds[first - 1 : last], f"{seed}/seeds/{first}")
        ]
        if has_blocks
        else list(seeds)
    )
    by_number = [*seed_order, *shuffle(sorted(set(entries) - set(seeds)), seed)]
    numbers = list_numbers_by_line(
        1 << (len(by_number) - 1).bit_length(), str(stage.options.get("sheet", "standard"))
    )
    lines = [by_number[number - 1] if number <= len(by_number) else 0 for number in numbers]
    # "Players change lines only with equals: the unseeded among each other, and seeds inside their block when
    # blocks are drawn".
    spans = [*(blocks if has_blocks else ()), (len(seeds) + 1, len(by_number))]
    pots = [[line for line, number in enumerate(numbers) if first <= number <= last] for first, last in spans]
    rounds_by_kind = stage.options.get("apart", {})
    return separate(lines, make_bracket_parts(len(lines), pots), tags, rounds_by_kind, seed)


def _list_seed_blocks(seeds: int) -> list[tuple[int, int]]:
    """Return the first and last number of each block: 1, 2, 3-4, 5-8, 9-16 and so on."""
    blocks = [(1, 1), (2, 2)]
    while blocks[-1][1] < seeds:
        first = blocks[-1][1] + 1
        blocks.append((first, 2 * (first - 1)))
    return [(first, min(last, seeds)) for first, last in blocks if first <= seeds]


def _list_group_lines(
    stage: CheckedStage, by_number: Sequence[int], seeds: int, seed: str, tags: Tags
) -> list[int]:
    """Return the lines of groups.

    "Groups are filled in snake order ... all have the same number of lines, and late entries take a free
    one." "Players change lines only with equals: in groups inside their pot"; with seeds, those of the first
    pot stay.
    """
    size = int(stage.options.get("size", USUAL_GROUP_SIZE))
    groups = int(stage.options.get("groups", 0)) or -(-len(by_number) // size)
    lines_of_group = -(-len(by_number) // groups) if stage.options.get("groups") else size
    lines = [0] * (groups * lines_of_group)
    pots: list[list[int]] = [[] for _ in range(lines_of_group)]
    for place, entry in enumerate(by_number):
        row, column = divmod(place, groups)
        group = column if row % 2 == 0 else groups - 1 - column
        line = group * lines_of_group + row
        lines[line] = entry
        pots[row].append(line)
    kinds = {kind: 1 for kind, rounds in stage.options.get("apart", {}).items() if rounds}
    parts = make_group_parts(len(lines), groups, [pot for pot in pots[bool(seeds) :] if pot])
    return separate(lines, parts, tags, kinds, seed)


def _list_table_numbers(stage: CheckedStage, by_number: Sequence[int], seed: str, tags: Tags) -> list[int]:
    """Return the numbers of a round robin, which "follow seeds and random order, or random order alone"."""
    numbering = stage.options.get("numbers", "order")
    if numbering not in {BY_LOT, MATES_FIRST}:
        return list(by_number)
    by_lot = shuffle(sorted(by_number), f"{seed}/numbers")
    return by_lot if numbering == BY_LOT else _let_mates_meet_early(by_lot, seed, tags)


def _list_lines_of_three(entries: Collection[int], seeds: Sequence[int], seed: str) -> list[int]:
    """Return who sits out, then the others in random order.

    "One of the players with the fewest byes is drawn to sit out (A). B and C meet". They are the seeds.
    """
    sitting_out = shuffle(sorted(seeds or entries), f"{seed}/bye")[0]
    return [sitting_out, *shuffle(sorted(set(entries) - {sitting_out}), seed)]


def _let_mates_meet_early(by_lot: Sequence[int], seed: str, tags: Tags) -> list[int]:
    """Return the numbers by the method `mates-1`."""
    mates = [
        pair
        for pair in combinations(by_lot, 2)
        if any(tag[0] in MATE_KINDS for tag in set(tags.get(pair[0], ())) & set(tags.get(pair[1], ())))
    ]
    if not mates:
        return list(by_lot)
    rounds: dict[Pair, int] = {}
    for number, boards in enumerate(make_berger_rounds(len(by_lot)), start=1):
        for one, other in boards:
            rounds[one, other] = rounds[other, one] = number
    count = NUMBERINGS_OF_FEW if len(by_lot) <= FEW_PLAYERS else NUMBERINGS_OF_MANY
    starts = [shuffle(sorted(by_lot), f"{seed}/numbers/{number}") for number in range(count - 1)]
    numberings = [_exchange_numbers(start, mates, rounds) for start in [list(by_lot), *starts]]
    return min(numberings, key=lambda numbering: _sum_rounds(mates, _map_numbers(numbering), rounds))


def _exchange_numbers(numbering: list[int], mates: Sequence[Pair], rounds: Mapping[Pair, int]) -> list[int]:
    """Make the exchange that lowers the sum most, the first of equal ones, until none lowers it."""
    order, numbers = list(numbering), _map_numbers(numbering)
    mates_of = {entry: [pair for pair in mates if entry in pair] for entry in order}
    while True:
        best_exchange, largest_change = (0, 0), 0
        for one, other in combinations(order, 2):
            # The round of a pair that is exchanged with itself is counted twice, before and after.
            affected = mates_of[one] + mates_of[other]
            before = _sum_rounds(affected, numbers, rounds)
            numbers[one], numbers[other] = numbers[other], numbers[one]
            change = _sum_rounds(affected, numbers, rounds) - before
            numbers[one], numbers[other] = numbers[other], numbers[one]
            if change < largest_change:
                best_exchange, largest_change = (one, other), change
        if not largest_change:
            return order
        one, other = best_exchange
        numbers[one], numbers[other] = numbers[other], numbers[one]
        order[numbers[one] - 1], order[numbers[other] - 1] = one, other


def _map_numbers(numbering: Sequence[int]) -> dict[int, int]:
    return {entry: number for number, entry in enumerate(numbering, start=1)}


def _sum_rounds(pairs: Sequence[Pair], numbers: Mapping[int, int], rounds: Mapping[Pair, int]) -> int:
    return sum(rounds[numbers[one], numbers[other]] for one, other in pairs)

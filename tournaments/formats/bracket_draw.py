"""The draw of a bracket: lines from entries, seeds and draw seed, with the reasons for each line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.plan import DrawEntry, Stage
from tournaments.formats.reasons import Reason, make_reason
from tournaments.formats.seed_lines import place_on_lines
from tournaments.formats.seeding import (
    assign_draw_numbers,
    check_entries_and_seeds,
    seed_blocks,
    shuffle_seed_blocks,
)
from tournaments.formats.separation import (
    SeparatedLines,
    Shortfall,
    bracket_layout,
    bracket_shortfalls,
    separate,
)

FIXED, BLOCKS = "fixed", "blocks"


@dataclass(frozen=True, slots=True)
class DrawnLines:
    """A draw: entry by line (0: bye), reasons by line from 1, and tags that could not be separated."""

    lines: tuple[int, ...]
    reasons: Mapping[int, tuple[Reason, ...]] = field(default_factory=dict)
    shortfalls: tuple[Shortfall, ...] = ()


def draw_bracket(stage: Stage, people: Sequence[DrawEntry], seeds: Sequence[int], seed: str) -> DrawnLines:
    """Draw the lines of a knockout.

    Options: `seeding` "fixed" (seed i gets number i) or "blocks" (seeds 3-4, 5-8, ... in random order),
    `sheet` "standard" or "printed", `apart` rounds by kind of tag. Refuses `field_size`, `seeds_unknown`.
    """
    options, tags = stage.options, {person.entry: person.tags for person in people}
    check_entries_and_seeds(list(tags), seeds)
    in_blocks = options.get("seeding", FIXED) == BLOCKS
    order = shuffle_seed_blocks(seeds, seed) if in_blocks else tuple(seeds)
    by_number = assign_draw_numbers(list(tags), order, seed)
    start = place_on_lines(by_number, options.get("sheet", "standard"))
    numbers = place_on_lines(range(1, len(by_number) + 1), options.get("sheet", "standard"))
    pots = _pots(numbers, len(seeds), in_blocks)
    separated = separate(start, bracket_layout(len(start), pots), tags, options.get("apart", {}), seed)
    fixed = {entry for entry in seeds if not in_blocks}
    line_reasons = _LineReasons(by_number, len(seeds), in_blocks, seed, separated)
    reasons = {line: line_reasons.of(line, numbers) for line in range(1, len(start) + 1)}
    return DrawnLines(
        separated.lines, reasons, bracket_shortfalls(separated.lines, tags, options.get("apart", {}), fixed)
    )


def _pots(numbers: Sequence[int], seeds: int, in_blocks: bool) -> list[list[int]]:
    """Return the pots, sets of lines whose entries may be exchanged: drawn seed blocks, and all unseeded."""
    blocks = [block for block in seed_blocks(seeds) if in_blocks]
    spans = [*blocks, (seeds + 1, len(numbers))]
    return [[line for line, number in enumerate(numbers) if a <= number <= b and number] for a, b in spans]


def make_exchange_reasons(separated: SeparatedLines) -> dict[int, list[Reason]]:
    """Return the reasons of each entry that was exchanged: whom one of the two avoids, and with whom."""
    reasons: dict[int, list[Reason]] = {}
    for exchange in separated.exchanges:
        for code, entry, other in (
            ("line_apart_from", exchange.entry, exchange.other),
            ("line_exchanged", exchange.other, exchange.entry),
        ):
            reason = make_reason(code, other=other, avoided=exchange.avoided, tag=exchange.tag)
            reasons.setdefault(entry, []).append(reason)
    return reasons


class _LineReasons:
    """Makes the reasons why each line of a bracket has its entry or a bye."""

    def __init__(
        self, by_number: Sequence[int], seeds: int, in_blocks: bool, seed: str, separated: SeparatedLines
    ) -> None:
        self._number_of_entry = {entry: number for number, entry in enumerate(by_number, start=1)}
        self._seeds, self._in_blocks, self._seed, self._separated = seeds, in_blocks, seed, separated
        self._exchange_reasons = make_exchange_reasons(separated)

    def of(self, line: int, numbers: Sequence[int]) -> tuple[Reason, ...]:
        """Return the reasons of a line from 1; `numbers` are the numbers of the bracket, 0 for a bye."""
        entry = self._separated.lines[line - 1]
        if not entry:
            return self._bye(numbers[(line - 1) ^ 1])
        number = self._number_of_entry[entry]
        first = self._seeded(number) if number <= self._seeds else self._drawn(number)
        return (first, *self._exchange_reasons.get(entry, ()))

    def _bye(self, number: int) -> tuple[Reason, ...]:
        entrants, size = len(self._number_of_entry), len(self._separated.lines)
        reason = make_reason("bye_missing_number", number=number, entrants=entrants, lines=size)
        if number <= self._seeds:
            return (reason,)
        more = make_reason("bye_beyond_seeds", number=number, seeds=self._seeds, byes=size - entrants)
        return (reason, more)

    def _seeded(self, number: int) -> Reason:
        block = next((a, b) for a, b in seed_blocks(self._seeds) if a <= number <= b)
        if not self._in_blocks or block[0] == block[1]:
            return make_reason("line_seeded", number=number)
        return make_reason("line_in_block", number=number, first=block[0], last=block[1], seed=self._seed)

    def _drawn(self, number: int) -> Reason:
        if self._separated.attempt:
            return make_reason("line_filled_anew", attempt=self._separated.attempt, seed=self._seed)
        return make_reason("line_by_lot", number=number, seed=self._seed)

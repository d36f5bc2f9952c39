"""The draw: from entries, seeds and draw seed to lines, with the reasons and shortfalls of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.plan import DrawEntry, Stage
from tournaments.formats.reasons import Reason, because
from tournaments.formats.seeding import check_field, drawn_in_blocks, numbered, on_sheet, seed_blocks
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
    """A draw: entry numbers by line (0 a bye), the reasons of each line from 1, and the shortfalls."""

    lines: tuple[int, ...]
    reasons: Mapping[int, tuple[Reason, ...]] = field(default_factory=dict)
    shortfalls: tuple[Shortfall, ...] = ()


def bracket_drawing(stage: Stage, people: Sequence[DrawEntry], seeds: Sequence[int], seed: str) -> DrawnLines:
    """Draw the lines of a knockout.

    Options: `seeding` "fixed" (seed i takes number i) or "blocks" (3-4, 5-8, ... drawn among each other),
    `sheet` "standard" or "printed", `apart` rounds by kind of tag. Refuses `field_size`, `seeds_unknown`.
    """
    options, tags = stage.options, {person.entry: person.tags for person in people}
    check_field(list(tags), seeds)
    in_blocks = options.get("seeding", FIXED) == BLOCKS
    order = drawn_in_blocks(seeds, seed) if in_blocks else tuple(seeds)
    by_number = numbered(list(tags), order, seed)
    start = on_sheet(by_number, options.get("sheet", "standard"))
    numbers = on_sheet(range(1, len(by_number) + 1), options.get("sheet", "standard"))
    pots = _pots(numbers, len(seeds), in_blocks)
    apart = separate(start, bracket_layout(len(start), pots), tags, options.get("apart", {}), seed)
    fixed = {entry for entry in seeds if not in_blocks}
    trace = _Trace(by_number, len(seeds), in_blocks, seed, apart)
    reasons = {line: trace.of(line, numbers) for line in range(1, len(start) + 1)}
    return DrawnLines(
        apart.lines, reasons, bracket_shortfalls(apart.lines, tags, options.get("apart", {}), fixed)
    )


def _pots(numbers: Sequence[int], seeds: int, in_blocks: bool) -> list[list[int]]:
    """Return the sets of equal lines: those of each seed block if drawn, all unseeded lines together."""
    blocks = [block for block in seed_blocks(seeds) if in_blocks]
    spans = [*blocks, (seeds + 1, len(numbers))]
    return [[line for line, number in enumerate(numbers) if a <= number <= b and number] for a, b in spans]


def exchange_reasons(apart: SeparatedLines) -> dict[int, list[Reason]]:
    reasons: dict[int, list[Reason]] = {}
    for exchange in apart.exchanges:
        for entry, other in ((exchange.entry, exchange.other), (exchange.other, exchange.entry)):
            reasons.setdefault(entry, []).append(because("line_apart", other=other, tag=exchange.tag))
    return reasons


class _Trace:
    """The reasons why each line of a bracket holds its entry, recorded during the draw."""

    def __init__(
        self, by_number: Sequence[int], seeds: int, in_blocks: bool, seed: str, apart: SeparatedLines
    ) -> None:
        self._of = {entry: number for number, entry in enumerate(by_number, start=1)}
        self._seeds, self._in_blocks, self._seed, self._apart = seeds, in_blocks, seed, apart
        self._moved = exchange_reasons(apart)

    def of(self, line: int, numbers: Sequence[int]) -> tuple[Reason, ...]:
        """Return the reasons of a line from 1; `numbers` are the numbers of the bracket, 0 for a bye."""
        entry = self._apart.lines[line - 1]
        if not entry:
            return self._bye(numbers[(line - 1) ^ 1])
        number = self._of[entry]
        first = self._seeded(number) if number <= self._seeds else self._drawn(number)
        return (first, *self._moved.get(entry, ()))

    def _bye(self, number: int) -> tuple[Reason, ...]:
        entrants, size = len(self._of), len(self._apart.lines)
        reason = because("bye_missing_number", number=number, entrants=entrants, lines=size)
        if number <= self._seeds:
            return (reason,)
        more = because("bye_beyond_seeds", number=number, seeds=self._seeds, byes=size - entrants)
        return (reason, more)

    def _seeded(self, number: int) -> Reason:
        block = next((a, b) for a, b in seed_blocks(self._seeds) if a <= number <= b)
        if not self._in_blocks or block[0] == block[1]:
            return because("line_seeded", number=number)
        return because("line_in_block", number=number, first=block[0], last=block[1], seed=self._seed)

    def _drawn(self, number: int) -> Reason:
        if self._apart.attempt:
            return because("line_filled_anew", attempt=self._apart.attempt, seed=self._seed)
        return because("line_by_lot", number=number, seed=self._seed)

"""Whether the lines of a draw are what seeds and lots give, and whether byes fall where they should."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.verification.checker import draw_seed
from tournaments.verification.checker.findings import FindingLog
from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.stages import Stage


def check_lines(
    notes: FindingLog, stage: Stage, payload: Mapping[str, Any], lines: Sequence[int], playing: Sequence[int]
) -> None:
    """I1, I6 and I16: everybody once, byes apart and with the seeds, and the very lines the lots give."""
    entries_on_lines = sorted(number for number in lines if number)
    notes.expect(entries_on_lines == sorted(playing), "I1", "not_everybody_drawn", flight=stage.key)
    if not format_of(stage).is_knockout or stage.options.get("sheet", "standard") != "standard":
        return
    seeds = [int(number) for number in payload["seeds"]]
    _check_byes(notes, stage, lines, seeds)
    if not stage.options.get("apart"):
        order = _in_blocks(seeds, str(payload["seed"])) if _has_blocks(stage) else seeds
        again = draw_seed.draw_lines(playing, order, str(payload["seed"]))
        notes.expect(list(lines) == again, "I16", "lines_not_by_lots", flight=stage.key)


def _check_byes(notes: FindingLog, stage: Stage, lines: Sequence[int], seeds: Sequence[int]) -> None:
    pairs = list(zip(lines[::2], lines[1::2], strict=False))
    notes.expect((0, 0) not in pairs, "I6", "bye_meets_bye", flight=stage.key)
    free = [number for pair in pairs if 0 in pair for number in pair if number]
    seeds_with_byes = [] if _has_blocks(stage) else seeds[: len(free)]
    notes.expect(
        set(seeds_with_byes) <= set(free),
        "I6",
        "bye_not_with_the_seeds",
        flight=stage.key,
        seeds=seeds_with_byes,
    )


def _has_blocks(stage: Stage) -> bool:
    return stage.options.get("seeding") == "blocks"


def _in_blocks(seeds: Sequence[int], seed: str) -> list[int]:
    """Seeds 3-4, 5-8 and so on, each block in the order of its own lots."""
    order, first = list(seeds[:2]), 3
    while first <= len(seeds):
        last = 2 * first - 2
        order += draw_seed.shuffled(seeds[first - 1 : last], f"{seed}/seeds/{first}")
        first = last + 1
    return order

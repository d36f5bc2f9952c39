"""Whether the lines of a draw are what seeds and lots give, and whether byes fall where they should."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.checking import lots
from tournaments.checking.findings import Notes


def check_lines(
    notes: Notes, flight: str, payload: Mapping[str, Any], lines: Sequence[int], playing: Sequence[int]
) -> None:
    """I6 and I16: everybody once, byes apart and with the seeds, and the very lines the lots give."""
    drawn = sorted(number for number in lines if number)
    notes.must(drawn == sorted(playing), "I1", "not_everybody_drawn", flight=flight)
    pairs = list(zip(lines[::2], lines[1::2], strict=False))
    notes.must((0, 0) not in pairs, "I6", "bye_meets_bye", flight=flight)
    seeds = [int(number) for number in payload["seeds"]]
    free = [number for pair in pairs if 0 in pair for number in pair if number]
    wanted = seeds[: len(free)]
    notes.must(set(wanted) <= set(free), "I6", "bye_not_with_the_seeds", flight=flight, seeds=wanted)
    again = lots.lines(playing, seeds, str(payload["seed"]))
    notes.must(list(lines) == again, "I16", "lines_not_by_lots", flight=flight)

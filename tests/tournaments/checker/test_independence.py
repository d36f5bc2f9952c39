"""The checker finds draws without separation, and edited entries that move a player without a trace."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tournaments.formats import bracket_draw
from tournaments.formats.separation import SeparatedLines
from tournaments.journal import entries, registry
from tournaments.journal.entries import Described
from tournaments.journal.mutable_state import MutableState
from tournaments.verification.checker.draws import check_separation, entry_tags
from tournaments.verification.checker.findings import CheckerFinding, FindingLog
from tournaments.verification.checker.stages import CheckedStage
from tournaments.verification.simulator.simulation_run import run_simulation

PAIRED = {entry: entry_tags({"partners": ["d1"] if entry in (1, 2) else []}) for entry in range(1, 9)}


def judged(lines: Sequence[int], seeds: Sequence[int], rounds: int) -> list[CheckerFinding]:
    notes = FindingLog()
    check_separation(
        notes, CheckedStage("main", "knockout", options={"apart": {"partner": rounds}}), lines, seeds, PAIRED
    )
    return list(notes)


@pytest.mark.parametrize(
    ("lines", "seeds", "rounds", "expected"),
    [
        ([1, 2, 3, 4, 5, 6, 7, 8], [], 1, [(1, 3)]),
        ([1, 3, 2, 4, 5, 6, 7, 8], [], 1, []),
        ([1, 3, 2, 4, 5, 6, 7, 8], [], 2, [(1, 5)]),
        ([1, 2, 3, 4, 5, 6, 7, 8], [1, 2], 2, []),
        ([1, 2, 0, 0], [], 1, []),
    ],
)
def test_separated_entries_are_as_far_apart_as_exchanges_allow(
    lines: list[int], seeds: list[int], rounds: int, expected: list[tuple[int, int]]
) -> None:
    facts = [(finding.facts["entry"], finding.facts["other"]) for finding in judged(lines, seeds, rounds)]
    assert facts == expected


def seen(form: str, most: int = 40) -> set[str]:
    for seed in range(most):
        course = run_simulation(f"apart-{seed}", [form])
        if course.findings:
            return {f"{fault.guarantee} {fault.code}" for fault in course.findings}
    return set()


def test_an_engine_without_separation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def together(lines: Sequence[int], *_: Any) -> SeparatedLines:
        return SeparatedLines(tuple(lines))

    monkeypatch.setattr(bracket_draw, "separate", together)
    assert seen("knockout") == {"I16 drawn_too_near"}


def test_an_engine_that_deletes_results_of_an_edited_entry_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = entries.describe

    def describe(book: MutableState, fact: Described) -> None:
        right(book, fact)
        for number in fact.particulars:
            for name in [
                name for name, result in book.results.items() if number in (result.white, result.black)
            ]:
                del book.results[name]

    monkeypatch.setitem(registry.KINDS, "described", replace(registry.KINDS["described"], apply=describe))
    assert "I8 particulars_moved_somebody" in seen("round_robin")

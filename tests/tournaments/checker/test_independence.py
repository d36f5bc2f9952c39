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
from tournaments.verification.simulator.simulation_run import run_simulation


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
    assert seen("knockout") == {"I16 lines_not_by_lots"}


def test_an_engine_that_deletes_results_of_an_edited_entry_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = entries.describe

    def describe(book: MutableState, fact: Described) -> None:
        right(book, fact)
        numbers = {described.entry for described in fact.entries}
        for name, result in list(book.results.items()):
            if numbers & {result.white, result.black}:
                del book.results[name]

    monkeypatch.setitem(registry.KINDS, "described", replace(registry.KINDS["described"], apply=describe))
    assert "I8 particulars_moved_somebody" in seen("round_robin")

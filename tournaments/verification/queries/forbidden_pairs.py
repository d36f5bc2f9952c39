"""Which pairs of entries must not meet, as rows of a journal forbid and allow them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tournaments.journal.stage_changes import FORBIDDEN

Payload = Mapping[str, Any]


class ForbiddenPair(NamedTuple):
    """Two entries that must not meet in the rounds of a flight, the lower number first."""

    flight: str
    one: int
    other: int


class PairChanges(NamedTuple):
    """What a plan changes about pairs: those it forbids, those it allows again, and whether that is all."""

    forbidden: tuple[ForbiddenPair, ...]
    allowed: tuple[ForbiddenPair, ...]
    is_all: bool


def compare_plans(former: Payload, plan: Payload) -> PairChanges:
    """Return what a plan changes about forbidden pairs; the former one is {} for the first plan."""
    before, after = _list_pairs(former), _list_pairs(plan)
    is_all = before != after and _leave_out_pairs(former) == _leave_out_pairs(plan)
    return PairChanges(tuple(sorted(after - before)), tuple(sorted(before - after)), is_all)


def _list_pairs(plan: Payload) -> set[ForbiddenPair]:
    return {
        ForbiddenPair(stage["key"], *sorted(pair))
        for stage in plan.get("stages", ())
        for pair in stage.get("options", {}).get(FORBIDDEN, ())
        if len(set(pair)) == len(pair) == 2
    }


def _leave_out_pairs(plan: Payload) -> list[dict[str, Any]]:
    return [
        {
            **stage,
            "options": {name: value for name, value in stage.get("options", {}).items() if name != FORBIDDEN},
        }
        for stage in plan.get("stages", ())
    ]

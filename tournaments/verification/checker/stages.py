"""The plan of an event as its journal tells it; events older than plans have one of two presets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

MAIN, CONSOLATION = "main", "consolation"
ENTRIES, FIRST_LOSSES, LOSERS, PLACES, LIVES = "entries", "first_losses", "losers", "places", "lives"


@dataclass(frozen=True, slots=True)
class Stage:
    """One flight: its format with options, where its people come from, its lengths by round."""

    key: str
    format: str
    origin: str = ENTRIES
    sources: tuple[str, ...] = ()
    rounds: int = 0
    first: int = 1
    last: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    lengths: tuple[int, ...] = ()


def read_stages(payload: Mapping[str, Any]) -> tuple[Stage, ...]:
    """The stages of a line "planned"."""
    return tuple(_read_stage(item) for item in payload["stages"])


def preset(form: str) -> tuple[Stage, ...]:
    """The stages of an event drawn without a plan."""
    main = Stage(MAIN, "knockout")
    if form == "knockout_consolation":
        return (main, Stage(CONSOLATION, "consolation", FIRST_LOSSES, (MAIN,)))
    return (main,) if form == "knockout" else (Stage(MAIN, form),)


def owner(flight: str, planned_stages: Sequence[Stage]) -> Stage | None:
    """The stage a flight belongs to: "group_3" is one of "group"."""
    by_key = {stage.key: stage for stage in planned_stages}
    return by_key.get(flight) or by_key.get(flight.rpartition("_")[0])


def length(stage: Stage | None, event: Mapping[str, Any], is_first: bool, round_number: int) -> int:
    """The points a match goes to: those of its stage, else the event's own, first flight or others."""
    if stage is not None and stage.lengths:
        return stage.lengths[min(round_number, len(stage.lengths)) - 1]
    field_name = "length" if is_first or "consolation_length" not in event else "consolation_length"
    return int(event[field_name])


def _read_stage(data: Mapping[str, Any]) -> Stage:
    feed = data["feed"]
    sources = tuple(feed["flights"]) or ((feed["flight"],) if feed["flight"] else ())
    return Stage(
        key=data["key"],
        format=data["format"],
        origin=feed["origin"],
        sources=sources,
        rounds=feed["rounds"],
        first=feed["first"],
        last=feed["last"],
        options=data["options"],
        lengths=tuple(data["lengths"]),
    )

"""The stages of an event, read from its journal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

MAIN, CONSOLATION = "main", "consolation"
ENTRIES, FIRST_LOSSES, LOSERS, PLACES, LIVES = "entries", "first_losses", "losers", "places", "lives"


@dataclass(frozen=True, slots=True)
class CheckedStage:
    """A stage: its format and options, where its entries come from, and its match lengths by round."""

    key: str
    format: str
    origin: str = ENTRIES
    sources: tuple[str, ...] = ()
    rounds: int = 0
    first: int = 1
    last: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    lengths: tuple[int, ...] = ()

    def length(self, round_number: int) -> int:
        """Return the match length of a round, 0 for that of the event."""
        return self.lengths[min(round_number, len(self.lengths)) - 1] if self.lengths else 0


def read_stages(payload: Mapping[str, Any]) -> tuple[CheckedStage, ...]:
    """Return the stages of a row "planned"."""
    return tuple(_read_stage(item) for item in payload["stages"])


def make_stages_without_plan(format_name: str) -> tuple[CheckedStage, ...]:
    """Return the stages of an event drawn without a plan."""
    main = CheckedStage(MAIN, "knockout")
    if format_name == "knockout_consolation":
        return (main, CheckedStage(CONSOLATION, "consolation", FIRST_LOSSES, (MAIN,)))
    return (main,) if format_name == "knockout" else (CheckedStage(MAIN, format_name),)


def get_stage_of_flight(flight: str, planned_stages: Sequence[CheckedStage]) -> CheckedStage | None:
    """Return the stage a flight belongs to: "group_3" is one of "group"."""
    by_key = {stage.key: stage for stage in planned_stages}
    return by_key.get(flight) or by_key.get(flight.rpartition("_")[0])


def get_event_length(event: Mapping[str, Any], is_first: bool) -> int:
    """Return the match length of an event, in its first flight or in the others."""
    field_name = "length" if is_first or "consolation_length" not in event else "consolation_length"
    return int(event[field_name])


def _read_stage(data: Mapping[str, Any]) -> CheckedStage:
    feed = data["feed"]
    sources = tuple(feed["flights"]) or ((feed["flight"],) if feed["flight"] else ())
    return CheckedStage(
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

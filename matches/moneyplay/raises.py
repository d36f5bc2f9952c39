"""Which raise of a cube an event is: a beaver, a raccoon in answer to it, an otter, and so on."""

from collections.abc import Mapping, Sequence
from typing import Any

EventData = Mapping[str, Any]
RAISES = frozenset({"Raised", "Beavered"})
DOUBLE = "Doubled"
# Before these events another game was played.
BETWEEN_GAMES = frozenset({"Opened", "Ended", "Conceded", "Settled", "Finished", "Resigned", "Scored"})


def find_raise_number(earlier: Sequence[EventData], event: EventData) -> int:
    """Return the number of a raise: 1 for a beaver, 2 for a raccoon, 3 for an otter.

    `earlier` are the valid events before it. Whoever has doubled and was raised answers with an even number.
    """
    actor = _get_actor(event)
    own_raises, opposing_raises = 0, 0
    for past in reversed(earlier):
        if past["kind"] in BETWEEN_GAMES:
            break
        if past["kind"] == DOUBLE and _get_actor(past) == actor:
            return 2 * own_raises + (2 if opposing_raises else 1)
        if past["kind"] in RAISES and _get_actor(past) == actor:
            own_raises += _is_of_same_cube(past, event)
        elif past["kind"] in RAISES:
            targets = past.get("against") or (actor,)
            opposing_raises += actor in targets
    return 2 * own_raises + 1


def _get_actor(event: EventData) -> Any:
    return event.get("by") or event.get("side")


def _is_of_same_cube(past: EventData, event: EventData) -> bool:
    """Whether two raises of one player may be of the same cube: each names opponents, or means all."""
    names, past_names = set(event.get("against", ())), set(past.get("against", ()))
    return not names or not past_names or bool(names & past_names)

"""Column values of event and pairing rows, computed from the journal state."""

from collections.abc import Mapping
from typing import Any

from tournaments.formats.field import Pairing as Drawn
from tournaments.formats.field import Source
from tournaments.journal.board import is_finished
from tournaments.journal.placement import Placement
from tournaments.journal.state import EventState
from tournaments.models import EventStatus


def status_value(state: EventState, placed_pairings: Mapping[str, Placement]) -> str:
    """How far an event is; `shown` is its board."""
    if is_finished(state, placed_pairings):
        return EventStatus.FINISHED.value
    if state.is_published:
        return EventStatus.PUBLISHED.value
    return EventStatus.DRAWN.value if state.is_drawn else EventStatus.DRAFT.value


def position_values(pairing: Drawn) -> dict[str, Any]:
    """The flight, the round and the position of a pairing."""
    return {"flight": pairing.flight, "round": pairing.round, "position": pairing.position}


def stake_values(pairing: Drawn) -> dict[str, Any]:
    """What a pairing is played for, where its people come from, and the points White begins with."""
    return {
        "winner_from": pairing.winner_range[0],
        "winner_to": pairing.winner_range[1],
        "loser_from": pairing.loser_range[0],
        "loser_to": pairing.loser_range[1],
        "feeds": {"white": _feed_values(pairing.white), "black": _feed_values(pairing.black)},
        "head_start": pairing.head_start,
    }


def _feed_values(source: Source) -> dict[str, Any]:
    feed = {"origin": source.origin.value, "entry": source.entry, "pairing": source.pairing}
    return feed | ({"flight": source.flight, "place": source.place} if source.flight else {})

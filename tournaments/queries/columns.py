"""What the rows of an event hold by its journal: how far it is, and where a pairing stands in its draw."""

from collections.abc import Mapping
from typing import Any

from tournaments.formats.field import Pairing as Drawn
from tournaments.formats.field import Source
from tournaments.journal.board import is_finished
from tournaments.journal.placed import Placed
from tournaments.journal.state import EventState
from tournaments.models import EventStatus


def status(state: EventState, shown: Mapping[str, Placed]) -> str:
    """How far an event is; `shown` is its board."""
    if is_finished(state, shown):
        return EventStatus.FINISHED.value
    if state.is_published:
        return EventStatus.PUBLISHED.value
    return EventStatus.DRAWN.value if state.is_drawn else EventStatus.DRAFT.value


def spot(drawn: Drawn) -> dict[str, Any]:
    """The flight, the round and the position of a pairing."""
    return {"flight": drawn.flight, "round": drawn.round, "position": drawn.position}


def stakes(drawn: Drawn) -> dict[str, Any]:
    """What a pairing is played for, where its people come from, and the points White begins with."""
    return {
        "winner_from": drawn.winner_range[0],
        "winner_to": drawn.winner_range[1],
        "loser_from": drawn.loser_range[0],
        "loser_to": drawn.loser_range[1],
        "feeds": {"white": _feed(drawn.white), "black": _feed(drawn.black)},
        "head_start": drawn.head_start,
    }


def _feed(source: Source) -> dict[str, Any]:
    told = {"origin": source.origin.value, "entry": source.entry, "pairing": source.pairing}
    return told | ({"flight": source.flight, "place": source.place} if source.flight else {})

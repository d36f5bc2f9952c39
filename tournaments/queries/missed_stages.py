"""Players who are not in a stage because they did not come: losers of their match play on there."""

from dataclasses import dataclass

from matches.models import Match
from tournaments.journal.loser_stages import find_loser_stage
from tournaments.journal.state import BY_RESULT, EventState
from tournaments.messages.names import get_stage_name
from tournaments.models import Entry
from tournaments.queries import event_state


@dataclass(frozen=True, slots=True)
class LoserStage:
    """The stage to which the loser of a match goes.

    `missing` are the no-shows of the match who are not in it; the desk can put them there once `is_drawn`.
    """

    flight: str
    name: str
    is_drawn: bool
    missing: tuple[Entry, ...] = ()


def get_loser_stage(match: Match) -> LoserStage | None:
    """Return the stage to which the loser of a match of an event goes; None if there is none."""
    pairing = event_state.pairing_of(match)
    if pairing is None or pairing.board:
        return None
    state = event_state.get_event_state(pairing.event)
    stage = find_loser_stage(state, pairing.label)
    if stage is None:
        return None
    numbers = [
        number for number in _list_no_shows(state, pairing.label) if not _is_in(state, number, stage.key)
    ]
    entries = pairing.event.entries.filter(number__in=numbers).select_related("player").order_by("number")
    return LoserStage(stage.key, get_stage_name(stage), stage.key in state.stages, tuple(entries))


def _list_no_shows(state: EventState, pairing: str) -> list[int]:
    placed = state.board[pairing]
    is_no_show = placed.decided == BY_RESULT and placed.result is not None and placed.result.is_absence
    return [entry for entry in placed.losers if not state.entries[entry].is_withdrawn] if is_no_show else []


def _is_in(state: EventState, entry: int, stage: str) -> bool:
    flights = [flight for flight, key in state.index.stage_of.items() if key == stage]
    names = [name for flight in flights for name in state.index.by_flight.get(flight, ())]
    is_seated = any(entry in state.board[name].seats for name in names)
    return is_seated or (stage in state.stages and entry in state.stages[stage].members)

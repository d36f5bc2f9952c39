"""Players who are not in a stage because they did not come: losers of their match play on there."""

from dataclasses import dataclass

from django.utils.translation import gettext

from matches.models import Match
from rules.errors import Refusal
from tournaments.journal import draw_changes
from tournaments.journal.facts import StoredRow
from tournaments.journal.loser_stages import find_loser_stage
from tournaments.journal.replay import apply_row
from tournaments.journal.state import BY_ABSENCE, BY_RESULT, EventState
from tournaments.messages.names import get_stage_name
from tournaments.models import Entry, Event
from tournaments.play.events import event_state


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


@dataclass(frozen=True, slots=True)
class MissedStage:
    """The stage that a reinstated entry has missed by a match it lost by absence, and a sentence about it.

    `has_line` tells whether the desk can put the entry there now.
    """

    flight: str
    sentence: str
    has_line: bool


def preview_missed_stage(entry: Entry, flight: str = "") -> MissedStage | None:
    """Return the stage that an entry will have missed once it is reinstated; None without any.

    Raises what the journal refuses.
    """
    state = event_state.get_event_state(entry.event)
    command = draw_changes.reinstate(state, entry.number, flight)
    after = apply_row(state, StoredRow(state.seq + 1, command.kind, command.payload))
    return _find_missed_stage(entry, after)


def get_missed_stage(entry: Entry) -> MissedStage | None:
    """Return the stage that an entry has missed while it was withdrawn; None without any."""
    return _find_missed_stage(entry, event_state.get_event_state(entry.event))


def _find_missed_stage(entry: Entry, state: EventState) -> MissedStage | None:
    number = entry.number
    is_open = any(number in placed.seats and not placed.is_decided for placed in state.board.values())
    lost = [
        label
        for label, absent_entry in state.lost_by_absence.items()
        if absent_entry == number and state.board[label].decided == BY_ABSENCE
    ]
    stage = find_loser_stage(state, lost[-1]) if lost and not is_open else None
    if stage is None or _is_in(state, number, stage.key):
        return None
    names = {"name": entry.player.desk_name, "stage": get_stage_name(stage)}
    if stage.key not in state.stages:
        sentence = gettext(
            "The walk-over stays, so that %(name)s does not go on to %(stage)s; once it is drawn, "
            "you can put them in."
        )
        return MissedStage(stage.key, sentence % names, has_line=False)
    if not _has_line(entry.event, state, number, stage.key):
        sentence = gettext(
            "The walk-over stays, so that %(name)s does not go on to %(stage)s, and no place is free there."
        )
        return MissedStage(stage.key, sentence % names, has_line=False)
    sentence = gettext(
        "The walk-over stays, so that %(name)s does not go on to %(stage)s; a place there is free for them."
    )
    return MissedStage(stage.key, sentence % names, has_line=True)


def _has_line(event: Event, state: EventState, number: int, flight: str) -> bool:
    """Return whether an entry can be added to a drawn stage now."""
    begun, called = event_state.pairs_in_play(event), event_state.get_called_tables(event)
    try:
        draw_changes.add_late(state, number, flight, begun, called)
    except Refusal:
        return False
    return True

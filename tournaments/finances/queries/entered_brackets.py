"""The mini brackets that each entry is in: for each of them the entry fee is due."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.formats.recognised_format import is_rolling_format
from tournaments.journal import rolling_queue
from tournaments.journal.state import EventState
from tournaments.models import Event
from tournaments.models.event import PLANNED
from tournaments.play.events import event_state


@dataclass(frozen=True, slots=True)
class EnteredBrackets:
    """The mini brackets of an entry, in the order in which they began.

    `awaits_first`: no mini bracket of the entry has begun and one still may; the first fee is due already.
    `awaits_next`: one has begun, and the entry is in the queue for another; if a further stake has been paid,
    it is for that one.
    """

    keys: tuple[str, ...] = ()
    awaits_first: bool = False
    awaits_next: bool = False

    @property
    def fee_count(self) -> int:
        """How many times the fee is due."""
        return len(self.keys) + int(self.awaits_first)


def find_entered_brackets(
    event: Event, state: EventState | None = None
) -> Mapping[int, EnteredBrackets] | None:
    """Return the mini brackets of the entries of an event, by number; None if it has no mini brackets.

    They follow from the journal, so that undoing the start of a bracket gives its stakes back. One query,
    none for an event of another format.
    """
    if state is None:
        is_of_other_format = event.plan_format and not is_rolling_format(event.plan_format)
        if event.format != PLANNED or is_of_other_format:
            return None
        state = event_state.get_event_state(event)
    return list_entered_brackets(state)


def list_entered_brackets(state: EventState) -> Mapping[int, EnteredBrackets] | None:
    """Return the mini brackets of the entries of an event as `find_entered_brackets`, from its state."""
    if not rolling_queue.is_rolling(state.plan):
        return None
    begun = [(key, drawing) for key, drawing in state.stages.items() if rolling_queue.is_begun(drawing)]
    is_open = rolling_queue.open_stage(state) is not None
    waiting = set(rolling_queue.pool(state).waiting) if is_open else set()
    entered = {}
    for entry in state.entries:
        keys = tuple(key for key, drawing in begun if entry in drawing.members)
        entered[entry] = EnteredBrackets(keys, is_open and not keys, bool(keys) and entry in waiting)
    return entered


def find_brackets_of_entry(event: Event, number: int) -> EnteredBrackets | None:
    """Return the mini brackets of one entry, as `find_entered_brackets`; no keys for an unknown number."""
    brackets = find_entered_brackets(event)
    return None if brackets is None else brackets.get(number, EnteredBrackets())

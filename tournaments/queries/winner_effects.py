"""What a change of results makes wrong outside the draw: winners, and prizes already paid."""

from collections.abc import Iterator

from django.utils.translation import gettext

from tournaments.formats.graph import is_secondary
from tournaments.journal.event_end import is_finished
from tournaments.journal.final_places import find_final_places
from tournaments.journal.flight_places import ranking
from tournaments.journal.state import EventState
from tournaments.messages.names import get_stage_name
from tournaments.models import Event
from tournaments.registry import correction_effects


def describe_effects(event: Event, around: tuple[EventState, EventState]) -> list[str]:
    """Return sentences about other winners, and about prizes paid that would not be due."""
    by_app = correction_effects(event, around[1])
    return [*_describe_winner(event, *around), *(one for effects in by_app for one in effects)]


def _describe_winner(event: Event, before: EventState, after: EventState) -> Iterator[str]:
    """Yield a sentence for the event and each consolation if its winner would be another, or none.

    A winner of a final that is not touched stays one, although the event is open again.
    """
    if not is_finished(before, before.board):
        return
    changed = [
        (name, old_entries, new_entries)
        for name, old_entries, new_entries in _list_winners_around(before, after)
        if old_entries and old_entries != new_entries
    ]
    numbers = {number for _, old_entries, new_entries in changed for number in (*old_entries, *new_entries)}
    rows = event.entries.filter(number__in=numbers).select_related("player") if numbers else ()
    names = {entry.number: entry.player.desk_name for entry in rows}
    for flight, old_entries, new_entries in changed:
        facts = {
            "flight": flight,
            "old": ", ".join(names[entry] for entry in old_entries),
            "new": ", ".join(names[entry] for entry in new_entries),
        }
        yield _get_winner_sentence(is_replaced=bool(new_entries), is_flight=bool(flight)) % facts


def _get_winner_sentence(*, is_replaced: bool, is_flight: bool) -> str:
    if is_replaced and is_flight:
        return gettext("The winner of %(flight)s would be %(new)s instead of %(old)s.")
    if is_replaced:
        return gettext("The winner would be %(new)s instead of %(old)s.")
    if is_flight:
        return gettext("%(old)s would no longer have won %(flight)s: matches would have to be played again.")
    return gettext("%(old)s would no longer have won: matches would have to be played again.")


def _list_winners_around(before: EventState, after: EventState) -> Iterator[tuple[str, list[int], list[int]]]:
    """Yield the winners before and after, of the event (name "") and of each consolation."""
    yield "", _list_winners(before), _list_winners(after)
    for flight, key in before.index.stage_of.items():
        if is_secondary(flight) and before.index.by_flight.get(flight):
            around = (ranking(state, flight, state.board) or () for state in (before, after))
            old_order, new_order = (list(order[:1]) for order in around)
            yield get_stage_name(before.plan[key]), old_order, new_order


def _list_winners(state: EventState) -> list[int]:
    """Return the winners of an event; of one that is not over, the one who is certain."""
    last = None if is_finished(state, state.board) else 1
    return sorted(
        entry for entry, span in find_final_places(state).items() if span[0] == 1 and last in (None, span[1])
    )

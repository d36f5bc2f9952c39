"""What a change of results makes wrong outside the draw: winners, final places, and prizes already paid."""

from collections.abc import Iterator

from django.utils.translation import gettext

from tournaments.formats.graph import is_secondary
from tournaments.journal.event_end import is_finished
from tournaments.journal.final_places import PlacesField, find_final_places, list_fields
from tournaments.journal.flight_places import Span, ranking
from tournaments.journal.standings import is_table
from tournaments.journal.state import EventState
from tournaments.messages.names import get_stage_name
from tournaments.models import Event
from tournaments.registry import correction_effects

# A longer list of changed places is cut, and the rest counted.
MAX_PLACES = 12


def describe_effects(event: Event, around: tuple[EventState, EventState]) -> list[str]:
    """Return sentences about other winners, other final places, and prizes paid that would not be due."""
    by_app = correction_effects(event, around[1])
    return [*describe_changed_places(event, around), *(one for effects in by_app for one in effects)]


def describe_changed_places(event: Event, around: tuple[EventState, EventState]) -> list[str]:
    """Return sentences about other winners and other final places."""
    return [*_describe_winner(event, *around), *_describe_changed_places(event, *around)]


def _describe_winner(event: Event, before: EventState, after: EventState) -> Iterator[str]:
    """Yield a sentence for each field and each consolation that was won, if its winner would change.

    A field is named if it is one of several, as a division of a league.
    """
    old_winners, new_winners = _list_winners(before), _list_winners(after)
    changed = [key for key, entries in old_winners.items() if entries != new_winners.get(key)]
    if not changed:
        return
    names = {entry.number: entry.player.desk_name for entry in event.entries.select_related("player")}
    has_several_fields = len(list_fields(before)) > 1
    for key in changed:
        flight = get_stage_name(before.plan[key]) if is_secondary(key) or has_several_fields else ""
        old, new = (
            ", ".join(names[entry] for entry in winners.get(key, ()))
            for winners in (old_winners, new_winners)
        )
        sentence = _get_winner_sentence(is_replaced=bool(new), is_flight=bool(flight))
        yield sentence % {"flight": flight, "old": old, "new": new}


def _get_winner_sentence(*, is_replaced: bool, is_flight: bool) -> str:
    if is_replaced and is_flight:
        return gettext("The winner of %(flight)s would be %(new)s instead of %(old)s.")
    if is_replaced:
        return gettext("The winner would be %(new)s instead of %(old)s.")
    if is_flight:
        return gettext("%(old)s would no longer have won %(flight)s: matches would have to be played again.")
    return gettext("%(old)s would no longer have won: matches would have to be played again.")


def _list_winners(state: EventState) -> dict[str, list[int]]:
    """Return the winners by the key of what they have won: a field such as a division, or a consolation.

    A bracket has its winner after the final, although the match for place 3 may be open.
    """
    winners = {
        field.key: sorted(
            entry
            for entry, span in field.spans.items()
            if (span[0] == 1 if field.is_over else span == (1, 1) and not _has_table(state, field))
        )
        for field in list_fields(state)
    }
    for flight, key in state.index.stage_of.items():
        if is_secondary(flight) and state.index.by_flight.get(flight):
            winners[key] = list((ranking(state, flight, state.board) or ())[:1])
    return {key: entries for key, entries in winners.items() if entries}


def _has_table(state: EventState, field: PlacesField) -> bool:
    """Return whether places of a field come from a table, which are certain once it is over only."""
    return any(is_table(state.stages[key].stage) for key in field.stages if key in state.stages)


def _describe_changed_places(event: Event, before: EventState, after: EventState) -> Iterator[str]:
    """Yield a sentence with the final places that would change in an event that is over and stays so."""
    if not is_finished(before, before.board) or not is_finished(after, after.board):
        return
    old_places, new_places = find_final_places(before), find_final_places(after)
    changed = [entry for entry in old_places if old_places[entry] != new_places.get(entry)]
    if not changed:
        return
    names = {entry.number: entry.player.desk_name for entry in event.entries.select_related("player")}
    changed.sort(key=lambda entry: (old_places[entry], entry))
    changes = [
        f"{names[entry]} {_format_place(old_places[entry])} → {_format_place(new_places.get(entry))}"
        for entry in changed[:MAX_PLACES]
    ]
    if len(changed) > MAX_PLACES:
        changes.append(gettext("%(count)s more") % {"count": len(changed) - MAX_PLACES})
    yield gettext("Final places would change: %(changes)s.") % {"changes": ", ".join(changes)}


def _format_place(span: Span | None) -> str:
    if span is None:
        return "–"
    return str(span[0]) if span[0] == span[1] else f"{span[0]}–{span[1]}"

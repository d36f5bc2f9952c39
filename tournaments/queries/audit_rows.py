"""What the journal settles beside seats and results: seeds, places in the draw, players, status."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.errors import Refusal
from tournaments.draws.field import Pairing as Drawn
from tournaments.draws.field import Source
from tournaments.draws.lots import commitment
from tournaments.journal.board import board, is_finished
from tournaments.journal.fold import UNDONE
from tournaments.journal.formations import meeting_of
from tournaments.journal.lineups import everything, players_at
from tournaments.journal.state import EventState
from tournaments.models import Entry, Event, EventStatus, Pairing


def disagreements(event: Event, state: EventState, entries: Mapping[int, Entry]) -> Iterator[Refusal]:
    """Rows that are not as the journal has them, each once."""
    yield from _event(event, state)
    yield from _seeds(event, state, entries)
    for row in event.pairings.select_related("match__white", "match__black"):
        drawn = state.graph.by_id.get(meeting_of(row.label))
        if drawn is None:
            continue
        if stored(row) != told(drawn):
            both = {"stored": stored(row), "told": told(drawn)}
            yield Refusal("audit_drawn", "", event=event.name, pairing=row.label, **both)
        if row.match is not None and not _is_theirs(row, state, event):
            yield Refusal("audit_people", event=event.name, pairing=row.label, match=row.match.code)


def stored(row: Pairing) -> dict[str, Any]:
    """Where a pairing stands in the draw, as its row says."""
    return {
        "flight": row.flight,
        "round": row.round,
        "position": row.position,
        "winner": [row.winner_from, row.winner_to],
        "loser": [row.loser_from, row.loser_to],
        "feeds": row.feeds,
        "head_start": row.head_start,
    }


def told(drawn: Drawn) -> dict[str, Any]:
    """The same as the draw has it."""
    return {
        "flight": drawn.flight,
        "round": drawn.round,
        "position": drawn.position,
        "winner": list(drawn.winner_range),
        "loser": list(drawn.loser_range),
        "feeds": {"white": _feed(drawn.white), "black": _feed(drawn.black)},
        "head_start": drawn.head_start,
    }


def status_of(state: EventState) -> str:
    """How far an event is, by its journal."""
    if is_finished(state, board(state)):
        return EventStatus.FINISHED.value
    if state.is_published:
        return EventStatus.PUBLISHED.value
    return EventStatus.DRAWN.value if state.is_drawn else EventStatus.DRAFT.value


def _feed(source: Source) -> dict[str, Any]:
    found: dict[str, Any] = {"origin": source.origin.value, "entry": source.entry, "pairing": source.pairing}
    return found | {"flight": source.flight, "place": source.place} if source.flight else found


def _event(event: Event, state: EventState) -> Iterator[Refusal]:
    stored = Event.objects.values_list("status", flat=True).get(pk=event.pk)
    if stored != status_of(state):
        yield Refusal("audit_status", event=event.name, stored=stored, told=status_of(state))
    if commitment(event.lots_seed) != event.lots_commitment:
        yield Refusal("audit_lots", event=event.name)
    for line in event.journal.filter(kind=UNDONE):
        if line.undoes != line.payload.get("seq"):
            yield Refusal("audit_undoing", event=event.name, seq=line.seq)


def _seeds(event: Event, state: EventState, entries: Mapping[int, Entry]) -> Iterator[Refusal]:
    due = {number: place for place, number in enumerate(state.seeds, start=1)}
    for number, entry in entries.items():
        if number in state.entries and entry.seed != due.get(number):
            both = {"stored": entry.seed, "told": due.get(number)}
            yield Refusal("audit_seed", "", event=event.name, entry=number, **both)


def _is_theirs(row: Pairing, state: EventState, event: Event) -> bool:
    """Whether a match is at the event's desk and between the players of the entries that sit there."""
    placed, match = state.board[meeting_of(row.label)], row.match
    if match is None or not (placed.is_seated or row.board):
        return True
    players = [state.entries[seat].player for seat in placed.seats if seat]
    if row.board:
        players = list(players_at(state, row.label)) if row.label in everything(state) else []
    is_theirs = [match.white.code, match.black.code] == players
    return is_theirs and match.desk_id == event.tournament.desk_id

"""What the journal settles beside seats and results: seeds, places in the draw, players, status."""

from collections.abc import Iterator, Mapping

from rules.errors import Refusal
from tournaments.formats.lots import commitment
from tournaments.journal.board import board
from tournaments.journal.fold import UNDONE
from tournaments.journal.formations import meeting_of
from tournaments.journal.lineups import everything, players_at
from tournaments.journal.state import EventState
from tournaments.models import Entry, Event, Pairing
from tournaments.queries import columns


def disagreements(event: Event, state: EventState, entries: Mapping[int, Entry]) -> Iterator[Refusal]:
    """Rows that are not as the journal has them, each once."""
    yield from _event(event, state)
    yield from _seeds(event, state, entries)
    for row in event.pairings.select_related("match__white", "match__black"):
        drawn = state.graph.by_id.get(meeting_of(row.label))
        if drawn is None:
            continue
        told = {**columns.spot(drawn), **columns.stakes(drawn)}
        held = {name: getattr(row, name) for name in told}
        if held != told:
            both = {"stored": held, "told": told}
            yield Refusal("audit_drawn", "", event=event.name, pairing=row.label, **both)
        if row.match is not None and not _is_theirs(row, state, event):
            yield Refusal("audit_people", event=event.name, pairing=row.label, match=row.match.code)


def _event(event: Event, state: EventState) -> Iterator[Refusal]:
    stored = Event.objects.values_list("status", flat=True).get(pk=event.pk)
    told = columns.status(state, board(state))
    if stored != told:
        yield Refusal("audit_status", event=event.name, stored=stored, told=told)
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

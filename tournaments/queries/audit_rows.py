"""Audit of the seeds, draw positions, players and status of an event."""

from collections.abc import Iterator, Mapping

from rules.errors import Refusal
from tournaments.formats.lots import commitment
from tournaments.journal.board import board
from tournaments.journal.fold import UNDONE
from tournaments.journal.formations import meeting_of
from tournaments.journal.lineups import all_placements, players_at
from tournaments.journal.state import EventState
from tournaments.models import Entry, Event, Pairing
from tournaments.queries import columns


def find_row_disagreements(
    event: Event, state: EventState, entries: Mapping[int, Entry]
) -> Iterator[Refusal]:
    """Yield each row that differs from the journal, once."""
    yield from _event_disagreements(event, state)
    yield from _seed_disagreements(event, state, entries)
    for row in event.pairings.select_related("match__white", "match__black"):
        pairing = state.graph.by_id.get(meeting_of(row.label))
        if pairing is None:
            continue
        expected = {**columns.position_values(pairing), **columns.stake_values(pairing)}
        stored = {name: getattr(row, name) for name in expected}
        if stored != expected:
            details = {"stored": stored, "told": expected}
            yield Refusal("audit_drawn", "", event=event.name, pairing=row.label, **details)
        if row.match is not None and not _has_right_players(row, state, event):
            yield Refusal("audit_people", event=event.name, pairing=row.label, match=row.match.code)


def _event_disagreements(event: Event, state: EventState) -> Iterator[Refusal]:
    stored = Event.objects.values_list("status", flat=True).get(pk=event.pk)
    expected = columns.status_value(state, board(state))
    if stored != expected:
        yield Refusal("audit_status", event=event.name, stored=stored, told=expected)
    if commitment(event.lots_seed) != event.lots_commitment:
        yield Refusal("audit_lots", event=event.name)
    for entry in event.journal.filter(kind=UNDONE):
        if entry.undoes != entry.payload.get("seq"):
            yield Refusal("audit_undoing", event=event.name, seq=entry.seq)


def _seed_disagreements(event: Event, state: EventState, entries: Mapping[int, Entry]) -> Iterator[Refusal]:
    expected_seeds = {number: seed for seed, number in enumerate(state.seeds, start=1)}
    for number, entry in entries.items():
        if number in state.entries and entry.seed != expected_seeds.get(number):
            details = {"stored": entry.seed, "told": expected_seeds.get(number)}
            yield Refusal("audit_seed", "", event=event.name, entry=number, **details)


def _has_right_players(row: Pairing, state: EventState, event: Event) -> bool:
    """Whether a match is at the event's desk and between the players of the entries that sit there."""
    placed, match = state.board[meeting_of(row.label)], row.match
    if match is None or not (placed.is_seated or row.board):
        return True
    players = [state.entries[seat].player for seat in placed.seats if seat]
    if row.board:
        players = list(players_at(state, row.label)) if row.label in all_placements(state) else []
    is_theirs = [match.white.code, match.black.code] == players
    return is_theirs and match.desk_id == event.tournament.desk_id

"""Audit of events: replay each journal and report the stored rows that disagree with it."""

from collections.abc import Iterator, Mapping

from django.db.models import QuerySet

from matches.states import Status
from rules.errors import Refusal
from tournaments.journal.board import final_places
from tournaments.journal.diff import match_actions
from tournaments.journal.entrants import PARTICULARS
from tournaments.journal.lineups import all_placements
from tournaments.journal.placed import VACANT, Placement
from tournaments.journal.state import EventState
from tournaments.models import Entry, EntryStatus, Event, Pairing
from tournaments.queries import audit_rows, audit_teams, facts
from tournaments.registry import event_audits

SeatValues = tuple[int | None, int | None, int | None, str]


def audited_events() -> QuerySet[Event]:
    """Return every event of the site, oldest first."""
    return Event.objects.select_related("tournament").order_by("pk")


def find_disagreements(event: Event) -> Iterator[Refusal]:
    """Yield a `Refusal` (not raised) for everything stored that differs from the journal."""
    rows = facts.get_journal_rows(event)
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        yield Refusal("audit_lines", event=event.name, lines=len(rows))
    try:
        state = facts.get_event_state(event)
    except Refusal as refusal:
        yield Refusal("audit_journal", event=event.name, seq=refusal.facts.get("seq", ""))
        return
    entries = {entry.number: entry for entry in event.entries.select_related("player")}
    yield from _entry_disagreements(event, state, entries)
    yield from _pairing_disagreements(
        event, all_placements(state), {entry.pk: entry.number for entry in entries.values()}
    )
    yield from audit_rows.find_row_disagreements(event, state, entries)
    yield from audit_teams.find_team_disagreements(event, state)
    for findings in event_audits(event):
        yield from findings


def _entry_disagreements(event: Event, state: EventState, entries: Mapping[int, Entry]) -> Iterator[Refusal]:
    places = final_places(state)
    for number in sorted({*entries, *state.entries}):
        entry, entrant = entries.get(number), state.entries.get(number)
        if entry is None or entrant is None:
            yield Refusal("audit_entry", event=event.name, entry=number)
            continue
        expected = (entrant.player, entrant.is_withdrawn, *places.get(number, (None, None)))
        expected_particulars = (entrant.presence, *(getattr(entrant.about, name) for name in PARTICULARS))
        is_withdrawn = entry.status == EntryStatus.WITHDRAWN
        stored = (entry.player.code, is_withdrawn, entry.place_from, entry.place_to)
        stored_particulars = (entry.presence, *(getattr(entry, name) for name in PARTICULARS))
        if (expected, expected_particulars) != (stored, stored_particulars):
            yield Refusal("audit_entry", event=event.name, entry=number)


def _pairing_disagreements(
    event: Event, expected_pairings: Mapping[str, Placement], numbers: Mapping[int, int]
) -> Iterator[Refusal]:
    rows = {row.label: row for row in event.pairings.select_related("match")}
    for label in sorted({*rows, *expected_pairings}):
        row, placed = rows.get(label), expected_pairings.get(label)
        if (
            row is None
            or placed is None
            or _is_void(row)
            or _stored_seats(row, numbers) != _expected_seats(placed)
        ):
            yield Refusal("audit_pairing", event=event.name, pairing=label)
    sittings = {label: facts.sitting_of(row, numbers) for label, row in rows.items()}
    sittings_on_now = {label: sitting for label, sitting in sittings.items() if sitting is not None}
    for act in match_actions(sittings_on_now, expected_pairings):
        yield Refusal("audit_pairing_match", event=event.name, pairing=act.pairing)


def _is_void(row: Pairing) -> bool:
    return row.match is not None and row.match.status == Status.VOID.value


def _stored_seats(row: Pairing, numbers: Mapping[int, int]) -> SeatValues:
    white = VACANT if row.white_is_vacant else numbers.get(row.white_entry_id or 0)
    black = VACANT if row.black_is_vacant else numbers.get(row.black_entry_id or 0)
    return (white, black, numbers.get(row.winner_entry_id or 0), row.decided)


def _expected_seats(placed: Placement) -> SeatValues:
    return (placed.white, placed.black, placed.winner or None, placed.decided)

"""Audit of events: stored rows compared with the replayed journal."""

from collections.abc import Iterator, Mapping

from django.db.models import QuerySet

from matches.states import Status
from rules.errors import Refusal
from tournaments.formats.random_order import compute_commitment
from tournaments.journal.facts import UNDONE
from tournaments.journal.final_places import find_loser_places
from tournaments.journal.match_actions import match_actions
from tournaments.journal.state import VACANT, EventState, Placement, board
from tournaments.journal.team_commands import all_placements, players_at, score_of
from tournaments.journal.team_facts import TeamRoster, board_of, meeting_of
from tournaments.models import Entry, Event, Pairing, TeamMember
from tournaments.play.events import event_state
from tournaments.registry import event_audits


def find_row_disagreements(
    event: Event, state: EventState, entries: Mapping[int, Entry]
) -> Iterator[Refusal]:
    """Yield a `Refusal` (not raised) for each seed, pairing and status that differs from the journal."""
    yield from _event_disagreements(event, state)
    yield from _seed_disagreements(event, state, entries)
    loser_places = find_loser_places(state)
    for row in event.pairings.select_related("match__white", "match__black"):
        pairing = state.graph.by_id.get(meeting_of(row.label))
        if pairing is None:
            continue
        expected = {
            **event_state.position_values(pairing),
            **event_state.stake_values(pairing),
            **event_state.loser_place_values(loser_places.get(row.label)),
        }
        stored = {name: getattr(row, name) for name in expected}
        if stored != expected:
            details = {"stored": stored, "expected": expected}
            yield Refusal("audit_drawn", "", event=event.name, pairing=row.label, **details)
        if row.match is not None and not _has_right_players(row, state, event):
            yield Refusal("audit_people", event=event.name, pairing=row.label, match=row.match.code)


def _event_disagreements(event: Event, state: EventState) -> Iterator[Refusal]:
    expected = event_state.event_values(state, board(state))
    stored = Event.objects.values(*expected).get(pk=event.pk)
    for column, value in expected.items():
        if stored[column] != value:
            details = {"column": column, "stored": stored[column], "expected": value}
            yield Refusal("audit_event", event=event.name, **details)
    if compute_commitment(event.draw_seed) != event.draw_commitment:
        yield Refusal("audit_commitment", event=event.name)
    for entry in event.journal.filter(kind=UNDONE):
        if entry.undoes != entry.payload.get("seq"):
            yield Refusal("audit_undoing", event=event.name, seq=entry.seq)


def _seed_disagreements(event: Event, state: EventState, entries: Mapping[int, Entry]) -> Iterator[Refusal]:
    expected_seeds = {number: seed for seed, number in enumerate(state.seeds, start=1)}
    for number, entry in entries.items():
        if number in state.entries and entry.seed != expected_seeds.get(number):
            details = {"stored": entry.seed, "expected": expected_seeds.get(number)}
            yield Refusal("audit_seed", "", event=event.name, entry=number, **details)


def _has_right_players(row: Pairing, state: EventState, event: Event) -> bool:
    """Return whether a match is at the event's desk and between the players of its entries."""
    placed, match = state.board[meeting_of(row.label)], row.match
    if match is None or not (placed.is_seated or row.board):
        return True
    players = [state.entries[seat].player for seat in placed.seats if seat]
    if row.board:
        players = list(players_at(state, row.label)) if row.label in all_placements(state) else []
    has_same_players = [match.white.code, match.black.code] == players
    return has_same_players and match.desk_id == event.tournament.desk_id


def find_team_disagreements(event: Event, state: EventState) -> Iterator[Refusal]:
    """Yield a `Refusal` (not raised) for each team row that differs from the journal.

    No query for events without teams.
    """
    if not state.teams.entry_type.is_of_teams:
        return
    yield from _member_disagreements(event, state)
    for row in event.pairings.select_related("white_player", "black_player"):
        if row.label not in all_placements(state):
            continue
        stored_row = (
            row.boards,
            row.white_won,
            row.black_won,
            _code_of(row.white_player),
            _code_of(row.black_player),
        )
        if stored_row != _expected_board(state, row.label):
            yield Refusal("audit_pairing", event=event.name, pairing=row.label)


def _member_disagreements(event: Event, state: EventState) -> Iterator[Refusal]:
    stored_members: dict[int, set[tuple[str, int | None, bool]]] = {}
    for row in TeamMember.objects.filter(event=event).select_related("entry", "player"):
        stored_members.setdefault(row.entry.number, set()).add(
            (row.player.code, row.position, row.is_captain)
        )
    for number in sorted({*stored_members, *state.teams.rosters}):
        roster = state.teams.rosters.get(number)
        if stored_members.get(number, set()) != (_roster_members(roster) if roster else set()):
            yield Refusal("audit_team", event=event.name, entry=number)


def _roster_members(roster: TeamRoster) -> set[tuple[str, int | None, bool]]:
    places = {code: place for place, code in enumerate(roster.members, start=1)}
    return {(code, places.get(code), code == roster.captain) for code in roster.people}


def _expected_board(state: EventState, label: str) -> tuple[object, ...]:
    if board_of(label):
        return (0, None, None, *(code or None for code in players_at(state, label)))
    score = score_of(state, label)
    won = (score.white, score.black) if score else (None, None)
    return (state.teams.entry_type.boards, *won, None, None)


def _code_of(player: object) -> str | None:
    return getattr(player, "code", None)


SeatValues = tuple[int | None, int | None, int | None, str]


def list_events() -> QuerySet[Event]:
    """Return every event of the site, oldest first."""
    return Event.objects.select_related("tournament").order_by("pk")


def find_disagreements(event: Event) -> Iterator[Refusal]:
    """Yield a `Refusal` (not raised) for everything stored that differs from the journal."""
    rows = event_state.get_journal_rows(event)
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        yield Refusal("audit_lines", event=event.name, lines=len(rows))
    try:
        state = event_state.get_event_state(event)
    except Refusal as refusal:
        yield Refusal("audit_journal", event=event.name, seq=refusal.facts.get("seq", ""))
        return
    entries = {entry.number: entry for entry in event.entries.select_related("player")}
    yield from _entry_disagreements(event, state, entries)
    yield from _pairing_disagreements(
        event, all_placements(state), {entry.pk: entry.number for entry in entries.values()}
    )
    yield from find_row_disagreements(event, state, entries)
    yield from find_team_disagreements(event, state)
    for findings in event_audits(event):
        yield from findings


def _entry_disagreements(event: Event, state: EventState, entries: Mapping[int, Entry]) -> Iterator[Refusal]:
    values = event_state.entry_values_by_number(state)
    for number in sorted({*entries, *state.entries}):
        entry, entrant = entries.get(number), state.entries.get(number)
        if entry is None or entrant is None:
            yield Refusal("audit_entry", event=event.name, entry=number)
            continue
        expected = values[number]
        stored = {name: getattr(entry, name) for name in expected}
        if stored != expected or entry.player.code != entrant.player:
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
    matches = {label: event_state.current_match_of(row, numbers) for label, row in rows.items()}
    current_matches = {label: match for label, match in matches.items() if match is not None}
    for action in match_actions(current_matches, expected_pairings):
        yield Refusal("audit_pairing_match", event=event.name, pairing=action.pairing)


def _is_void(row: Pairing) -> bool:
    return row.match is not None and row.match.status == Status.VOID.value


def _stored_seats(row: Pairing, numbers: Mapping[int, int]) -> SeatValues:
    white = VACANT if row.white_is_vacant else numbers.get(row.white_entry_id or 0)
    black = VACANT if row.black_is_vacant else numbers.get(row.black_entry_id or 0)
    return (white, black, numbers.get(row.winner_entry_id or 0), row.decided)


def _expected_seats(placed: Placement) -> SeatValues:
    return (placed.white, placed.black, placed.winner or None, placed.decided)

"""Compare the projection tables of an event with the state that its journal gives."""

from collections import Counter
from typing import Any

from matches.models import Match
from matches.states import AT_A_TABLE, Status
from tournaments.journal.final_places import find_final_places
from tournaments.journal.state import board
from tournaments.models import Event, Pairing
from tournaments.play.events import event_state

OPEN = [status.value for status in AT_A_TABLE]


def shown(event: Event) -> dict[str, Any]:
    """Every pairing by label, read from its row and its match."""
    numbers = dict(event.entries.values_list("pk", "number"))
    rows = Pairing.objects.filter(event=event).select_related("match")
    return {row.label: _shown(row, numbers) for row in rows}


def folded(event: Event) -> dict[str, Any]:
    """Every pairing by label, computed from the journal alone."""
    state = event_state.get_event_state(event)
    codes = {number: entrant.player for number, entrant in state.entries.items()}
    return {
        label: (
            placed.white,
            placed.black,
            placed.winner or None,
            placed.decided,
            (codes[placed.white or 0], codes[placed.black or 0]) if placed.is_seated else None,
            placed.result if placed.is_seated else None,
        )
        for label, placed in board(state).items()
    }


def check(event: Event) -> None:
    """Assert that rows, matches, places, status and tables agree with the journal."""
    event.refresh_from_db()
    assert shown(event) == folded(event)
    state = event_state.get_event_state(event)
    reached = find_final_places(state)
    stored = event.entries.values_list("number", "place_from", "place_to", "status")
    assert {number: (first, last) for number, first, last, _ in stored if first} == reached
    assert {number for number, *_, status in stored if status == "withdrawn"} == set(state.withdrawn)
    assert set(state.entries) == {number for number, *_ in stored}
    _check_tables(event)


def _shown(row: Pairing, numbers: dict[int, int]) -> tuple[Any, ...]:
    match = row.match
    white = 0 if row.white_is_vacant else numbers.get(row.white_entry_id or 0)
    black = 0 if row.black_is_vacant else numbers.get(row.black_entry_id or 0)
    winner = numbers.get(row.winner_entry_id or 0)
    seated = (match.white.code, match.black.code) if match else None
    result = event_state.result_of(match, white or 0, black or 0) if match else None
    return (white, black, winner, row.decided, seated, result)


def _check_tables(event: Event) -> None:
    """Assert that no player or table has two matches, and no pairing a void match."""
    playing = list(Match.objects.filter(desk=event.tournament.desk_id, status__in=OPEN, table__isnull=False))
    seated = Counter(player for match in playing for player in (match.white_id, match.black_id))
    assert max(seated.values(), default=1) == 1
    assert len({match.table_id for match in playing}) == len(playing)
    assert not Pairing.objects.filter(event=event, match__status=Status.VOID.value).exists()

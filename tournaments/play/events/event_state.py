"""The state of an event replayed from its rows, and the column values computed from that state."""

from collections.abc import Collection, Mapping
from typing import Any

from matches.models import Match
from matches.queries.lookups import get_or_none
from matches.states import Status
from tournaments.formats.graph import GraphPairing, Source
from tournaments.formats.leagues import terms_of
from tournaments.formats.recognised_format import get_consolation_lengths, get_main_lengths, recognise_format
from tournaments.journal.event_end import is_finished
from tournaments.journal.facts import PARTICULARS, PairingResult, StoredRow
from tournaments.journal.final_places import find_final_places, find_places_in_flights
from tournaments.journal.flight_places import Span
from tournaments.journal.match_actions import CurrentMatch
from tournaments.journal.replay import fold
from tournaments.journal.state import ENTRY_VALUES, Entrant, EventState, Placement
from tournaments.journal.team_facts import meeting_of
from tournaments.models import EntryStatus, Event, EventStatus, JournalEntry, Pairing

REPORTED_STATUSES = frozenset(status.value for status in (Status.REPORTED, Status.DISPUTED, Status.SETTLED))

PLAYABLE_STATUSES = frozenset(
    status.value for status in (Status.SCHEDULED, Status.CALLED, Status.RUNNING, Status.POSTPONED)
)


def get_journal_rows(event: Event) -> list[StoredRow]:
    """Return the journal of an event, oldest first."""
    journal_entries = JournalEntry.objects.filter(event=event.pk).order_by("seq")
    return [StoredRow(*values) for values in journal_entries.values_list("seq", "kind", "payload", "command")]


def get_event_state(event: Event) -> EventState:
    """Return the state of an event, replayed from its journal."""
    return fold(get_journal_rows(event))


def get_event_states(events: Collection[Event]) -> dict[int, EventState]:
    """Return the states of events by primary key, replayed from their journals read by one query."""
    rows: dict[int, list[StoredRow]] = {event.pk: [] for event in events}
    journal_entries = JournalEntry.objects.filter(event__in=list(rows)).order_by("event", "seq")
    for event, *values in journal_entries.values_list("event", "seq", "kind", "payload", "command"):
        rows[event].append(StoredRow(*values))
    return {event: fold(journal) for event, journal in rows.items()}


def result_of(match: Match, white: int, black: int) -> PairingResult | None:
    """Return the result of a settled match for the two entries; None otherwise."""
    if match.status != Status.SETTLED.value:
        return None
    return PairingResult(white, black, match.winner, match.white_score, match.black_score, match.ending)


def has_begun(match: Match) -> bool:
    """Return whether a match has started, by its status, its score or penalty points.

    A match whose result was undone counts as not started until its next change.
    """
    if match.earlier_states.get("restored") == match.version:
        return False
    if match.status in PLAYABLE_STATUSES and _is_score_above_start(match):
        return True
    if match.status in (Status.RUNNING.value, Status.POSTPONED.value):
        return match.started_at is not None
    return match.status in REPORTED_STATUSES


def _is_score_above_start(match: Match) -> bool:
    return match.white_score + match.black_score > match.white_start + match.black_start


def pairs_in_play(event: Event) -> frozenset[frozenset[int]]:
    """Return the pairs of entries whose match has begun and has no result. One query."""
    final_statuses = [Status.SETTLED.value, Status.VOID.value]
    rows = Pairing.objects.filter(event=event.pk, match__isnull=False).exclude(
        match__status__in=final_statuses
    )
    return frozenset(
        frozenset({row.white_entry.number, row.black_entry.number})
        for row in rows.select_related("match", "white_entry", "black_entry")
        if row.match and row.white_entry and row.black_entry and has_begun(row.match)
    )


def get_called_tables(event: Event) -> dict[frozenset[int], str]:
    """Return the tables of the called matches that have not begun, by their pairs of entries. One query."""
    rows = Pairing.objects.filter(
        event=event.pk, match__status=Status.CALLED.value, match__table__isnull=False
    )
    return {
        frozenset({row.white_entry.number, row.black_entry.number}): str(row.match.table)
        for row in rows.select_related("match__table", "white_entry", "black_entry")
        if row.match and row.white_entry and row.black_entry and not has_begun(row.match)
    }


def get_begun_pairings(event: Event) -> frozenset[str]:
    """Return the labels of the pairings whose match has begun; a board stands for its meeting. One query."""
    rows = Pairing.objects.filter(event=event.pk, match__isnull=False).select_related("match")
    return frozenset(meeting_of(row.label) for row in rows if row.match is not None and has_begun(row.match))


def current_match_of(pairing: Pairing, numbers: Mapping[int, int]) -> CurrentMatch | None:
    """Return the match of a pairing as a value of the journal; None without one, or if it is void.

    `numbers` maps entry keys to entry numbers.
    """
    match = pairing.match
    if match is None or pairing.white_entry_id is None or pairing.black_entry_id is None:
        return None
    if match.status == Status.VOID.value:
        return None
    white, black = numbers[pairing.white_entry_id], numbers[pairing.black_entry_id]
    return CurrentMatch(white, black, has_begun(match), result_of(match, white, black), match.length)


def pairing_of(match: Match) -> Pairing | None:
    """Return the pairing of a match, with event and entries; None for a casual match."""
    pairings = Pairing.objects.select_related("event__tournament", "white_entry", "black_entry", "match")
    return get_or_none(pairings, match=match.pk)


def status_value(state: EventState, placed_pairings: Mapping[str, Placement]) -> str:
    """Return the status of an event."""
    if is_finished(state, placed_pairings):
        return EventStatus.FINISHED.value
    if state.is_published:
        return EventStatus.PUBLISHED.value
    return EventStatus.DRAWN.value if state.is_drawn else EventStatus.DRAFT.value


def event_values(state: EventState, placed_pairings: Mapping[str, Placement]) -> dict[str, Any]:
    """Return the columns of an event that follow from its journal."""
    entry_type = state.teams.entry_type
    return {
        "status": status_value(state, placed_pairings),
        "takes": entry_type.takes,
        "boards": entry_type.boards,
        "is_league": terms_of(state.plan) is not None,
        "plan_format": recognise_format(state.plan),
        "main_lengths": get_main_lengths(state.plan),
        "consolation_lengths": get_consolation_lengths(state.plan),
    }


def entry_values_by_number(state: EventState) -> dict[int, dict[str, Any]]:
    """Return the columns of every entry except its player and its seed, by its number."""
    places, flight_places = find_final_places(state), find_places_in_flights(state)
    return {
        number: _entry_values(entrant, places.get(number), flight_places.get(number, {}))
        for number, entrant in state.entries.items()
    }


def _entry_values(entrant: Entrant, places: Span | None, flight_places: Mapping[str, Span]) -> dict[str, Any]:
    first, last = places or (None, None)
    return {
        **{name: getattr(entrant.details, name) for name in PARTICULARS},
        **{name: getattr(entrant, name) for name in ENTRY_VALUES},
        "status": EntryStatus.WITHDRAWN.value if entrant.is_withdrawn else EntryStatus.ENTERED.value,
        "place_from": first,
        "place_to": last,
        "flight_places": {flight: list(span) for flight, span in flight_places.items()},
    }


def position_values(pairing: GraphPairing) -> dict[str, Any]:
    """Return the columns for the position of a pairing: flight, round and position."""
    return {"flight": pairing.flight, "round": pairing.round, "position": pairing.position}


def stake_values(pairing: GraphPairing) -> dict[str, Any]:
    """Return the columns for what a pairing is played for: place ranges, sources, starting points."""
    return {
        "winner_from": pairing.winner_range[0],
        "winner_to": pairing.winner_range[1],
        "loser_from": pairing.loser_range[0],
        "loser_to": pairing.loser_range[1],
        "feeds": {"white": _feed_values(pairing.white), "black": _feed_values(pairing.black)},
        "head_start": pairing.head_start,
    }


def loser_place_values(places: Span | None) -> dict[str, Any]:
    """Return the columns for the places of the losers of a pairing in the final list; None without any."""
    first, last = places or (None, None)
    return {"loser_place_from": first, "loser_place_to": last}


def _feed_values(source: Source) -> dict[str, Any]:
    feed = {"origin": source.origin.value, "entry": source.entry, "pairing": source.pairing}
    return feed | ({"flight": source.flight, "place": source.place} if source.flight else {})

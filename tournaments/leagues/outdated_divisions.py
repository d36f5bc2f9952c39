"""The divisions of a season that were built from places which a later correction has changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext

from rules.errors import Refusal
from tournaments.formats import leagues as league_plans
from tournaments.journal import league_play_offs
from tournaments.journal.facts import StoredRow
from tournaments.journal.replay import fold, fold_onto
from tournaments.journal.state import EventState
from tournaments.journal.undone_rows import live_rows
from tournaments.leagues.models import LeagueSeason
from tournaments.messages.names import translate_stage_name
from tournaments.models import Entry, Event, EventStatus, JournalEntry
from tournaments.play.events import event_state

# The kinds of journal rows that put entries into divisions, or take them out.
PLACING_KINDS = frozenset({"drawn", "relined"})


@dataclass(frozen=True, slots=True)
class OutdatedPlace:
    """A player whose division would be another by the corrected results.

    `entry` is theirs in the next season, None if they are not in it. `division` is where they are there,
    `due_division` where they would be (0: not playing), with the names of both, "" for not playing.
    """

    name: str
    entry: int | None
    division: int
    due_division: int
    division_name: str
    due_division_name: str


@dataclass(frozen=True, slots=True)
class OutdatedDivisions:
    """The next season whose divisions no longer follow from the results of the one before it."""

    season: LeagueSeason
    places: tuple[OutdatedPlace, ...]

    @property
    def has_started(self) -> bool:
        """Whether the next season is being played, so that its divisions stay."""
        return self.season.event.status not in (EventStatus.DRAFT.value, EventStatus.DRAWN.value)

    @property
    def corrected_divisions(self) -> dict[int, int]:
        """Return the division of each entry of the next season by the corrected results; 0: not playing."""
        divisions = map_entry_divisions(event_state.get_event_state(self.season.event))
        return divisions | {place.entry: place.due_division for place in self.places if place.entry}

    @property
    def sentence(self) -> str:
        """Return what would be different in the next season."""
        return gettext("%(season)s was built from the old places. By the corrected results: %(changes)s.") % {
            "season": self.season.event.name,
            "changes": ", ".join(map(_describe_place, self.places)),
        }


class DifferentPlace(NamedTuple):
    """An entry of a season, its player's entry in the next one (None: none), and the division there."""

    entry: int
    new_entry: int | None
    division: int


def _describe_place(place: OutdatedPlace) -> str:
    names = {"name": place.name, "due": place.due_division_name, "division": place.division_name}
    if not place.due_division:
        return gettext("%(name)s not playing instead of %(division)s") % names
    if not place.division:
        return gettext("%(name)s in %(due)s instead of not playing") % names
    return gettext("%(name)s in %(due)s instead of %(division)s") % names


def find_outdated_divisions(
    league: LeagueSeason, state: EventState | None = None
) -> OutdatedDivisions | None:
    """Return what the results of a season would change in the next one since it was drawn up, or None.

    `state` is that of the season (default: its present one), so that a correction can be previewed. Only
    changes of the results count: where a director placed a player by hand against the results of that time,
    nothing is out of date until they change again.
    """
    following = LeagueSeason.objects.filter(previous=league).select_related("event__tournament__club").first()
    if following is None:
        return None
    divisions = _map_divisions(state or event_state.get_event_state(league.event))
    places = tuple(_list_outdated_places(league.event, following.event, divisions))
    return OutdatedDivisions(following, places) if places else None


def _map_placing_times(following: Event) -> tuple[datetime, dict[int, datetime]]:
    """Return when a season was created, and when each of its entries came into, or left, its division.

    What was undone does not count.
    """
    entries = list(JournalEntry.objects.filter(event=following).order_by("seq"))
    time_of = {entry.seq: entry.at for entry in entries}
    state, divisions, times = EventState(), dict[int, int](), dict[int, datetime]()
    rows: list[StoredRow] = []
    for row in live_rows([_make_row(entry) for entry in entries]):
        rows.append(row)
        if row.kind not in PLACING_KINDS:
            continue
        state, rows = fold_onto(state, rows), []
        former_divisions, divisions = divisions, map_entry_divisions(state)
        for entry in former_divisions.keys() | divisions.keys():
            if former_divisions.get(entry) != divisions.get(entry):
                times[entry] = time_of[row.seq]
    return entries[0].at, times


def _replay_until(event: Event, at: datetime) -> EventState | None:
    """Return the state of a season at a time; None if that is not known."""
    rows = [
        _make_row(entry) for entry in JournalEntry.objects.filter(event=event, at__lte=at).order_by("seq")
    ]
    return fold(rows) if rows else None


def _make_row(entry: JournalEntry) -> StoredRow:
    return StoredRow(entry.seq, entry.kind, entry.payload, entry.command)


def _map_divisions(state: EventState | None) -> Mapping[int, int]:
    """Return the division of every entry next season; empty where it is not known."""
    if state is None:
        return {}
    try:
        return {placing.entry: placing.after for placing in league_play_offs.next_divisions(state)}
    except Refusal:
        return {}


def _list_outdated_places(
    event: Event, following: Event, due_divisions: Mapping[int, int]
) -> Iterable[OutdatedPlace]:
    state = event_state.get_event_state(following)
    terms = league_plans.terms_of(state.plan)
    names = {0: ""} | {
        number: translate_stage_name(name) for number, name in enumerate(terms.divisions if terms else (), 1)
    }
    new_entries = {entry.player_id: entry.number for entry in following.entries.all()}
    old_entries: dict[int, Entry] = {entry.number: entry for entry in event.entries.select_related("player")}
    places = _list_different_places(old_entries, new_entries, map_entry_divisions(state), due_divisions)
    for number, new_entry, division in _leave_out_places_by_hand(event, following, places, due_divisions):
        due_division = due_divisions[number]
        due_name = names.get(due_division, "")
        name = old_entries[number].player.name
        yield OutdatedPlace(name, new_entry, division, due_division, names[division], due_name)


def _list_different_places(
    old_entries: Mapping[int, Entry],
    new_entries: Mapping[int, int],
    division_of: Mapping[int, int],
    due_divisions: Mapping[int, int],
) -> list[DifferentPlace]:
    """Return the entries of a season that are not where they would be by its results."""
    different_places = []
    for number, due_division in sorted(due_divisions.items()):
        new_entry = new_entries.get(old_entries[number].player_id)
        division = division_of.get(new_entry, 0) if new_entry is not None else 0
        if division != due_division:
            different_places.append(DifferentPlace(number, new_entry, division))
    return different_places


def _leave_out_places_by_hand(
    event: Event, following: Event, places: list[DifferentPlace], due_divisions: Mapping[int, int]
) -> Iterable[DifferentPlace]:
    """Yield the places of players who by the results would be elsewhere now than when they were placed."""
    if not places:
        return
    created_at, times = _map_placing_times(following)
    former_divisions: dict[datetime, Mapping[int, int]] = {}
    for place in places:
        at = times.get(place.new_entry, created_at) if place.new_entry is not None else created_at
        if at not in former_divisions:
            former_divisions[at] = _map_divisions(_replay_until(event, at))
        due_division = due_divisions[place.entry]
        if former_divisions[at].get(place.entry, due_division) != due_division:
            yield place


def map_entry_divisions(state: EventState) -> dict[int, int]:
    """Return the division of every entry of a season, counted from 1."""
    return {
        entry: number
        for number, flight in enumerate(league_plans.divisions_of(state.plan), start=1)
        if flight in state.stages
        for entry in state.stages[flight].members
    }

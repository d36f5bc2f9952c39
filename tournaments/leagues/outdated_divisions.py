"""The divisions of a season that were built from places which a later correction has changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from rules.errors import Refusal
from tournaments.formats import leagues as league_plans
from tournaments.journal import league_play_offs
from tournaments.journal.facts import StoredRow
from tournaments.journal.replay import fold
from tournaments.journal.state import EventState
from tournaments.leagues.models import LeagueSeason
from tournaments.messages.names import translate_stage_name
from tournaments.models import Entry, Event, EventStatus, JournalEntry
from tournaments.queries import event_state


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
    def sentence(self) -> str:
        """Return what would be different in the next season."""
        return gettext("%(season)s was built from the old places. By the corrected results: %(changes)s.") % {
            "season": self.season.event.name,
            "changes": ", ".join(map(_describe_place, self.places)),
        }


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
    """Return what the results of a season would change in the next one since that was created, or None.

    `state` is that of the season (default: its present one), so that a correction can be previewed. Only
    changes of the results count: where a director placed a player by hand, nothing is out of date.
    """
    following = LeagueSeason.objects.filter(previous=league).select_related("event__tournament__club").first()
    if following is None:
        return None
    former_divisions = _map_divisions(_replay_until(league.event, following.event))
    divisions = _map_divisions(state or event_state.get_event_state(league.event))
    changed = {entry: at for entry, at in divisions.items() if former_divisions.get(entry, at) != at}
    places = tuple(_list_outdated_places(league.event, following.event, changed)) if changed else ()
    return OutdatedDivisions(following, places) if places else None


def _replay_until(event: Event, following: Event) -> EventState | None:
    """Return the state of a season when the next one was created; None if that is not known."""
    created_at = following.journal.order_by("seq").values_list("at", flat=True).first()
    rows = JournalEntry.objects.filter(event=event, at__lte=created_at).order_by("seq") if created_at else ()
    stored_rows = [StoredRow(row.seq, row.kind, row.payload, row.command) for row in rows]
    return fold(stored_rows) if stored_rows else None


def _map_divisions(state: EventState | None) -> Mapping[int, int]:
    """Return the division of every entry next season; empty where it cannot be said."""
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
    division_of = map_entry_divisions(state)
    new_entries = {entry.player_id: entry.number for entry in following.entries.all()}
    old_entries: dict[int, Entry] = {entry.number: entry for entry in event.entries.select_related("player")}
    for number, due in sorted(due_divisions.items()):
        new_entry = new_entries.get(old_entries[number].player_id)
        division = division_of.get(new_entry, 0) if new_entry is not None else 0
        if division != due:
            name = old_entries[number].player.name
            yield OutdatedPlace(name, new_entry, division, due, names[division], names.get(due, ""))


def map_entry_divisions(state: EventState) -> dict[int, int]:
    """Return the division of every entry of a season, counted from 1."""
    return {
        entry: number
        for number, flight in enumerate(league_plans.divisions_of(state.plan), start=1)
        if flight in state.stages
        for entry in state.stages[flight].members
    }

"""What deleting an event or a tournament removes, and what prevents it."""

from dataclasses import dataclass

from django.db.models import Q

from matches.models import Match
from matches.queries.matches import HAS_BEGUN
from matches.records.models import Archive, Transcript
from matches.states import Status
from rules.errors import Refusal
from tournaments.models import Entry, Event, JournalEntry, Tournament
from tournaments.registry import event_obstacles, tournament_obstacles

# Key in `JournalEntry.effects`: the matches the line has detached from the event, as (pairing, match key).
REPLACED = "let_go"
# A match that has been called but not started does not count.
IN_PLAY = [Status.RUNNING.value, Status.REPORTED.value, Status.DISPUTED.value]


@dataclass(frozen=True, slots=True)
class Deletion:
    """What is deleted with an event or a tournament, and what prevents it.

    It can be deleted if `obstacles` is empty.
    """

    events: tuple[Event, ...]
    entries: int
    matches: int
    tables: int
    obstacles: tuple[Refusal, ...]


def matches_of(event: Event) -> list[Match]:
    """Return the matches of an event, including those replaced by changes of its draw."""
    effects = JournalEntry.objects.filter(event=event, effects__has_key=REPLACED)
    replaced = {match for row in effects for _label, match in row.effects[REPLACED]}
    rows = Match.objects.filter(Q(pairing__event=event) | Q(pk__in=replaced)).select_related("desk")
    return list(rows.order_by("pk"))


def has_matches_in_play(event: Event) -> bool:
    """Return whether a match of an event has been started and has no result."""
    return Match.objects.filter(pairing__event=event, status__in=IN_PLAY).exists()


def preview_event_deletion(event: Event) -> Deletion:
    """Return what deleting an event removes."""
    keys = [match.pk for match in matches_of(event)]
    return Deletion(
        events=(event,),
        entries=Entry.objects.filter(event=event).count(),
        matches=len(keys),
        tables=0,
        obstacles=tuple(_obstacles_of_event(event, keys)),
    )


def preview_tournament_deletion(tournament: Tournament) -> Deletion:
    """Return what deleting a tournament removes."""
    events = tuple(tournament.events.select_related("tournament__club", "tournament__desk").order_by("id"))
    parts = [preview_event_deletion(event) for event in events]
    obstacles = [obstacle for part in parts for obstacle in part.obstacles]
    obstacles += [obstacle for obstacle in tournament_obstacles(tournament) if obstacle is not None]
    if not obstacles and Match.objects.filter(HAS_BEGUN, desk=tournament.desk_id).exists():
        obstacles.append(Refusal("event_has_results", name=tournament.name))
    if Archive.objects.filter(desk=tournament.desk_id).exists():
        obstacles.append(Refusal("event_has_files", name=tournament.name))
    return Deletion(
        events=events,
        entries=sum(part.entries for part in parts),
        matches=sum(part.matches for part in parts),
        tables=tournament.desk.tables.count(),
        obstacles=tuple(obstacles),
    )


def _obstacles_of_event(event: Event, match_keys: list[int]) -> list[Refusal]:
    obstacles = []
    if Match.objects.filter(HAS_BEGUN, pk__in=match_keys).exists():
        obstacles.append(Refusal("event_has_results", name=event.name))
    if Transcript.objects.filter(match__in=match_keys).exists():
        obstacles.append(Refusal("event_has_files", name=event.name))
    return obstacles + [obstacle for obstacle in event_obstacles(event) if obstacle is not None]

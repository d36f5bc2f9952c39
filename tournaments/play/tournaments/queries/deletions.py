"""What deleting an event or a tournament removes, and what prevents it."""

from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils.timezone import localdate

from matches.models import Match
from matches.moneyplay.models import MoneySession
from matches.queries.matches import HAS_BEGUN
from matches.records.models import Archive, Transcript
from matches.states import Status
from rules.errors import Refusal
from tournaments.models import Entry, Event, JournalEntry, RatingList, Season, Tournament
from tournaments.registry import event_obstacles, tournament_obstacles

# Key in `JournalEntry.effects`: the matches the line has detached from the event, as (pairing, match key).
REPLACED = "let_go"
# A match that has been called but not started does not count.
IN_PLAY = [Status.RUNNING.value, Status.REPORTED.value, Status.DISPUTED.value]


@dataclass(frozen=True, slots=True)
class Deletion:
    """What is deleted with an event or a tournament, and what prevents it.

    It can be deleted if `obstacles` is empty. Only an imported event can be deleted with `results`, of which
    `own_results` were recorded here after the import; `rating_lists` and `seasons` are the names of those
    in which they count.
    """

    events: tuple[Event, ...]
    entries: int
    matches: int
    tables: int
    obstacles: tuple[Refusal, ...]
    results: int = 0
    own_results: int = 0
    rating_lists: tuple[str, ...] = ()
    seasons: tuple[str, ...] = ()


def matches_of(event: Event) -> list[Match]:
    """Return the matches of an event, including those replaced by changes of its draw."""
    effects = JournalEntry.objects.filter(event=event, effects__has_key=REPLACED)
    replaced = {match for row in effects for _label, match in row.effects[REPLACED]}
    rows = Match.objects.filter(Q(pairing__event=event) | Q(pk__in=replaced)).select_related("desk")
    return list(rows.order_by("pk"))


def has_matches_in_play(event: Event) -> bool:
    """Return whether a match of an event has been started and has no result."""
    return Match.objects.filter(pairing__event=event, status__in=IN_PLAY).exists()


def is_imported(event: Event) -> bool:
    """Return whether an event was imported: its first line was written elsewhere, or is from a report."""
    return JournalEntry.objects.filter(event=event, seq=1, by=None).exclude(signed="").exists()


def preview_event_deletion(event: Event) -> Deletion:
    """Return what deleting an event removes. An imported event is deleted with its results."""
    keys = [match.pk for match in matches_of(event)]
    begun_keys = set(Match.objects.filter(HAS_BEGUN, pk__in=keys).values_list("pk", flat=True))
    deletion = Deletion(
        events=(event,),
        entries=Entry.objects.filter(event=event).count(),
        matches=len(keys) - len(begun_keys),
        tables=0,
        obstacles=tuple(_obstacles_of_event(event, keys, has_begun=bool(begun_keys))),
    )
    if not begun_keys or deletion.obstacles:
        return deletion
    lists = RatingList.objects.filter(changes__match__in=begun_keys, changes__replaced_in=None).distinct()
    day = localdate(event.tournament.starts_at)
    seasons = Season.objects.filter(club=event.tournament.club_id, starts_on__lte=day, ends_on__gte=day)
    return replace(
        deletion,
        results=len(begun_keys),
        own_results=JournalEntry.objects.filter(event=event, kind="settled", by__isnull=False).count(),
        rating_lists=tuple(lists.order_by("name").values_list("name", flat=True)),
        seasons=tuple(seasons.order_by("starts_on", "id").values_list("name", flat=True)),
    )


def preview_tournament_deletion(tournament: Tournament) -> Deletion:
    """Return what deleting a tournament removes."""
    events = tuple(tournament.events.select_related("tournament__club", "tournament__desk").order_by("id"))
    parts = [preview_event_deletion(event) for event in events]
    obstacles = [obstacle for part in parts for obstacle in part.obstacles]
    obstacles += [obstacle for obstacle in tournament_obstacles(tournament) if obstacle is not None]
    imported_matches = [match.pk for part in parts if part.results for match in matches_of(part.events[0])]
    begun_matches = Match.objects.filter(HAS_BEGUN, desk=tournament.desk_id).exclude(pk__in=imported_matches)
    if not obstacles and begun_matches.exists():
        obstacles.append(Refusal("event_has_results", name=tournament.name))
    obstacles += _list_obstacles_of_desk(tournament)
    return Deletion(
        events=events,
        entries=sum(part.entries for part in parts),
        matches=sum(part.matches for part in parts),
        tables=tournament.desk.tables.count(),
        obstacles=tuple(obstacles),
        results=sum(part.results for part in parts),
        own_results=sum(part.own_results for part in parts),
        rating_lists=tuple(dict.fromkeys(name for part in parts for name in part.rating_lists)),
        seasons=tuple(dict.fromkeys(name for part in parts for name in part.seasons)),
    )


def _list_obstacles_of_desk(tournament: Tournament) -> list[Refusal]:
    """Return what keeps the desk of a tournament: match files, also of voided matches, and money sessions."""
    desk = tournament.desk_id
    has_archives = Archive.objects.filter(desk=desk).exists()
    obstacles = []
    if has_archives or Transcript.objects.filter(match__desk=desk).exists():
        obstacles.append(Refusal("event_has_files", name=tournament.name))
    if MoneySession.objects.filter(desk=desk).exists():
        obstacles.append(Refusal("tournament_has_sessions", name=tournament.name))
    return obstacles


def _obstacles_of_event(event: Event, match_keys: list[int], *, has_begun: bool) -> list[Refusal]:
    obstacles = []
    if has_begun and not is_imported(event):
        obstacles.append(Refusal("event_has_results", name=event.name))
    elif has_begun and has_matches_in_play(event):
        obstacles.append(Refusal("matches_in_play", name=event.name))
    if Transcript.objects.filter(match__in=match_keys).exists():
        obstacles.append(Refusal("event_has_files", name=event.name))
    return obstacles + [obstacle for obstacle in event_obstacles(event) if obstacle is not None]

"""The report of an event: standings, prizes, ratings, season points, statistics, results and match files."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from django.db.models import F, Q, QuerySet
from django.utils.timezone import localdate

from matches.models import Game, Match, Player, Ruling, User
from matches.names import get_sort_key
from matches.queries.people import canonical_key
from matches.records.models import Transcript
from matches.states import Ending, Status
from tournaments import known_ratings
from tournaments.models import Event, JournalEntry, RatingChange, Season, TeamMember, WinnerPhoto
from tournaments.play.brackets import brackets, final_standings
from tournaments.play.brackets.brackets import Bracket
from tournaments.play.brackets.event_standings import StandingsLine
from tournaments.play.brackets.final_standings import FinalStandings
from tournaments.play.entrants.queries.participants import (
    describe_participants,
    describe_uncounted_entries,
    filter_participants,
)
from tournaments.play.events.annulled_matches import find_annulled_matches_of
from tournaments.play.events.stages import EventPlan, get_event_plan
from tournaments.ratings.queries import ratings
from tournaments.registry import PrintTable, report_tables
from tournaments.seasons.queries import season_tables
from tournaments.web import etags

SECONDS_PER_MINUTE = 60
# A report shows the points of at most so many seasons.
MAX_SEASONS = 3
SECOND_PLACE = 2
# Rows of the journal that players cause too: by results, match files, registration, and as captains.
KINDS_BY_PLAYERS = frozenset(
    {"settled", "reopened", "measured", "entered", "withdrawn", "presence_marked", "manned", "fielded"}
)


@dataclass(frozen=True, slots=True)
class EventRatingMove:
    """A player's rating before the first and after the last match of the event.

    `delta` is what the matches of the event have changed. `other` is what matches of other events, played
    between them, have changed: `before`, `delta` and `other` add up to `after`.
    """

    player: Player
    before: float
    after: float
    delta: float

    @property
    def other(self) -> float:
        """Return the change by matches of other events in between."""
        return self.after - self.before - self.delta


@dataclass(frozen=True, slots=True)
class RatingListMoves:
    """The rating moves of an event in one list, the largest gain first."""

    name: str
    moves: tuple[EventRatingMove, ...]


@dataclass(frozen=True, slots=True)
class SeasonPoints:
    """The points of a season that the people of the event gained in its tournament, the most first."""

    season: Season
    lines: tuple[tuple[Player, float], ...]


@dataclass(frozen=True, slots=True)
class MatchDuration:
    """A match and its duration in minutes."""

    match: Match
    minutes: int


@dataclass(frozen=True, slots=True)
class Upset:
    """A match won against a rating that was higher by `gap`."""

    match: Match
    gap: float


@dataclass(frozen=True, slots=True)
class EventStatistics:
    """Figures of the matches of an event that count; annulled ones are left out.

    `timed` are the matches of known duration; `games` and the figures after it are of games recorded one by
    one.
    """

    matches: int
    played: int
    points: int
    timed: int
    mean_minutes: float | None
    longest: MatchDuration | None
    closest: Match | None
    upset: Upset | None
    games: int
    gammons: int
    backgammons: int
    doubled: int
    highest_cube: int


@dataclass(frozen=True, slots=True)
class EventReport:
    """The content of the report of an event; `participants` is how many players, pairs or teams took part.

    `uncounted_entries` is how many entries did not, although some of them have a place.
    """

    event: Event
    directors: tuple[str, ...]
    plan: EventPlan
    standings: FinalStandings
    brackets: tuple[Bracket, ...]
    prizes: tuple[PrintTable, ...]
    rating_lists: tuple[RatingListMoves, ...]
    seasons: tuple[SeasonPoints, ...]
    statistics: EventStatistics
    records: tuple[Transcript, ...]
    participants: str
    uncounted_entries: str

    @property
    def finalists(self) -> tuple[StandingsLine, ...]:
        """Return the lines of the second place; empty while the event runs."""
        if not self.standings.is_final:
            return ()
        return tuple(line for line in self.standings.places if line.place_from == SECOND_PLACE)


def get_event_report(event: Event) -> EventReport:
    """Return the report of a published event. The number of queries does not grow with the field."""
    rows = get_counted_matches(event).filter(status=Status.SETTLED.value)
    matches = list(rows.select_related("white", "black").order_by("settled_at", "id"))
    changes = list(_rating_changes(event))
    return EventReport(
        event=event,
        directors=list_director_names(event),
        plan=get_event_plan(event),
        standings=final_standings.get_final_standings(event),
        brackets=tuple(bracket for bracket in brackets.get_brackets(event) if bracket.has_results),
        prizes=tuple(table for tables in report_tables(event) for table in tables),
        rating_lists=tuple(_list_moves(changes)),
        seasons=tuple(_season_points(event)),
        statistics=_statistics(event, matches, changes),
        records=tuple(_records(event)),
        participants=describe_participants(event),
        uncounted_entries=describe_uncounted_entries(event),
    )


def list_director_names(event: Event) -> tuple[str, ...]:
    """Return the names of those who ran an event, as its public page shows them. One query.

    That are the directors of the tournament, and the accounts that gave a command only officials give, or
    made a ruling. A player who reports or
    accepts a result, signs up or withdraws ran nothing, whatever rows followed from it.
    """
    is_command = Q(event=event, by__isnull=False, command=F("seq"))
    commands = JournalEntry.objects.filter(is_command).exclude(kind__in=KINDS_BY_PLAYERS).order_by()
    rulings = Ruling.objects.filter(match__pairing__event=event, by__isnull=False).order_by()
    officials = event.tournament.desk.officials.order_by()
    is_director = Q(pk__in=officials.values("pk")) | Q(pk__in=commands.values("by"))
    is_director |= Q(pk__in=rulings.values("by"))
    users = User.objects.filter(is_director).select_related("player").order_by("pk")
    return tuple(user.display_name for user in users)


def get_counted_matches(event: Event) -> QuerySet[Match]:
    """Return the matches of an event without those annulled when a player left."""
    return Match.objects.filter(pairing__event=event).exclude(pk__in=find_annulled_matches_of(event))


def get_report_version(event: Event) -> etags.Version:
    """Return the values, beside the versions of its event and club, with which a report changes.

    Four queries.
    """
    rows = Transcript.objects.filter(match__pairing__event=event).order_by("id")
    games = Game.objects.filter(match__pairing__event=event, struck_at=None).order_by("-id")
    photos = WinnerPhoto.objects.filter(event=event).order_by("id").values_list("player", "digest")
    return (
        tuple(rows.values_list("id", "status")),
        tuple(games.values_list("id", flat=True)[:1]),
        tuple(photos),
        list_director_names(event),
    )


def _rating_changes(event: Event) -> Iterable[RatingChange]:
    rows = known_ratings.all_current_changes().filter(
        match__pairing__event=event, rating_list__club=event.tournament.club_id
    )
    return rows.select_related("player", "rating_list").order_by("rating_list", *ratings.ORDER)


def _list_moves(changes: Iterable[RatingChange]) -> Iterable[RatingListMoves]:
    names: dict[int, str] = {}
    players: defaultdict[int, dict[int, list[RatingChange]]] = defaultdict(dict)
    for change in changes:
        names[change.rating_list_id] = change.rating_list.name
        players[change.rating_list_id].setdefault(change.player_id, []).append(change)
    for key, by_player in players.items():
        moves = [
            EventRatingMove(
                rows[0].player, rows[0].before, rows[-1].after, sum(change.delta for change in rows)
            )
            for rows in by_player.values()
        ]
        yield RatingListMoves(
            names[key], tuple(sorted(moves, key=lambda move: (-move.delta, get_sort_key(move.player.name))))
        )


def _season_points(event: Event) -> Iterable[SeasonPoints]:
    tournament = event.tournament
    if event.is_league:
        return
    day = localdate(tournament.starts_at)
    seasons = Season.objects.filter(club=tournament.club_id, starts_on__lte=day, ends_on__gte=day)
    for season in seasons.select_related("club").order_by("starts_on", "id")[:MAX_SEASONS]:
        table = season_tables.get_standings(season)
        slugs = [column.slug for column in table.tournaments]
        if tournament.slug not in slugs:
            continue
        column_index = slugs.index(tournament.slug)
        people = _get_people(event)
        lines = [
            (row.player, cell.total)
            for row in table.rows
            if row.player.pk in people and (cell := row.cells[column_index]) is not None
        ]
        yield SeasonPoints(
            season, tuple(sorted(lines, key=lambda line: (-line[1], get_sort_key(line[0].name))))
        )


def _get_people(event: Event) -> set[int]:
    """Return the keys of the people who took part in an event, those of its pairs and teams among them."""
    keys = [canonical_key(f"player{path}") for path in ("", "__first", "__second")]
    entries = filter_participants(event.entries.all())
    entered = {key for row in entries.values_list(*keys) for key in row if key}
    members = TeamMember.objects.filter(entry__in=entries).values_list(canonical_key("player"), flat=True)
    return entered.union(members)


def _records(event: Event) -> Iterable[Transcript]:
    rows = Transcript.objects.filter(match__pairing__event=event).defer("text", "verdict")
    return rows.select_related("match__white", "match__black").order_by("match__settled_at", "id")


def _statistics(event: Event, matches: Sequence[Match], changes: Sequence[RatingChange]) -> EventStatistics:
    played = [match for match in matches if match.ending == Ending.PLAYED.value]
    timed = [MatchDuration(match, minutes) for match in played if (minutes := _minutes(match))]
    games = Game.objects.filter(match__in=get_counted_matches(event), struck_at=None)
    rows = list(games.values_list("kind", "cube"))
    kinds = Counter(kind for kind, _ in rows)
    return EventStatistics(
        matches=len(matches),
        played=len(played),
        points=sum(_points(match) for match in played),
        timed=len(timed),
        mean_minutes=fmean(duration.minutes for duration in timed) if timed else None,
        longest=max(timed, key=lambda duration: duration.minutes, default=None),
        closest=min(played, key=_closeness, default=None),
        upset=_find_upset(matches, changes),
        games=len(rows),
        gammons=kinds["gammon"],
        backgammons=kinds["backgammon"],
        doubled=sum(cube > 1 for _, cube in rows),
        highest_cube=max((cube for _, cube in rows), default=0),
    )


def _points(match: Match) -> int:
    start = match.white_start + match.black_start
    return match.white_score + match.black_score - start


def _minutes(match: Match) -> int:
    """Return the minutes a match lasted; 0 where unknown."""
    if match.started_at is None or match.settled_at is None:
        return 0
    return max(0, round((match.settled_at - match.started_at).total_seconds() / SECONDS_PER_MINUTE))


def _closeness(match: Match) -> tuple[int, int, int]:
    """Sort key of matches: by margin, then the longest first."""
    return abs(match.white_score - match.black_score), -match.length, match.pk


def _find_upset(matches: Sequence[Match], changes: Iterable[RatingChange]) -> Upset | None:
    """Return the match won against the largest difference of ratings, by the first rating list."""
    sides: defaultdict[int, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    first_list = 0
    for change in changes:
        first_list = first_list or change.rating_list_id
        if change.rating_list_id == first_list:
            sides[change.match_id][0 if change.won else 1].append(change.before)
    gaps = {key: _rating_gap(*ratings_of_sides) for key, ratings_of_sides in sides.items()}
    match = max(matches, key=lambda match: (gaps.get(match.pk, 0.0), -match.pk), default=None)
    return Upset(match, gaps[match.pk]) if match is not None and gaps.get(match.pk, 0.0) > 0 else None


def _rating_gap(winners: Sequence[float], losers: Sequence[float]) -> float:
    """Return by how much the mean rating of the losers was above that of the winners."""
    return fmean(losers) - fmean(winners) if winners and losers else 0.0

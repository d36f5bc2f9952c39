"""Clubs: season standings, rating tables, tournaments, matches in play and last winners."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone

from matches.models import Desk, Match, Player, User
from matches.queries.people import canonical_key
from matches.states import AT_A_TABLE, Status
from tournaments.models import (
    Club,
    Entry,
    Event,
    Membership,
    RatingChange,
    RatingList,
    Role,
    Season,
    SeasonPlayer,
    SkippedNight,
    Tournament,
    WeeklyNight,
)
from tournaments.queries import club_results, ratings
from tournaments.queries.club_results import TournamentColumn
from tournaments.standings.season_scoring import SeasonReason, TournamentScore
from tournaments.standings.season_settings import SeasonRules
from tournaments.standings.season_table import SeasonRow, make_season_table


@dataclass(frozen=True, slots=True)
class PointsReason:
    """Why points were earned: `code` is win, loss, attendance or bonus (for a place).

    The other fields are set where they apply: the match won or lost, or the places in a flight.
    """

    code: str
    amount: float
    opponent: Player | None
    length: int | None
    ending: str
    flight: str
    places: tuple[int, int] | None
    factor: float = 1.0
    field: int = 0


@dataclass(frozen=True, slots=True)
class TournamentCell:
    """Points of a player in one tournament; `is_counted` is false if only better tournaments count."""

    total: float
    is_counted: bool
    reasons: tuple[PointsReason, ...]


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of a season table; `cells` are in tournament order, None where the player was absent.

    `breaks` are the values of tie-breaks by name.
    """

    place: int | None
    is_shared: bool
    player: Player
    total: float
    won: int
    lost: int
    breaks: tuple[tuple[str, int], ...]
    cells: tuple[TournamentCell | None, ...]
    division: int = 0


@dataclass(frozen=True, slots=True)
class Standings:
    """Standings of a season by its `rules`; `tournaments` are the columns of its table."""

    season: Season
    rules: SeasonRules
    tournaments: tuple[TournamentColumn, ...]
    rows: tuple[StandingsRow, ...]

    @property
    def divisions(self) -> tuple[tuple[str, tuple[StandingsRow, ...]], ...]:
        """Return the rows by division with its name; a single unnamed one without divisions."""
        if not self.rules.divisions:
            return (("", self.rows),)
        names = enumerate(self.rules.divisions, start=1)
        return tuple(
            (name, tuple(row for row in self.rows if row.division == number)) for number, name in names
        )


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's position in a rating list; `delta` is the change by the last match."""

    place: int
    is_shared: bool
    player: Player
    rating: float
    experience: int
    matches: int
    delta: float
    at: datetime
    is_provisional: bool
    deviation: float = 0.0


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """A tournament in a club's list: events, number of players, winner of each event."""

    tournament: Tournament
    events: tuple[Event, ...]
    players: int
    winners: tuple[Entry, ...]


def club_by_slug(slug: str) -> Club | None:
    """Return the club of a slug, with its desk."""
    return Club.objects.select_related("desk").filter(slug=slug).first()


def seasons_of(club: Club) -> QuerySet[Season]:
    """Return a club's seasons, newest first."""
    return Season.objects.filter(club=club).order_by("-starts_on", "-id")


def rating_lists_of(club: Club) -> QuerySet[RatingList]:
    """Return a club's rating lists, oldest first; the first is the default."""
    return RatingList.objects.filter(club=club).order_by("id")


def get_standings(season: Season) -> Standings:
    """Return the standings of a season, with the reasons for all points. At most thirteen queries."""
    rules = SeasonRules.from_data(season.rules)
    season_results = club_results.get_season_results(season)
    table = make_season_table([results for _, results in season_results], rules, divisions_of(season, rules))
    reasons = (reason for row in table for score in row.tournaments for reason in score.reasons)
    opponents = {reason.opponent for reason in reasons if reason.opponent is not None}
    players = Player.objects.in_bulk({row.player for row in table} | opponents)
    rows = (_standings_row(row, len(season_results), players) for row in table)
    return Standings(
        season,
        rules,
        tuple(column for column, _ in season_results),
        tuple(sorted(rows, key=_by_place_then_name)),
    )


def divisions_of(season: Season, rules: SeasonRules) -> dict[int, int]:
    """Return the division of every assigned player, by canonical player."""
    if not rules.divisions:
        return {}
    return dict(SeasonPlayer.objects.filter(season=season).values_list(canonical_key("player"), "division"))


def rating_table(rating_list: RatingList) -> list[RatingRow]:
    """Return all players rated by a list, highest first, provisional ones after the others. Three queries.

    Equal ratings share a place, but not with a provisional one.
    """
    rows = ratings.current_changes(rating_list)
    matches = dict(rows.values_list("player").annotate(n=Count("pk")).order_by())
    latest = ratings.latest_changes(rows, matches).select_related("player")
    constants = ratings.parameters_of(rating_list)
    provisional = {row.pk: constants.is_provisional(ratings.player_rating_after(row)) for row in latest}
    order = sorted(latest, key=lambda row: (provisional[row.pk], -row.after, row.player.name, row.player_id))
    places = _places([(provisional[row.pk], row.after) for row in order])
    return [
        _rating_row(row, place, matches[row.player_id], is_provisional=provisional[row.pk])
        for row, place in zip(order, places, strict=True)
    ]


def list_tournaments(club: Club, *, limit: int = 50, user: User | None = None) -> list[TournamentSummary]:
    """Return a club's tournaments, newest first, without archived ones and drafts the user may not see.

    Four queries.
    """
    rows = Tournament.objects.filter(club=club, archived_at=None).select_related("desk")
    tournaments = rows.filter(visible_to(user))
    return summarise_tournaments(list(tournaments.order_by("-starts_at", "-id")[:limit]))


def archived_tournaments(club: Club) -> list[Tournament]:
    """Return the archived tournaments of a club, newest first, without drafts."""
    return list(Tournament.objects.filter(club=club, is_draft=False).exclude(archived_at=None))


def visible_to(user: User | None, prefix: str = "") -> Q:
    """Return the filter for tournaments that a user may see, by the rule of `permissions.may_see`.

    `prefix` is the lookup that leads to the tournament, such as "tournament__".
    """
    is_published = Q(**{f"{prefix}is_draft": False})
    if user is None or not user.is_active:
        return is_published
    if user.is_superuser:
        return Q()
    own_desks = Desk.objects.filter(officials=user.pk).values("pk")
    directed = Membership.objects.filter(user=user.pk, role=Role.DIRECTOR).values("club")
    return is_published | Q(**{f"{prefix}desk__in": own_desks}) | Q(**{f"{prefix}club__in": directed})


def summarise_tournaments(tournaments: Sequence[Tournament]) -> list[TournamentSummary]:
    """Return tournaments with events, player counts and winners, in the same order. Three queries."""
    events = list(Event.objects.filter(tournament__in=tournaments).order_by("id"))
    counts = dict(
        Entry.objects.filter(event__in=events)
        .values_list("event__tournament")
        .annotate(n=Count("player", distinct=True))
        .order_by()
    )
    first_places = Entry.objects.filter(event__in=events, place_from=1, place_to=1).order_by("event")
    winners = list(first_places.select_related("player", "event"))
    return [_summary(tournament, events, counts.get(tournament.pk, 0), winners) for tournament in tournaments]


def _standings_row(row: SeasonRow, column_count: int, players: dict[int, Player]) -> StandingsRow:
    scores = {score.tournament: score for score in row.tournaments}
    return StandingsRow(
        place=row.place,
        is_shared=row.is_shared,
        player=players[row.player],
        total=float(row.total),
        won=row.won,
        lost=row.lost,
        breaks=row.breaks,
        cells=tuple(
            _cell(scores[number], players) if number in scores else None for number in range(column_count)
        ),
        division=row.division,
    )


def _cell(score: TournamentScore, players: dict[int, Player]) -> TournamentCell:
    reasons = tuple(_reason(reason, players) for reason in score.reasons)
    return TournamentCell(float(score.total), score.is_counted, reasons)


def _reason(reason: SeasonReason, players: dict[int, Player]) -> PointsReason:
    return PointsReason(
        code=reason.code,
        amount=float(reason.amount),
        opponent=players.get(reason.opponent) if reason.opponent is not None else None,
        length=reason.length,
        ending=reason.ending,
        flight=reason.flight,
        places=reason.places,
        factor=float(reason.factor),
        field=reason.field,
    )


def _by_place_then_name(row: StandingsRow) -> tuple[int, bool, float, float, str]:
    """Sort key of the page: names decide only between shared or missing places."""
    return (row.division, row.place is None, row.place or 0, -row.total, row.player.name)


def _places(ratings_in_order: Sequence[tuple[bool, float]]) -> list[tuple[int, bool]]:
    """Return the place of each rating, provisional or not, and whether it is shared."""
    first_places: dict[tuple[bool, float], int] = {}
    rating_counts = Counter(ratings_in_order)
    for place, rating in enumerate(ratings_in_order, start=1):
        first_places.setdefault(rating, place)
    return [(first_places[rating], rating_counts[rating] > 1) for rating in ratings_in_order]


def _rating_row(
    change: RatingChange, place: tuple[int, bool], matches: int, *, is_provisional: bool
) -> RatingRow:
    standing = ratings.player_rating_after(change)
    return RatingRow(
        place=place[0],
        is_shared=place[1],
        player=change.player,
        rating=standing.rating,
        experience=standing.experience,
        matches=matches,
        delta=change.delta,
        at=change.at,
        is_provisional=is_provisional,
        deviation=standing.deviation,
    )


def _summary(
    tournament: Tournament, events: Iterable[Event], players: int, winners: Iterable[Entry]
) -> TournamentSummary:
    return TournamentSummary(
        tournament=tournament,
        events=tuple(event for event in events if event.tournament_id == tournament.pk),
        players=players,
        winners=tuple(entry for entry in winners if entry.event.tournament_id == tournament.pk),
    )


AT_TABLES = [status.value for status in AT_A_TABLE]
MATCHES_SHOWN = 12


@dataclass(frozen=True, slots=True)
class LiveMatches:
    """The first matches in play in a club, and their total number."""

    matches: tuple[Match, ...]
    count: int


def get_live_matches(club: Club) -> LiveMatches:
    """Return the matches in play at the desks of a club. Two queries."""
    matches = matches_in_play(club)
    rows = matches.select_related("white", "black", "table", "pairing__event__tournament__club")
    return LiveMatches(tuple(rows.order_by("-started_at", "-pk")[:MATCHES_SHOWN]), matches.count())


def matches_in_play(club: Club) -> QuerySet[Match]:
    """Return the matches at a table of a club's tournaments, and running ones without a table."""
    is_in_club = Q(desk__tournament__club=club) | Q(desk=club.desk_id)
    is_in_play = Q(table__isnull=False) | Q(status=Status.RUNNING.value)
    return Match.objects.filter(is_in_club, is_in_play, status__in=AT_TABLES)


def front_page_version(club: Club, now: datetime) -> tuple[Any, ...]:
    """Return the values, beside `page_versions.of_club`, with which the front page of a club changes.

    The day, the description of the club, its weekly nights and its matches in play. Four queries.
    """
    club_fields = (club.about, club.place, club.contact, club.joining, club.archived_at)
    nights = WeeklyNight.objects.filter(club=club).order_by("pk")
    skipped_summary = SkippedNight.objects.filter(night__club=club).aggregate(Count("pk"), Max("pk"))
    playing_summary = matches_in_play(club).aggregate(Count("pk"), Sum("version"), Max("pk"))
    values = (timezone.localdate(now), *club_fields, *skipped_summary.values(), *playing_summary.values())
    return (*values, *nights.values_list("pk", "ended_at", "name", "weekday", "begins"))


def last_winners(tournaments: Sequence[TournamentSummary]) -> TournamentSummary | None:
    """Return the latest tournament that has winners; `tournaments` are newest first."""
    return next((each for each in tournaments if each.winners), None)

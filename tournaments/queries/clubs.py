"""What the pages of a club show: season standings, ratings, evenings. Constant numbers of queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet

from matches.models import Player
from tournaments.models import Club, Entry, Event, RatingChange, RatingList, Season, Tournament
from tournaments.queries import evenings, ratings
from tournaments.standings.rules import SeasonRules
from tournaments.standings.season import EveningScore, Line, Row, season_table


@dataclass(frozen=True, slots=True)
class Reason:
    """Why points were earned: `code` is win, loss, attendance or bonus; the rest as far as it applies."""

    code: str
    amount: float
    opponent: Player | None
    length: int | None
    ending: str
    flight: str
    places: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Cell:
    """One evening of one player; an evening outside the best ones is shown but not counted."""

    total: float
    is_counted: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One player's season; `cells` are in the order of the evenings, None where he did not come."""

    place: int | None
    is_shared: bool
    player: Player
    total: float
    won: int
    lost: int
    breaks: tuple[tuple[str, int], ...]
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """A season as a table; `rules` say how it counts."""

    season: Season
    rules: SeasonRules
    evenings: tuple[Tournament, ...]
    rows: tuple[StandingsRow, ...]


@dataclass(frozen=True, slots=True)
class RatingRow:
    """Where a player stands in a rating list; `delta` is what his last match moved."""

    place: int
    is_shared: bool
    player: Player
    rating: float
    experience: int
    matches: int
    delta: float
    at: datetime
    is_provisional: bool


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """One evening in a club's list: its events, how many players were entered, who won each event."""

    tournament: Tournament
    events: tuple[Event, ...]
    players: int
    winners: tuple[Entry, ...]


def club_by_slug(slug: str) -> Club | None:
    """The club at an address, with its desk."""
    return Club.objects.select_related("desk").filter(slug=slug).first()


def seasons_of(club: Club) -> QuerySet[Season]:
    """A club's seasons, the newest first."""
    return Season.objects.filter(club=club).order_by("-starts_on", "-id")


def rating_lists_of(club: Club) -> QuerySet[RatingList]:
    """A club's rating lists, the oldest first: that one is shown when none is named."""
    return RatingList.objects.filter(club=club).order_by("id")


def standings(season: Season) -> Standings:
    """The table of a season, every number with its reasons. Five queries."""
    rules = SeasonRules.from_data(season.rules)
    shown = tuple(evenings.tournaments_of(season))
    table = season_table(evenings.evenings(shown), rules)
    players = Player.objects.in_bulk([row.player for row in table])
    rows = (_standings_row(row, shown, players) for row in table)
    return Standings(season, rules, shown, tuple(sorted(rows, key=_by_place_then_name)))


def rating_table(rating_list: RatingList) -> list[RatingRow]:
    """Everyone a list has rated, the highest first; equal ratings share a place. Three queries."""
    rows = ratings.current_changes(rating_list)
    matches = dict(rows.values_list("player").annotate(n=Count("pk")).order_by())
    latest = ratings.latest_changes(rows, matches).select_related("player")
    order = sorted(latest, key=lambda change: (-change.after, change.player.name, change.player_id))
    provisional_below = ratings.parameters_of(rating_list).provisional_below
    return [_rating_row(change, order, matches[change.player_id], provisional_below) for change in order]


def evening_list(club: Club, *, limit: int = 50) -> list[EveningSummary]:
    """A club's evenings, the newest first. Four queries."""
    tournaments = list(Tournament.objects.filter(club=club).order_by("-starts_at", "-id")[:limit])
    events = list(Event.objects.filter(tournament__in=tournaments).order_by("id"))
    counts = dict(
        Entry.objects.filter(event__in=events)
        .values_list("event__tournament")
        .annotate(n=Count("player", distinct=True))
        .order_by()
    )
    first = Entry.objects.filter(event__in=events, place_from=1, place_to=1).order_by("event")
    winners = list(first.select_related("player", "event"))
    return [_summary(tournament, events, counts.get(tournament.pk, 0), winners) for tournament in tournaments]


def _standings_row(row: Row, shown: Iterable[Tournament], players: dict[int, Player]) -> StandingsRow:
    scores = {score.evening: score for score in row.evenings}
    return StandingsRow(
        place=row.place,
        is_shared=row.is_shared,
        player=players[row.player],
        total=float(row.total),
        won=row.won,
        lost=row.lost,
        breaks=row.breaks,
        cells=tuple(
            _cell(scores[evening.pk], players) if evening.pk in scores else None for evening in shown
        ),
    )


def _cell(score: EveningScore, players: dict[int, Player]) -> Cell:
    reasons = tuple(_reason(line, players) for line in score.lines)
    return Cell(float(score.total), score.is_counted, reasons)


def _reason(line: Line, players: dict[int, Player]) -> Reason:
    return Reason(
        code=line.code,
        amount=float(line.amount),
        opponent=players.get(line.opponent) if line.opponent is not None else None,
        length=line.length,
        ending=line.ending,
        flight=line.flight,
        places=line.places,
    )


def _by_place_then_name(row: StandingsRow) -> tuple[bool, float, float, str]:
    """The order on the page: names only order players who share a place or have none yet."""
    return (row.place is None, row.place or 0, -row.total, row.player.name)


def _rating_row(
    change: RatingChange, order: list[RatingChange], matches: int, provisional_below: int
) -> RatingRow:
    standing = ratings.standing_after(change)
    return RatingRow(
        place=1 + sum(other.after > change.after for other in order),
        is_shared=sum(other.after == change.after for other in order) > 1,
        player=change.player,
        rating=standing.rating,
        experience=standing.experience,
        matches=matches,
        delta=change.delta,
        at=change.at,
        is_provisional=standing.experience < provisional_below,
    )


def _summary(
    tournament: Tournament, events: Iterable[Event], players: int, winners: Iterable[Entry]
) -> EveningSummary:
    return EveningSummary(
        tournament=tournament,
        events=tuple(event for event in events if event.tournament_id == tournament.pk),
        players=players,
        winners=tuple(entry for entry in winners if entry.event.tournament_id == tournament.pk),
    )

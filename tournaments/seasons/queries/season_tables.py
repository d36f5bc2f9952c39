"""The table of a season, with the points of each tournament and their reasons."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from matches.models import Player
from matches.names import get_sort_key
from matches.queries.people import canonical_key
from tournaments.models import Club, Season, SeasonPlayer
from tournaments.seasons.queries import season_results
from tournaments.seasons.queries.season_results import TournamentColumn
from tournaments.standings.season_scoring import SeasonReason, TournamentScore
from tournaments.standings.season_settings import Figure, SeasonRules
from tournaments.standings.season_table import (
    CountedEvent,
    SeasonRow,
    list_counted_events,
    make_season_table,
)


@dataclass(frozen=True, slots=True)
class PointsReason:
    """Why points were earned: `code` is win, loss, attendance, bonus (for a place) or imported.

    The other fields are set where they apply: the match won or lost, or the places in a flight. `bracket`
    has the players of a mini bracket and of its event. `event` is the name of the event in a tournament of
    several.
    """

    code: str
    amount: float
    opponent: Player | None
    length: int | None
    ending: str
    flight: str
    places: tuple[int, int] | None
    factor: Figure = 1
    field: int = 0
    bracket: tuple[int, int] | None = None
    event: str = ""


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


def seasons_of(club: Club) -> QuerySet[Season]:
    """Return a club's seasons, newest first."""
    return Season.objects.filter(club=club).order_by("-starts_on", "-id")


def get_standings(season: Season) -> Standings:
    """Return the standings of a season, with the reasons for all points. At most thirteen queries."""
    rules = SeasonRules.from_data(season.rules)
    counted_results = season_results.get_season_results(season)
    table = make_season_table([results for _, results in counted_results], rules, divisions_of(season, rules))
    reasons = (reason for row in table for score in row.tournaments for reason in score.reasons)
    opponents = {reason.opponent for reason in reasons if reason.opponent is not None}
    players = Player.objects.in_bulk({row.player for row in table} | opponents)
    columns = tuple(column for column, _ in counted_results)
    rows = (_standings_row(row, columns, players) for row in table)
    return Standings(
        season,
        rules,
        columns,
        tuple(sorted(rows, key=_by_place_then_name)),
    )


def list_season_events(season: Season, rules: SeasonRules) -> list[tuple[str, CountedEvent]]:
    """Return the events of tournaments that have several, with their names, the largest first."""
    results = season_results.get_season_results(season)
    names = {event: name for column, _ in results for event, name in column.event_names.items()}
    events = list_counted_events([season_tournament for _, season_tournament in results], rules)
    return [(names.get(event.event, event.event), event) for event in events]


def divisions_of(season: Season, rules: SeasonRules) -> dict[int, int]:
    """Return the division of every assigned player, by canonical player."""
    if not rules.divisions:
        return {}
    return dict(SeasonPlayer.objects.filter(season=season).values_list(canonical_key("player"), "division"))


def _standings_row(
    row: SeasonRow, columns: Sequence[TournamentColumn], players: dict[int, Player]
) -> StandingsRow:
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
            _cell(scores[number], column, players) if number in scores else None
            for number, column in enumerate(columns)
        ),
        division=row.division,
    )


def _cell(score: TournamentScore, column: TournamentColumn, players: dict[int, Player]) -> TournamentCell:
    reasons = tuple(_reason(reason, column, players) for reason in score.reasons)
    return TournamentCell(float(score.total), score.is_counted, reasons)


def _reason(reason: SeasonReason, column: TournamentColumn, players: dict[int, Player]) -> PointsReason:
    return PointsReason(
        code=reason.code,
        amount=float(reason.amount),
        opponent=players.get(reason.opponent) if reason.opponent is not None else None,
        length=reason.length,
        ending=reason.ending,
        flight=reason.flight,
        places=reason.places,
        factor=reason.factor,
        field=reason.field,
        bracket=reason.bracket,
        event=column.event_names.get(reason.event, ""),
    )


def _by_place_then_name(row: StandingsRow) -> tuple[int, bool, float, float, tuple[str, str]]:
    """Sort key of the page: names decide only between shared or missing places."""
    return (row.division, row.place is None, row.place or 0, -row.total, get_sort_key(row.player.name))

"""Seasons of a club: attendance, changes of the table, promotion and relegation."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.models import Match, Player
from rules.errors import Refusal
from tournaments.models import CasualMatch, Club, Pairing, PastResult, Season, SeasonChange
from tournaments.seasons.queries import season_results
from tournaments.seasons.queries.season_results import DayRange, TournamentColumn
from tournaments.seasons.queries.season_tables import divisions_of
from tournaments.standings import divisions, tables
from tournaments.standings.attendance import SeasonAttendance, attendance_rows
from tournaments.standings.divisions import DivisionPlacing
from tournaments.standings.season_changes import (
    SeasonPosition,
    SeasonRowChange,
    compare_tables,
    get_positions,
)
from tournaments.standings.season_settings import SeasonRules
from tournaments.standings.season_table import SeasonRow, make_season_table

# Days of which attendance is shown without a season.
DEFAULT_PERIOD = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class AttendanceLine:
    """A player and the tournaments they attended."""

    player: Player
    attendance: SeasonAttendance


@dataclass(frozen=True, slots=True)
class Attendance:
    """Tournaments by date with their number of players, and rows of players by attendance."""

    tournaments: tuple[tuple[TournamentColumn, int], ...]
    rows: tuple[AttendanceLine, ...]

    @property
    def mean(self) -> float:
        """Return the mean number of players of a tournament."""
        return (
            sum(count for _, count in self.tournaments) / len(self.tournaments) if self.tournaments else 0.0
        )


def get_attendance(club: Club, first: date, last: date) -> Attendance:
    """Return the attendance between two days. At most twelve queries.

    Days with only casual matches and tournaments without players are left out.
    """
    counted_results = [
        (column, results)
        for column, results in season_results.get_results_between(club, DayRange(first, last))
        if results.is_club_tournament
    ]
    players_by_column = [(column, results.players) for column, results in counted_results if results.players]
    attendance_records = attendance_rows([players for _, players in players_by_column])
    players_by_key = Player.objects.in_bulk([record.player for record in attendance_records])
    return Attendance(
        tournaments=tuple((column, len(players)) for column, players in players_by_column),
        rows=tuple(AttendanceLine(players_by_key[record.player], record) for record in attendance_records),
    )


CHANGES_SHOWN = 20


@dataclass(frozen=True, slots=True)
class SeasonMove:
    """A changed row of the table with its player."""

    player: Player
    move: SeasonRowChange


@dataclass(frozen=True, slots=True)
class AppliedSeasonChange:
    """A logged change of a season, and its moves."""

    change: SeasonChange
    moved: tuple[SeasonMove, ...]

    @property
    def rules(self) -> tuple[SeasonRules, SeasonRules] | None:
        """Return the old and the new rules; None where they did not change."""
        old, new = self.change.before.get("rules"), self.change.after.get("rules")
        if self.change.kind != SeasonChange.Kind.RULES or old == new:
            return None
        return SeasonRules.from_data(old), SeasonRules.from_data(new)


class NextSeason(NamedTuple):
    """A player's division next season, and why."""

    player: Player
    placing: DivisionPlacing


def compute_table(
    season: Season,
    rules: SeasonRules | None = None,
    span: DayRange | None = None,
    division_of_player: Mapping[int, int] | None = None,
) -> tuple[SeasonRow, ...]:
    """Compute the table of a season, optionally with other rules, days or divisions (by player)."""
    used_rules = rules or SeasonRules.from_data(season.rules)
    counted_results = season_results.get_results_between(
        season.club, span or DayRange(season.starts_on, season.ends_on)
    )
    divisions_by_player = (
        divisions_of(season, used_rules) if division_of_player is None else division_of_player
    )
    return make_season_table([results for _, results in counted_results], used_rules, divisions_by_player)


def preview_season_moves(season: Season, rules: SeasonRules, span: DayRange) -> tuple[SeasonRowChange, ...]:
    """Return the moves under other rules or days, without writing."""
    return compare_tables(
        get_positions(compute_table(season)), get_positions(compute_table(season, rules, span))
    )


def name_season_moves(season_moves: Iterable[SeasonRowChange]) -> tuple[SeasonMove, ...]:
    """Return moves with their players. One query."""
    season_move_rows = tuple(season_moves)
    return _with_players(season_move_rows, Player.objects.in_bulk([move.player for move in season_move_rows]))


def changes_of(season: Season, *, limit: int = CHANGES_SHOWN) -> list[AppliedSeasonChange]:
    """Return the changes of a season, latest first. Two queries."""
    rows = list(
        SeasonChange.objects.filter(season=season).select_related("match__white", "match__black")[:limit]
    )
    moves_by_change = {row.pk: [SeasonRowChange.from_data(data) for data in row.moves] for row in rows}
    players = Player.objects.in_bulk(
        {move.player for change_moves in moves_by_change.values() for move in change_moves}
    )
    return [AppliedSeasonChange(row, _with_players(moves_by_change[row.pk], players)) for row in rows]


def seasons_counting(match: Match, settled_on: date) -> QuerySet[Season]:
    """Return the seasons in which a match counts. At most four queries."""
    pairing = Pairing.objects.filter(match=match).values_list(
        "event__tournament__club", "event__tournament__starts_at"
    )
    club_days = [(club, timezone.localdate(at)) for club, at in pairing]
    past = PastResult.objects.filter(match=match, evening__batch__undone_at=None)
    club_days += past.values_list("evening__batch__club", "evening__played_on")
    casual = CasualMatch.objects.filter(match=match, is_counted=True).values_list("club", flat=True)
    club_days += [(club, settled_on) for club in casual]
    season_filter = Q(pk__in=())
    for club, day in club_days:
        season_filter |= Q(club=club, starts_on__lte=day, ends_on__gte=day)
    return Season.objects.filter(season_filter).select_related("club").order_by("pk")


def get_next_season(season: Season) -> tuple[NextSeason, ...]:
    """Return promotions and relegations by the current table; empty without divisions of sufficient size.

    Players with too few results for a place come after all others, and are relegated first.
    """
    rules = SeasonRules.from_data(season.rules)
    rows = compute_table(season)
    if not rows or not rules.divisions:
        return ()
    lines = [
        _table_rows([row for row in rows if row.division == number]) for number in _division_numbers(rules)
    ]
    try:
        division_placings = divisions.division_placings(lines, up=rules.up, down=rules.down)
    except Refusal:
        return ()
    players = Player.objects.in_bulk([placing.entry for placing in division_placings])
    return tuple(NextSeason(players[placing.entry], placing) for placing in division_placings)


def data_of(season: Season) -> dict[str, Any]:
    """Return name, days and rules of a season for its log of changes."""
    return {
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
        "rules": season.rules,
    }


def positions_as_data(season: Season) -> dict[str, list[Any]]:
    """Return the positions of a season's table by player as JSON data, for an outbox message."""
    return {
        str(player): position.to_data() for player, position in get_positions(compute_table(season)).items()
    }


def get_moves_since(season: Season, before: Mapping[str, list[Any]]) -> tuple[SeasonRowChange, ...]:
    """Return the moves since `before`, a result of `positions_as_data`."""
    earlier = {int(player): SeasonPosition.from_data(data) for player, data in before.items()}
    return compare_tables(earlier, get_positions(compute_table(season)))


def _with_players(
    season_moves: Iterable[SeasonRowChange], players: Mapping[int, Player]
) -> tuple[SeasonMove, ...]:
    return tuple(SeasonMove(players[move.player], move) for move in season_moves if move.player in players)


def _division_numbers(rules: SeasonRules) -> range:
    return range(1, len(rules.divisions) + 1)


def _table_rows(group: list[SeasonRow]) -> list[tables.TableRow]:
    """Return the rows of a division by place; those without a place share the places after the others."""
    next_place = sum(row.place is not None for row in group) + 1
    row_places = [next_place if row.place is None else row.place for row in group]
    return [
        tables.TableRow(row.player, place, place + row_places.count(place) - 1)
        for row, place in zip(group, row_places, strict=True)
    ]

"""A person's settled matches as counted: against whom, in which years, and two of them against each other."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from matches.models import Game, Match, Player
from matches.queries import history
from matches.queries.people import canonical_key, get_canonical_player, is_person_in
from matches.states import Status


@dataclass(frozen=True, slots=True)
class PlayerOutcome:
    """One settled match from one side; `opponent` is the key of the one who shows for that person."""

    opponent: int
    has_won: bool
    has_lost: bool
    year: int
    length: int


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent and the matches won and lost against him."""

    player: Player
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class HeadToHeadSide:
    """One side of a head-to-head: matches, points of the matches, and games where they were written down."""

    player: Player
    matches: int
    points: int
    games: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two persons against each other; `sheets` of the `played` matches have their games written down."""

    one: HeadToHeadSide
    other: HeadToHeadSide
    played: int
    sheets: int


OUTCOME_FIELDS = ("winner", "settled_at", "length")


def get_outcomes(player: Player) -> list[PlayerOutcome]:
    """Every settled match of a person, the newest first. One query."""
    rows = get_settled_matches(player).annotate(
        white_face=canonical_key("white"), black_face=canonical_key("black")
    )
    player_key = get_canonical_player(player).pk
    values = rows.order_by("-settled_at", "-id").values_list("white_face", "black_face", *OUTCOME_FIELDS)
    return [_build_outcome(player_key, *row) for row in values]


def get_settled_matches(player: Player) -> QuerySet[Match]:
    """The settled matches of a person, the newest first."""
    return history.get_matches_of_player(player).filter(status=Status.SETTLED.value)


def filter_by_opponent(rows: QuerySet[Match], opponent: Player) -> QuerySet[Match]:
    """Those of a person's matches that were against this other one."""
    return rows.filter(is_person_in("white", opponent) | is_person_in("black", opponent))


def count_rivals(outcome_list: Iterable[PlayerOutcome]) -> list[Rival]:
    """The opponents, those met most often first. One query."""
    decided_outcomes = [outcome for outcome in outcome_list if outcome.has_won or outcome.has_lost]
    meeting_counts = Counter(outcome.opponent for outcome in decided_outcomes)
    win_counts = Counter(outcome.opponent for outcome in decided_outcomes if outcome.has_won)
    players = Player.objects.in_bulk(meeting_counts)
    rows = [
        Rival(players[pk], win_counts[pk], count - win_counts[pk]) for pk, count in meeting_counts.items()
    ]
    return sorted(rows, key=lambda rival: (-rival.won - rival.lost, rival.player.name, rival.player.pk))


def get_years(outcome_list: Iterable[PlayerOutcome]) -> list[int]:
    """The years with a settled match, the latest first."""
    return sorted({outcome.year for outcome in outcome_list}, reverse=True)


def compare_players(one: Player, other: Player) -> HeadToHead:
    """What two persons have won against each other in played matches. Two queries."""
    rows = history.get_meetings(one, other).annotate(white_face=canonical_key("white"))
    matches = list(rows.values_list("pk", "white_face", "winner", "white_score", "black_score"))
    sides = {pk: "white" if white == get_canonical_player(one).pk else "black" for pk, white, *_ in matches}
    games = list(
        Game.objects.filter(match__in=sides, struck_at=None).values_list("match_id", "winner").order_by("pk")
    )
    points = [
        (white, black) if sides[pk] == "white" else (black, white) for pk, _, _, white, black in matches
    ]
    wins = sum(winner == sides[pk] for pk, _, winner, _, _ in matches)
    games_won = sum(winner == sides[pk] for pk, winner in games)
    return HeadToHead(
        one=HeadToHeadSide(one, wins, sum(own_points for own_points, _ in points), games_won),
        other=HeadToHeadSide(
            other,
            len(matches) - wins,
            sum(rival_points for _, rival_points in points),
            len(games) - games_won,
        ),
        played=len(matches),
        sheets=len({pk for pk, _ in games}),
    )


def _build_outcome(
    player_key: int, white: int, black: int, winner: str, settled_at: datetime, length: int
) -> PlayerOutcome:
    is_white = white == player_key
    won = winner == ("white" if is_white else "black")
    year = timezone.localtime(settled_at).year
    return PlayerOutcome(black if is_white else white, won, bool(winner) and not won, year, length)

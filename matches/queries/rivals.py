"""A person's settled matches as counted: against whom, in which years, and two of them against each other."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from matches.models import Game, Match, Player
from matches.queries import history
from matches.queries.people import face, face_of, is_one
from matches.states import Status


@dataclass(frozen=True, slots=True)
class Outcome:
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
class Score:
    """One side of a head-to-head: matches, points of the matches, and games where they were written down."""

    player: Player
    matches: int
    points: int
    games: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two persons against each other; `sheets` of the `played` matches have their games written down."""

    one: Score
    other: Score
    played: int
    sheets: int


FIELDS = ("winner", "settled_at", "length")


def outcomes(player: Player) -> list[Outcome]:
    """Every settled match of a person, the newest first. One query."""
    rows = settled(player).annotate(white_face=face("white"), black_face=face("black"))
    mine = face_of(player).pk
    found = rows.order_by("-settled_at", "-id").values_list("white_face", "black_face", *FIELDS)
    return [_outcome(mine, *row) for row in found]


def settled(player: Player) -> QuerySet[Match]:
    """The settled matches of a person, the newest first."""
    return history.matches_of_player(player).filter(status=Status.SETTLED.value)


def against(rows: QuerySet[Match], opponent: Player) -> QuerySet[Match]:
    """Those of a person's matches that were against this other one."""
    return rows.filter(is_one("white", opponent) | is_one("black", opponent))


def rivals(found: Iterable[Outcome]) -> list[Rival]:
    """The opponents, those met most often first. One query."""
    told = [outcome for outcome in found if outcome.has_won or outcome.has_lost]
    met = Counter(outcome.opponent for outcome in told)
    won = Counter(outcome.opponent for outcome in told if outcome.has_won)
    players = Player.objects.in_bulk(met)
    rows = [Rival(players[pk], won[pk], count - won[pk]) for pk, count in met.items()]
    return sorted(rows, key=lambda rival: (-rival.won - rival.lost, rival.player.name, rival.player.pk))


def years(found: Iterable[Outcome]) -> list[int]:
    """The years with a settled match, the latest first."""
    return sorted({outcome.year for outcome in found}, reverse=True)


def head_to_head(one: Player, other: Player) -> HeadToHead:
    """What two persons have won against each other in played matches. Two queries."""
    rows = history.meetings(one, other).annotate(white_face=face("white"))
    matches = list(rows.values_list("pk", "white_face", "winner", "white_score", "black_score"))
    sides = {pk: "white" if white == face_of(one).pk else "black" for pk, white, *_ in matches}
    games = list(
        Game.objects.filter(match__in=sides, struck_at=None).values_list("match_id", "winner").order_by("pk")
    )
    points = [
        (white, black) if sides[pk] == "white" else (black, white) for pk, _, _, white, black in matches
    ]
    own = sum(winner == sides[pk] for pk, _, winner, _, _ in matches)
    taken = sum(winner == sides[pk] for pk, winner in games)
    return HeadToHead(
        one=Score(one, own, sum(mine for mine, _ in points), taken),
        other=Score(other, len(matches) - own, sum(theirs for _, theirs in points), len(games) - taken),
        played=len(matches),
        sheets=len({pk for pk, _ in games}),
    )


def _outcome(mine: int, white: int, black: int, winner: str, settled_at: datetime, length: int) -> Outcome:
    is_white = white == mine
    won = winner == ("white" if is_white else "black")
    year = timezone.localtime(settled_at).year
    return Outcome(black if is_white else white, won, bool(winner) and not won, year, length)

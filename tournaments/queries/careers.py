"""A player within a club: results with what they moved, the rating's way, form, and who beats whom."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matches.models import Match, Player
from matches.queries.people import face_of, is_one
from matches.states import Ending, Status
from tournaments.models import Club, RatingChange, RatingList, Tournament
from tournaments.queries import ratings

FORM = 10


@dataclass(frozen=True, slots=True)
class CareerResult:
    """One settled match from the player's seat; `change` is None where it was not rated."""

    match: Match
    opponent: Player
    own_score: int
    other_score: int
    has_won: bool
    is_played: bool
    tournament: Tournament
    change: RatingChange | None


@dataclass(frozen=True, slots=True)
class Rival:
    """How often the player has won and lost against one opponent, over matches that were played."""

    opponent: Player
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Career:
    """What a club knows of a player. `results` are newest first, `history` oldest first."""

    player: Player
    results: tuple[CareerResult, ...]
    history: tuple[RatingChange, ...]
    rivals: tuple[Rival, ...]

    @property
    def form(self) -> tuple[bool, ...]:
        """Won or lost, over the last matches played, the newest last."""
        played = [result.has_won for result in self.results if result.is_played]
        return tuple(reversed(played[:FORM]))

    @property
    def won(self) -> int:
        """Matches won, walk-overs among them."""
        return sum(result.has_won for result in self.results)

    @property
    def lost(self) -> int:
        """Matches lost, walk-overs among them."""
        return len(self.results) - self.won

    @property
    def rating(self) -> float | None:
        """The rating today; None before the first rated match."""
        return self.history[-1].after if self.history else None


def career(club: Club, player: Player, rating_list: RatingList | None) -> Career:
    """The career of a player in a club, rated by one of its lists. Two queries."""
    history = _history(rating_list, player)
    changes = {change.match_id: change for change in history}
    results = tuple(_result(match, player, changes.get(match.pk)) for match in _matches(club, player))
    return Career(player, results, history, _rivals(results))


def _history(rating_list: RatingList | None, player: Player) -> tuple[RatingChange, ...]:
    if rating_list is None:
        return ()
    rows = ratings.current_changes(rating_list).filter(player=face_of(player))
    return tuple(rows.select_related("opponent", "match").order_by("at", "match"))


def _matches(club: Club, player: Player) -> Iterable[Match]:
    rows = Match.objects.filter(
        is_one("white", player) | is_one("black", player),
        pairing__event__tournament__club=club,
        status=Status.SETTLED.value,
    ).exclude(ending=Ending.DOUBLE_WALKOVER.value)
    joined = rows.select_related("white", "black", "pairing__event__tournament")
    return joined.order_by("-settled_at", "-id")


def _result(match: Match, player: Player, change: RatingChange | None) -> CareerResult:
    is_white = match.white.is_one_with(player)
    scores = (match.white_score, match.black_score)
    own, other = scores if is_white else scores[::-1]
    return CareerResult(
        match=match,
        opponent=match.black if is_white else match.white,
        own_score=own,
        other_score=other,
        has_won=match.winner == ("white" if is_white else "black"),
        is_played=match.ending == Ending.PLAYED.value,
        tournament=match.pairing.event.tournament,
        change=change,
    )


def _rivals(results: Sequence[CareerResult]) -> tuple[Rival, ...]:
    """Opponents by how often they were met, then by name."""
    played = [result for result in results if result.is_played]
    players = {result.opponent.pk: result.opponent for result in played}
    met = Counter(result.opponent.pk for result in played)
    won = Counter(result.opponent.pk for result in played if result.has_won)
    rivals = [Rival(players[pk], won[pk], met[pk] - won[pk]) for pk in players]
    return tuple(sorted(rivals, key=lambda rival: (-met[rival.opponent.pk], rival.opponent.name)))

"""The rating ledger: a fold of settled results in order, which can continue from any checkpoint."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum, sqrt

from rules.errors import Refusal
from tournaments.ratings.fibs import FIBS
from tournaments.ratings.parameters import Explanation, Parameters, PlayerRating

# Only a completed match says something about strength.
RATED_ENDINGS = frozenset({"played"})


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """One settled match for the ledger: winner, loser, length, ordinal day.

    Where a pair is not rated as one player, `winners` and `losers` are the players of the two pairs.
    """

    match: int
    winner: int
    loser: int
    length: int
    ending: str = "played"
    day: int = 0
    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerChange:
    """The change of one player's rating by one match, with its explanation."""

    match: int
    player: int
    opponent: int
    won: bool
    before: PlayerRating
    after: PlayerRating
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class RatingLedger:
    """The current standings, and the changes since the checkpoint."""

    standings: Mapping[int, PlayerRating] = field(default_factory=dict)
    changes: tuple[LedgerChange, ...] = ()


def rate_results(
    results: Iterable[RatedMatch],
    parameters: Parameters = FIBS,
    checkpoint: Mapping[int, PlayerRating] | None = None,
) -> RatingLedger:
    """Rate `results` in order from `checkpoint` (default: all players at the base).

    Walkovers, forfeits and other unplayed results are skipped. Refuses a match of a player against themselves
    ("rated_against_himself") or without points ("length_not_rated").
    """
    standings = dict(checkpoint or {})
    changes: list[LedgerChange] = []
    for result in results:
        if result.ending not in RATED_ENDINGS:
            continue
        match_changes = rate(result, standings, parameters)
        changes.extend(match_changes)
        standings.update({change.player: change.after for change in match_changes})
    return RatingLedger(standings, tuple(changes))


def rate(
    result: RatedMatch, standings: Mapping[int, PlayerRating], parameters: Parameters
) -> tuple[LedgerChange, ...]:
    """Return the changes of one result, winners first, from the standings before the match.

    Two players of a pair rate as the mean of their ratings, against the mean of the others; the change is
    added to the rating of each, at each player's own speed.
    """
    winners, losers = result.winners or (result.winner,), result.losers or (result.loser,)
    if not set(winners).isdisjoint(losers):
        raise Refusal("rated_against_himself", player=result.winner)
    standing_before = {
        player: standings.get(player) or parameters.newcomer() for player in (*winners, *losers)
    }
    winning_side, losing_side = (
        _team_standing([standing_before[player] for player in side]) for side in (winners, losers)
    )
    changes = []
    for side, other, side_standings, won in (
        (winners, result.loser, (winning_side, losing_side), True),
        (losers, result.winner, (losing_side, winning_side), False),
    ):
        for player in side:
            rated_standing = replace(standing_before[player], rating=side_standings[0].rating)
            explanation = parameters.explain(
                rated_standing, side_standings[1], result.length, won, result.day
            )
            after = parameters.after(standing_before[player], explanation)
            changes.append(
                LedgerChange(result.match, player, other, won, standing_before[player], after, explanation)
            )
    return tuple(changes)


def _team_standing(side: Sequence[PlayerRating]) -> PlayerRating:
    """Return the common standing of the players of a pair."""
    if len(side) == 1:
        return side[0]
    return PlayerRating(
        rating=fsum(each.rating for each in side) / len(side),
        experience=min(each.experience for each in side),
        deviation=sqrt(fsum(each.deviation**2 for each in side) / len(side)),
        volatility=fsum(each.volatility for each in side) / len(side),
        day=max(each.day for each in side),
    )

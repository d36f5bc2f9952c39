"""The rating ledger: ratings computed from results in order, from the start or from a checkpoint."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum, sqrt

from rules.errors import Refusal
from tournaments.rating_systems.fibs import FIBS
from tournaments.rating_systems.parameters import Explanation, Parameters, PlayerRating

# Only matches that were played to the end are rated.
RATED_ENDINGS = frozenset({"played"})


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """One settled match for the ledger: winner, loser, length, ordinal day.

    `winners` and `losers` are the players of pairs that are not rated as one player; else empty.
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
    """The current ratings by player, and the changes since the checkpoint."""

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
    """Return the changes by one result, winners first; `standings` are the ratings before the match.

    The players of a pair are rated with the mean of their ratings, against the mean of the others; the
    change, which may depend on the player's experience, is added to the rating of each.
    """
    winners, losers = result.winners or (result.winner,), result.losers or (result.loser,)
    if not set(winners).isdisjoint(losers):
        raise Refusal("rated_against_himself", player=result.winner)
    standing_before = {
        player: standings.get(player) or parameters.newcomer() for player in (*winners, *losers)
    }
    winning_side, losing_side = (
        _mean_rating([standing_before[player] for player in side]) for side in (winners, losers)
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


def _mean_rating(side: Sequence[PlayerRating]) -> PlayerRating:
    """Return the common rating of the players of a pair."""
    if len(side) == 1:
        return side[0]
    return PlayerRating(
        rating=fsum(each.rating for each in side) / len(side),
        experience=min(each.experience for each in side),
        deviation=sqrt(fsum(each.deviation**2 for each in side) / len(side)),
        volatility=fsum(each.volatility for each in side) / len(side),
        day=max(each.day for each in side),
    )

"""The rating ledger: a fold of settled results in order, which any checkpoint can take up again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum, sqrt

from rules.errors import Refusal
from tournaments.ratings.fibs import FIBS
from tournaments.ratings.parameters import Explanation, Parameters, Standing

# Only a match that was played to its end says something about strength.
RATED_ENDINGS = frozenset({"played"})


@dataclass(frozen=True, slots=True)
class Result:
    """One settled match as the ledger needs it: who beat whom, over how many points, on which ordinal day.

    Where a pair is not rated as one player, `winners` and `losers` are the persons of the two pairs.
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
class Change:
    """What one match did to one player, and why."""

    match: int
    player: int
    opponent: int
    won: bool
    before: Standing
    after: Standing
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class Ledger:
    """Where everybody stands, and the changes that led there since the checkpoint."""

    standings: Mapping[int, Standing] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()


def rate_results(
    results: Iterable[Result], parameters: Parameters = FIBS, checkpoint: Mapping[int, Standing] | None = None
) -> Ledger:
    """Rate `results` in the order given, from `checkpoint` (or from nothing, where everyone is at the base).

    Walk-overs, forfeits and whatever else was not played are passed over. Refuses a match of a player
    against himself ("rated_against_himself") or without points ("length_not_rated").
    """
    standings = dict(checkpoint or {})
    changes: list[Change] = []
    for result in results:
        if result.ending not in RATED_ENDINGS:
            continue
        match_changes = rate(result, standings, parameters)
        changes.extend(match_changes)
        standings.update({change.player: change.after for change in match_changes})
    return Ledger(standings, tuple(changes))


def rate(result: Result, standings: Mapping[int, Standing], parameters: Parameters) -> tuple[Change, ...]:
    """The changes of one result, winners first; all look at the standings before the match.

    Two who play as a pair stand at the mean of their ratings, and meet the mean of the others; what that
    moves is added to the rating of each, at the speed at which each moves by himself.
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
                Change(result.match, player, other, won, standing_before[player], after, explanation)
            )
    return tuple(changes)


def _team_standing(side: Sequence[Standing]) -> Standing:
    """Where those who play together stand."""
    if len(side) == 1:
        return side[0]
    return Standing(
        rating=fsum(each.rating for each in side) / len(side),
        experience=min(each.experience for each in side),
        deviation=sqrt(fsum(each.deviation**2 for each in side) / len(side)),
        volatility=fsum(each.volatility for each in side) / len(side),
        day=max(each.day for each in side),
    )

"""The rating ledger: a fold of settled results in order, which any checkpoint can take up again."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.errors import Refusal
from tournaments.ratings.fibs import FIBS
from tournaments.ratings.figures import Explanation, Parameters, Standing

# Only a match that was played to its end says something about strength.
RATED_ENDINGS = frozenset({"played"})


@dataclass(frozen=True, slots=True)
class Result:
    """One settled match as the ledger needs it: who beat whom, over how many points, on which ordinal day."""

    match: int
    winner: int
    loser: int
    length: int
    ending: str = "played"
    day: int = 0


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


def fold(
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
        pair = rate(result, standings, parameters)
        changes.extend(pair)
        standings.update({change.player: change.after for change in pair})
    return Ledger(standings, tuple(changes))


def rate(result: Result, standings: Mapping[int, Standing], parameters: Parameters) -> tuple[Change, Change]:
    """The two changes of one result, winner first; both look at the standings before the match."""
    if result.winner == result.loser:
        raise Refusal("rated_against_himself", player=result.winner)
    winner = standings.get(result.winner) or parameters.newcomer()
    loser = standings.get(result.loser) or parameters.newcomer()
    won = parameters.explain(winner, loser, result.length, True, result.day)
    lost = parameters.explain(loser, winner, result.length, False, result.day)
    return (
        Change(result.match, result.winner, result.loser, True, winner, parameters.after(winner, won), won),
        Change(result.match, result.loser, result.winner, False, loser, parameters.after(loser, lost), lost),
    )

"""The rating ledger: a fold of settled results in order, which any checkpoint can take up again."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tournaments.ratings.fibs import FIBS, Explanation, Parameters, Standing, explain, moved_on

# Only a match that was played to its end says something about strength.
RATED_ENDINGS = frozenset({"played"})


@dataclass(frozen=True, slots=True)
class Result:
    """One settled match as the ledger needs it: who beat whom over how many points."""

    match: int
    winner: int
    loser: int
    length: int
    ending: str = "played"


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

    Walk-overs, forfeits and whatever else was not played are passed over. Raises ValueError for a match
    of a player against himself or without points.
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
        raise ValueError("nobody plays himself")
    newcomer = Standing(parameters.base, 0)
    winner = standings.get(result.winner, newcomer)
    loser = standings.get(result.loser, newcomer)
    won = explain(winner, loser, result.length, True, parameters)
    lost = explain(loser, winner, result.length, False, parameters)
    return (
        Change(result.match, result.winner, result.loser, True, winner, moved_on(winner, won), won),
        Change(result.match, result.loser, result.winner, False, loser, moved_on(loser, lost), lost),
    )

"""What tie-breaks count over all matches of a season, among players of equal total."""

from collections.abc import Collection, Sequence
from itertools import combinations

from tournaments.standings.facts import PLAYED, Settled


def wins(tied: Collection[int], matches: Sequence[Settled]) -> dict[int, int]:
    """Matches won, walk-overs among them."""
    return {player: sum(match.winner == player for match in matches) for player in tied}


def difference(tied: Collection[int], matches: Sequence[Settled]) -> dict[int, int]:
    """Points won less points lost, over the matches that were played."""
    values = dict.fromkeys(tied, 0)
    for match in matches:
        margin = match.winner_points - match.loser_points if match.ending == PLAYED else 0
        for player, sign in ((match.winner, 1), (match.loser, -1)):
            if player in values:
                values[player] += sign * margin
    return values


def head_to_head(tied: Collection[int], matches: Sequence[Settled]) -> dict[int, int]:
    """Wins among the tied; silent (zero for all) unless everyone of them has met everyone else."""
    group = frozenset(tied)
    among = [match for match in matches if {match.winner, match.loser} <= group]
    pairs_met = {frozenset((match.winner, match.loser)) for match in among}
    if any(frozenset(pair) not in pairs_met for pair in combinations(group, 2)):
        return dict.fromkeys(group, 0)
    return wins(group, among)

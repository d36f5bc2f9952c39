"""Tie-breaks of a season table, from the matches of its tournaments."""

from collections.abc import Collection, Sequence
from itertools import combinations

from tournaments.standings.season_results import PLAYED, SeasonMatch


def season_wins(tied: Collection[int], matches: Sequence[SeasonMatch]) -> dict[int, int]:
    """Matches won, walkovers included."""
    return {player: sum(match.winner == player for match in matches) for player in tied}


def season_difference(tied: Collection[int], matches: Sequence[SeasonMatch]) -> dict[int, int]:
    """Points won minus points lost, over the matches played whose points are known."""
    values = dict.fromkeys(tied, 0)
    for match in matches:
        if match.ending != PLAYED or match.loser_points is None:
            continue
        margin = match.winner_points - match.loser_points
        for player, sign in ((match.winner, 1), (match.loser, -1)):
            if player in values:
                values[player] += sign * margin
    return values


def season_head_to_head(tied: Collection[int], matches: Sequence[SeasonMatch]) -> dict[int, int]:
    """Wins among the tied players; 0 for all unless each has met every other."""
    group = frozenset(tied)
    among = [match for match in matches if {match.winner, match.loser} <= group]
    pairs_met = {frozenset((match.winner, match.loser)) for match in among}
    if any(frozenset(pair) not in pairs_met for pair in combinations(group, 2)):
        return dict.fromkeys(group, 0)
    return season_wins(group, among)

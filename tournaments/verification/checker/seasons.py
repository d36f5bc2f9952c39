"""Tie-breaks of a season by the checker's own hand, from matches as (winner, loser, margin at the board)."""

from collections.abc import Callable, Collection, Sequence

Match = tuple[int, int, int]
Figures = dict[int, int]


def _wins(tied: Collection[int], matches: Sequence[Match]) -> Figures:
    return {player: len([match for match in matches if match[0] == player]) for player in tied}


def _difference(tied: Collection[int], matches: Sequence[Match]) -> Figures:
    won = {player: sum(match[2] for match in matches if match[0] == player) for player in tied}
    return {player: won[player] - sum(match[2] for match in matches if match[1] == player) for player in tied}


def _head_to_head(tied: Collection[int], matches: Sequence[Match]) -> Figures:
    """Wins among the tied; nothing while two of them have not met."""
    among = [match for match in matches if match[0] in tied and match[1] in tied]
    meetings = {(match[0], match[1]) for match in among} | {(match[1], match[0]) for match in among}
    complete = all((one, other) in meetings for one in tied for other in tied if one != other)
    return _wins(tied, among if complete else ())


FIGURES: dict[str, Callable[[Collection[int], Sequence[Match]], Figures]] = {
    "wins": _wins,
    "difference": _difference,
    "head_to_head": _head_to_head,
}

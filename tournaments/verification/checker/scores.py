"""Legality of results: score, winner and ending for a match length.

The endings are those of docs/desk.md: "Close a match that is not played to its end as one of these".
"""

from collections.abc import Mapping
from typing import Any

# Keys, in a stored result, of the length it was played to and of the length of its round (0: that of the
# event), as they were before the draw changed.
PLAYED_LENGTH, ROUND_LENGTH = "played_length", "round_length"
SIDES = {"white": "black", "black": "white"}
# Nobody wins a double no-show, nor a match that is void.
WITHOUT_WINNER = frozenset({"double_walkover", "void"})
# Endings of matches that were not played to their end, so that any score short of it is possible.
CUT_SHORT = frozenset({"walkover", "double_walkover", "retired", "forfeit", "ruled", "void"})


def fault(result: Mapping[str, Any], length: int) -> str:
    """Return what is illegal in a result of a match to `length`: "ending", "winner", "score", or "".

    `length` is 0 where it is not known.
    """
    ending, winner = result["ending"], result["winner"]
    if ending != "played" and ending not in CUT_SHORT:
        return "ending"
    if winner not in ({""} if ending in WITHOUT_WINNER else SIDES):
        return "winner"
    points = {side: int(result[f"{side}_score"]) for side in SIDES}
    if min(points.values()) < 0:
        return "score"
    if ending == "played":
        loser_points = points[SIDES[winner]]
        return "" if loser_points < points[winner] == (length or points[winner]) else "score"
    # A match that ended early or was ruled on has at most one side at its length.
    is_possible = not length or (max(points.values()) <= length and sum(points.values()) < 2 * length)
    return "" if is_possible else "score"

"""Plausibility of results: scores against length, winner and ending."""

from collections.abc import Mapping
from typing import Any

# The key, in a stored result, of the length it was played to before the draw changed.
PLAYED_LENGTH = "played_length"
SIDES = {"white": "black", "black": "white"}
NOBODY_WON = frozenset({"double_walkover", "void"})
CUT_SHORT = frozenset({"walkover", "retired", "forfeit", "double_walkover", "ruled", "void"})


def fault(result: Mapping[str, Any], length: int) -> str:
    """Return the error in a result of a match to `length`: "ending", "winner", "score", or "" for none."""
    ending, winner = result["ending"], result["winner"]
    if ending != "played" and ending not in CUT_SHORT:
        return "ending"
    if (winner == "") != (ending in NOBODY_WON) or winner not in {"", *SIDES}:
        return "winner"
    scores = (result["white_score"], result["black_score"])
    if min(scores) < 0 or max(scores) > length or min(scores) >= length:
        return "score"
    return _played_fault(result, length) if ending == "played" else ""


def _played_fault(result: Mapping[str, Any], length: int) -> str:
    winner = result["winner"]
    won, lost = result[f"{winner}_score"], result[f"{SIDES[winner]}_score"]
    return "" if won == length and lost < length else "score"

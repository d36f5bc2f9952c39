"""Legality of results: score, winner and ending for a match length."""

from collections.abc import Mapping
from typing import Any

# Keys, in a stored result, of the length it was played to and of the length of its round (0: that of the
# event), as they were before the draw changed.
PLAYED_LENGTH, ROUND_LENGTH = "played_length", "round_length"
SIDES = {"white": "black", "black": "white"}
WITHOUT_WINNER = frozenset({"double_walkover", "void"})
UNFINISHED = frozenset({"walkover", "retired", "forfeit", "double_walkover", "ruled", "void"})


def fault(result: Mapping[str, Any], length: int) -> str:
    """Return what is illegal in a result of a match to `length`: "ending", "winner", "score", or ""."""
    ending, winner = result["ending"], result["winner"]
    if ending != "played" and ending not in UNFINISHED:
        return "ending"
    if (winner == "") != (ending in WITHOUT_WINNER) or winner not in {"", *SIDES}:
        return "winner"
    scores = (result["white_score"], result["black_score"])
    if min(scores) < 0 or max(scores) > length or min(scores) >= length:
        return "score"
    return _played_fault(result, length) if ending == "played" else ""


def _played_fault(result: Mapping[str, Any], length: int) -> str:
    winner = result["winner"]
    won, lost = result[f"{winner}_score"], result[f"{SIDES[winner]}_score"]
    return "" if won == length and lost < length else "score"

"""The result of a match as a value: the score, who won and how it ended."""

from dataclasses import dataclass

from matches.states import Ending
from rules.errors import Refusal
from rules.match import check_final, check_score


@dataclass(frozen=True, slots=True)
class Result:
    """What a settled match says; `winner` is "white", "black" or "" (nobody came)."""

    white_score: int
    black_score: int
    winner: str
    ending: Ending


def make_played_result(length: int, white_score: int, black_score: int) -> Result:
    """The result of a match played to its end; raises what `check_final` refuses."""
    check_final(length, white_score, black_score)
    winner = "white" if white_score > black_score else "black"
    return Result(white_score, black_score, winner, Ending.PLAYED)


def make_result(length: int, score: tuple[int, int], winner: str, ending: str) -> Result:
    """The result of any ending. Raises `ending_unknown`, `winner_missing`, `winner_against_score`, or what
    the laws refuse about the score."""
    if ending not in {each.value for each in Ending}:
        raise Refusal("ending_unknown", ending=ending)
    if ending == Ending.PLAYED.value:
        return _check_winner(make_played_result(length, *score), winner)
    check_score(length, *score)
    if winner not in ({""} if ending == Ending.DOUBLE_WALKOVER.value else {"white", "black"}):
        raise Refusal("winner_missing", ending=ending, winner=winner)
    return Result(*score, winner, Ending(ending))


def _check_winner(result: Result, winner: str) -> Result:
    if winner not in {"", result.winner}:
        raise Refusal(
            "winner_against_score",
            winner=winner,
            white_score=result.white_score,
            black_score=result.black_score,
        )
    return result

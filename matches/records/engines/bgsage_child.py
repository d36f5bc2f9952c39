"""The process in which bgsage runs: it reads questions about one game and writes the equities.

`bgsage_child.py PACKAGE_FOLDER ANSWERS_FILE`, the questions as JSON on the standard input. It is started as a
program and never imported: nothing of bgsage gets into the memory of the site.
"""

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

# Of a level: the depth of everything, and the depth of what is not the best by the first; 0 for none.
DEPTHS = {"2ply": (2, 0), "2ply, errors 3ply": (2, 3), "3ply": (3, 0)}
# The luck of a roll takes as long as its cube decision: the quick level leaves it out.
LEVELS_WITH_LUCK = frozenset({"2ply, errors 3ply", "3ply"})
MAX_CANDIDATES = 10


class ReceivedQuestion(NamedTuple):
    """A decision or roll of a game; boards are those of bgsage, from the view of the side to decide.

    `kind` is "play" (`board` and `dice`, `played` the board after), "cube" (`board` is that of the doubler,
    `played` their or the other side's action; no dice) or "luck".
    """

    kind: str
    board: list[int]
    dice: list[int]
    played: Any
    is_opening: bool
    terms: dict[str, Any]


class Analyst:
    """Answers questions at one level."""

    def __init__(self, level: str) -> None:
        first, second = DEPTHS[level]
        self._first = _make_analyzer(first)
        self._second = _make_analyzer(second) if second else None

    def answer(self, question: ReceivedQuestion) -> Any:
        """Return the answer of the kind of a question; None where there is none."""
        return getattr(self, f"_answer_{question.kind}")(question)

    def _answer_play(self, question: ReceivedQuestion) -> list[list[Any]]:
        """The candidates, best first, as board and equity; the played one is among them."""
        candidates = _list_candidates(self._first, question)
        if self._second is not None and candidates[0][0] != question.played:
            candidates = _list_candidates(self._second, question)
        return candidates

    def _answer_cube(self, question: ReceivedQuestion) -> list[float]:
        """The equities of no double, double and take, double and drop, for the doubler."""
        equities = _get_cube_equities(self._first, question)
        if self._second is not None and _compute_cube_loss(equities, question.played) > 0:
            equities = _get_cube_equities(self._second, question)
        return equities

    def _answer_luck(self, question: ReceivedQuestion) -> float | None:
        from bgsage import roll_luck  # noqa: PLC0415 - its folder is an argument of `main`

        cube = self._first.cube_action(question.board, incl_2ply_details=True, **question.terms)
        luck = roll_luck(cube, *question.dice, is_opening_roll=question.is_opening)
        return None if luck is None else float(luck.luck)


def _make_analyzer(plies: int) -> Any:
    from bgsage import BgBotAnalyzer  # noqa: PLC0415 - its folder is an argument of `main`

    return BgBotAnalyzer(eval_level=f"{plies}ply", parallel_threads=1)


def _list_candidates(analyzer: Any, question: ReceivedQuestion) -> list[list[Any]]:
    result = analyzer.checker_play(
        question.board, *question.dice, force_boards=[question.played], **question.terms
    )
    candidates = [[list(move.board), float(move.equity)] for move in result.moves]
    played = [each for each in candidates[MAX_CANDIDATES:] if each[0] == question.played]
    return candidates[:MAX_CANDIDATES] + played


def _get_cube_equities(analyzer: Any, question: ReceivedQuestion) -> list[float]:
    cube = analyzer.cube_action(question.board, **question.terms)
    return [float(cube.equity_nd), float(cube.equity_dt), float(cube.equity_dp)]


def _compute_cube_loss(equities: list[float], played: str) -> float:
    no_double, take, drop = equities
    doubled = min(take, drop)
    loss_by_action = {
        "double": max(no_double - doubled, 0.0),
        "no_double": max(doubled - no_double, 0.0),
        "take": max(take - drop, 0.0),
        "drop": max(drop - take, 0.0),
    }
    return loss_by_action[played]


def main(package_folder: str, answers_file: str) -> None:
    """Answer all questions of the standard input."""
    sys.path.append(package_folder)
    data = json.load(sys.stdin)
    analyst = Analyst(data["level"])
    answers = [analyst.answer(ReceivedQuestion(*question)) for question in data["questions"]]
    Path(answers_file).write_text(json.dumps(answers), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])

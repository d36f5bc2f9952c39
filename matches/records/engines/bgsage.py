"""bgsage: an engine in a package of Python, the extra `analysis`.

It reads no match: it gets each decision by itself, with board, dice, cube and score.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from matches.records.engines import child_process
from matches.records.engines.engine import Engine, EngineError, EngineResult, GameTask, Limits
from rules.analysis import CANDIDATES, Candidate, Choice, GameAnalysis, Luck, make_assessed_action_of_frame
from rules.formats.analysed_decisions import CubeEquities, make_cube_choice
from rules.plays import legal_plays
from rules.position import BAR, Position
from rules.sides import Side
from rules.verdict import Frame

PACKAGE = "bgsage"
CHILD = Path(__file__).with_name("bgsage_child.py")
QUESTIONS_FILE, ANSWERS_FILE = "questions.json", "answers.json"
QUICK, STANDARD, THOROUGH = "2ply", "2ply, errors 3ply", "3ply"
# Not to double counts as a decision up to this loss of a double, as with eXtreme Gammon.
CLOSE = 0.20
# Plays whose equities differ by less are no decision.
SPREAD = 0.001


class EngineQuestion(NamedTuple):
    """A question to the child process (`bgsage_child.ReceivedQuestion`), and the frame of its answer."""

    number: int
    kind: str
    board: list[int]
    dice: tuple[int, int] | tuple[()]
    played: Any
    is_opening: bool
    terms: dict[str, Any]

    @property
    def data(self) -> list[Any]:
        """What the child process reads."""
        return list(self[1:])


class Bgsage(Engine):
    """bgsage, where the extra is installed."""

    code = "bgsage"
    name = "bgsage"
    levels = (QUICK, STANDARD, THOROUGH)
    quick_level = QUICK

    def is_installed(self) -> bool:
        """Whether the package is found; it is not imported."""
        return find_spec(PACKAGE) is not None

    def get_title(self) -> str:
        """The name with the version of the package."""
        try:
            return f"{self.name} {version(PACKAGE)}"
        except PackageNotFoundError:
            return self.name

    def analyse(
        self, task: GameTask, *, level: str, limits: Limits, is_wanted: Callable[[], bool]
    ) -> EngineResult:
        """Analyse a game decision by decision; `level` is one of `levels`."""
        spec = find_spec(PACKAGE)
        if spec is None or spec.origin is None:
            raise EngineError("analysis_not_installed")
        questions = list(list_questions(task, has_luck=level != QUICK))
        package_folder = str(Path(spec.origin).parent.parent)
        with TemporaryDirectory(prefix="crawford-") as folder:
            data = {"level": level, "questions": [question.data for question in questions]}
            Path(folder, QUESTIONS_FILE).write_text(json.dumps(data), encoding="utf-8")
            command = [sys.executable, "-I", str(CHILD), package_folder, ANSWERS_FILE]
            child_process.run(
                command, folder=folder, input_name=QUESTIONS_FILE, limits=limits, is_wanted=is_wanted
            )
            answers = _read_answers(child_process.read_output(folder, ANSWERS_FILE), len(questions))
        return EngineResult(self.get_title(), _make_analysis(task, questions, answers))


def list_questions(task: GameTask, *, has_luck: bool) -> Iterator[EngineQuestion]:
    """Yield the decisions of a game, and its rolls for their luck."""
    frames = task.game.frames
    for number in range(1, len(frames)):
        before, frame = frames[number - 1], frames[number]
        if frame.side is None or make_assessed_action_of_frame(frame) is None:
            continue
        is_opening = before.kind == "start"
        if frame.kind == "roll":
            if not is_opening and before.kind != "take" and _may_double(task, before, frame.side):
                yield _make_cube_question(task, number, before, frame.side, "no_double")
            yield from _list_roll_questions(task, number, is_opening=is_opening, has_luck=has_luck)
        elif frame.kind == "double" and before.kind not in ("double", "beaver"):
            yield _make_cube_question(task, number, before, frame.side, "double")
        elif number > 1 and before.kind == "double":
            action = "drop" if frame.kind == "drop" else "take"
            yield _make_cube_question(task, number, frames[number - 2], frame.side.other, action)


def _list_roll_questions(
    task: GameTask, number: int, *, is_opening: bool, has_luck: bool
) -> Iterator[EngineQuestion]:
    before, frame = task.game.frames[number - 1], task.game.frames[number]
    side = frame.side
    if side is None or frame.dice is None:
        return
    board, terms = make_board(before.position, side), _make_terms(task, before, side)
    if has_luck:
        yield EngineQuestion(number, "luck", board, frame.dice, None, is_opening, terms)
    if len(legal_plays(before.position.with_turn(side), frame.dice)) > 1:
        played = make_board(frame.position, side)
        yield EngineQuestion(number, "play", board, frame.dice, played, is_opening, terms)


def _make_cube_question(
    task: GameTask, number: int, before: Frame, doubler: Side, action: str
) -> EngineQuestion:
    board = make_board(before.position, doubler)
    return EngineQuestion(number, "cube", board, (), action, False, _make_terms(task, before, doubler))


def _may_double(task: GameTask, before: Frame, side: Side) -> bool:
    """Whether a side has access to the cube, and the cube is not dead for it."""
    if task.game.is_crawford or before.cube_owner is side.other:
        return False
    length = task.record.length
    return not length or length - task.game.score_before[side.index] > before.cube


def _make_terms(task: GameTask, before: Frame, side: Side) -> dict[str, Any]:
    """The cube and the score from the view of a side, and the rules of play."""
    length, score = task.record.length, task.game.score_before
    owners = {None: "centered", side: "player", side.other: "opponent"}
    return {
        "cube_value": before.cube,
        "cube_owner": owners[before.cube_owner],
        "away1": length - score[side.index] if length else 0,
        "away2": length - score[side.other.index] if length else 0,
        "is_crawford": task.game.is_crawford,
        "jacoby": not length and _is_on(task, "jacoby"),
        "beaver": not length and _is_on(task, "beaver"),
    }


def _is_on(task: GameTask, fact: str) -> bool:
    return task.record.facts.get(fact, "").lower() == "on"


def make_board(position: Position, side: Side) -> list[int]:
    """The board of bgsage: 26 counts by the side's own numbering, the other side's below zero.

    Place 25 is the side's bar, place 0 that of the other side, which counts above zero.
    """
    checkers, other = position.of(side), position.of(side.other)
    return [other[BAR], *(checkers[point] - other[25 - point] for point in range(1, 25)), checkers[BAR]]


def _read_answers(text: str, count: int) -> list[Any]:
    """The answers, one for each question. Raises `EngineError` with `analysis_unreadable`."""
    try:
        answers = json.loads(text)
    except ValueError:
        raise EngineError("analysis_unreadable") from None
    if not isinstance(answers, list) or len(answers) != count:
        raise EngineError("analysis_unreadable")
    return answers


def _make_analysis(
    task: GameTask, questions: Sequence[EngineQuestion], answers: Sequence[Any]
) -> GameAnalysis:
    choices: list[Choice] = []
    luck: list[Luck] = []
    for question, answer in zip(questions, answers, strict=True):
        frame = task.game.frames[question.number]
        action = make_assessed_action_of_frame(frame)
        if action is None:
            continue
        if question.kind == "cube":
            choices.append(make_cube_choice(question.number, action, CubeEquities(*answer), close=CLOSE))
        elif question.kind == "play":
            choice = _make_checker_choice(task, question, answer)
            choices += [choice] if choice is not None else []
        elif answer is not None:
            luck.append(Luck(question.number, action.side, answer))
    return GameAnalysis(task.game.number, tuple(choices), tuple(luck))


def _make_checker_choice(
    task: GameTask, question: EngineQuestion, answer: Sequence[tuple[list[int], float]]
) -> Choice | None:
    """Return a checker play; None for an illegal one that was accepted, which no engine can assess."""
    before, frame = task.game.frames[question.number - 1], task.game.frames[question.number]
    side = frame.side
    if side is None or frame.dice is None:
        return None
    plays = legal_plays(before.position.with_turn(side), frame.dice)
    notation_by_board = {tuple(make_board(play.after, side)): play.notation() for play in plays}
    notation_by_board[tuple(question.played)] = frame.text
    candidates = [
        Candidate(notation_by_board[tuple(board)], equity)
        for board, equity in answer
        if tuple(board) in notation_by_board
    ]
    played = next((each for each in candidates if each.text == frame.text), None)
    if played is None:
        return None
    best, is_counted = candidates[0], candidates[0].equity - candidates[-1].equity >= SPREAD
    listed = candidates[:CANDIDATES]
    if played not in listed:
        listed.append(played)
    lost = max(best.equity - played.equity, 0.0)
    return Choice(question.number, side, "checker", played.text, best.text, lost, is_counted, tuple(listed))

"""Decisions as an engine assesses them: what was played, what was best, what it lost."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from rules.analysis import CANDIDATES, Candidate, Choice, GameAnalysis, Grade, Kind

# The marks of chess notation, shown besides colour and word.
MARKS: dict[Grade, str] = {"sound": "", "error": "?", "blunder": "??"}


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """One candidate: its equity, what it loses against the best, whether it was played."""

    text: str
    equity: str
    lost: str
    is_played: bool


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A decision as a page shows it."""

    number: int
    title: str
    grade: Grade
    mark: str
    word: str
    lost: str
    played: str
    best: str
    candidates: tuple[CandidateRow, ...]


def decisions_by_frame(analysis: GameAnalysis) -> dict[int, list[DecisionRow]]:
    """The decisions of a game by the frames they led to, without forced ones."""
    by_frame: dict[int, list[DecisionRow]] = {}
    for choice in analysis.choices:
        if choice.is_counted:
            by_frame.setdefault(choice.number, []).append(_decision_row(choice))
    return by_frame


def worst_decision(decisions: Iterable[DecisionRow]) -> DecisionRow | None:
    """The worst of the decisions at one frame."""
    return max(decisions, key=lambda each: list(MARKS).index(each.grade), default=None)


def find_blunders(games: Iterable[GameAnalysis]) -> list[tuple[int, int]]:
    """Game and frame of every blunder, in the order of play."""
    return sorted(
        {
            (game.number, choice.number)
            for game in games
            for choice in game.choices
            if choice.is_counted and choice.grade == "blunder"
        }
    )


def as_data(decisions: Iterable[DecisionRow]) -> list[list[object]]:
    """The decisions for a script: title, grade, mark and word, loss, then each candidate."""
    return [
        [
            each.title,
            each.grade,
            f"{each.mark} {each.word}".strip(),
            each.lost,
            [[row.text, row.equity, row.lost, int(row.is_played)] for row in each.candidates],
        ]
        for each in decisions
    ]


def format_equity(points: float) -> str:
    """Equity with its sign and three decimals, in the format of the language."""
    return ("+" if points > 0 else "−" if points < 0 else "") + number_format(abs(points), 3)


def _decision_row(choice: Choice) -> DecisionRow:
    best = choice.candidates[0]
    if choice.kind == "cube":
        best = max(choice.candidates, key=lambda candidate: candidate.equity)
    return DecisionRow(
        number=choice.number,
        title=str(KIND_NAMES[choice.kind]()),
        grade=choice.grade,
        mark=MARKS[choice.grade],
        word=str(GRADE_NAMES[choice.grade]()),
        lost=format_equity(-choice.lost),
        played=_decision_text(choice.played),
        best=_decision_text(choice.best),
        candidates=tuple(_candidate_row(each, best, choice) for each in _listed_candidates(choice)),
    )


def _listed_candidates(choice: Choice) -> list[Candidate]:
    """The best few, and the one that was played."""
    rest = choice.candidates[CANDIDATES:]
    return [*choice.candidates[:CANDIDATES], *(each for each in rest if each.text == choice.played)]


def _candidate_row(candidate: Candidate, best: Candidate, choice: Choice) -> CandidateRow:
    lost = max(best.equity - candidate.equity, 0.0)
    return CandidateRow(
        text=_decision_text(candidate.text),
        equity=format_equity(candidate.equity),
        lost=format_equity(-lost) if lost else "",
        is_played=candidate.text == choice.played,
    )


def _decision_text(text: str) -> str:
    return str(CUBE_ACTIONS[text]()) if text in CUBE_ACTIONS else text


KIND_NAMES: dict[Kind, Callable[[], str]] = {
    "checker": lambda: _("Checker play"),
    "cube": lambda: _("Cube decision"),
}
GRADE_NAMES: dict[Grade, Callable[[], str]] = {
    "sound": lambda: _("correct decision"),
    "error": lambda: _("error"),
    "blunder": lambda: _("blunder"),
}
CUBE_ACTIONS: dict[str, Callable[[], str]] = {
    "double": lambda: _("Double"),
    "no_double": lambda: _("No double"),
    "take": lambda: _("Take"),
    "drop": lambda: _("Drop"),
}

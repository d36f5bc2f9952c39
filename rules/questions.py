"""Questions and answers on the rules, with positions, as data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .diagram import svg
from .dice import Dice
from .plays import CheckerMoves, legal_plays
from .position import Position
from .sides import Side

_FILE = Path(__file__).parent / "data" / "questions.toml"
QUESTION_CHAPTERS = ("board", "move", "bar", "bearoff", "cube", "match", "money", "chouette", "more")


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its text and answer by language ("en", "it"), and the ids of the rules it follows from.

    `position` has White to move; `plan` is a play of `dice`; `cube` is the value of a centred cube, None
    where the question is not about it.
    """

    id: str
    chapter: str
    question: Mapping[str, str]
    answer: Mapping[str, str]
    laws: Sequence[str]
    position: Position | None = None
    dice: Dice | None = None
    plan: CheckerMoves = ()
    cube: int | None = None

    def diagram(self, language: str) -> str:
        """The position as an SVG board; empty where the question has none."""
        if self.position is None:
            return ""
        title = self.question.get(language) or self.question["en"]
        ids = f"question-{self.id}"
        return svg(
            self.position,
            title=title,
            ids=ids,
            dice=self.dice,
            to_move=Side.WHITE,
            plan=self.plan,
            cube=self.cube,
        )


def _read_question(id: str, entry: Mapping[str, Any]) -> Question:
    texts = (entry["chapter"], entry["question"], entry["answer"], tuple(entry["laws"]))
    if "white" not in entry:
        return Question(id, *texts)
    white, black = (
        {int(place): count for place, count in entry[side].items()} for side in ("white", "black")
    )
    position = Position.build(white, black)
    if "dice" not in entry:
        return Question(id, *texts, position, cube=entry.get("cube"))
    first, second = entry["dice"]
    dice: Dice = (first, second)
    plan = next(play.moves for play in legal_plays(position, dice) if play.notation() == entry["plan"])
    return Question(id, *texts, position, dice, plan)


def _load() -> dict[str, Question]:
    entries = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {id: _read_question(id, entry) for id, entry in entries.items()}


QUESTIONS: Mapping[str, Question] = MappingProxyType(_load())

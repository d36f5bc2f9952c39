"""An engine's analysis of a match: loss of each decision, luck of each roll, sums by player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Literal, NamedTuple

from .dice import Dice
from .sides import Side
from .verdict import Frame

# By the usage of analysts, in points of equity.
ERROR, BLUNDER = 0.02, 0.08
CANDIDATES = 5
ANSWERS = frozenset({"take", "drop"})
ASSESSED_KINDS = frozenset({"roll", "double", "beaver", "take", "drop"})

Kind = Literal["checker", "cube"]
Grade = Literal["sound", "error", "blunder"]


class Candidate(NamedTuple):
    """A possible decision and its equity for the side to decide, in points of the current cube."""

    text: str
    equity: float


class Choice(NamedTuple):
    """A decision. `number` is its place among the assessed actions of the game, or a frame once placed.

    `played` and `best` are plays in notation for a checker decision, and for one of the cube "double",
    "no_double", "take" or "drop". `lost` is the equity lost, 0 or more. `is_counted` is false without a real
    choice: a forced play, or no double where none is plausible.
    """

    number: int
    side: Side
    kind: Kind
    played: str
    best: str
    lost: float
    is_counted: bool
    candidates: tuple[Candidate, ...]

    @property
    def grade(self) -> Grade:
        """Grade a loss: sound below 0.02 points, a blunder from 0.08 on."""
        return "sound" if self.lost < ERROR else "error" if self.lost < BLUNDER else "blunder"


class Luck(NamedTuple):
    """How much better a roll was than the average roll there, in points."""

    number: int
    side: Side
    points: float


class AssessedAction(NamedTuple):
    """An action that an engine assesses, by what all notations of the game have in common."""

    side: Side
    kind: str
    dice: Dice | None


class Sums(NamedTuple):
    """A side's total loss in points and number of counted decisions; `luck` is None if unknown.

    Takes and drops are part of the cube.
    """

    checker_lost: float
    checker_decisions: int
    cube_lost: float
    cube_decisions: int
    luck: float | None
    take_lost: float = 0.0
    take_decisions: int = 0

    @property
    def lost(self) -> float:
        """All equity lost."""
        return self.checker_lost + self.cube_lost

    @property
    def decisions(self) -> int:
        """All decisions counted."""
        return self.checker_decisions + self.cube_decisions


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """The analysis of one game; `assessed_actions` are those that its numbers count, from 0."""

    number: int
    choices: tuple[Choice, ...] = ()
    luck: tuple[Luck, ...] = ()
    assessed_actions: tuple[AssessedAction, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The choices and the luck as plain data; the number is stored apart."""
        return {
            "choices": [
                [*each[:1], each.side.value, *each[2:7], [list(values) for values in each.candidates]]
                for each in self.choices
            ],
            "luck": [[number, side.value, points] for number, side, points in self.luck],
        }

    @classmethod
    def from_json(cls, number: int, data: dict[str, Any]) -> GameAnalysis:
        """Rebuild it from stored data."""
        choices = tuple(
            Choice(
                place,
                Side(side),
                kind,
                played,
                best,
                lost,
                is_counted,
                tuple(Candidate(*values) for values in ways),
            )
            for place, side, kind, played, best, lost, is_counted, ways in data["choices"]
        )
        luck = tuple(Luck(place, Side(side), points) for place, side, points in data["luck"])
        return cls(number, choices, luck)

    def placed(self, actions: Sequence[AssessedAction | None]) -> GameAnalysis:
        """Return the analysis renumbered by the places of `actions`, None where an engine sees none.

        After the first difference the rest is left out: it does not belong to this game.
        """
        places = [place for place, action in enumerate(actions) if action is not None]
        known_actions = [action for action in actions if action is not None]
        pairs = zip(places, known_actions, self.assessed_actions, strict=False)
        at = {number: place for number, (place, _, _) in enumerate(takewhile(_is_one, pairs))}
        choices = tuple(each._replace(number=at[each.number]) for each in self.choices if each.number in at)
        luck = tuple(each._replace(number=at[each.number]) for each in self.luck if each.number in at)
        return GameAnalysis(self.number, choices, luck)


def _is_one(pair: tuple[int, AssessedAction, AssessedAction]) -> bool:
    return pair[1] == pair[2]


@dataclass(frozen=True, slots=True)
class MatchAnalysis:
    """The analyses of all games by an engine.

    `engine` names the program and its version, `settings` its depth ("2-ply"); both are empty if unknown.
    """

    engine: str
    settings: str
    games: tuple[GameAnalysis, ...]


def make_assessed_action_of_frame(frame: Frame) -> AssessedAction | None:
    """Return a frame as an engine assesses it; None if it does not."""
    if frame.side is None or frame.kind not in ASSESSED_KINDS or frame.text == "?":
        return None
    return AssessedAction(frame.side, frame.kind, (max(frame.dice), min(frame.dice)) if frame.dice else None)


def sums(games: Iterable[GameAnalysis], side: Side) -> Sums:
    """Return the losses of one side in these games, and its luck."""
    analyses = list(games)
    choices = [each for game in analyses for each in game.choices if each.side is side and each.is_counted]
    luck = [each.points for game in analyses for each in game.luck if each.side is side]
    by_kind = {kind: [each.lost for each in choices if each.kind == kind] for kind in ("checker", "cube")}
    takes = [each.lost for each in choices if each.kind == "cube" and each.played in ANSWERS]
    return Sums(
        checker_lost=sum(by_kind["checker"]),
        checker_decisions=len(by_kind["checker"]),
        cube_lost=sum(by_kind["cube"]),
        cube_decisions=len(by_kind["cube"]),
        luck=sum(luck) if luck else None,
        take_lost=sum(takes),
        take_decisions=len(takes),
    )

"""A record: what a score sheet, a file or a server wrote down of a match, before anything is judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.actions import Action
from rules.sides import Side

Score = tuple[int, int]


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One game as written: the score line above it, its actions, and the result claimed below it.

    `winner` and `points` are None when no result was written; `ends_match` is the writer's "and the match".
    `is_crawford` is None when the format does not say; `line` is where the game starts in the text.
    """

    number: int
    score_before: Score | None = None
    actions: tuple[Action, ...] = ()
    winner: Side | None = None
    points: int | None = None
    ends_match: bool = False
    is_crawford: bool | None = None
    players: tuple[str, str] | None = None
    initial_cube: int = 1
    line: int = 0
    result_line: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A whole recorded match, or a money session when `length` is 0.

    `facts` holds what the header says in the writer's own words, under the keys `event`, `date`, `time`,
    `site`, `round`, `match_id`, `transcriber`, `variation`, `crawford`, `jacoby` and so on. `final` is a
    final score the writer declares apart from the games, if any. `cut` tells that the text breaks off:
    line, column and what was expected there.
    """

    players: tuple[str, str]
    length: int
    games: tuple[RecordedGame, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    format: str = ""
    final: Score | None = None
    cut: tuple[int, int, str] | None = None

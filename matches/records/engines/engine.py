"""The interface of an engine: a program that analyses one game at a time, at one of its levels."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.analysis import GameAnalysis
from rules.record import Record
from rules.verdict import GameVerdict, Verdict

# Facts of the header that an engine gets: rules, but no names.
RULES_OF_PLAY = ("crawford", "jacoby", "beaver")


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one run: elapsed seconds, seconds of processor time, bytes of memory."""

    seconds: int
    cpu: int
    memory: int


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game to analyse: a record of it alone, without names, and its verdict with the frames."""

    record: Record
    game: GameVerdict


def make_game_task(record: Record, verdict: Verdict, number: int) -> GameTask:
    """Return the task of one game of a match."""
    game = next(game for game in verdict.games if game.number == number)
    recorded = next(game for game in record.games if game.number == number)
    recorded = replace(recorded, players=None, score_before=game.score_before, is_crawford=game.is_crawford)
    facts = {name: record.facts[name] for name in RULES_OF_PLAY if name in record.facts}
    players = ("White", "Black")
    single_game = replace(
        record, players=players, length=verdict.length, games=(recorded,), facts=facts, final=None
    )
    return GameTask(single_game, game)


@dataclass(frozen=True, slots=True)
class EngineResult:
    """The analysis of a game by frames of its verdict; `engine` is the program with its version."""

    engine: str
    analysis: GameAnalysis


class EngineError(Exception):
    """The engine failed; `code` is a key of `records.messages.RECORDS`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class AnalysisCancelled(Exception):  # noqa: N818 - it is no error
    """The analysis was cancelled, or this process is about to end."""


class Engine(ABC):
    """A program that can analyse games.

    `code` is the name in settings and in the database, `name` that on pages. A level is named by the
    program's own count, as it is printed beside figures ("2-ply"); `quick_level` takes seconds for a match.
    """

    code: str
    name: str
    levels: tuple[str, ...]
    quick_level: str

    @abstractmethod
    def is_installed(self) -> bool:
        """Whether the program is on this server."""

    @abstractmethod
    def get_title(self) -> str:
        """The name with the version, as far as it is known without starting the program."""

    def get_plies(self, level: str) -> int:
        """The search depth of a level by the count of GNU Backgammon; 0 where it has no such count."""
        return 0

    @abstractmethod
    def analyse(
        self, task: GameTask, *, level: str, limits: Limits, is_wanted: Callable[[], bool]
    ) -> EngineResult:
        """Analyse a game.

        `is_wanted` is called periodically; the program is stopped when it returns False. Raises `EngineError`
        with `analysis_not_installed`, `analysis_too_long`, `analysis_broke_off` or `analysis_unreadable`, and
        `AnalysisCancelled`.
        """

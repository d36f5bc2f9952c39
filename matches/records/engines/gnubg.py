"""GNU Backgammon: a program of the operating system, which reads a game tree and writes it back analysed."""

import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from matches.records.engines import child_process
from matches.records.engines.engine import Engine, EngineError, EngineResult, GameTask, Limits
from rules import formats
from rules.analysis import make_assessed_action_of_frame
from rules.errors import Unreadable
from rules.formats.sgf_analysis import read_analysis

PROGRAM_NAME = "gnubg"
# Debian installs it in /usr/games, which is not in the PATH of services.
SEARCH_PATH = "/usr/local/bin:/usr/bin:/usr/games:/usr/local/games:/opt/homebrew/bin:/opt/local/bin"
GAME_FILE, ANALYSED_FILE = "game.sgf", "analysed.sgf"
MAX_PLIES = 4
COMMANDS = """set confirm new off
set threads 1
set analysis chequerplay evaluation plies {plies}
set analysis cubedecision evaluation plies {plies}
load match game.sgf
analyse match
save match analysed.sgf
"""


def find_program(path: str) -> str | None:
    """Return the program at `path` if given, else from the usual directories; None if not installed."""
    if path:
        return shutil.which(path)
    return shutil.which(PROGRAM_NAME) or shutil.which(PROGRAM_NAME, path=SEARCH_PATH)


def name_level(plies: int) -> str:
    """The level of a search depth."""
    return f"{plies}-ply"


class GnuBackgammon(Engine):
    """GNU Backgammon at `path`, or where the system has it."""

    code = "gnubg"
    name = "GNU Backgammon"
    levels = tuple(map(name_level, range(MAX_PLIES + 1)))
    quick_level = levels[0]

    def __init__(self, path: str = "") -> None:
        self.path = path

    def is_installed(self) -> bool:
        """Whether the program is found."""
        return find_program(self.path) is not None

    def get_title(self) -> str:
        """The name; the version stands in what the program writes."""
        return self.name

    def get_plies(self, level: str) -> int:
        """The search depth."""
        return self.levels.index(level)

    def analyse(
        self, task: GameTask, *, level: str, limits: Limits, is_wanted: Callable[[], bool]
    ) -> EngineResult:
        """Analyse a game in SGF; `level` is one of `levels`."""
        program = find_program(self.path)
        if program is None:
            raise EngineError("analysis_not_installed")
        plies = self.get_plies(level)
        tree = formats.write(task.record, "sgf")
        output = analyse_tree(tree, program=program, plies=plies, limits=limits, is_wanted=is_wanted)
        try:
            match_analysis = read_analysis(output)
        except Unreadable:
            raise EngineError("analysis_unreadable") from None
        actions = [make_assessed_action_of_frame(frame) for frame in task.game.frames]
        return EngineResult(match_analysis.engine, match_analysis.games[0].placed(actions))


def analyse_tree(
    tree: str, *, program: str, plies: int, limits: Limits, is_wanted: Callable[[], bool]
) -> str:
    """Return a game tree with the engine's analysis; `plies` is the depth. Raises as `Engine.analyse`."""
    with TemporaryDirectory(prefix="crawford-") as folder:
        Path(folder, GAME_FILE).write_text(tree, encoding="utf-8")
        Path(folder, "commands").write_text(COMMANDS.format(plies=plies), encoding="ascii")
        command = [program, "-t", "-q", "-r"]
        child_process.run(command, folder=folder, input_name="commands", limits=limits, is_wanted=is_wanted)
        return child_process.read_output(folder, ANALYSED_FILE)

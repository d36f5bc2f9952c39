"""How long the engines take for a match: processor time and elapsed time, quick figure and full analysis.

Run from the root of the repository: `python -m benchmarks.analysis_times [file ...]`. Without files the
7-point matches of the tests are analysed, one game after the other as on a site with one worker.
"""

import resource
import sys
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.performance_ratings import DATA, LIMITS, STANDARD_LEVELS
from matches.records.engines.bgsage import Bgsage
from matches.records.engines.engine import Engine, make_game_task
from matches.records.engines.gnubg import GnuBackgammon
from rules.formats import read
from rules.replay import replay


class Measurement(NamedTuple):
    """The time of one analysis of a match, in seconds."""

    processor: float
    elapsed: float


def main(*names: str) -> None:
    """Print the times of every match with every installed engine, at its quick and its default level."""
    paths = [Path(name) for name in names] or sorted((DATA / "records").glob("*_7pt.mat"))
    for path in paths:
        for engine in (GnuBackgammon(), Bgsage()):
            if engine.is_installed():
                for level in (engine.quick_level, STANDARD_LEVELS[engine.code]):
                    plays, measured = measure_analysis(path, engine, level)
                    print(
                        f"{path.name:14} {plays:4} plays  {engine.get_title()}, {level:18} "
                        f"{measured.processor:6.1f} s of processor, {measured.elapsed:6.1f} s elapsed",
                        flush=True,
                    )


def measure_analysis(path: Path, engine: Engine, level: str) -> tuple[int, Measurement]:
    """Return the number of plays of a match, and the time of its analysis."""
    record = read(path.read_bytes())
    verdict = replay(record)
    processor, started = _get_child_seconds(), time.monotonic()
    for game in verdict.games:
        if game.plays:
            task = make_game_task(record, verdict, game.number)
            engine.analyse(task, level=level, limits=LIMITS, is_wanted=lambda: True)
    measured = Measurement(_get_child_seconds() - processor, time.monotonic() - started)
    return sum(game.plays for game in verdict.games), measured


def _get_child_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main(*sys.argv[1:])

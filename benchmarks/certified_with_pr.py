"""How long a 7-point match takes from upload to a certified match with performance ratings, as ratios.

Run from the root of the repository: `python -m benchmarks.certified_with_pr [rounds]`. The whole way is
measured: reading the file, replaying it by the rules, and every installed engine at both of its levels,
game by game, as the site does it. Processor time of the children counts, the best of `rounds`, since a busy
machine only adds to it. GNU Backgammon at its full level is 1; compare the ratios between machines.
"""

import resource
import sys
import time
from pathlib import Path

from benchmarks.performance_ratings import LIMITS, STANDARD_LEVELS, compute_ratings
from matches.records.engines.bgsage import Bgsage
from matches.records.engines.engine import Engine, make_game_task
from matches.records.engines.gnubg import GnuBackgammon
from rules.formats import read
from rules.replay import replay

MATCH = Path(__file__).parents[1] / "tests" / "data" / "records" / "m089_7pt.mat"


def main(rounds: int = 1) -> None:
    """Print seconds and ratios of each engine and level."""
    data = MATCH.read_bytes()
    engines = [engine for engine in (GnuBackgammon(), Bgsage()) if engine.is_installed()]
    certified = min(measure_certification(data) for _ in range(rounds))
    print(f"{MATCH.name}: certified in {certified * 1000:.1f} ms, {replay(read(data)).plays} plays")
    rows = {
        f"{engine.name}, {level}": min(measure_analysis(data, engine, level) for _ in range(rounds))
        for engine in engines
        for level in (engine.quick_level, STANDARD_LEVELS[engine.code])
    }
    unit = next(iter(rows.values())) if len(rows) < 2 else list(rows.values())[1]
    for name, seconds in rows.items():
        total = certified + seconds
        print(f"{name:30} {total:7.1f} s of processor, {total / unit:6.2f} times")


def measure_certification(data: bytes) -> float:
    """Processor seconds from bytes to verdict."""
    started = time.process_time()
    replay(read(data))
    return time.process_time() - started


def measure_analysis(data: bytes, engine: Engine, level: str) -> float:
    """Processor seconds of the children that analyse all games; prints the ratings they end in."""
    record = read(data)
    verdict = replay(record)
    before = _read_child_seconds()
    results = [
        engine.analyse(
            make_game_task(record, verdict, game.number), level=level, limits=LIMITS, is_wanted=lambda: True
        )
        for game in verdict.games
        if game.plays
    ]
    seconds = _read_child_seconds() - before
    ratings = compute_ratings(result.analysis for result in results)
    figures = " : ".join(f"{rating or 0:.2f}" for rating in ratings)
    print(f"{results[0].engine}, {level}: PR {figures}", flush=True)
    return seconds


def _read_child_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

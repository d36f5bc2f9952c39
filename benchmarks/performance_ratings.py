"""How near the engines of the site come to eXtreme Gammon: performance ratings of the same matches.

Run from the root of the repository: `python -m benchmarks.performance_ratings [quick|standard] [folder ...]`.
Without folders those of the tests are taken. Each `.xg` file has the program's own analysis; its moves are
analysed again by every engine that is installed, at the level the site uses by default, or the quick one. A
side counts when both found decisions. The ratings of all are counted by the same rules (`rules.analysis`).
"""

import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from matches.records.engines.bgsage import STANDARD as BGSAGE_STANDARD
from matches.records.engines.bgsage import Bgsage
from matches.records.engines.engine import Engine, Limits, make_game_task
from matches.records.engines.gnubg import GnuBackgammon
from matches.records.performance_sums import Tally
from rules.analysis import GameAnalysis, sums
from rules.formats import read
from rules.replay import replay
from rules.sides import SIDES

DATA = Path(__file__).parents[1] / "tests" / "data"
LIMITS = Limits(3600, 3600, 1_024_000_000)
STANDARD_LEVELS = {"gnubg": "2-ply", "bgsage": BGSAGE_STANDARD}
NEAR = 1.0


class Comparison(NamedTuple):
    """The ratings of one side of a match."""

    is_match: bool
    theirs: float
    ours: float

    @property
    def difference(self) -> float:
        """Ours less theirs: above zero where the engine is stricter."""
        return self.ours - self.theirs


def main(stage: str = "standard", *folders: str) -> None:
    """Print the ratings of every side, then the mean differences of each engine."""
    engines = [engine for engine in (GnuBackgammon(), Bgsage()) if engine.is_installed()]
    comparisons: dict[str, list[Comparison]] = {}
    for path in sorted(file for folder in folders or (str(DATA),) for file in Path(folder).rglob("*.xg")):
        for engine in engines:
            level = engine.quick_level if stage == "quick" else STANDARD_LEVELS[engine.code]
            started = time.monotonic()
            try:
                name, sides = compare_file(path, engine, level)
            except ValueError as error:
                print(f"{path.name[:12]:12} {error}", flush=True)
                continue
            seconds = time.monotonic() - started
            figures = "  ".join(f"{each.theirs:6.2f} {each.ours:6.2f}" for each in sides)
            print(f"{path.name[:12]:12} {name}, {level:18} {figures}  {seconds:4.0f} s", flush=True)
            comparisons.setdefault(f"{name}, {level}", []).extend(sides)
    for name, rows in comparisons.items():
        for is_match, kind in ((True, "matches"), (False, "money")):
            print(describe_differences(name, kind, [each for each in rows if each.is_match is is_match]))


def compare_file(path: Path, engine: Engine, level: str) -> tuple[str, list[Comparison]]:
    """Return the engine with its version, and the ratings of both sides."""
    record = read(path.read_bytes())
    verdict, theirs = replay(record), record.analysis
    if theirs is None:
        raise ValueError("without analysis")
    results = [
        engine.analyse(
            make_game_task(record, verdict, game.number), level=level, limits=LIMITS, is_wanted=lambda: True
        )
        for game in verdict.games
        if game.plays
    ]
    ratings = zip(
        compute_ratings(theirs.games), compute_ratings(result.analysis for result in results), strict=True
    )
    sides = [
        Comparison(bool(verdict.length), one, other)
        for one, other in ratings
        if one is not None and other is not None
    ]
    return results[0].engine, sides


def compute_ratings(games: Iterable[GameAnalysis]) -> Iterator[float | None]:
    """Yield the performance rating of each side."""
    analyses = list(games)
    for side in SIDES:
        total = sums(analyses, side)
        yield Tally(total.lost, total.decisions).rating


def describe_differences(name: str, kind: str, rows: Sequence[Comparison]) -> str:
    """Return the mean distance, the bias and the share within one point as a line."""
    if not rows:
        return f"{name}, {kind}: none"
    distances = [abs(each.difference) for each in rows]
    near = sum(distance <= NEAR for distance in distances)
    bias = statistics.mean(each.difference for each in rows)
    figures = f"mean distance {statistics.mean(distances):.2f}, bias {bias:+.2f}, worst {max(distances):.2f}"
    return f"{name}, {kind}: {figures}, within {NEAR:.0f} PR: {near} of {len(rows)} sides"


if __name__ == "__main__":
    main(*sys.argv[1:])

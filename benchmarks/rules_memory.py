"""How much memory a million replayed plays need, compared with a few thousand.

Run from the root of the repository: `python -m benchmarks.rules_memory [plays]`. Records are read and
replayed one after the other and discarded; Python's memory is measured after one round and at the end.
"""

import resource
import sys
import tracemalloc
from pathlib import Path

from rules.formats import read
from rules.replay import replay

RECORDS = Path(__file__).parents[1] / "tests" / "data" / "records"
PLAYS = 1_000_000
NAMES = ("traced now", "traced peak", "process peak")


def main(number: int = PLAYS) -> None:
    """Print the memory in use after one round of the records and after as many as it takes, and the ratio."""
    files = [path.read_bytes() for path in sorted(RECORDS.glob("m*.mat"))]
    tracemalloc.start()
    print(f"{'':14} {'plays':>10}" + "".join(f"{name:>16}" for name in NAMES))
    plays = _replay(files)
    begin = _print("one round", plays)
    while plays < number:
        plays += _replay(files)
    end = _print("at the end", plays)
    ratios = [after / before for before, after in zip(begin, end, strict=True)]
    print(f"{'ratio':25}" + "".join(f"{ratio:16.2f}" for ratio in ratios))


def _replay(files: list[bytes]) -> int:
    """Replay every file; return the number of plays."""
    return sum(replay(read(data)).plays for data in files)


def _get_memory() -> tuple[float, float, float]:
    """Return Python's memory now, its peak since the last call, and the peak of the process, in MB."""
    now, peak = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    return now / 1e6, peak / 1e6, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def _print(name: str, plays: int) -> tuple[float, float, float]:
    result = _get_memory()
    print(f"{name:14} {plays:10}" + "".join(f"{size:13.1f} MB" for size in result))
    return result


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))

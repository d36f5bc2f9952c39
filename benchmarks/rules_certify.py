"""How fast records are read and certified, and how fast lawful plays are found.

Run from the root of the repository: `python -m benchmarks.rules_certify [rounds]`. Prints matches per second
from bytes to verdict (cold and with remembered plays), the time of a 7 point match, the median of
`legal_plays`, and the ratio to GNU Backgammon's import of the same files where that program is installed.
"""

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rules.formats import read
from rules.formats.gnuid import read_position_id
from rules.formats.mat import forget_plays
from rules.plays import legal_plays
from rules.replay import replay

DATA = Path(__file__).parents[1] / "tests" / "data"
ROUNDS = 5


def main(rounds: int = ROUNDS) -> None:
    """Print every figure, one a line."""
    files = {path.name: path.read_bytes() for path in sorted((DATA / "records").glob("m*.mat"))}
    cold = min(_timed(files, forget=True) for _ in range(rounds))
    warm = min(_timed(files, forget=False) for _ in range(rounds))
    plays = sum(replay(read(data)).plays for data in files.values())
    print(f"{len(files)} matches, {plays} plays")
    print(f"cold {len(files) / cold:8.0f} matches/s {cold / plays * 1e6:6.2f} us/play")
    print(f"warm {len(files) / warm:8.0f} matches/s {warm / plays * 1e6:6.2f} us/play")
    seven = files["m089_7pt.mat"]
    print(f"7 point match, 301 plays: {min(_certify(seven) for _ in range(20)) * 1e3:.2f} ms")
    print(f"legal plays: median {_median_of_legal_plays():.1f} us")
    imported = _gnubg_seconds(files)
    if imported:
        print(
            f"GNU Backgammon imports {len(files) / imported:.0f} matches/s, {warm / imported:.1f} times ours"
        )


def _timed(files: dict[str, bytes], *, forget: bool) -> float:
    if forget:
        forget_plays()
    start = time.process_time()
    for data in files.values():
        replay(read(data))
    return time.process_time() - start


def _certify(data: bytes) -> float:
    start = time.perf_counter()
    replay(read(data))
    return time.perf_counter() - start


def _median_of_legal_plays() -> float:
    cases = json.loads((DATA / "edge" / "random600_counts.json").read_text())
    ready = [(read_position_id(case["posid"]), tuple(case["dice"])) for case in cases]
    times = []
    for position, dice in ready * 3:
        start = time.perf_counter()
        legal_plays(position, dice)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def _gnubg_seconds(files: dict[str, bytes]) -> float | None:
    """The time GNU Backgammon needs for the same imports, its start-up taken off."""
    program = shutil.which("gnubg", path="/usr/games:/usr/bin")
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
        imports = [f"import mat {Path(folder, name)}" for name in files]
        many = _run(program, folder, ["set confirm new off", *imports * 5])
        return (many - _run(program, folder, ["set confirm new off"])) / 5


def _run(program: str, home: str, commands: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(
        [program, "-t", "-q", "-r"],
        input="\n".join([*commands, ""]),
        text=True,
        capture_output=True,
        env={"HOME": home, "LC_ALL": "C"},
        check=False,
    )
    return time.perf_counter() - start


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))

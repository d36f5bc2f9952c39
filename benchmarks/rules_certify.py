"""How fast records are certified, from bytes to verdict, compared with GNU Backgammon in the same run.

Run from the root of the repository: `python -m benchmarks.rules_certify [rounds]`. Each match is timed
`rounds` times and its best time counts, since a busy machine only ever adds to it; times are those of the
processor. Compare the ratios between machines. `new` parses every different play for the first time, `known`
has it cached. Files of eXtreme Gammon are compared with the import of the same matches as text.
"""

import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from rules.actions import Moved
from rules.formats import read
from rules.formats.gnuid import read_position_id
from rules.formats.mat import forget_plays
from rules.formats.xg_archive import unpack
from rules.play_faults import judge_play, make_moves
from rules.plays import legal_plays
from rules.position import Position
from rules.record import Record
from rules.replay import replay
from rules.sides import Side

DATA = Path(__file__).parents[1] / "tests" / "data"
ROUNDS = 20
SEVEN_POINT_MATCH = "m089_7pt.mat"
# So many imports that the start of GNU Backgammon weighs little.
IMPORTS_PER_RUN = 5


def main(rounds: int = ROUNDS) -> None:
    """Print every figure, one a line."""
    files = {path.name: path.read_bytes() for path in sorted((DATA / "records").glob("m*.mat"))}
    records = [read(data) for data in files.values()]
    plays = sum(replay(record).plays for record in records)
    print(f"{len(files)} matches, {plays} plays; best of {rounds} rounds\n")
    known_seconds = _measure_best(rounds, _certify, files.values())
    rows = {
        "certified, plays known": known_seconds,
        "certified, plays new": _measure_best_uncached(rounds, list(files.values())),
        "of that, reading known": _measure_best(rounds, read, files.values()),
        "of that, replay": _measure_best(rounds, replay, records),
        "floor: a bare pass over the lines": _measure_best(rounds, _scan_lines, files.values()),
        "naive: every legal play made": _measure_best(max(1, rounds // 10), _generate_plays, records),
    }
    imported = _gnubg_seconds(files, rounds)
    if imported:
        rows["GNU Backgammon imports (C, checks less)"] = imported
    for name, seconds in rows.items():
        figures = f"{len(files) / seconds:7.0f} matches/s {seconds / plays * 1e6:7.2f} us/play"
        print(f"{name:40} {figures} {seconds / known_seconds:6.2f} times known")
    _compare_xg(rounds)
    seven_point_seconds = _measure_best(rounds, _certify, [files[SEVEN_POINT_MATCH]])
    play_count = replay(read(files[SEVEN_POINT_MATCH])).plays
    print(f"\na 7 point match of {play_count} plays: {seven_point_seconds * 1e3:.2f} ms")
    print(f"legal plays of a position and roll: median {_median_of_legal_plays():.1f} us")


def _compare_xg(rounds: int) -> None:
    """Print how fast files of eXtreme Gammon are certified, and the same matches as text imported."""
    files = [path.read_bytes() for path in sorted((DATA / "gammonview" / "xg").glob("*.xg"))]
    texts = {path.name: path.read_bytes() for path in sorted((DATA / "gammonview" / "mat").glob("*.mat"))}
    rows = {
        "of eXtreme Gammon, plays known": _measure_best(rounds, _certify, files),
        "of that, unpacking": _measure_best(rounds, unpack, files),
        "GNU Backgammon imports their texts": _gnubg_seconds(texts, rounds),
    }
    print()
    for name, seconds in rows.items():
        if seconds:
            print(f"{name:40} {len(files) / seconds:7.0f} matches/s")


def _measure_best(rounds: int, action: Callable[[Any], object], items: Iterable[object]) -> float:
    """Return the sum of the best times of the action for each item, in seconds."""
    return sum(min(_measure(action, item) for _ in range(rounds)) for item in items)


def _measure_best_uncached(rounds: int, files: Sequence[bytes]) -> float:
    """Return the same for certifying, with the cache of plays cleared before each round."""
    best = [float("inf")] * len(files)
    for _ in range(rounds):
        forget_plays()
        best = [min(value, _measure(_certify, data)) for value, data in zip(best, files, strict=True)]
    return sum(best)


def _measure(action: Callable[[Any], object], item: object) -> float:
    start = time.process_time()
    action(item)
    return time.process_time() - start


def _certify(data: bytes) -> object:
    return replay(read(data))


def _scan_lines(data: bytes) -> int:
    """Look at each line once: the least time that reading the text can take."""
    return sum(":" in line for line in data.decode().split("\n"))


def _generate_plays(record: Record) -> None:
    """Generate every legal play of every roll, to see whether the written one is among them."""
    for game in record.games:
        white, black = list(Position.start().white), list(Position.start().black)
        for action in game.actions:
            if isinstance(action, Moved):
                mover, opponent = (white, black) if action.side is Side.WHITE else (black, white)
                moves, _ = judge_play(mover, opponent, action.dice, action.written)
                make_moves(mover, opponent, moves or ())


def _median_of_legal_plays() -> float:
    cases = json.loads((DATA / "edge" / "random600_counts.json").read_text())
    ready = [(read_position_id(case["posid"]), tuple(case["dice"])) for case in cases]
    times = [min(_measure(lambda case: legal_plays(*case), case) for _ in range(3)) for case in ready]
    return statistics.median(times) * 1e6


def _gnubg_seconds(files: dict[str, bytes], rounds: int) -> float | None:
    """Return the time GNU Backgammon takes to import these texts without its start-up, or None."""
    program = shutil.which("gnubg", path="/usr/games:/usr/bin")
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
        imports = [f"import mat {Path(folder, name)}" for name in files] * IMPORTS_PER_RUN
        runs = range(max(2, rounds // 4))
        seconds_with_imports = min(_run(program, folder, ["set confirm new off", *imports]) for _ in runs)
        start_up = min(_run(program, folder, ["set confirm new off"]) for _ in runs)
        return (seconds_with_imports - start_up) / IMPORTS_PER_RUN


def _run(program: str, home: str, commands: list[str]) -> float:
    start = _children_seconds()
    subprocess.run(
        [program, "-t", "-q", "-r"],
        input="\n".join([*commands, ""]),
        text=True,
        capture_output=True,
        env={"HOME": home, "LC_ALL": "C"},
        check=False,
    )
    return _children_seconds() - start


def _children_seconds() -> float:
    """The processor time of all programs run so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))

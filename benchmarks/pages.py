"""How long the pages of an event of 256 entries take beside an empty view of the same server.

Run `python -m benchmarks.pages`: on a SQLite file of its own, or on PostgreSQL where DATABASE_URL is set.
Goal: the median page takes at most three times as long as an empty view that is read by the same reader, and
asks no more queries than in an event of 32. "first" is the first look after a result, "warm" any other.
Milliseconds are those of the processor; all of one run are taken by one process.
"""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

SIZES = ((32, 8), (256, 60))


def main() -> None:
    """Tell every page of the large event, beside its queries in the small one."""
    small, large = (_told(*size) for size in SIZES)
    for name, page in large.items():
        beside = large["signed in frame" if name.startswith(("desk", "signed in")) else "frame"]
        sys.stdout.write(
            f"{name:27} first {page['first']:6.1f} ms ({page['first'] / beside['first']:5.1f} x)  "
            f"warm {page['warm']:6.1f} ms ({page['warm'] / beside['warm']:5.1f} x)  "
            f"queries {page['queries']:2} (of {SIZES[0][0]} entries: {small[name]['queries']})  "
            f"{page['bytes'] / 1000:.0f} kB\n"
        )


def _told(players: int, settled: int) -> dict[str, dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.scenes.pages", str(players), str(settled)]
        env = {**os.environ, "CRAWFORD_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        made = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)
    told: dict[str, dict[str, Any]] = json.loads(made.stdout)
    return told


if __name__ == "__main__":
    main()

"""How long the processing of a result takes in large events, and how many queries it needs.

Run `python -m benchmarks.results`: on a SQLite file of its own, or on PostgreSQL where DATABASE_URL is set.
Goal: 95 of 100 results in an event of 256 entries take 150 ms or less, and the queries do not grow with it.
"""

import json
import os
import subprocess
import sys
import tempfile
from statistics import median, quantiles

SIZES = (16, 256, 512)
RESULTS = 120


def main() -> None:
    """Play each event from its first round on and print the time of a result."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.sites.results", str(RESULTS), *map(str, SIZES)]
        env = {**os.environ, "CRAWFORD_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        process = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)
    for entries, results in zip(SIZES, json.loads(process.stdout), strict=True):
        times = [1000 * seconds for seconds, _ in results]
        queries = [count for _, count in results]
        p95 = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
        sys.stdout.write(
            f"{entries} entries, {len(times)} results: median {median(times):.0f} ms, p95 {p95:.0f} ms "
            f"(goal 150), queries {median(queries):.0f} at most {max(queries)}\n"
        )


if __name__ == "__main__":
    main()

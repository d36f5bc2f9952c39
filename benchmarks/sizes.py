"""How large the pages of an event are in each of its states, in each format, and how many queries they take.

Run `python -m benchmarks.sizes [ENTRIES]` (default 1024): on a SQLite file of its own, or on PostgreSQL where
DATABASE_URL is set. Goal: no page is above 150 kB, or takes more queries than in an event of 100 entries.
"""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

SMALL_SIZE, MOST_BYTES = 100, 150_000
PLANS = ("knockout", "all places", "swiss", "lives", "round robin")
# Results before the pages are measured in play.
SETTLED = 8


def main() -> None:
    """Print the largest page of each state of an event, and those that miss the goal."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    for plan in PLANS:
        small, large = (_measure_site(plan, each) for each in (SMALL_SIZE, size))
        for state, pages in large.items():
            largest = max(pages, key=lambda page: pages[page][0])
            sys.stdout.write(f"{plan:12} {state:16} largest: {largest} {pages[largest][0] / 1000:.0f} kB\n")
            for page, (length, queries, status) in pages.items():
                usual = small[state][page][1]
                if length > MOST_BYTES or queries > usual:
                    sys.stdout.write(
                        f"  {page:16} {length / 1000:.0f} kB, {queries} queries ({usual}), status {status}\n"
                    )
        sys.stdout.flush()


def _measure_site(plan: str, size: int) -> dict[str, dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.sites.sizes", plan, str(size), str(SETTLED)]
        env = {**os.environ, "CRAWFORD_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        process = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)
    data: dict[str, dict[str, Any]] = json.loads(process.stdout)
    return data


if __name__ == "__main__":
    main()

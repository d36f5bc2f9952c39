"""How long the pages of an event of 256 entries take, compared with an empty page with the site's header.

Run `python -m benchmarks.pages`: on a SQLite file of its own, or on PostgreSQL where DATABASE_URL is set.
Goal: the desk, the page of the event and the bracket take at most 60 ms after a result, with an empty cache;
a response 304 takes at most 4 ms; no page takes more queries than in an event of 32. Milliseconds are
processor time; a site is measured by one process.
"""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

# The small and the large event: its entries, and its matches settled before the pages are measured.
SIZES = ((32, 8), (256, 60))


def main() -> None:
    """Print the figures of every page of the large event, and its queries in the small one."""
    small, large = (_measure_site(*size) for size in SIZES)
    for name, page in large.items():
        unchanged = f"304 {page['unchanged']:4.1f} ms  " if page["unchanged"] else ""
        sys.stdout.write(
            f"{name:27} {page['time']:6.1f} ms ({page['times']:5.1f} x an empty page)  "
            f"{unchanged:13}queries {page['queries']:2} ({small[name]['queries']} of {SIZES[0][0]} entries)  "
            f"{page['bytes'] / 1000:.0f} kB\n"
        )


def _measure_site(players: int, settled: int) -> dict[str, dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.sites.pages", str(players), str(settled)]
        env = {**os.environ, "CRAWFORD_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        process = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)
    data: dict[str, dict[str, Any]] = json.loads(process.stdout)
    return data


if __name__ == "__main__":
    main()

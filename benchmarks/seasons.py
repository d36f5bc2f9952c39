"""How long the tables of a club with many matches take, and the work after an old result is corrected.

Run `python -m benchmarks.seasons [MATCHES]`: on a SQLite file of its own, or on PostgreSQL where
DATABASE_URL is set. Goal: with 10,000 matches a season table and a rating list are read in 1 s, and
everything that depends on the oldest result is recomputed in 30 s, after the response, while a write at a
desk waits for less than half a second.
"""

import os
import subprocess
import sys
import tempfile

MATCHES = 10_000


def main() -> None:
    """Create the club, request its tables, correct its oldest result, and print how long each took."""
    with tempfile.TemporaryDirectory() as folder:
        match_count = sys.argv[1] if len(sys.argv) > 1 else str(MATCHES)
        command = [sys.executable, "-m", "benchmarks.sites.seasons", match_count]
        env = {**os.environ, "CRAWFORD_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        subprocess.run(command, env=env, check=True)


if __name__ == "__main__":
    main()

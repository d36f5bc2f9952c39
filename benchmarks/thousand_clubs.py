"""How long pages take on a site of 1,000 clubs and a million matches, compared with a site of one club.

Run from the root of the repository: `python -m benchmarks.thousand_clubs [clubs] [tournaments]`, by default
1,000 clubs of 45 tournaments of 16 players, 22 matches each. Needs the development requirements: a
PostgreSQL of its own is started; a million matches take 4 GB of the disk and a quarter of an hour of one
processor. One club is played through the services to its last tournament, with ratings and two seasons;
the others are copies of its rows under other names and codes. Limit: no page of the large site takes more
than twice what it takes on the small one plus 50 ms.
"""

import json
import os
import subprocess
import sys
import tempfile

from tests import servers

CLUBS, TOURNAMENTS = 1000, 45
RATIO, LEEWAY = 2.0, 0.050


def main(clubs: int, tournaments: int) -> int:
    """Print every page on both sites; return 1 when the limit is missed."""
    with tempfile.TemporaryDirectory() as folder, servers.postgres() as postgres:
        servers.create_database(postgres, "site", template="template0")
        env = {
            "CRAWFORD_DATA": folder,
            "DATABASE_URL": f"{postgres}/site",
            "SECRET_KEY": "of-the-benchmark",
            "SNAPSHOT_MINUTES": "0",
        }
        servers.create_tables(env)
        _run_program(env, "play", tournaments)
        small = _measure_pages(env)
        _run_program(env, "copy", clubs)
        large = _measure_pages(env)
    return _report(small, large)


def _run_program(env: dict[str, str], *arguments: object) -> str:
    command = [sys.executable, "-m", "benchmarks.sites.clubs", *map(str, arguments)]
    environment = servers.environment({**env, "PATH": os.environ["PATH"]})
    process = subprocess.run(command, env=environment, cwd=servers.ROOT, stdout=subprocess.PIPE, check=True)
    return process.stdout.decode()


def _measure_pages(env: dict[str, str]) -> dict[str, tuple[float, int]]:
    data: dict[str, tuple[float, int]] = json.loads(_run_program(env, "pages"))
    return data


def _report(small: dict[str, tuple[float, int]], large: dict[str, tuple[float, int]]) -> int:
    has_missed = False
    for name, (seconds, queries) in large.items():
        before, queries_before = small[name]
        is_missed = seconds > RATIO * before + LEEWAY
        has_missed |= is_missed
        small_text = f"one club {before * 1e3:7.1f} ms, {queries_before:3} queries"
        large_text = f"all {seconds * 1e3:7.1f} ms, {queries:3} queries"
        sys.stdout.write(
            f"{name:22} {small_text}   {large_text}   {seconds / before:5.1f} x{'  !' if is_missed else ''}\n"
        )
    return int(has_missed)


if __name__ == "__main__":
    sizes = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(*(sizes + [CLUBS, TOURNAMENTS][len(sizes) :])))

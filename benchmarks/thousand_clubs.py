"""What pages take on a site of 1,000 clubs and a million matches beside a site of one such club.

Run from the root of the repository: `python -m benchmarks.thousand_clubs [clubs] [evenings]`, by default
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

CLUBS, EVENINGS = 1000, 45
RATIO, LEEWAY = 2.0, 0.050


def main(clubs: int, evenings: int) -> int:
    """Print every page on both sites; return 1 when the limit is missed."""
    with tempfile.TemporaryDirectory() as folder, servers.postgres() as postgres:
        servers.create_database(postgres, "house", template="template0")
        env = {
            "CRAWFORD_DATA": folder,
            "DATABASE_URL": f"{postgres}/site",
            "SECRET_KEY": "of-the-benchmark",
            "SNAPSHOT_MINUTES": "0",
        }
        servers.create_tables(env)
        _scene(env, "play", evenings)
        small = _pages(env)
        _scene(env, "copy", clubs)
        large = _pages(env)
    return _report(small, large)


def _scene(env: dict[str, str], *arguments: object) -> str:
    command = [sys.executable, "-m", "benchmarks.sites.clubs", *map(str, arguments)]
    environment = servers.environment({**env, "PATH": os.environ["PATH"]})
    process = subprocess.run(command, env=environment, cwd=servers.ROOT, stdout=subprocess.PIPE, check=True)
    return process.stdout.decode()


def _pages(env: dict[str, str]) -> dict[str, tuple[float, int]]:
    data: dict[str, tuple[float, int]] = json.loads(_scene(env, "pages"))
    return data


def _report(small: dict[str, tuple[float, int]], large: dict[str, tuple[float, int]]) -> int:
    is_missed = False
    for name, (result, queries) in large.items():
        before, value = small[name]
        misses = result > RATIO * before + LEEWAY
        is_missed |= misses
        one = f"one club {before * 1e3:7.1f} ms, {value:3} queries"
        every = f"all {result * 1e3:7.1f} ms, {queries:3} queries"
        sys.stdout.write(f"{name:22} {one}   {every}   {result / before:5.1f} x{'  !' if misses else ''}\n")
    return int(is_missed)


if __name__ == "__main__":
    sizes = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(*(sizes + [CLUBS, EVENINGS][len(sizes) :])))

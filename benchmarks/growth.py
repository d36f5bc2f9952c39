"""How the work of an event grows with its entries: entering, the draw, publishing, a result, the event file.

Run `python -m benchmarks.growth [SIZE ...]`: on a SQLite file of its own, or on PostgreSQL where DATABASE_URL
is set. Each step is printed when it ends: its processor time, its queries, and their ratio to the first size.
A bracket has at most 1,024 entries; a larger field is only entered and exported.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

SIZES = (256, 1024, 4096)


def main() -> None:
    """Print the time and the queries of each step in an event of each size."""
    sizes = [int(size) for size in sys.argv[1:]] or list(SIZES)
    first: dict[str, dict[str, Any]] = {}
    for size in sizes:
        for step in _measure(size):
            base = first.setdefault(step["name"], step)
            sys.stdout.write(
                f"{size:5} entries  {step['name']:10} {1000 * step['seconds']:8.0f} ms "
                f"({step['seconds'] / base['seconds']:5.1f} x)  queries {step['queries']:4} "
                f"({step['queries'] / max(base['queries'], 1):4.1f} x)\n"
            )
            sys.stdout.flush()


def _measure(size: int) -> Iterator[dict[str, Any]]:
    """Yield each step of an event of this size when it has ended."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.sites.growth", str(size)]
        env = {**os.environ, "CRAWFORD_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout or ():
                yield json.loads(line)
        if process.returncode:
            raise SystemExit(process.returncode)


if __name__ == "__main__":
    main()

"""How the work of an event grows with its entries: entering, publishing, a result, the event file.

Run `python -m benchmarks.growth [SIZE ...]`: on a SQLite file of its own, or on PostgreSQL where DATABASE_URL
is set. It prints the processor time and the queries of each step, and their ratio to the first size.
"""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

# A field too large for a bracket is only entered and exported.
SIZES = (256, 1024, 4096)


def main() -> None:
    """Print the time and the queries of each step in an event of each size."""
    sizes = [int(size) for size in sys.argv[1:]] or list(SIZES)
    first: dict[str, Any] = {}
    for size in sizes:
        steps = _measure(size)
        first = first or steps
        for name, step in steps.items():
            sys.stdout.write(
                f"{size:5} entries  {name:10} {1000 * step['seconds']:8.0f} ms "
                f"({step['seconds'] / first[name]['seconds']:5.1f} x)  queries {step['queries']:4} "
                f"({step['queries'] / max(first[name]['queries'], 1):4.1f} x)\n"
            )


def _measure(size: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.sites.growth", str(size)]
        env = {**os.environ, "CRAWFORD_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        process = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)
    steps: dict[str, Any] = json.loads(process.stdout)
    return steps


if __name__ == "__main__":
    main()

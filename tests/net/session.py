"""Run as a program: records one group in a database in memory, with the clock stopped."""

import sys
from pathlib import Path
from time import process_time

import django

django.setup()

from django.db import connection  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from django.utils import translation  # noqa: E402

from tests.net.groups import GROUPS  # noqa: E402
from tests.net.recorder import Recorder  # noqa: E402
from tests.net.repeatable import repeatable  # noqa: E402


def run(group: str, folder: Path, whole: bool) -> str:
    """Record a group and say how many pages it has."""
    setup_test_environment(debug=False)
    connection.settings_dict["TEST"]["MIGRATE"] = False
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    start = process_time()
    with repeatable() as course, translation.override("en"):
        GROUPS[group](Recorder(folder, course), whole)
    count = sum(1 for _ in (folder / group).rglob("*.txt"))
    return f"{group}: {count} pages, {process_time() - start:.0f} s"


if __name__ == "__main__":
    sys.stdout.write(run(sys.argv[1], Path(sys.argv[2]), sys.argv[3] == "whole") + "\n")

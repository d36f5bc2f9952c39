"""Run as a program: sets a match at a table and a chouette in a house of its own, and prints their codes."""

import json
import sys

import django
from django.core.management import call_command


def main() -> None:
    """Make the house named by CRAWFORD_DATA and its match."""
    django.setup()
    call_command("migrate", verbosity=0)
    # The factories need the models, and those a house that is set up.
    from tests import factories  # noqa: PLC0415
    from tests.matches import tables  # noqa: PLC0415

    match = factories.a_called_match(length=5)
    session = tables.a_running_chouette("Ada", "Bo", "Cy")
    codes = {"match": match.code, "table": match.table.code, "session": session.code}
    sys.stdout.write(json.dumps(codes))


if __name__ == "__main__":
    main()

"""Run as a program: sets one match at a table in a house of its own and prints the codes of both."""

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

    match = factories.a_called_match(length=5)
    sys.stdout.write(json.dumps({"match": match.code, "table": match.table.code}))


if __name__ == "__main__":
    main()

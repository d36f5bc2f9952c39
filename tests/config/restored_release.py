"""A program run in an empty site: it restores the backup of a release, runs the doctor and requests pages.

It prints the number of pages and those that failed, and what the doctor says.
"""

import json
import sys
from io import StringIO

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from matches.models import User  # noqa: E402
from tests.config.without_features import read_pages  # noqa: E402
from tournaments.demo import people  # noqa: E402


def main(backup: str) -> None:
    """Restore the backup and read the pages as the director of the demo, who also hosts the site."""
    call_command("restore", backup, stdout=StringIO())
    output = StringIO()
    call_command("doctor", stdout=output, stderr=output)
    director = User.objects.get(username=people.DIRECTOR)
    User.objects.filter(pk=director.pk).update(is_superuser=True, is_staff=True)
    setup_test_environment()
    client = Client()
    client.force_login(director)
    statuses = read_pages(client)
    failures = [f"{address} {status}" for address, status in statuses.items() if status not in (200, 302)]
    sys.stdout.write(json.dumps({"doctor": output.getvalue(), "pages": len(statuses), "failures": failures}))


if __name__ == "__main__":
    main(sys.argv[1])

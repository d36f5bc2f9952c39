"""A program run with CRAWFORD_FEATURES empty: it migrates, loads the demo and requests its pages.

The first line it prints names the installed feature apps, the second the number of pages; each further line
names a page that failed.
"""

import re
import sys
from collections import deque
from html import unescape

import django

django.setup()

from django.apps import apps  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from matches.models import User  # noqa: E402
from tests.config.features import FEATURES  # noqa: E402
from tournaments.demo import people  # noqa: E402

LINK = re.compile(r'href="(/[^"#]*)')
ELSEWHERE = ("/static/", "/admin/", "/account/", "/language/")
MOST = 150


def read_pages(client: Client) -> dict[str, int]:
    """The statuses of pages reached by links from the home page; each path is requested once."""
    statuses: dict[str, int] = {}
    addresses = deque(["/", "/host/"])
    while addresses and len(statuses) < MOST:
        address = unescape(addresses.popleft())
        path = address.partition("?")[0]
        if path in statuses or path.startswith(ELSEWHERE):
            continue
        response = client.get(address)
        statuses[path] = response.status_code
        if response["Content-Type"].startswith("text/html") and not response.streaming:
            addresses.extend(LINK.findall(response.content.decode()))
    return statuses


def main() -> None:
    """Migrate, load the demo and read its pages as the director, who also hosts the site."""
    call_command("migrate", verbosity=0)
    call_command("makemigrations", check_changes=True, dry_run=True, stdout=sys.stderr)
    setup_test_environment()
    call_command("demo", verbosity=0)
    director = User.objects.get(username=people.DIRECTOR)
    User.objects.filter(pk=director.pk).update(is_superuser=True, is_staff=True)
    client = Client()
    client.force_login(director)
    statuses = read_pages(client)
    installed = [name for name in FEATURES if apps.is_installed(f"tournaments.{name}")]
    failures = [f"{address} {status}" for address, status in statuses.items() if status not in (200, 302)]
    sys.stdout.write("\n".join(["FEATURES " + " ".join(installed), f"PAGES {len(statuses)}", *failures, ""]))


if __name__ == "__main__":
    main()

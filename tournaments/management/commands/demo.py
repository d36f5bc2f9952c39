"""Load the demo data into an empty database."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from matches.models import Player, User
from tournaments.demo import loader, people
from tournaments.demo.texts import TEXTS
from tournaments.models import Club


def get_system_language() -> str:
    """Return the language of the environment if the demo has it, else English."""
    variables = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = next(filter(None, variables), "")[:2]
    return language if language in TEXTS else "en"


class Command(BaseCommand):
    """`manage.py demo`"""

    help = "Loads a club with two years of results and a tournament in progress, on an empty site only."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--language", choices=TEXTS, help="of its names and texts; if omitted, that of this computer"
        )

    def handle(self, *_args: Any, language: str | None = None, **_options: Any) -> None:
        """Load the demo data; raise if the database is not empty."""
        # In one transaction, so that two processes do not both find the site empty.
        with transaction.atomic():
            if any(model.objects.exists() for model in (User, Player, Club)):
                raise CommandError("This site is not empty; the demo is only for a new one.")
            loader.load_demo(language or get_system_language())
        self.stdout.write(
            f"Demo loaded. Sign in as {people.DIRECTOR} with the password {people.get_password()}"
        )

"""Load the demo data into an empty database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.models import Player, User
from tournaments.demo import loader, people
from tournaments.models import Club


class Command(BaseCommand):
    """`manage.py demo`"""

    help = "Loads a small club with a finished tournament and one in progress, on an empty site only."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Load the demo data; raise if the database is not empty."""
        if any(model.objects.exists() for model in (User, Player, Club)):
            raise CommandError("This site is not empty; the demo is only for a new one.")
        loader.load_demo()
        self.stdout.write(
            f"Demo loaded. Sign in as {people.DIRECTOR} with the password {people.get_password()}"
        )

"""Create an API token: `manage.py token USER CLUB[/TOURNAMENT/EVENT] --name "Score board" --write`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext_lazy as _

from matches.messages import get_sentence
from matches.models import User
from rules.errors import Refusal
from tournaments.models import Club, Event
from tournaments.web.tokens import services as tokens


class Command(BaseCommand):
    """Print only the secret, so that it can be piped."""

    help = str(_("Creates an API token with which a program acts for an account in one club or event."))

    def add_arguments(self, parser: CommandParser) -> None:
        """Add USER, PLACE, --name, --write and --days."""
        parser.add_argument("user", help="username of the account of the token")
        parser.add_argument("place", help="slug of a club, or slugs CLUB/TOURNAMENT/EVENT")
        parser.add_argument("--name", required=True, help="the program that uses the token")
        parser.add_argument("--write", action="store_true", help="also allow write access")
        parser.add_argument("--days", type=int, default=90, help="days until the token expires")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the token and print its secret."""
        user = User.objects.filter(username=options["user"]).first()
        scope = _find_scope(options["place"])
        if user is None or scope is None:
            raise CommandError("There is no such account, club or event.")
        try:
            created_token = tokens.create_token(
                by=user,
                name=options["name"],
                scope=scope,
                may_write=options["write"],
                days=options["days"],
            )
        except Refusal as refusal:
            raise CommandError(get_sentence(refusal.code, refusal.facts)) from refusal
        self.stdout.write(created_token.secret)


def _find_scope(address: str) -> Club | Event | None:
    parts = address.strip("/").split("/")
    if len(parts) == 1:
        return Club.objects.select_related("desk").filter(slug=parts[0]).first()
    if len(parts) != 3:
        return None
    club, tournament, event = parts
    rows = Event.objects.select_related("tournament__club", "tournament__desk")
    return rows.filter(tournament__club__slug=club, tournament__slug=tournament, slug=event).first()

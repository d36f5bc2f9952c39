"""Do what deadlines require: `manage.py check_deadlines [--today 2026-11-30]`.

Challenges expire, league players are reminded, and details of sign-ups and e-mail subscriptions that are no
longer needed are deleted.

Idempotent: running it twice on a day changes nothing more.
"""

from datetime import date
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from django.utils.translation import gettext_lazy

from matches.management.site_command import SiteCommand
from tournaments.play.event_journal.services import maintenance


class Command(SiteCommand):
    """Run the periodic task once, for sites without the scheduler."""

    help = str(
        gettext_lazy("Expires challenges, reminds league players and deletes details no longer needed.")
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add --today."""
        parser.add_argument("--today", type=date.fromisoformat, help="the current day, as YYYY-MM-DD")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Run once and print the number of changed rows and reminders."""
        count = maintenance.check_deadlines(today=options["today"] or timezone.localdate())
        self.stdout.write(str(count))

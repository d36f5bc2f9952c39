"""Run the daily work of ladders and leagues: `manage.py pass_time [--today 2026-11-30]`. Idempotent."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.services import maintenance


class Command(BaseCommand):
    """Run the periodic task, for sites with their own timer."""

    help = str(gettext_lazy("Expires challenges and reminds league players."))

    def add_arguments(self, parser: CommandParser) -> None:
        """Add --today."""
        parser.add_argument("--today", type=date.fromisoformat, help="the current day, as YYYY-MM-DD")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Run once and print the number of changed rows and reminders."""
        count = maintenance.pass_day(today=options["today"] or timezone.localdate())
        self.stdout.write(str(count))

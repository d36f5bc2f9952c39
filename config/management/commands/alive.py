"""Checks that a worker and the beat were seen within a minute."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from matches.queries import missed_heartbeats


class Command(BaseCommand):
    help = "Exit code 0 when a worker and the beat were seen within a minute."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        status = missed_heartbeats.get_process_status(timezone.now())
        if not status.is_healthy:
            raise CommandError("No worker or beat was seen within a minute.")
        self.stdout.write(f"{sum(not missed for _, missed in status.worker_states)} at work")

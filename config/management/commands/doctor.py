"""The `doctor` command of tournaments, which also checks the age of the last snapshot."""

from typing import Any

from django.utils.translation import gettext as _

from config.backups import snapshots
from tournaments.management.commands import doctor


class Command(doctor.Command):
    """A late snapshot is a warning and does not change the exit code."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Warn when the last snapshot is old, then run the audits."""
        if snapshots.is_late():
            self.stderr.write(
                _(
                    "The last automatic backup is hours old. Check that the worker and beat processes "
                    "are running."
                )
            )
        super().handle(*args, **options)

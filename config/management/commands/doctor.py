"""The `doctor` command of tournaments, which also checks the disk and the age of the last snapshot."""

import sys
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from config.backups import snapshots
from config.health import check_disk
from tournaments.management.commands import doctor


class Command(doctor.Command):
    """A late snapshot is a warning and does not change the exit code; on a full disk it is 1."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Warn when the disk is full or the last snapshot is old, and run the audits."""
        # A server with PostgreSQL may have no folder for data.
        disk = check_disk() if settings.DATA_DIR.exists() else "ok"
        if disk != "ok":
            self.stderr.write(
                _("The disk of the data is full (%(problem)s): results cannot be saved.") % {"problem": disk}
            )
        if snapshots.is_late():
            self.stderr.write(
                _(
                    "The last automatic backup is hours old. Check that the worker and beat processes "
                    "are running."
                )
            )
        super().handle(*args, **options)
        if disk != "ok":
            sys.exit(1)

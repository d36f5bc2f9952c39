"""The `doctor` command of tournaments, which also checks the disk, the last snapshot and the plug-ins."""

import sys
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from config.backups import snapshots
from config.health import check_disk
from tournaments.management.commands import doctor


class Command(doctor.Command):
    """A late snapshot or a plug-in that is not loaded is a warning; on a full disk the exit code is 1.

    With `--verbosity 2` all plug-ins are listed.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        """Warn when the disk is full, the last snapshot is old or a plug-in fails, and run the audits."""
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
        for plugin in settings.PLUGINS:
            if plugin.has_problem or options["verbosity"] > 1:
                stream = self.stderr if plugin.has_problem else self.stdout
                facts = {"name": plugin.name, "state": plugin.describe()}
                stream.write(_("Plug-in %(name)s: %(state)s") % facts)
        super().handle(*args, **options)
        if disk != "ok":
            sys.exit(1)

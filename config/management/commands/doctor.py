"""The doctor of the rooms below, who also looks whether the house has been saved lately."""

from typing import Any

from django.utils.translation import gettext as _

from config.backups import snapshots
from tournaments.management.commands import doctor


class Command(doctor.Command):
    """As below; a late snapshot is a warning and does not change the exit code."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Say so when the last snapshot is old, then look at all that the house folds."""
        if snapshots.is_late():
            self.stderr.write(_("What happened hours ago is in no snapshot. Do the worker and the beat run?"))
        super().handle(*args, **options)

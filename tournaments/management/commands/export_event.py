"""Write an event to an event file: `manage.py export_event ID [FILE]`."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.management.site_command import SiteCommand
from tournaments.importing.queries.exports import write_event_file
from tournaments.lookups import event_by_id


class Command(SiteCommand):
    """Write to standard output without FILE; never overwrite a file."""

    help = str(gettext_lazy("Writes an event with its activity log and players to one file."))

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ID and FILE."""
        parser.add_argument("event", type=int, metavar="ID")
        parser.add_argument("file", nargs="?", metavar="FILE")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the bytes."""
        event = event_by_id(options["event"])
        if event is None:
            raise CommandError(_("Event %(event)s does not exist.") % {"event": options["event"]})
        data = write_event_file(event)
        if options["file"] is None:
            sys.stdout.buffer.write(data)
            return
        try:
            with Path(options["file"]).open("xb") as file:
                file.write(data)
        except OSError as error:
            raise CommandError(str(error)) from error

"""Import an event file: `manage.py import_event FILE --club CLUB --by USER`."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches import messages
from matches.management.site_command import SiteCommand
from matches.models import User
from rules.errors import Refusal
from tournaments.exchange import event_file
from tournaments.importing.queries import exports
from tournaments.importing.services.event_files import import_event_file
from tournaments.models import Club, Event
from tournaments.people.services import clubs


class Command(SiteCommand):
    """Continue an existing event, or create a new one in the club."""

    help = str(gettext_lazy("Imports an event from its file, or continues the existing one."))

    def add_arguments(self, parser: CommandParser) -> None:
        """Add FILE, --club and --by."""
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--club", required=True, help="slug of a club, or name of a new one")
        parser.add_argument(
            "--by", required=True, metavar="USER", help="username of the director who imports it"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Import the file, or raise CommandError."""
        by = User.objects.filter(username=options["by"]).first()
        if by is None:
            raise CommandError(_("No account is called “%(name)s”.") % {"name": options["by"]})
        try:
            event = _import(Path(options["file"]).read_bytes(), options["club"], by)
        except OSError as error:
            raise CommandError(str(error)) from error
        except Refusal as refusal:
            raise CommandError(messages.get_sentence(refusal.code, refusal.facts)) from refusal
        self.stdout.write(_("%(event)s is event %(id)s on this site.") % {"event": event, "id": event.pk})


@transaction.atomic
def _import(data: bytes, club: str, by: User) -> Event:
    """Import in one transaction, so that a new club remains only with its event."""
    file = event_file.read(data)
    # The key of the first line identifies the event.
    existing_event = exports.find_imported_event(file.lines[0].key)
    if existing_event is not None:
        return import_event_file(club=existing_event.tournament.club, file=file, by=by)
    target_club = Club.objects.filter(slug=club).first() or clubs.create_club(name=club, by=by)
    return import_event_file(club=target_club, file=file, by=by)

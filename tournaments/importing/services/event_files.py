"""Import an event file, and store who signed it."""

from django.db import transaction

from matches.models import User
from tournaments.exchange.event_file import EventFile
from tournaments.importing.queries import exports
from tournaments.importing.queries.file_signatures import get_file_checksum
from tournaments.importing.services import imports
from tournaments.locks import lock_event
from tournaments.models import Club, Event, EventFileImport
from tournaments.models.imports import MAX_KEY_NAME
from tournaments.permissions import must_direct


@transaction.atomic
def import_event_file(*, club: Club, file: EventFile, by: User) -> Event:
    """Create the event of a file in a club, or append its new lines to the event of the club that it extends.

    Who signed the file is stored with the lines that it brought. Raises what `imports.import_event` and
    `imports.import_continuation` raise.
    """
    must_direct(by, club)
    existing_event = exports.find_imported_event(file.lines[0].key)
    if existing_event is not None and existing_event.tournament.club_id == club.pk:
        first_line = lock_event(existing_event).journal.count() + 1
        event = imports.import_continuation(event=existing_event, file=file, by=by)
    else:
        first_line = 1
        event = imports.import_event(club=club, file=file, by=by)
    _store_import(event, file, first_line, by)
    return event


def _store_import(event: Event, file: EventFile, first_line: int, by: User) -> None:
    signature = file.signature or {}
    EventFileImport.objects.create(
        event=event,
        first_line=first_line,
        last_line=len(file.lines),
        key_id=str(signature.get("key_id", ""))[:MAX_KEY_NAME],
        public_key=str(signature.get("public_key", ""))[:64],
        checksum=get_file_checksum(file),
        by=by,
        signed=by.get_username(),
    )

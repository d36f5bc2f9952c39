"""The answer to a command about an event."""

from rest_framework import status
from rest_framework.response import Response

from tournaments.models import JournalEntry
from tournaments.play.api.serializers_events import JournalEntrySerializer


def journal_response(journal_entry: JournalEntry, code: int = status.HTTP_201_CREATED) -> Response:
    """Return the response of a command: its first journal entry, with the new version of the event."""
    journal_entry.event.refresh_from_db(fields=["version"])
    return Response(JournalEntrySerializer(journal_entry).data, status=code)

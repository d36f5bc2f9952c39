"""The match files of a tournament."""

from django.db.models import QuerySet

from matches.records.models import Transcript
from matches.states import Status
from tournaments.models import Tournament


def get_transcripts(tournament: Tournament) -> QuerySet[Transcript]:
    """Return the transcripts of a tournament, except of void matches, by event, round and match."""
    rows = Transcript.objects.filter(match__pairing__event__tournament=tournament)
    rows = rows.exclude(match__status=Status.VOID.value)
    order = ("flight", "round", "position", "board")
    position_fields = [f"match__pairing__{field}" for field in order]
    return rows.order_by("match__pairing__event", *position_fields, "id")


def has_records(tournament: Tournament) -> bool:
    """Return whether there are match files."""
    return get_transcripts(tournament).order_by().exists()

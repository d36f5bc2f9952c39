"""Search for a position in the transcripts of matches."""

from django.db.models import QuerySet

from matches.models import Match
from matches.records.models import RecordedPosition, Transcript
from matches.records.positions import make_position_key
from matches.records.queries.analyses import LONG_COLUMNS
from matches.states import Status
from rules.position import Position

MAX_RESULTS = 500


def find_positions(position: Position, matches: QuerySet[Match]) -> list[RecordedPosition]:
    """Where the position occurred in these matches, also with the colours exchanged: the newest 500.

    One query.
    """
    rows = RecordedPosition.objects.filter(
        key=make_position_key(position),
        transcript__match__in=matches.order_by().values("pk"),
        transcript__names_others=False,
    ).exclude(transcript__match__status=Status.VOID.value)
    related = ("transcript__match__white", "transcript__match__black")
    newest = rows.select_related(*related).defer(*LONG_COLUMNS)
    return list(newest.order_by("-transcript", "game", "action")[:MAX_RESULTS])


def get_transcripts_without_positions() -> QuerySet[Transcript]:
    """Transcripts of matches that are not in the index, the oldest first."""
    return Transcript.objects.filter(match__isnull=False, positions=None).order_by("pk")

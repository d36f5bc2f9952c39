"""Matches and transcripts of the quiz of a club."""

from django.db.models import Q, QuerySet

from matches.models import Match
from matches.records.models import Transcript
from tournaments.models import Club


def matches_for_quiz(club: Club) -> QuerySet[Match]:
    """Return the matches the quiz of a club may use: casual ones and those of published tournaments."""
    in_tournament = Q(desk__tournament__club=club, desk__tournament__is_draft=False)
    return Match.objects.filter(Q(desk=club.desk_id) | in_tournament)


def transcript_for_quiz(club: Club, pk: int) -> Transcript | None:
    """Return a transcript of one of these matches; None if there is none with this key."""
    transcripts = Transcript.objects.filter(match__in=matches_for_quiz(club), pk=pk)
    return transcripts.select_related("match").defer("text").first()

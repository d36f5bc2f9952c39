"""The matches of a club."""

from django.db.models import Q, QuerySet

from matches.models import Match
from tournaments.models import Club
from tournaments.registry import match_club_lookups


def get_matches_of_club(club: Club) -> QuerySet[Match]:
    """Return the matches of a club: of its events, casual ones, and those of feature apps such as ladders."""
    is_in_club = Q(pairing__event__tournament__club=club) | Q(casual__club=club)
    for lookup in match_club_lookups:
        is_in_club |= Q(**{lookup: club})
    return Match.objects.filter(is_in_club)

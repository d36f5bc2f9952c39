"""Where matches are played: their event, flight and round, and the topics of their changes."""

from collections.abc import Collection, Mapping

from django.db.models import Q

from matches.models import Match
from matches.queries.lookups import get_or_none
from matches.registry import MatchPlace
from tournaments.models import Club, Pairing


def find_match_places(matches: Collection[int]) -> Mapping[int, MatchPlace]:
    """Return the place of each of these matches (primary keys) that is played in an event. One query."""
    columns = ("match", "event", "flight", "round", "label")
    rows = Pairing.objects.filter(match__in=matches).order_by().values_list(*columns)
    return {match: MatchPlace(*place) for match, *place in rows}


def list_match_topics(match: Match) -> list[str]:
    """Return the topics of the event of a match and of the club of its desk. At most two queries."""
    pairing = get_or_none(Pairing.objects.values_list("event", "event__tournament__club"), match=match.pk)
    if pairing is not None:
        return [f"event:{pairing[0]}", f"club:{pairing[1]}"]
    clubs = Club.objects.filter(Q(desk=match.desk_id) | Q(tournaments__desk=match.desk_id))
    return [f"club:{club}" for club in clubs.values_list("pk", flat=True)[:1]]

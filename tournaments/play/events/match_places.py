"""Where matches are played: tournament and day, event, flight and round, and the topics of their changes."""

from collections.abc import Collection, Mapping

from django.db.models import Exists, OuterRef

from matches.models import Match
from matches.registry import MatchOccasion, MatchPlace
from tournaments.models import Club, Event, Pairing, Tournament
from tournaments.play.events.played_days import get_day_played


def find_match_places(matches: Collection[int]) -> Mapping[int, MatchPlace]:
    """Return the place of each of these matches (primary keys) that is played in an event. One query."""
    columns = ("match", "event", "flight", "round", "label")
    rows = Pairing.objects.filter(match__in=matches).order_by().values_list(*columns)
    return {match: MatchPlace(*place) for match, *place in rows}


def find_match_occasions(matches: Collection[int]) -> Mapping[int, MatchOccasion]:
    """Return tournament and day of each of these matches (primary keys) of events. One query."""
    other_events = Event.objects.filter(tournament=OuterRef("pairing__event__tournament")).exclude(
        pk=OuterRef("pairing__event")
    )
    rows = Match.objects.filter(pk__in=matches, pairing__isnull=False).order_by()
    rows = rows.annotate(has_other_events=Exists(other_events))
    return {
        match.pk: MatchOccasion(
            match.pairing.event.tournament.name,
            get_day_played(match) if match.settled_at else None,
            match.pairing.event.name if match.has_other_events else "",
        )
        for match in rows.select_related("pairing__event__tournament")
    }


def get_match_topics(matches: Collection[Match]) -> Mapping[int, list[str]]:
    """Return the topics of the event of each match and of the club of its desk. At most three queries."""
    rows = Pairing.objects.filter(match__in=[match.pk for match in matches]).order_by()
    topics = {
        match: [f"event:{event}", f"club:{club}"]
        for match, event, club in rows.values_list("match", "event", "event__tournament__club")
    }
    casual_matches = [match for match in matches if match.pk not in topics]
    if casual_matches:
        clubs = _find_clubs_of_desks({match.desk_id for match in casual_matches})
        topics |= {
            match.pk: [f"club:{clubs[match.desk_id]}"] for match in casual_matches if match.desk_id in clubs
        }
    return topics


def _find_clubs_of_desks(desks: Collection[int]) -> dict[int, int]:
    """Return the club of each desk, of a club itself or of one of its tournaments. Two queries."""
    return dict(Tournament.objects.filter(desk__in=desks).values_list("desk", "club")) | dict(
        Club.objects.filter(desk__in=desks).values_list("desk", "pk")
    )

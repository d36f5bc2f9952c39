"""Players who are entered in several tournaments of a club at one time, and so cannot be called in both."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Q

from matches.models import Match
from matches.queries.matches import exclude_suspended
from matches.states import Status
from tournaments.models import Tournament
from tournaments.play.events.events import IS_LEAGUE_MATCH_NOT_BEGUN, IS_MATCH_OF_CLOSED_EVENT

# A match that was called or begun longer ago was forgotten: it keeps nobody from another tournament.
LONGEST_MATCH = timedelta(hours=6)
# The players of a match, those of pairs too.
PEOPLE_COLUMNS = ("white", "white__first", "white__second", "black", "black__first", "black__second")


def make_busy_condition(desks: Collection[int], now: datetime) -> Q:
    """Return the condition on matches of the other tournaments of a club that keep their players busy.

    `desks` are the keys of the desks at which the players are wanted.
    """
    clubs = Tournament.objects.filter(desk__in=desks).values("club")
    is_recent = Q(called_at__gte=now - LONGEST_MATCH) | Q(started_at__gte=now - LONGEST_MATCH)
    return Q(pairing__event__tournament__club__in=clubs) & is_recent & ~IS_MATCH_OF_CLOSED_EVENT


def find_tournaments_waiting_for(tournament: Tournament) -> list[int]:
    """Return the other tournaments of the club, by key, in which a player of this one waits to be called.

    One query, and one more if a match waits there.
    """
    waiting = (
        exclude_suspended(
            Match.objects.filter(
                status=Status.SCHEDULED.value, pairing__event__tournament__club=tournament.club_id
            )
        )
        .exclude(desk=tournament.desk_id)
        .exclude(IS_LEAGUE_MATCH_NOT_BEGUN)
    )
    people_by_tournament: dict[int, set[int]] = {}
    for key, *people in waiting.values_list("pairing__event__tournament", *PEOPLE_COLUMNS):
        people_by_tournament.setdefault(key, set()).update(filter(None, people))
    if not people_by_tournament:
        return []
    rows = Match.objects.filter(desk=tournament.desk_id).values_list(*PEOPLE_COLUMNS)
    own_people = {person for row in rows for person in row if person}
    return sorted(key for key, people in people_by_tournament.items() if people & own_people)

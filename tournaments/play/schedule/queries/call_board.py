"""The call board of the desk: matches in play, waiting matches, and free tables."""

from collections.abc import Sequence
from dataclasses import dataclass

from matches.models import Desk, Match, Table
from matches.queries.desks import get_free_tables
from matches.states import AT_A_TABLE, Status
from tournaments.models import Event, Tournament
from tournaments.play.events.events import IS_LEAGUE_MATCH_NOT_BEGUN, IS_MATCH_OF_CLOSED_EVENT
from tournaments.play.schedule.queries.schedule import get_calling_order

AT_TABLES = [status.value for status in AT_A_TABLE]


@dataclass(frozen=True, slots=True)
class CallBoard:
    """Matches in play by table, waiting matches in calling order, and free tables."""

    playing: Sequence[Match]
    waiting: Sequence[Match]
    free: Sequence[Table]


def get_call_board(tournament: Tournament) -> CallBoard:
    """Return the call board of a tournament: matches with pairing, event and players. Five queries."""
    matches = Match.objects.filter(desk=tournament.desk_id).select_related(
        "white", "black", "table", "pairing__event"
    )
    open_matches = matches.exclude(IS_LEAGUE_MATCH_NOT_BEGUN | IS_MATCH_OF_CLOSED_EVENT)
    playing = open_matches.filter(status__in=AT_TABLES).order_by("table__number", "pk")
    waiting = list(open_matches.filter(status=Status.SCHEDULED.value, pairing__isnull=False).order_by("pk"))
    turns = {match: turn for turn, match in enumerate(get_calling_order(tournament))}
    waiting.sort(key=lambda match: turns.get(match.pk, len(turns)))
    return CallBoard(tuple(playing), tuple(waiting), tuple(get_free_tables(_desk(tournament))))


def has_matches_at_tables(event: Event) -> bool:
    """Return whether a match of an event is called to a table or in play."""
    matches = Match.objects.filter(pairing__event=event, status__in=AT_TABLES)
    return matches.exclude(IS_LEAGUE_MATCH_NOT_BEGUN).exists()


def _desk(tournament: Tournament) -> Desk:
    return tournament.desk

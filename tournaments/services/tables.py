"""Free tables go to waiting matches: the one that was ready first gets the lowest number."""

from django.db import transaction

from matches.models import Match, Table, User
from matches.services import desks, lifecycle
from matches.states import AT_A_TABLE, Status
from tournaments.models import Tournament
from tournaments.permissions import must_direct
from tournaments.services.locks import lock_tournament

PLAYING = [status.value for status in AT_A_TABLE]


def call_waiting(*, tournament: Tournament) -> list[Match]:
    """Call waiting matches to free tables, under the lock of the tournament's events.

    A player who still sits at another table is not called to a second one. Returns the matches called.
    """
    free = (
        Table.objects.filter(desk=tournament.desk_id).exclude(matches__status__in=PLAYING).order_by("number")
    )
    tables = list(free)
    called: list[Match] = []
    if not tables:
        return called
    busy = _busy(tournament)
    waiting = Match.objects.filter(
        desk=tournament.desk_id, status=Status.SCHEDULED.value, pairing__isnull=False
    ).order_by("pk")
    for match in waiting:
        if len(called) == len(tables):
            break
        if not busy & {match.white_id, match.black_id}:
            called.append(lifecycle.call(match=match, table=tables[len(called)]))
            busy |= {match.white_id, match.black_id}
    return called


@transaction.atomic
def furnish(*, tournament: Tournament, tables: int, by: User) -> list[Match]:
    """Put up what is missing to `tables` in all and call waiting matches there. Returns the matches called.

    Asked twice it is done once. Tables that stand already are never taken away.
    """
    must_direct(by, tournament)
    lock_tournament(tournament.pk)
    missing = tables - tournament.desk.tables.count()
    if missing > 0:
        desks.add_tables(desk=tournament.desk, count=missing)
    return call_waiting(tournament=tournament)


def _busy(tournament: Tournament) -> set[int]:
    playing = Match.objects.filter(desk=tournament.desk_id, status__in=PLAYING)
    return {player for pair in playing.values_list("white_id", "black_id") for player in pair}

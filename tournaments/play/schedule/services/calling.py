"""Calling of waiting matches to free tables: the longest remaining path first."""

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Match, Table, User
from matches.queries import desks as desk_queries
from matches.queries.desks import PLAYING_STATUSES
from matches.queries.matches import exclude_suspended
from matches.services import desks, lifecycle, settling
from matches.states import AT_A_TABLE, Status
from rules.errors import Refusal
from tournaments.locks import lock_tournament
from tournaments.models import Tournament
from tournaments.permissions import must_direct
from tournaments.play.schedule.queries.breaks import get_events_on_break
from tournaments.play.schedule.queries.busy_people import find_tournaments_waiting_for
from tournaments.play.schedule.queries.schedule import get_calling_order

PLAYING = [status.value for status in AT_A_TABLE]


def call_waiting(*, tournament: Tournament) -> list[Match]:
    """Call waiting matches to free tables, under the lock of the tournament's events.

    A player still at another table, in another tournament of the club too, is not called, and in a break of
    an event none of its players. League
    matches need no table: each is called as soon as its players are known. Who is free now may be called in
    another tournament of the club, after the commit, as each tournament has a lock of its own. Return the
    matches called here.
    """
    for other in find_tournaments_waiting_for(tournament):
        transaction.on_commit(partial(_call_waiting_in, other), robust=True)
    return _call_waiting(tournament)


def _call_waiting(tournament: Tournament) -> list[Match]:
    if tournament.is_directed_elsewhere:
        # The site that directs it calls them.
        return []
    waiting_matches, league_matches = _get_waiting_matches(tournament)
    lifecycle.call_scheduled_matches(tables=dict.fromkeys(league_matches), by=SYSTEM)
    on_break = get_events_on_break(tournament, timezone.now())
    waiting_matches = [match for match in waiting_matches if match.event_key not in on_break]
    tables = desk_queries.get_free_tables(tournament.desk) if waiting_matches else []
    if not tables:
        return []
    busy = _get_busy_people(tournament)
    table_of: dict[Match, Table] = {}
    for match in _sort_by_calling_order(tournament, waiting_matches, len(tables)):
        if len(table_of) == len(tables):
            break
        if not busy & desk_queries.get_people_keys(match):
            table_of[match] = tables[len(table_of)]
            busy |= desk_queries.get_people_keys(match)
    return lifecycle.call_scheduled_matches(tables=table_of, by=SYSTEM)


def cancel_unchanged_calls(*, called: Iterable[tuple[int, int]]) -> None:
    """Revert calls made by an undone command, if the match is unchanged since.

    `called` are matches with their version at the call.
    """
    versions = dict(called)
    rows = Match.objects.filter(pk__in=versions, status=Status.CALLED.value).order_by("pk")
    for match in rows:
        if match.version == versions[match.pk] or settling.is_restored(match):
            lifecycle.cancel_call(match=match, by=SYSTEM)


@transaction.atomic
def add_missing_tables(*, tournament: Tournament, tables: int, by: User) -> list[Match]:
    """Add tables up to `tables` in all and call waiting matches there. Return the matches called.

    Idempotent; existing tables are never removed. Raises `tables_stay` for fewer than there are.
    """
    must_direct(by, tournament)
    lock_tournament(tournament.pk)
    count = desk_queries.count_tables(tournament.desk)
    missing = tables - count
    if missing < 0:
        raise Refusal("tables_stay", count=count)
    if missing > 0:
        desks.add_tables(desk=tournament.desk, count=missing, by=SYSTEM)
    return call_waiting(tournament=tournament)


@transaction.atomic
def set_table_out_of_use(
    *, tournament: Tournament, table: Table, is_out_of_use: bool, by: User
) -> list[Match]:
    """Take a table out of use or put it back, then call waiting matches. Return the matches called.

    A match that is at the table stays until it is moved.
    """
    must_direct(by, tournament)
    lock_tournament(tournament.pk)
    desks.set_out_of_use(table=table, is_out_of_use=is_out_of_use, by=SYSTEM)
    return call_waiting(tournament=tournament)


@transaction.atomic
def start_called_matches(*, tournament: Tournament, codes: Collection[str], by: User) -> list[Match]:
    """Start these matches of a tournament, as far as they are still called; return those started."""
    must_direct(by, tournament)
    lock_tournament(tournament.pk)
    called = Match.objects.filter(
        desk=tournament.desk_id, code__in=codes, status=Status.CALLED.value
    ).order_by("pk")
    return [lifecycle.start_match(match=match, by=by) for match in called]


def _get_waiting_matches(tournament: Tournament) -> tuple[list[Any], list[Any]]:
    """Return the matches waiting for a table, and those of leagues, which need none."""
    scheduled_matches = (
        exclude_suspended(
            Match.objects.filter(
                desk=tournament.desk_id, status=Status.SCHEDULED.value, pairing__isnull=False
            )
        )
        .annotate(is_of_league=F("pairing__event__is_league"), event_key=F("pairing__event"))
        .select_related("white", "black")
    )
    waiting: list[Any] = list(scheduled_matches.order_by("pk"))
    at_tables = [match for match in waiting if not match.is_of_league]
    return at_tables, [match for match in waiting if match.is_of_league]


def _sort_by_calling_order(tournament: Tournament, waiting: Sequence[Match], tables: int) -> Sequence[Match]:
    if len(waiting) <= tables:
        return waiting
    turn = {match: place for place, match in enumerate(get_calling_order(tournament))}
    return sorted(waiting, key=lambda match: turn.get(match.pk, len(turn)))


def _get_busy_people(tournament: Tournament) -> set[int]:
    """Return the keys of the people who play here or elsewhere in the club, as `get_people_keys` does."""
    playing = Match.objects.filter(desk=tournament.desk_id, status__in=PLAYING)
    elsewhere = desk_queries.get_busy_matches([tournament.desk_id], PLAYING_STATUSES)
    return {
        person
        for match in (playing | elsewhere).select_related("white", "black")
        for person in desk_queries.get_people_keys(match)
    }


@transaction.atomic
def _call_waiting_in(tournament_id: int) -> None:
    events = list(lock_tournament(tournament_id).values())
    if events:
        _call_waiting(events[0].tournament)

"""Settings of a copy that are in no journal: the breaks, and the clock, times and rules of its desk."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q

from matches.actors import SYSTEM, account_of
from matches.models import Desk, User
from matches.services import desks, live
from tournaments.exchange.event_file import TIMES, parse_time
from tournaments.importing.services.imported_tournaments import configure_imported_desk
from tournaments.models import Break, Event
from tournaments.play.schedule.queries.breaks import get_breaks
from tournaments.play.tournaments.queries.weekly_nights import get_desk_times

NO_TIMES: Mapping[str, Any] = {"scale": None, "final_after": None, "clock": ""}
# Begin, end and reason of a break, and whether it is of one event and not of the whole tournament.
BreakValues = tuple[datetime, datetime, str, bool]


def update_desk(desk: Desk, event_data: Mapping[str, Any]) -> None:
    """Give the desk of a copy the clock, times, rules and policy that the desk there has."""
    values = {TIMES: event_data.get(TIMES, NO_TIMES), "laws": event_data["laws"]}
    if values != {TIMES: get_desk_times(desk), "laws": desk.laws}:
        configure_imported_desk(desk, values)
    if desk.confirm_policy != event_data["policy"]:
        desks.set_policy(desk=desk, policy=event_data["policy"], by=SYSTEM)


def update_breaks(event: Event, breaks_data: Sequence[Mapping[str, Any]], by: User) -> None:
    """Give an event, and its tournament, the breaks that they have on the other site.

    Each event of a tournament brings the breaks of all; they are stored once. Raises `not_signed_in`.
    """
    account = account_of(by)
    missing_breaks = dict.fromkeys(map(_read_break, breaks_data))
    removed_keys = []
    rows = get_breaks(event.tournament).filter(Q(event=None) | Q(event=event)).order_by("pk")
    for row in rows:
        values = (row.begins_at, row.ends_at, row.reason, row.event_id is not None)
        if values in missing_breaks:
            del missing_breaks[values]
        else:
            removed_keys.append(row.pk)
    Break.objects.filter(pk__in=removed_keys).delete()
    for begins_at, ends_at, reason, is_of_event in missing_breaks:
        Break.objects.create(
            tournament=event.tournament,
            event=event if is_of_event else None,
            begins_at=begins_at,
            ends_at=ends_at,
            reason=reason,
            by=account,
        )
    if missing_breaks or removed_keys:
        live.publish(topic=f"news:{event.tournament.desk.code}", kind="news")


def _read_break(break_data: Mapping[str, Any]) -> BreakValues:
    begins_at, ends_at = parse_time(break_data["begins_at"]), parse_time(break_data["ends_at"])
    return begins_at, ends_at, break_data["reason"], break_data["is_of_event"]

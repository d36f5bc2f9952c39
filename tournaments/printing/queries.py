"""Queries of the printouts."""

from matches.models import Match
from matches.states import AT_A_TABLE, Status
from tournaments.models import Event

# Statuses of matches that are played or may be called any moment.
OPEN_STATUSES = [Status.SCHEDULED.value, *(status.value for status in AT_A_TABLE)]


def open_matches(event: Event, flight: str = "", number: int = 0) -> list[Match]:
    """Return the called and waiting matches of an event, of one flight and round if given.

    Those at tables come first, in the order of the tables. One query.
    """
    matches = Match.objects.filter(pairing__event=event, status__in=OPEN_STATUSES).select_related(
        "white", "black", "table"
    )
    if flight:
        matches = matches.filter(pairing__flight=flight)
    if number:
        matches = matches.filter(pairing__round=number)
    return sorted(matches.order_by("pk"), key=lambda match: match.table.number if match.table else 10**6)

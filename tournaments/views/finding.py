"""The search of the desk: players, their matches and actions, and rules."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.lawfinder import find
from matches.views.refusals import spoken
from tournaments.desk_lines import LONGEST
from tournaments.models import Event, EventStatus
from tournaments.queries import finding, flights
from tournaments.views.doors import for_directors
from tournaments.views.events import tabs

LAWS = 6
# Fewer letters begin words of too many laws.
A_WORD = 4
# No table has a number of more digits.
DIGITS = 5


@require_safe
@for_directors
def search(request: HttpRequest, event: Event) -> HttpResponse:
    """Show everything that matches the search."""
    search_text = request.GET.get("q", "").strip()[:LONGEST]
    is_number = search_text.isascii() and search_text.isdecimal() and len(search_text) <= DIGITS
    result_rows = finding.rows_meant(event.tournament, search_text) if search_text else []
    context = {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "asked": search_text,
        "found": result_rows,
        "flight": "" if result_rows else _flight(event),
        "at_table": finding.row_at(event, int(search_text)) if is_number else None,
        "laws": [spoken(law) for law in find(search_text)[:LAWS]] if len(search_text) >= A_WORD else [],
    }
    return render(request, "tournaments/find.html", context)


def _flight(event: Event) -> str:
    """Where somebody who comes late is put: the first flight that is drawn; before any draw nowhere."""
    return next(iter(flights.folded(event).shapes), "") if event.status != EventStatus.DRAFT else ""

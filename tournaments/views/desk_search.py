"""The search of the desk: players, their matches and actions, and rules."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.law_search import find_laws
from matches.views.refusals import describe_law
from tournaments.desk_lines import LONGEST
from tournaments.models import Event, EventStatus
from tournaments.queries import entries, events
from tournaments.views.decorators import director_view
from tournaments.views.events import tabs

MAX_RULES = 6
# Fewer letters begin words of too many laws.
MIN_RULE_LETTERS = 4
# No table has a number of more digits.
MAX_TABLE_DIGITS = 5


@require_safe
@director_view
def search(request: HttpRequest, event: Event) -> HttpResponse:
    """Show everything that matches the search."""
    search_text = request.GET.get("q", "").strip()[:LONGEST]
    is_number = search_text.isascii() and search_text.isdecimal() and len(search_text) <= MAX_TABLE_DIGITS
    result_rows = entries.find_entry_rows(event.tournament, search_text) if search_text else []
    context = {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "asked": search_text,
        "found": result_rows,
        "flight": "" if result_rows else _late_entry_flight(event),
        "at_table": entries.match_row_at_table(event, int(search_text)) if is_number else None,
        "laws": [describe_law(law) for law in find_laws(search_text)[:MAX_RULES]]
        if len(search_text) >= MIN_RULE_LETTERS
        else [],
    }
    return render(request, "tournaments/find.html", context)


def _late_entry_flight(event: Event) -> str:
    """Where somebody who comes late is put: the first flight that is drawn; before any draw nowhere."""
    return (
        next(iter(events.get_overview(event).flight_infos), "") if event.status != EventStatus.DRAFT else ""
    )

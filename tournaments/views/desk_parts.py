"""Parts of the desk that are loaded when they are opened."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from matches.queries import desks
from tournaments.desk_lines import LONGEST
from tournaments.forms import desk as forms
from tournaments.models import Event
from tournaments.queries import entries as entry_queries
from tournaments.queries import journal
from tournaments.views.actions import get_event_match
from tournaments.views.decorators import director_view
from tournaments.views.events import tabs

LINES = 9
# Lines that only carry what another line did.
HIDDEN_KINDS = frozenset({"committed"})


@require_safe
@director_view
def match(request: HttpRequest, event: Event, match: str) -> HttpResponse:
    """Show the desk's actions on a match other than its score."""
    match_row = get_event_match(event, match)
    context = {
        **_frame(event),
        "match": match_row,
        "free": desks.get_free_tables(event.tournament.desk),
    }
    return render(request, "tournaments/desk_match.html", context)


@require_safe
@director_view
def entries(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the entries, or those matching a search, with badges and withdrawals."""
    search_text = request.GET.get("q", "").strip()[:LONGEST]
    matching_entries = SimpleLazyObject(lambda: entry_queries.find_entries(event, search_text))
    context = {**_frame(event), "entries": matching_entries, "asked": search_text}
    return render(request, "tournaments/desk_entries.html", context)


@require_safe
@director_view
def newest_lines(request: HttpRequest, event: Event) -> HttpResponse:
    """The newest lines of the journal, with what may be undone."""
    lines = journal.naming_lines(journal.lines(event, limit=LINES))
    visible_lines = [line for line in lines if line.entry.kind not in HIDDEN_KINDS]
    return render(request, "tournaments/desk_journal.html", {**_frame(event), "lines": visible_lines})


def _frame(event: Event) -> dict[str, object]:
    return {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "key": forms.new_key(),
        "now": timezone.now(),
    }

"""Parts of the desk that are pages of their own and fetched into it when somebody opens them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from matches.queries import desks
from tournaments.desk_lines import LONGEST
from tournaments.forms import desk as forms
from tournaments.models import Event
from tournaments.queries import entries as entered
from tournaments.queries import journal
from tournaments.views.acting import match_of
from tournaments.views.doors import for_directors
from tournaments.views.events import tabs

LINES = 9
# Lines that only carry what another line did.
SILENT = frozenset({"committed"})


@require_safe
@for_directors
def match(request: HttpRequest, event: Event, match: str) -> HttpResponse:
    """What the desk may do with a match besides writing down its score."""
    found = match_of(event, match)
    context = {
        **_frame(event),
        "match": found,
        "free": desks.free_tables(event.tournament.desk),
    }
    return render(request, "tournaments/desk_match.html", context)


@require_safe
@for_directors
def entries(request: HttpRequest, event: Event) -> HttpResponse:
    """Everybody entered, or those whose names hold these letters; badges and withdrawals."""
    asked = request.GET.get("q", "").strip()[:LONGEST]
    found = SimpleLazyObject(lambda: entered.named(event, asked))
    context = {**_frame(event), "entries": found, "asked": asked}
    return render(request, "tournaments/desk_entries.html", context)


@require_safe
@for_directors
def newest_lines(request: HttpRequest, event: Event) -> HttpResponse:
    """The newest lines of the journal, with what may be undone."""
    lines = journal.by_command(journal.lines(event, limit=LINES))
    shown = [line for line in lines if line.entry.kind not in SILENT]
    return render(request, "tournaments/desk_journal.html", {**_frame(event), "lines": shown})


def _frame(event: Event) -> dict[str, object]:
    return {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "key": forms.new_key(),
        "now": timezone.now(),
    }

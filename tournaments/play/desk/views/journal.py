"""The journal at the desk: its newest lines, with the buttons that undo them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.play.changes.queries.undo_previews import list_undo_effects
from tournaments.play.desk.views.desk import make_page_context
from tournaments.play.event_journal.queries import journal
from tournaments.play.event_journal.queries.journal_source import JournalSource
from tournaments.web.decorators import director_view

JOURNAL_LINES = 9
# Lines of the journal that a command writes besides the one that is shown.
HIDDEN_KINDS = frozenset({"committed"})


@require_safe
@director_view
def show_journal(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the newest lines of the journal, with undo buttons."""
    source = JournalSource(event)
    lines = journal.get_naming_lines(journal.get_lines(event, limit=JOURNAL_LINES, source=source))
    visible_lines = [line for line in lines if line.entry.kind not in HIDDEN_KINDS]
    effects = list_undo_effects(event, {line.command for line in visible_lines if line.may_undo}, source)
    context = {
        **make_page_context(event),
        "lines": [(line, effects.get(line.command, ()) if line.may_undo else ()) for line in visible_lines],
    }
    return render(request, "tournaments/play/desk/desk_journal.html", context)

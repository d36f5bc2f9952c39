"""The journal at the desk: its newest lines, undo and redo."""

from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.models import Event, JournalEntry
from tournaments.play.changes.queries.undo_previews import list_effects_of_command, list_undo_effects
from tournaments.play.desk import forms
from tournaments.play.desk.queries.desk_penalties import describe_lifted_penalties
from tournaments.play.desk.views.actions import (
    command_arguments,
    desk_action,
    link_follow_ups,
    run_or_ask,
)
from tournaments.play.desk.views.desk import make_page_context
from tournaments.play.event_journal.queries import journal
from tournaments.play.event_journal.services import journal as journal_services
from tournaments.web.decorators import director_view

JOURNAL_LINES = 9
# Lines of the journal that a command writes besides the one that is shown.
HIDDEN_KINDS = frozenset({"committed"})


@require_safe
@director_view
def show_journal(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the newest lines of the journal, with undo buttons."""
    lines = journal.get_naming_lines(journal.get_lines(event, limit=JOURNAL_LINES))
    visible_lines = [line for line in lines if line.entry.kind not in HIDDEN_KINDS]
    effects = list_undo_effects(event, {line.command for line in visible_lines if line.may_undo})
    context = {
        **make_page_context(event),
        "lines": [(line, effects.get(line.command, ()) if line.may_undo else ()) for line in visible_lines],
    }
    return render(request, "tournaments/play/desk/desk_journal.html", context)


@desk_action(forms.UndoCommandForm)
def undo(request: HttpRequest, event: Event, form: forms.UndoCommandForm) -> str | HttpResponse:
    """Undo the last command, or the given one; ask first about paid prizes that the page has not named."""
    effects = list_effects_of_command(event, "undo", form.cleaned_data["command"])
    return run_or_ask(request, event, lambda: _run(journal_services.undo, request, event, form), effects)


@desk_action(forms.UndoCommandForm)
def redo(request: HttpRequest, event: Event, form: forms.UndoCommandForm) -> str | HttpResponse:
    """Redo the last undone command; ask first about paid prizes that the page has not named."""
    effects = list_effects_of_command(event, "redo", form.cleaned_data["command"])
    return run_or_ask(request, event, lambda: _run(journal_services.redo, request, event, form), effects)


def _run(
    reverse_command: Callable[..., JournalEntry],
    request: HttpRequest,
    event: Event,
    form: forms.UndoCommandForm,
) -> str:
    """Undo or redo a command and return what was done, with the penalties that its undo took back."""
    started_at = timezone.now()
    line = reverse_command(
        event=event, command=form.cleaned_data["command"], **command_arguments(request, form)
    )
    lifted = describe_lifted_penalties(event, started_at)
    return _describe_outcome(event, line.command, lifted)


def _describe_outcome(event: Event, command: int, lifted_penalties: Sequence[str]) -> str:
    """Return what was undone or redone, with links to what is to be done after it."""
    taken_back = (gettext("Taken back: %(penalty)s.") % {"penalty": text} for text in lifted_penalties)
    sentence = " ".join((f"{journal.describe_command(event, command)}.", *taken_back))
    event.refresh_from_db()
    return format_html("{}{}", sentence, link_follow_ups(event))

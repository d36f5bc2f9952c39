"""A further event of a tournament, and the sections of its page."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from matches.models import User
from matches.refusal_statuses import get_status as status_of_refusal
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments import registry
from tournaments.messages.names import EVENT_FORMAT_TEXTS
from tournaments.models import Event, Tournament
from tournaments.permissions import may_direct
from tournaments.play.draws.plan_forms import FormatForm
from tournaments.play.teams.forms import EntryTypeForm
from tournaments.play.tournaments.forms import NewEventForm
from tournaments.play.tournaments.queries import tournaments as tournament_queries
from tournaments.play.tournaments.services.tournaments import add_side_event
from tournaments.registry import PageSection
from tournaments.web.decorators import event_url, get_tournament, require_user
from tournaments.web.navigation import make_tournament_tabs
from tournaments.web.responses import BAD_REQUEST, see_other


def page_sections(tournament: Tournament, reader: User | None) -> list[PageSection]:
    """List the sections of the feature apps on the page of a tournament, in their order."""
    sections = (section for part in registry.tournament_sections(tournament, reader) for section in part)
    return sorted(sections, key=lambda section: section.place)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_event(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Add an event to a tournament."""
    tournament_row, by = get_tournament(request, club, tournament), require_user(request)
    if not may_direct(by, tournament_row):
        raise Http404
    event_summaries = tournament_queries.event_summaries(tournament_row)
    form = NewEventForm(request.POST or None, initial=NewEventForm.get_initial(), events=event_summaries)
    format_form = FormatForm(request.POST or None, initial=FormatForm.get_initial())
    entry_form = EntryTypeForm(request.POST or None, initial=EntryTypeForm.get_initial())
    refusal: Refusal | None = None
    if all([form.is_valid(), format_form.is_valid(), entry_form.is_valid()]):
        try:
            event = _add_event(tournament_row, by, form, format_form, entry_form)
        except Refusal as refused:
            refusal = refused
        else:
            return see_other(event_url("desk", event))
    context = {
        "tournament": tournament_row,
        "namesakes": [
            summary.event for summary in event_summaries if summary.event.name == tournament_row.name
        ],
        "tabs": make_tournament_tabs(tournament_row, "tournament-settings"),
        "form": form,
        "format": format_form,
        "entry_form": entry_form,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
    }
    is_invalid = request.method == "POST" and refusal is None
    status = status_of_refusal(refusal) if refusal else BAD_REQUEST if is_invalid else 200
    return render(request, "tournaments/play/tournaments/add_event.html", context, status=status)


def _add_event(
    tournament: Tournament, by: User, form: NewEventForm, format_form: FormatForm, entry_form: EntryTypeForm
) -> Event:
    format_data = format_form.cleaned_data
    return add_side_event(
        tournament=tournament,
        name=form.cleaned_data["name"],
        default_name=str(EVENT_FORMAT_TEXTS[format_data["scheme"]][0]),
        plan=format_form.plan(),
        lengths=(format_data["length"][0], format_data["consolation_length"][0]),
        by=by,
        entries_to_copy=tournament_queries.get_entries_to_copy(tournament, form.cleaned_data["players_of"]),
        entry_type=entry_form.entry_type(),
    )

"""The settings page of a tournament: name and start, its events, cancelling, archiving and deleting."""

from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Event, EventStatus, Tournament
from tournaments.permissions import may_direct
from tournaments.play.schedule.queries.breaks import get_breaks
from tournaments.play.tournaments.commands import (
    EVENT_COMMANDS_BY_NAME,
    TOURNAMENT_COMMANDS_BY_NAME,
    DeleteTournament,
)
from tournaments.play.tournaments.forms import EventNameForm, TournamentDatesForm
from tournaments.play.tournaments.queries import deletions
from tournaments.play.tournaments.services import tournament_settings
from tournaments.web.command import Command
from tournaments.web.decorators import event_url, get_tournament, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.navigation import make_tournament_tabs
from tournaments.web.responses import response_status

EDIT, RENAME = "edit", "rename-event"
SETTINGS_ACTIONS = (EDIT, *TOURNAMENT_COMMANDS_BY_NAME, RENAME, *EVENT_COMMANDS_BY_NAME)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the settings of a tournament, or run one action on it or on one of its events."""
    tournament_row = get_tournament(request, club, tournament)
    if not may_direct(require_user(request), tournament_row):
        raise Http404
    if request.method != "POST":
        return _settings_page(request, tournament_row)
    action_name = request.POST.get("action_name", "")
    if action_name not in SETTINGS_ACTIONS:
        raise Http404
    form = _make_form(request, tournament_row, action_name)

    def show(refusal: Refusal | None = None) -> HttpResponse:
        if refusal is None:
            return _settings_page(request, tournament_row, form=form)
        # The form has to show what is stored now, where that has changed since.
        tournament_row.refresh_from_db()
        new_form = _make_form(request, tournament_row, action_name)
        return _settings_page(request, tournament_row, form=new_form, refusal=refusal)

    is_deletion = action_name == DeleteTournament.name
    next_url = reverse("club", args=[club]) if is_deletion else request.path
    return answer_form(
        request,
        form,
        lambda: _run_action(request, tournament_row, form),
        render_page=show,
        next_url=next_url,
    )


def _make_form(request: HttpRequest, tournament: Tournament, action_name: str) -> Form:
    """Return the form of an action on a tournament or on one of its events, with what was sent."""
    if action_name == EDIT:
        return _make_dates_form(tournament, request.POST)
    by = require_user(request)
    if action_name in TOURNAMENT_COMMANDS_BY_NAME:
        return TOURNAMENT_COMMANDS_BY_NAME[action_name](request.POST, tournament=tournament, actor=by)
    event = _get_event(request, tournament)
    if action_name == RENAME:
        return EventNameForm(request.POST, event=event)
    return EVENT_COMMANDS_BY_NAME[action_name](request.POST, event=event, actor=by)


def _run_action(request: HttpRequest, tournament: Tournament, form: Form) -> str:
    """Run the action of a valid form and return what the next page says."""
    if isinstance(form, Command):
        return form.describe(form.run())
    require_unchanged(request.POST, form)
    by = require_user(request)
    if isinstance(form, EventNameForm):
        tournament_settings.rename_event(event=form.event, by=by, **form.cleaned_data)
        return gettext("Event renamed.")
    tournament_settings.update_tournament(tournament=tournament, by=by, **form.cleaned_data)
    return gettext("Saved.")


def _settings_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: Form | None = None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    details = form if isinstance(form, TournamentDatesForm) else _make_dates_form(tournament)
    deletion = deletions.preview_tournament_deletion(tournament)
    context = {
        "tournament": tournament,
        "tabs": make_tournament_tabs(tournament, "tournament-settings"),
        "form": details,
        "nights_address": _get_nights_address(tournament),
        "deletion": deletion,
        "obstacles": _obstacle_sentences(deletion),
        "is_finished": bool(deletion.events)
        and all(event.status == EventStatus.FINISHED for event in deletion.events),
        "is_league": any(event.is_league for event in deletion.events),
        "events": [_event_row(event, form) for event in deletion.events],
        "refusal": make_refusal_message(refusal) if refusal else None,
        "posted": request.POST,
    }
    status = response_status(refusal, form or details)
    return render(request, "tournaments/play/tournaments/settings.html", context, status=status)


def _get_nights_address(tournament: Tournament) -> str:
    """Return where the nights of a tournament without breaks are added; "" if there are none to add."""
    if not tournament.has_nights or get_breaks(tournament).exists():
        return ""
    event = tournament.events.select_related("tournament__club").filter(cancelled_at=None).first()
    return f"{event_url('desk-table-settings', event)}#nights" if event else ""


def _make_dates_form(tournament: Tournament, data: QueryDict | None = None) -> TournamentDatesForm:
    initial = {name: getattr(tournament, name) for name in ("name", "starts_at", "ends_on")}
    return TournamentDatesForm(data, initial=initial)


def _event_row(event: Event, form: Form | None) -> dict[str, object]:
    deletion = deletions.preview_event_deletion(event)
    is_posted = isinstance(form, EventNameForm) and form.event == event
    return {
        "event": event,
        "form": form if is_posted else EventNameForm(event=event),
        "deletion": deletion,
        "obstacles": _obstacle_sentences(deletion),
    }


def _obstacle_sentences(deletion: deletions.Deletion) -> list[str]:
    return [make_refusal_message(obstacle).sentence for obstacle in deletion.obstacles]


def _get_event(request: HttpRequest, tournament: Tournament) -> Event:
    rows = Event.objects.select_related("tournament__club", "tournament__desk")
    return get_object_or_404(rows, tournament=tournament, slug=request.POST.get("event", ""))

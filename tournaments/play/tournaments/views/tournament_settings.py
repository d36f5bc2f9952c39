"""The settings page of a tournament: name and start, its events, cancelling, archiving and deleting."""

from collections.abc import Callable, Mapping

from django.contrib import messages
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
from tournaments.play.tournaments.forms import CancelForm, EventNameForm, TournamentDatesForm
from tournaments.play.tournaments.queries import deletions
from tournaments.play.tournaments.services import tournament_settings
from tournaments.web.decorators import event_url, get_tournament, require_user
from tournaments.web.navigation import make_tournament_tabs
from tournaments.web.responses import InvalidFormError, response_status, see_other

SettingsAction = Callable[[HttpRequest, Tournament], str]
EDIT, DELETE, RENAME = "edit", "delete", "rename-event"


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
    try:
        message = SETTINGS_ACTIONS[action_name](request, tournament_row)
    except InvalidFormError as invalid:
        return _settings_page(request, tournament_row, form=invalid.form)
    except Refusal as refusal:
        tournament_row.refresh_from_db()
        form = _make_refused_form(request, tournament_row, action_name)
        return _settings_page(request, tournament_row, form=form, refusal=refusal)
    messages.success(request, message)
    if action_name == DELETE:
        return see_other(reverse("club", args=[club]))
    return see_other(reverse("tournament-settings", args=[club, tournament]))


def _make_refused_form(request: HttpRequest, tournament: Tournament, action_name: str) -> Form | None:
    """Return the form of an action that was refused, with what was entered; None if it has none."""
    if action_name == EDIT:
        return _make_dates_form(tournament, request.POST)
    return _make_name_form(request, _get_event(request, tournament)) if action_name == RENAME else None


def _make_name_form(request: HttpRequest, event: Event) -> EventNameForm:
    return EventNameForm(request.POST, initial={"name": event.name}, slug=event.slug)


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
    is_posted = isinstance(form, EventNameForm) and form.slug == event.slug
    return {
        "event": event,
        "form": form if is_posted else EventNameForm(initial={"name": event.name}, slug=event.slug),
        "deletion": deletion,
        "obstacles": _obstacle_sentences(deletion),
    }


def _obstacle_sentences(deletion: deletions.Deletion) -> list[str]:
    return [make_refusal_message(obstacle).sentence for obstacle in deletion.obstacles]


def _get_event(request: HttpRequest, tournament: Tournament) -> Event:
    rows = Event.objects.select_related("tournament__club", "tournament__desk")
    return get_object_or_404(rows, tournament=tournament, slug=request.POST.get("event", ""))


def _edit(request: HttpRequest, tournament: Tournament) -> str:
    form = _make_dates_form(tournament, request.POST)
    if not form.is_valid():
        raise InvalidFormError(form)
    require_unchanged(request.POST, form)
    tournament_settings.update_tournament(
        tournament=tournament, by=require_user(request), **form.cleaned_data
    )
    return gettext("Saved.")


def _read_reason(request: HttpRequest) -> str:
    form = CancelForm(request.POST)
    if not form.is_valid():
        raise InvalidFormError(form)
    reason: str = form.cleaned_data["reason"]
    return reason


def _cancel(request: HttpRequest, tournament: Tournament) -> str:
    tournament_settings.cancel_tournament(
        tournament=tournament, by=require_user(request), reason=_read_reason(request)
    )
    return gettext("Tournament cancelled.")


def _reinstate(request: HttpRequest, tournament: Tournament) -> str:
    tournament_settings.reinstate_tournament(tournament=tournament, by=require_user(request))
    return gettext("Tournament reinstated.")


def _archive(request: HttpRequest, tournament: Tournament) -> str:
    tournament_settings.archive_tournament(tournament=tournament, by=require_user(request))
    return gettext("Tournament archived.")


def _restore(request: HttpRequest, tournament: Tournament) -> str:
    tournament_settings.restore_tournament(tournament=tournament, by=require_user(request))
    return gettext("Tournament restored from the archive.")


def _delete(request: HttpRequest, tournament: Tournament) -> str:
    tournament_settings.delete_tournament(tournament=tournament, by=require_user(request))
    return gettext("“%(name)s” was deleted.") % {"name": tournament.name}


def _rename_event(request: HttpRequest, tournament: Tournament) -> str:
    event = _get_event(request, tournament)
    form = _make_name_form(request, event)
    if not form.is_valid():
        raise InvalidFormError(form)
    require_unchanged(request.POST, form)
    tournament_settings.rename_event(event=event, by=require_user(request), **form.cleaned_data)
    return gettext("Event renamed.")


def _cancel_event(request: HttpRequest, tournament: Tournament) -> str:
    tournament_settings.cancel_event(
        event=_get_event(request, tournament), by=require_user(request), reason=_read_reason(request)
    )
    return gettext("Event cancelled.")


def _reinstate_event(request: HttpRequest, tournament: Tournament) -> str:
    tournament_settings.reinstate_event(event=_get_event(request, tournament), by=require_user(request))
    return gettext("Event reinstated.")


def _delete_event(request: HttpRequest, tournament: Tournament) -> str:
    event = _get_event(request, tournament)
    tournament_settings.delete_event(event=event, by=require_user(request))
    return gettext("“%(name)s” was deleted.") % {"name": event.name}


SETTINGS_ACTIONS: Mapping[str, SettingsAction] = {
    EDIT: _edit,
    "cancel": _cancel,
    "reinstate": _reinstate,
    "archive": _archive,
    "restore": _restore,
    DELETE: _delete,
    RENAME: _rename_event,
    "cancel-event": _cancel_event,
    "reinstate-event": _reinstate_event,
    "delete-event": _delete_event,
}

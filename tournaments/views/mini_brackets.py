"""Mini brackets of an event: the waiting players, starting a bracket, and closing the series."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.refusals import get_status
from matches.views.refusals import make_refusal_message
from rules.errors import Refusal
from tournaments.forms import desk as forms
from tournaments.forms.draws import CLOSE, COME, OPEN, START, Waiting
from tournaments.models import Event
from tournaments.queries import stages
from tournaments.services import entries, rolling_knockouts
from tournaments.views.actions import command_arguments
from tournaments.views.decorators import director_view, event_url
from tournaments.views.events import tabs
from tournaments.views.responses import BAD_REQUEST, see_other

WaitingAction = Callable[[HttpRequest, Event, Waiting], str]


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def mini_brackets(request: HttpRequest, event: Event) -> HttpResponse:
    """GET shows who waits; POST lets people in, starts a knockout, or says that it was the last."""
    if not stages.is_rolling(event):
        raise Http404
    if request.method != "POST":
        return _page(request, event, {})
    form = Waiting(request.POST)
    if not form.is_valid():
        return _page(request, event, {"form": form}, status=BAD_REQUEST)
    try:
        message = WAITING_ACTIONS[form.cleaned_data["deed"]](request, event, form)
    except Refusal as refusal:
        return _page(request, event, {"refusal": make_refusal_message(refusal)}, status=get_status(refusal))
    messages.success(request, message)
    return see_other(event_url("desk-rolling", event))


def _enter_players(request: HttpRequest, event: Event, form: Waiting) -> str:
    signed = command_arguments(request, form)
    line = entries.enter_names(
        event=event, names=form.cleaned_data["names"], **{**signed, "key": signed["key"] or forms.new_key()}
    )
    return gettext("%(count)s entered") % {"count": len(line.payload["entries"])}


def _start(request: HttpRequest, event: Event, form: Waiting) -> str:
    data = form.cleaned_data
    rolling_knockouts.start_knockout(
        event=event, points=data["points"], only=data["entries"], **command_arguments(request, form)
    )
    return gettext("Knockout drawn; first matches called.")


def _close(request: HttpRequest, event: Event, form: Waiting) -> str:
    rolling_knockouts.close(event=event, **command_arguments(request, form))
    return gettext("No more mini brackets start.")


def _open(request: HttpRequest, event: Event, form: Waiting) -> str:
    rolling_knockouts.open_another(event=event, **command_arguments(request, form))
    return gettext("Another mini bracket can start.")


WAITING_ACTIONS: Mapping[str, WaitingAction] = {
    COME: _enter_players,
    START: _start,
    CLOSE: _close,
    OPEN: _open,
}


def _page(
    request: HttpRequest, event: Event, extra_context: Mapping[str, object], status: int = 200
) -> HttpResponse:
    event.refresh_from_db(fields=["status", "version", "lots_commitment"])
    context = {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "topics": f"event:{event.pk}",
        "room": stages.get_rolling_queue(event, timezone.now()),
        "key": forms.new_key(),
        "here": request.path,
        **extra_context,
    }
    return render(request, "tournaments/rolling.html", context, status=status)

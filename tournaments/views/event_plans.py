"""A tournament and its events: their state, adding one, and editing the stages of one."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.models import User
from matches.refusals import get_status as status_of_refusal
from matches.views.refusals import make_refusal_message
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.forms import desk as forms
from tournaments.forms import plans as plan_edit_forms
from tournaments.forms.plans import ADD, DROP, FORMAT, SHAPE, Format, NewEvent, PlanChange
from tournaments.forms.teams import Taking
from tournaments.models import Event, Tournament
from tournaments.permissions import may_direct
from tournaments.phrases.plans import SCHEME_TEXTS
from tournaments.queries import events, schedule
from tournaments.queries import stages as stage_queries
from tournaments.queries.schedule import outlook
from tournaments.services import stages
from tournaments.services.side_events import add_side_event
from tournaments.views.actions import command_arguments
from tournaments.views.decorators import director_view, event_url, get_tournament, require_user
from tournaments.views.events import tabs
from tournaments.views.responses import BAD_REQUEST, see_other

StageAction = Callable[[HttpRequest, Event, PlanChange], str]


@require_safe
def evening(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """Show a tournament: its only event, or the state of all its events."""
    tournament = get_tournament(club, evening)
    event_summaries = events.event_summaries(tournament)
    if len(event_summaries) == 1:
        return redirect("event", club, evening, event_summaries[0].event.slug)
    context = {
        "tournament": tournament,
        "events": event_summaries,
        "play": SimpleLazyObject(lambda: schedule.play_of(tournament)),
        "outlook": SimpleLazyObject(lambda: outlook(tournament, timezone.now())),
        "topics": f"desk:{tournament.desk.code} club:{tournament.club_id}",
        "is_director": may_direct(get_user(request), tournament),
    }
    return render(request, "tournaments/evening.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """Add an event to a tournament."""
    tournament, by = get_tournament(club, evening), require_user(request)
    if not may_direct(by, tournament):
        raise Http404
    event_summaries = events.event_summaries(tournament)
    form = NewEvent(request.POST or None, initial=NewEvent.proposal(), events=event_summaries)
    format_form = Format(request.POST or None, initial={**Format.proposal(), "scheme": "jackpot"})
    entry_form = Taking(request.POST or None, initial=Taking.proposal())
    refusal: Refusal | None = None
    if all([form.is_valid(), format_form.is_valid(), entry_form.is_valid()]):
        try:
            event = _add_event(tournament, by, form, format_form, entry_form)
        except Refusal as refused:
            refusal = refused
        else:
            return see_other(event_url("desk", event))
    context = {
        "tournament": tournament,
        "form": form,
        "format": format_form,
        "taking": entry_form,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "here": request.path,
    }
    is_unread = request.method == "POST" and refusal is None
    status = status_of_refusal(refusal) if refusal else BAD_REQUEST if is_unread else 200
    return render(request, "tournaments/add_event.html", context, status=status)


def _add_event(
    tournament: Tournament, by: User, form: NewEvent, format_form: Format, entry_form: Taking
) -> Event:
    format_data = format_form.cleaned_data
    guests = events.players_of(tournament, form.cleaned_data["players_of"])
    return add_side_event(
        tournament=tournament,
        name=form.cleaned_data["name"] or str(SCHEME_TEXTS[format_data["scheme"]][0]),
        plan=format_form.plan(),
        lengths=(format_data["length"][0], format_data["consolation_length"][0]),
        by=by,
        guests=guests,
        formed=entry_form.formed(),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def plan(request: HttpRequest, event: Event) -> HttpResponse:
    """GET shows the stages of an event; POST changes what is not published yet."""
    if request.method != "POST":
        return _page(request, event, {})
    form = PlanChange(request.POST)
    if not form.is_valid():
        return _page(request, event, {"form": form}, status=BAD_REQUEST)
    try:
        message = STAGE_ACTIONS[form.cleaned_data["deed"]](request, event, form)
    except plan_edit_forms.UnreadError as unread:
        return _page(request, event, {"format": unread.form}, status=BAD_REQUEST)
    except Refusal as refusal:
        return _page(
            request, event, {"refusal": make_refusal_message(refusal)}, status=status_of_refusal(refusal)
        )
    messages.success(request, message)
    return see_other(event_url("desk-plan", event))


def _add(request: HttpRequest, event: Event, form: PlanChange) -> str:
    data = form.cleaned_data
    stages.add_stage(
        event=event,
        what=data["what"],
        count=data["count"],
        lengths=data["lengths"],
        **command_arguments(request, form),
    )
    return gettext("Stage added.")


def _drop(request: HttpRequest, event: Event, form: PlanChange) -> str:
    stages.drop_stage(event=event, flight=form.cleaned_data["flight"], **command_arguments(request, form))
    return gettext("Stage cancelled.")


def _reshape(request: HttpRequest, event: Event, form: PlanChange) -> str:
    data = form.cleaned_data
    stages.reshape_stage(
        event=event,
        flight=data["flight"],
        lengths=data["lengths"],
        name=data["name"],
        agreed=form.terms() if "clock" in request.POST else None,
        **command_arguments(request, form),
    )
    return gettext("Stage changed.")


def _format(request: HttpRequest, event: Event, form: PlanChange) -> str:
    format_form = Format(request.POST)
    if not format_form.is_valid():
        raise plan_edit_forms.UnreadError(format_form)
    stages.plan_event(event=event, plan=format_form.plan(), **command_arguments(request, form))
    return gettext("The format has been changed.")


STAGE_ACTIONS: Mapping[str, StageAction] = {ADD: _add, DROP: _drop, SHAPE: _reshape, FORMAT: _format}


def _page(
    request: HttpRequest, event: Event, extra_context: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    event.refresh_from_db(fields=["status", "version", "lots_commitment", "format"])
    context = {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "topics": f"event:{event.pk}",
        "plan": stage_queries.get_event_plan(event),
        "format": SimpleLazyObject(lambda: Format(initial=Format.proposal())),
        "key": forms.new_key(),
        "terms": SimpleLazyObject(lambda: PlanChange(auto_id=False)),
        "here": request.path,
        **extra_context,
    }
    return render(request, "tournaments/plan.html", context, status=status)

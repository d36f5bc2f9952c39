"""The plan of an event, and players of earlier tournaments entered again."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.refusal_statuses import get_status as status_of_refusal
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Event, EventStatus
from tournaments.play.desk.views.actions import command_arguments
from tournaments.play.desk.views.desk import stage_links
from tournaments.play.draws import plan_forms
from tournaments.play.draws import services as draws
from tournaments.play.draws.plan_forms import (
    ADD,
    DROP,
    FORMAT,
    LENGTHS_BY_ROUND,
    SHAPE,
    FormatForm,
    PlanChangeForm,
)
from tournaments.play.entrants.queries import entries as entry_queries
from tournaments.play.entries.services import entries
from tournaments.play.events import events
from tournaments.play.events import stages as stage_queries
from tournaments.play.events.stages import EventPlan, PlannedStage
from tournaments.play.tournaments import weekly_night_forms
from tournaments.play.tournaments.queries import weekly_nights as weekly_night_queries
from tournaments.web import forms as web_forms
from tournaments.web.decorators import director_view, event_url, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.forms import new_key
from tournaments.web.navigation import make_desk_tabs
from tournaments.web.responses import BAD_REQUEST, see_other

StageAction = Callable[[HttpRequest, Event, PlanChangeForm], str]


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def plan(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the stages of an event (GET), or change unpublished ones (POST)."""
    if request.method != "POST":
        return _plan_page(request, event, {})
    form = PlanChangeForm(request.POST)
    if not form.is_valid():
        return _plan_page(request, event, {"form": form}, status=BAD_REQUEST)
    try:
        message = STAGE_ACTIONS[form.cleaned_data["action"]](request, event, form)
    except plan_forms.InvalidFormatError as invalid:
        return _plan_page(request, event, {"format": invalid.form}, status=BAD_REQUEST)
    except Refusal as refusal:
        context: dict[str, Any] = {"form": form, "refusal": make_refusal_message(refusal)}
        if form.cleaned_data["action"] == FORMAT:
            context["format"] = FormatForm(request.POST)
        return _plan_page(request, event, context, status=status_of_refusal(refusal))
    messages.success(request, message)
    return see_other(event_url("desk-plan", event))


def _add_stage(request: HttpRequest, event: Event, form: PlanChangeForm) -> str:
    data = form.cleaned_data
    draws.add_stage(
        event=event,
        what=data["what"],
        count=data["count"],
        lengths=data["lengths"],
        **command_arguments(request, form),
    )
    return gettext("Stage added.")


def _drop_stage(request: HttpRequest, event: Event, form: PlanChangeForm) -> str:
    draws.drop_stage(event=event, flight=form.cleaned_data["flight"], **command_arguments(request, form))
    return gettext("Stage cancelled.")


def _change_stage(request: HttpRequest, event: Event, form: PlanChangeForm) -> str:
    data = form.cleaned_data
    draws.change_stage(
        event=event,
        flight=data["flight"],
        lengths=data["lengths"],
        name=data["name"],
        terms=form.terms() if "clock" in request.POST else None,
        **command_arguments(request, form),
    )
    return gettext("Stage changed.")


def _change_format(request: HttpRequest, event: Event, form: PlanChangeForm) -> str:
    format_form = FormatForm(request.POST)
    if not format_form.is_valid():
        raise plan_forms.InvalidFormatError(format_form)
    draws.plan_event(event=event, plan=format_form.plan(), **command_arguments(request, form))
    return gettext("The format has been changed.")


STAGE_ACTIONS: Mapping[str, StageAction] = {
    ADD: _add_stage,
    DROP: _drop_stage,
    SHAPE: _change_stage,
    FORMAT: _change_format,
}


def _list_stage_forms(
    event_plan: EventPlan, invalid_form: PlanChangeForm | None
) -> list[tuple[PlannedStage, PlanChangeForm]]:
    """Return each stage with the form that changes it; an invalid one again as it was sent."""
    sent_data = (
        invalid_form.data if invalid_form is not None and invalid_form.data.get("action") == SHAPE else {}
    )
    return [
        (
            stage,
            PlanChangeForm(
                sent_data if sent_data.get("flight") == stage.stage.key else None,
                initial=PlanChangeForm.get_initial_of_stage(stage),
                auto_id=f"%s-{stage.stage.key}",
            ),
        )
        for stage in event_plan.stages
    ]


def _plan_page(
    request: HttpRequest, event: Event, extra_context: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    event.refresh_from_db(fields=["status", "version", "draw_commitment", "format"])
    event_plan = stage_queries.get_event_plan(event)
    refused_form = extra_context.get("form")
    context = {
        "event": event,
        "tabs": make_desk_tabs(event, "desk-plan"),
        "topics": f"event:{event.pk}",
        "plan": event_plan,
        "format": SimpleLazyObject(
            lambda: FormatForm(initial=FormatForm.get_initial_of_event(event, event_plan.plan))
        ),
        "key": web_forms.new_key(),
        "lengths_hint": LENGTHS_BY_ROUND,
        "stage_forms": _list_stage_forms(event_plan, refused_form),
        "refused_addition": (
            refused_form.data if refused_form is not None and refused_form.data.get("action") == ADD else {}
        ),
        "page_url": request.path,
        "tally": entry_queries.count_entries(event),
        **stage_links(events.get_overview(event)),
        **extra_context,
    }
    return render(request, "tournaments/play/desk/plan.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def regulars(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter players chosen from those who often play in the weekly tournament."""
    if event.status != EventStatus.DRAFT or event.takes not in ("", "players"):
        raise Http404
    rows = weekly_night_queries.get_regulars(event)
    codes = [row.player.code for row in rows]
    form = weekly_night_forms.RegularPlayersForm(request.POST or None, codes=codes)

    def run() -> str:
        player_codes = set(form.cleaned_data["players"])
        selected_players = [row.player for row in rows if row.player.code in player_codes]
        entries.enter_players(
            event=event, players=selected_players, by=require_user(request), key=form.cleaned_data["key"]
        )
        return ""

    def show(refusal: Refusal | None = None) -> HttpResponse:
        context = {
            "event": event,
            "tabs": make_desk_tabs(event, "desk-entries"),
            "regulars": rows,
            "key": form["key"].value() or new_key(),
            "unread": request.method == "POST" and not form.is_valid(),
            "refusal": make_refusal_message(refusal) if refusal else None,
        }
        return render(request, "tournaments/play/tournaments/returning_players.html", context)

    return answer_form(request, form, run, render_page=show, next_url=event_url("desk", event))

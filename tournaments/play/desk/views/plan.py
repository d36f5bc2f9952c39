"""The plan of an event, and players of earlier tournaments entered again."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Event, EventStatus
from tournaments.permissions import may_read_records
from tournaments.play.desk.draw_commands import STAGE_COMMANDS, AddStage, ChangeStage
from tournaments.play.desk.event_commands import EventCommand
from tournaments.play.desk.views.actions import command_arguments, read_command
from tournaments.play.desk.views.desk import stage_links
from tournaments.play.draws import services as draws
from tournaments.play.draws.plan_forms import LENGTHS_BY_ROUND, FormatForm, PlanChangeForm
from tournaments.play.entrants.queries import entries as entry_queries
from tournaments.play.entrants.queries.withdrawn_names import list_withdrawn_names
from tournaments.play.event_journal.services.journal import find_line
from tournaments.play.events import events
from tournaments.play.events import stages as stage_queries
from tournaments.play.events.stages import EventPlan, PlannedStage
from tournaments.play.tournaments import weekly_night_forms
from tournaments.play.tournaments.queries.returning_players import get_returning_players
from tournaments.play.tournaments.services.expected_players import enter_returning_players
from tournaments.web import forms as web_forms
from tournaments.web.decorators import director_view, event_url, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.forms import CommandForm, new_key
from tournaments.web.navigation import make_desk_tabs
from tournaments.web.responses import see_other

# The action of the page that is no command about one stage.
FORMAT = "format"


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def plan(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the stages of an event (GET), or change unpublished ones (POST)."""
    if request.method != "POST":
        return _plan_page(request, event, {})
    if request.POST.get("action") == FORMAT:
        return _change_format(request, event)
    command = read_command(STAGE_COMMANDS, request, event)

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return _plan_page(request, event, {"form": command}, refusal)

    return answer_form(
        request,
        command,
        lambda: command.describe(command.run()),
        render_page=show,
        next_url=event_url("desk-plan", event),
    )


def _change_format(request: HttpRequest, event: Event) -> HttpResponse:
    """Change the format of the event; its form has the fields of every format."""
    form, command_form = FormatForm(request.POST), CommandForm(request.POST)
    command_form.is_valid()

    def run() -> str:
        draws.plan_event(event=event, plan=form.plan(), **command_arguments(request, command_form))
        return gettext("The format has been changed.")

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return _plan_page(request, event, {"format": form}, refusal)

    return answer_form(request, form, run, render_page=show, next_url=event_url("desk-plan", event))


def _list_stage_forms(
    event_plan: EventPlan, sent_command: EventCommand | None
) -> list[tuple[PlannedStage, PlanChangeForm]]:
    """Return each stage with the form that changes it; an invalid one again as it was sent."""
    sent_data = sent_command.data if isinstance(sent_command, ChangeStage) else {}
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
    request: HttpRequest, event: Event, extra_context: Mapping[str, Any], refusal: Refusal | None = None
) -> HttpResponse:
    event.refresh_from_db(fields=["status", "version", "draw_commitment", "format"])
    event_plan = stage_queries.get_event_plan(event)
    sent_command = extra_context.get("form")
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
        "stage_forms": _list_stage_forms(event_plan, sent_command),
        "refused_addition": sent_command.data if isinstance(sent_command, AddStage) else {},
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
        "tally": entry_queries.count_entries(event),
        **stage_links(events.get_overview(event)),
        **extra_context,
    }
    return render(request, "tournaments/play/desk/plan.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def regulars(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter players chosen from those who come tonight, who often play, and from the members of the club."""
    if event.status != EventStatus.DRAFT or event.takes not in ("", "players"):
        raise Http404
    # Sent again: those entered are no longer among the choices.
    if request.method == "POST" and find_line(event, request.POST.get("key", "")) is not None:
        return see_other(event_url("desk", event))
    with_records = may_read_records(request.user, event.tournament.club)
    returning = get_returning_players(event, with_records=with_records)
    form = weekly_night_forms.RegularPlayersForm(request.POST or None, values=returning.values)

    def run() -> str:
        values = set(form.cleaned_data["players"])
        enter_returning_players(
            event=event,
            players=[row.player for row in returning.known_players if row.value in values],
            names=[person.name for person in returning.new_people if person.value in values],
            by=require_user(request),
            key=form.cleaned_data["key"],
        )
        return ""

    def show(refusal: Refusal | None = None) -> HttpResponse:
        context = {
            "event": event,
            "tabs": make_desk_tabs(event, "desk-entries"),
            "returning": returning,
            "withdrawn_names": list_withdrawn_names(event, {row.name for row in returning.known_players}),
            "selected": request.POST.getlist("players") if form.is_bound else returning.first_selected,
            "key": form["key"].value() or new_key(),
            "unread": request.method == "POST" and not form.is_valid(),
            "refusal": make_refusal_message(refusal) if refusal else None,
        }
        return render(request, "tournaments/play/tournaments/returning_players.html", context)

    return answer_form(request, form, run, render_page=show, next_url=event_url("desk", event))

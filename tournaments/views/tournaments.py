"""Tournaments: further events, the stages of an event, and weekly tournaments.

A weekly tournament is a `WeeklyNight`, called a night here.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms as django_forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from matches.models import User
from matches.refusal_statuses import get_status as status_of_refusal
from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments import registry
from tournaments.forms import clubs as forms
from tournaments.forms import desk as desk_forms
from tournaments.forms import plans as plan_forms
from tournaments.forms.desk import new_key
from tournaments.forms.plans import (
    ADD,
    DROP,
    FORMAT,
    LENGTHS_BY_ROUND,
    SHAPE,
    FormatForm,
    NewEventForm,
    PlanChangeForm,
)
from tournaments.forms.teams import EntryTypeForm
from tournaments.messages.names import EVENT_FORMAT_TEXTS
from tournaments.models import Club, Event, EventStatus, Tournament, WeeklyNight
from tournaments.permissions import may_direct
from tournaments.queries import entries as entry_queries
from tournaments.queries import events
from tournaments.queries import stages as stage_queries
from tournaments.queries import tournaments as tournament_queries
from tournaments.queries import weekly_nights as weekly_night_queries
from tournaments.queries.stages import EventPlan, PlannedStage
from tournaments.registry import PageSection
from tournaments.services import draws, entries, weekly_nights
from tournaments.services.tournaments import add_side_event
from tournaments.views.clubs import club_page_context
from tournaments.views.decorators import director_view, event_url, get_club, get_tournament, require_user
from tournaments.views.desk import stage_links
from tournaments.views.desk_actions import command_arguments
from tournaments.views.navigation import make_desk_tabs, make_tournament_tabs
from tournaments.views.responses import BAD_REQUEST, response_status, see_other

StageAction = Callable[[HttpRequest, Event, PlanChangeForm], str]


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
    return render(request, "tournaments/add_event.html", context, status=status)


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
        "key": desk_forms.new_key(),
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
    return render(request, "tournaments/plan.html", context, status=status)


WeeklyTournamentAction = Callable[[HttpRequest, WeeklyNight], HttpResponse | str]
SHOWN_DAYS = 4


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def weekly_tournaments(request: HttpRequest, club: str) -> HttpResponse:
    """Show the weekly tournaments of a club with their next days, and add another one (POST)."""
    directed_club = _get_directed_club(request, club)
    parts = _night_forms(request)
    refusal: Refusal | None = None
    if request.method == "POST" and _are_valid(parts):
        try:
            night = weekly_nights.save_night(
                club=directed_club, template=forms.build_template(*parts), by=require_user(request)
            )
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(
                request, gettext("“%(name)s” is now a weekly tournament.") % {"name": night.name}
            )
            return see_other(reverse("weekly-tournaments", args=[directed_club.slug]))
    return _nights_page(request, directed_club, parts, refusal)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_weekly_tournament(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """Change a weekly tournament from now on."""
    directed_club = _get_directed_club(request, club)
    row = _get_night(directed_club, night)
    if row.ended_at is not None:
        raise Http404
    data = request.POST or None
    form = forms.WeeklyNightChangeForm(data, initial=forms.WeeklyNightChangeForm.initial_values(row))
    format_form, entry_form = (
        FormatForm(data, initial=forms.get_format_initial(row)),
        EntryTypeForm(data, initial=forms.get_entry_type_initial(row)),
    )
    extension_forms = forms.make_extension_forms(data, row)
    refusal: Refusal | None = None
    if _are_valid((form, format_form, entry_form, extension_forms)):
        try:
            require_unchanged(request.POST, form, *extension_forms.values())
            if form.cleaned_data["anew"]:
                require_unchanged(request.POST, format_form, entry_form)
            template = forms.build_changed_template(row, form, format_form, entry_form, extension_forms)
            changed_night = weekly_nights.change_night(night=row, template=template, by=require_user(request))
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, gettext("“%(name)s” changed.") % {"name": changed_night.name})
            return see_other(reverse("weekly-tournaments", args=[directed_club.slug]))
    parts = {"form": form, "format": format_form, "entry_form": entry_form}
    invalid_form = next((each for each in (*parts.values(), *extension_forms.values()) if each.errors), form)
    context = {
        **club_page_context(request, directed_club, "club"),
        **parts,
        "night": row,
        "extras": extension_forms.values(),
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
    }
    status = response_status(refusal, invalid_form)
    return render(request, "clubs/weekly_tournament.html", context, status=status)


@login_required
@require_POST
def act_on_weekly_tournament(request: HttpRequest, club: str, night: int, action_name: str) -> HttpResponse:
    """Run an action on a weekly tournament."""
    directed_club = _get_directed_club(request, club)
    row = _get_night(directed_club, night)
    if action_name not in WEEKLY_TOURNAMENT_ACTIONS:
        raise Http404
    try:
        outcome = WEEKLY_TOURNAMENT_ACTIONS[action_name](request, row)
    except Refusal as refusal:
        return _nights_page(request, directed_club, _night_forms(None), refusal)
    if isinstance(outcome, HttpResponse):
        return outcome
    messages.success(request, outcome)
    return see_other(reverse("weekly-tournaments", args=[directed_club.slug]))


@login_required
@require_POST
def make_weekly(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Repeat a tournament weekly."""
    directed_club = _get_directed_club(request, club)
    tournament_row = get_tournament(request, club, tournament)
    try:
        night = weekly_nights.save_night_from_tournament(tournament=tournament_row, by=require_user(request))
    except Refusal as refusal:
        return _nights_page(request, directed_club, _night_forms(None), refusal)
    messages.success(request, gettext("“%(name)s” is now a weekly tournament.") % {"name": night.name})
    return see_other(reverse("weekly-tournaments", args=[directed_club.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def regulars(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter players chosen from those who often play in the weekly tournament."""
    if event.status != EventStatus.DRAFT or event.takes not in ("", "players"):
        raise Http404
    rows = weekly_night_queries.get_regulars(event)
    codes = [row.player.code for row in rows]
    form = forms.RegularPlayersForm(request.POST or None, codes=codes)
    refusal: Refusal | None = None
    if form.is_valid():
        player_codes = set(form.cleaned_data["players"])
        selected_players = [row.player for row in rows if row.player.code in player_codes]
        try:
            entries.enter_players(
                event=event, players=selected_players, by=require_user(request), key=form.cleaned_data["key"]
            )
        except Refusal as refused:
            refusal = refused
        else:
            return see_other(event_url("desk", event))
    context = {
        "event": event,
        "tabs": make_desk_tabs(event, "desk-entries"),
        "regulars": rows,
        "key": form["key"].value() or new_key(),
        "unread": request.method == "POST" and not form.is_valid(),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    status = status_of_refusal(refusal) if refusal else BAD_REQUEST if context["unread"] else 200
    return render(request, "clubs/returning_players.html", context, status=status)


def _nights_page(
    request: HttpRequest, club: Club, parts: tuple[Any, ...], refusal: Refusal | None
) -> HttpResponse:
    now, nights = timezone.now(), weekly_night_queries.get_nights(club)
    coming_nights, current_tournaments = (
        weekly_night_queries.get_upcoming(club, now),
        weekly_night_queries.get_current_tournaments(nights, now),
    )
    night_rows = [
        {
            "night": night,
            "days": [one for one in coming_nights if one.night == night][:SHOWN_DAYS],
            "is_tonight": weekly_night_queries.is_current(night, now),
            "tournament": current_tournaments.get(night.pk),
        }
        for night in nights
    ]
    form, format_form, entry_form, extension_forms = parts
    is_invalid = any(
        part.is_bound and part.errors for part in (form, format_form, entry_form, *extension_forms.values())
    )
    context = {
        "nights": night_rows,
        "latest": weekly_night_queries.get_tournaments_to_repeat(club),
        "form": form,
        "format": format_form,
        "entry_form": entry_form,
        "extras": extension_forms.values(),
        "is_open": is_invalid or not night_rows,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": reverse("weekly-tournaments", args=[club.slug]),
    }
    status = status_of_refusal(refusal) if refusal else BAD_REQUEST if is_invalid else 200
    page_context = {**club_page_context(request, club, "club"), **context}
    return render(request, "clubs/weekly_tournaments.html", page_context, status=status)


def _night_forms(
    request: HttpRequest | None,
) -> tuple[forms.WeeklyNightForm, FormatForm, EntryTypeForm, dict[str, django_forms.Form]]:
    data = request.POST or None if request is not None else None
    return (
        forms.WeeklyNightForm(data, initial=forms.WeeklyNightForm.get_initial()),
        FormatForm(data, initial=FormatForm.get_initial()),
        EntryTypeForm(data, initial=EntryTypeForm.get_initial()),
        forms.make_extension_forms(data),
    )


def _are_valid(
    parts: tuple[forms.WeeklyNightForm, FormatForm, EntryTypeForm, dict[str, django_forms.Form]],
) -> bool:
    """Return whether all forms are valid; all are validated, so that all errors are shown."""
    *single_forms, extension_forms = parts
    return False not in [form.is_valid() for form in (*single_forms, *extension_forms.values())]


def _get_directed_club(request: HttpRequest, club: str) -> Club:
    directed_club = get_club(club)
    if not may_direct(require_user(request), directed_club):
        raise Http404
    return directed_club


def _get_night(club: Club, key: int) -> WeeklyNight:
    """Return a night of the club, or raise 404."""
    return get_object_or_404(WeeklyNight.objects.select_related("club__desk"), club=club, pk=key)


def _start_night(request: HttpRequest, night: WeeklyNight) -> HttpResponse:
    tournament = weekly_nights.start_night(night=night, by=require_user(request), now=timezone.now())
    return see_other(_next_url(tournament))


def _next_url(tournament: Tournament) -> str:
    """Return the URL of the regulars' page of the first event if useful, else of its desk."""
    event = tournament.events.select_related("tournament__club").order_by("id")[0]
    is_to_fill = event.status == EventStatus.DRAFT and event.takes in ("", "players")
    return event_url(
        "desk-regulars" if is_to_fill and weekly_night_queries.get_regulars(event) else "desk", event
    )


def _skip_night(request: HttpRequest, night: WeeklyNight) -> str:
    data = _skip_data(request)
    weekly_nights.skip_night(night=night, day=data["day"], reason=data["reason"], by=require_user(request))
    return gettext("Week skipped.")


def _restore_night(request: HttpRequest, night: WeeklyNight) -> str:
    weekly_nights.restore_night(night=night, day=_skip_data(request)["day"], by=require_user(request))
    return gettext("Week reinstated.")


def _end_night(request: HttpRequest, night: WeeklyNight) -> str:
    weekly_nights.end_night(night=night, by=require_user(request))
    return gettext("“%(name)s” is no longer a weekly tournament.") % {"name": night.name}


def _skip_data(request: HttpRequest) -> dict[str, Any]:
    form = forms.SkipDayForm(request.POST)
    if not form.is_valid():
        raise Refusal("night_not_that_day", day=request.POST.get("day", "")[:20])
    return form.cleaned_data


WEEKLY_TOURNAMENT_ACTIONS: Mapping[str, WeeklyTournamentAction] = {
    "start": _start_night,
    "skip": _skip_night,
    "restore": _restore_night,
    "end": _end_night,
}

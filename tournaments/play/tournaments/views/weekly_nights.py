"""Weekly tournaments of a club."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms as django_forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from matches.refusal_statuses import get_status as status_of_refusal
from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Club, EventStatus, Tournament, WeeklyNight
from tournaments.permissions import may_direct
from tournaments.play.draws.plan_forms import FormatForm
from tournaments.play.teams.forms import EntryTypeForm
from tournaments.play.tournaments import weekly_night_forms as forms
from tournaments.play.tournaments.queries import weekly_nights as weekly_night_queries
from tournaments.play.tournaments.services import weekly_nights
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import event_url, get_club, get_tournament, require_user
from tournaments.web.responses import BAD_REQUEST, response_status, see_other

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
                club=directed_club,
                template=forms.build_template(*parts),
                by=require_user(request),
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
    return render(request, "tournaments/play/tournaments/weekly_tournament.html", context, status=status)


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
    return render(
        request, "tournaments/play/tournaments/weekly_tournaments.html", page_context, status=status
    )


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

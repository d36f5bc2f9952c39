"""Weekly tournaments of a club."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from matches.seen_values import require_unchanged
from matches.views.errors import render_refusal
from rules.errors import Refusal
from tournaments.models import Club, EventStatus, Tournament, WeeklyNight
from tournaments.permissions import may_direct
from tournaments.play.draws.plan_forms import FormatForm
from tournaments.play.teams.forms import EntryTypeForm
from tournaments.play.tournaments import weekly_night_forms as forms
from tournaments.play.tournaments.queries import weekly_nights as weekly_night_queries
from tournaments.play.tournaments.queries.expected_players import get_open_lists, is_of_today
from tournaments.play.tournaments.queries.returning_players import has_returning_players
from tournaments.play.tournaments.services import tonight, weekly_nights
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import event_url, get_club, get_tournament, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.responses import see_other

WeeklyTournamentAction = Callable[[HttpRequest, WeeklyNight], HttpResponse | str]
NightForms = tuple[forms.WeeklyNightForm, FormatForm, EntryTypeForm, dict[str, Form]]
SHOWN_DAYS = 4


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def weekly_tournaments(request: HttpRequest, club: str) -> HttpResponse:
    """Show the weekly tournaments of a club with their next days, and add another one (POST)."""
    directed_club = _get_directed_club(request, club)
    parts = _night_forms(request)

    def run() -> str:
        template = forms.build_template(*parts)
        night = weekly_nights.save_night(club=directed_club, template=template, by=require_user(request))
        return gettext("“%(name)s” is now a weekly tournament.") % {"name": night.name}

    return _answer(request, directed_club, run, parts)


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

    def run() -> str:
        require_unchanged(request.POST, form, *extension_forms.values())
        if form.cleaned_data["anew"]:
            require_unchanged(request.POST, format_form, entry_form)
        template = forms.build_changed_template(row, form, format_form, entry_form, extension_forms)
        changed_night = weekly_nights.change_night(night=row, template=template, by=require_user(request))
        return gettext("“%(name)s” changed.") % {"name": changed_night.name}

    context = {
        **club_page_context(request, directed_club, "club"),
        **{"form": form, "format": format_form, "entry_form": entry_form},
        "night": row,
        "extras": extension_forms.values(),
        "page_url": request.path,
    }
    template_name = "tournaments/play/tournaments/weekly_tournament.html"
    return answer_form(
        request,
        (form, format_form, entry_form, *extension_forms.values()),
        run,
        render_page=partial(render_refusal, request, template_name, context),
        next_url=reverse("weekly-tournaments", args=[directed_club.slug]),
    )


@login_required
@require_POST
def act_on_weekly_tournament(request: HttpRequest, club: str, night: int, action_name: str) -> HttpResponse:
    """Run an action on a weekly tournament."""
    directed_club = _get_directed_club(request, club)
    row = _get_night(directed_club, night)
    if action_name not in WEEKLY_TOURNAMENT_ACTIONS:
        raise Http404
    return _answer(request, directed_club, lambda: WEEKLY_TOURNAMENT_ACTIONS[action_name](request, row))


@login_required
@require_POST
def make_weekly(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Repeat a tournament weekly."""
    directed_club = _get_directed_club(request, club)
    tournament_row = get_tournament(request, club, tournament)

    def run() -> str:
        night = weekly_nights.save_night_from_tournament(tournament=tournament_row, by=require_user(request))
        return gettext("“%(name)s” is now a weekly tournament.") % {"name": night.name}

    return _answer(request, directed_club, run)


@login_required
@require_POST
def start_now(request: HttpRequest, club: str) -> HttpResponse:
    """Start tonight's tournament with the usual settings of the club, and go to its names."""
    directed_club = _get_directed_club(request, club)

    def run() -> HttpResponse:
        tournament = tonight.start_tonight(
            club=directed_club, name=gettext("Club night"), by=require_user(request), now=timezone.now()
        )
        return see_other(_next_url(tournament))

    return _answer(request, directed_club, run)


def _answer(
    request: HttpRequest, club: Club, run: Callable[[], HttpResponse | str], parts: NightForms | None = None
) -> HttpResponse:
    """Run an action of the page of weekly tournaments, of the forms in `parts` if it has any."""
    *single_forms, extension_forms = parts or ({},)
    return answer_form(
        request,
        (*single_forms, *extension_forms.values()),
        run,
        render_page=partial(_nights_page, request, club, parts or _night_forms(None)),
        next_url=reverse("weekly-tournaments", args=[club.slug]),
    )


def _nights_page(
    request: HttpRequest, club: Club, parts: NightForms, refusal: Refusal | None = None
) -> HttpResponse:
    now, nights = timezone.now(), weekly_night_queries.get_nights(club)
    coming_nights, current_tournaments = (
        weekly_night_queries.get_upcoming(club, now),
        weekly_night_queries.get_current_tournaments(nights, now),
    )
    open_lists = get_open_lists(club, coming_nights, now)
    night_rows = [
        {
            "night": night,
            "days": [one for one in coming_nights if one.night == night][:SHOWN_DAYS],
            "is_tonight": weekly_night_queries.is_current(night, now),
            "tournament": current_tournaments.get(night.pk),
            "expected": open_lists.get(night.pk),
            "closes_list": night.pk in open_lists and is_of_today(open_lists[night.pk], now),
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
        "page_url": reverse("weekly-tournaments", args=[club.slug]),
    }
    page_context = {**club_page_context(request, club, "club"), **context}
    template = "tournaments/play/tournaments/weekly_tournaments.html"
    return render_refusal(request, template, page_context, refusal)


def _night_forms(request: HttpRequest | None) -> NightForms:
    data = request.POST or None if request is not None else None
    return (
        forms.WeeklyNightForm(data, initial=forms.WeeklyNightForm.get_initial()),
        FormatForm(data, initial=FormatForm.get_initial()),
        EntryTypeForm(data, initial=EntryTypeForm.get_initial()),
        forms.make_extension_forms(data),
    )


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
    """Return the URL of the page of returning players of the first event if useful, else of its desk."""
    event = tournament.events.select_related("tournament__club").order_by("id")[0]
    is_to_fill = event.status == EventStatus.DRAFT and event.takes in ("", "players")
    return event_url("desk-regulars" if is_to_fill and has_returning_players(event) else "desk", event)


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

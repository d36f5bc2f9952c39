"""Weekly tournaments of a club: creating, starting, skipping and ending them; regular players."""

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

from matches.refusals import status_of as status_of_refusal
from matches.views.refusals import told
from rules.errors import Refusal
from tournaments.forms import nights as forms
from tournaments.forms.desk import new_key
from tournaments.forms.plans import Format
from tournaments.forms.teams import Taking
from tournaments.models import Club, Event, EventStatus, Tournament, WeeklyNight
from tournaments.permissions import may_direct
from tournaments.queries import weekly
from tournaments.services import entries, nights
from tournaments.views.answers import UNREADABLE, see, status_of
from tournaments.views.clubs import frame_of
from tournaments.views.doors import address, club_at, director, evening_at, for_directors

Deed = Callable[[HttpRequest, WeeklyNight], HttpResponse | str]
SHOWN = 4


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, club: str) -> HttpResponse:
    """The weekly nights of a club with the days to come, and a form for another one."""
    directed_club = _for_directors(request, club)
    parts = _parts(request)
    refusal: Refusal | None = None
    if request.method == "POST" and _are_read(parts):
        try:
            night = nights.keep(club=directed_club, template=forms.template_of(*parts), by=director(request))
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(
                request, gettext("“%(name)s” is now a weekly tournament.") % {"name": night.name}
            )
            return see(reverse("nights", args=[directed_club.slug]))
    return _page(request, directed_club, parts, refusal)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """A weekly night as it is kept, to be played otherwise from now on."""
    directed_club = _for_directors(request, club)
    row = _night(directed_club, night)
    if row.ended_at is not None:
        raise Http404
    data = request.POST or None
    form = forms.Changing(data, initial=forms.Changing.told(row))
    format_form, entry_form = (
        Format(data, initial=Format.proposal()),
        Taking(data, initial=Taking.proposal()),
    )
    extras = forms.extension_forms(data, row)
    refusal: Refusal | None = None
    if _are_read((form, format_form, entry_form, extras)):
        try:
            template = forms.changed_template(row, form, format_form, entry_form, extras)
            changed_night = nights.change(night=row, template=template, by=director(request))
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, gettext("“%(name)s” changed.") % {"name": changed_night.name})
            return see(reverse("nights", args=[directed_club.slug]))
    parts = {"form": form, "format": format_form, "taking": entry_form}
    faulty = next((each for each in (*parts.values(), *extras.values()) if each.errors), form)
    context = {
        "night": row,
        **parts,
        "extras": extras.values(),
        "refusal": told(refusal) if refusal else None,
        "here": request.path,
    }
    status = status_of(refusal, faulty)
    return render(
        request, "clubs/night.html", {**frame_of(request, directed_club, "club"), **context}, status=status
    )


@login_required
@require_POST
def act(request: HttpRequest, club: str, night: int, deed: str) -> HttpResponse:
    """One deed upon a weekly night."""
    directed_club = _for_directors(request, club)
    row = _night(directed_club, night)
    if deed not in DEEDS:
        raise Http404
    try:
        outcome = DEEDS[deed](request, row)
    except Refusal as refusal:
        return _page(request, directed_club, _parts(None), refusal)
    if isinstance(outcome, HttpResponse):
        return outcome
    messages.success(request, outcome)
    return see(reverse("nights", args=[directed_club.slug]))


@login_required
@require_POST
def keep(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """Make a tournament weekly."""
    directed_club = _for_directors(request, club)
    tournament = evening_at(club, evening)
    try:
        night = nights.keep_from(tournament=tournament, by=director(request))
    except Refusal as refusal:
        return _page(request, directed_club, _parts(None), refusal)
    messages.success(request, gettext("“%(name)s” is now a weekly tournament.") % {"name": night.name})
    return see(reverse("nights", args=[directed_club.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
@for_directors
def regulars(request: HttpRequest, event: Event) -> HttpResponse:
    """Who came to the latest evenings: chosen with a touch, they are entered."""
    if event.status != EventStatus.DRAFT or event.takes not in ("", "players"):
        raise Http404
    rows = weekly.regulars(event)
    codes = [row.player.code for row in rows]
    form = forms.Regulars(request.POST or None, codes=codes)
    refusal: Refusal | None = None
    if form.is_valid():
        player_codes = set(form.cleaned_data["players"])
        selected_players = [row.player for row in rows if row.player.code in player_codes]
        try:
            entries.enter_players(
                event=event, players=selected_players, by=director(request), key=form.cleaned_data["key"]
            )
        except Refusal as refused:
            refusal = refused
        else:
            return see(address("desk", event))
    context = {
        "event": event,
        "regulars": rows,
        "key": form["key"].value() or new_key(),
        "unread": request.method == "POST" and not form.is_valid(),
        "refusal": told(refusal) if refusal else None,
    }
    status = status_of_refusal(refusal) if refusal else UNREADABLE if context["unread"] else 200
    return render(request, "clubs/regulars.html", context, status=status)


def _page(request: HttpRequest, club: Club, parts: tuple[Any, ...], refusal: Refusal | None) -> HttpResponse:
    now, weekly_nights = timezone.now(), weekly.nights_of(club)
    coming_nights, current_tournaments = weekly.coming(club, now), weekly.tonight(weekly_nights, now)
    night_rows = [
        {
            "night": night,
            "days": [one for one in coming_nights if one.night == night][:SHOWN],
            "is_tonight": weekly.is_on(night, now),
            "evening": current_tournaments.get(night.pk),
        }
        for night in weekly_nights
    ]
    form, format_form, entry_form, extras = parts
    is_faulty = any(
        part.is_bound and part.errors for part in (form, format_form, entry_form, *extras.values())
    )
    context = {
        "nights": night_rows,
        "latest": weekly.not_weekly(club),
        "form": form,
        "format": format_form,
        "taking": entry_form,
        "extras": extras.values(),
        "is_open": is_faulty or not night_rows,
        "refusal": told(refusal) if refusal else None,
        "here": reverse("nights", args=[club.slug]),
    }
    status = status_of_refusal(refusal) if refusal else UNREADABLE if is_faulty else 200
    return render(request, "clubs/nights.html", {**frame_of(request, club, "club"), **context}, status=status)


def _parts(
    request: HttpRequest | None,
) -> tuple[forms.Night, Format, Taking, dict[str, django_forms.Form]]:
    data = request.POST or None if request is not None else None
    return (
        forms.Night(data, initial=forms.Night.proposal()),
        Format(data, initial=Format.proposal()),
        Taking(data, initial=Taking.proposal()),
        forms.extension_forms(data),
    )


def _are_read(parts: tuple[forms.Night, Format, Taking, dict[str, django_forms.Form]]) -> bool:
    """Whether every form is valid; all of them are validated, so that all their errors are shown."""
    *single_forms, extras = parts
    return False not in [form.is_valid() for form in (*single_forms, *extras.values())]


def _for_directors(request: HttpRequest, club: str) -> Club:
    directed_club = club_at(club)
    if not may_direct(director(request), directed_club):
        raise Http404
    return directed_club


def _night(club: Club, key: int) -> WeeklyNight:
    """A night of the club, or 404."""
    return get_object_or_404(WeeklyNight.objects.select_related("club__desk"), club=club, pk=key)


def _start(request: HttpRequest, night: WeeklyNight) -> HttpResponse:
    tournament = nights.start(night=night, by=director(request), now=timezone.now())
    return see(_first_step(tournament))


def _first_step(tournament: Tournament) -> str:
    """The regulars of the first event where there may be any, else its desk."""
    event = tournament.events.select_related("tournament__club").order_by("id")[0]
    is_to_fill = event.status == EventStatus.DRAFT and event.takes in ("", "players")
    return address("desk-regulars" if is_to_fill and weekly.regulars(event) else "desk", event)


def _skip(request: HttpRequest, night: WeeklyNight) -> str:
    data = _day(request)
    nights.skip(night=night, day=data["day"], reason=data["reason"], by=director(request))
    return gettext("Week skipped.")


def _restore(request: HttpRequest, night: WeeklyNight) -> str:
    nights.restore(night=night, day=_day(request)["day"], by=director(request))
    return gettext("Week reinstated.")


def _end(request: HttpRequest, night: WeeklyNight) -> str:
    nights.end(night=night, by=director(request))
    return gettext("“%(name)s” is no longer a weekly tournament.") % {"name": night.name}


def _day(request: HttpRequest) -> dict[str, Any]:
    form = forms.Skipping(request.POST)
    if not form.is_valid():
        raise Refusal("night_not_that_day", day=request.POST.get("day", "")[:20])
    return form.cleaned_data


DEEDS: Mapping[str, Deed] = {"start": _start, "skip": _skip, "restore": _restore, "end": _end}

"""Weekly nights of a club: what is kept, started and skipped; the regulars of an evening."""

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
    found = _for_directors(request, club)
    parts = _parts(request)
    refusal: Refusal | None = None
    if request.method == "POST" and _are_read(parts):
        try:
            night = nights.keep(club=found, template=forms.template_of(*parts), by=director(request))
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(
                request, gettext("“%(name)s” is now a weekly tournament.") % {"name": night.name}
            )
            return see(reverse("nights", args=[found.slug]))
    return _page(request, found, parts, refusal)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """A weekly night as it is kept, to be played otherwise from now on."""
    found = _for_directors(request, club)
    row = _night(found, night)
    if row.ended_at is not None:
        raise Http404
    data = request.POST or None
    form = forms.Changing(data, initial=forms.Changing.told(row))
    chosen, taking = (
        Format(data, initial=Format.proposal()),
        Taking(data, initial=Taking.proposal()),
    )
    extras = forms.extension_forms(data, row)
    refusal: Refusal | None = None
    if _are_read((form, chosen, taking, extras)):
        try:
            template = forms.changed_template(row, form, chosen, taking, extras)
            kept = nights.change(night=row, template=template, by=director(request))
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, gettext("“%(name)s” changed.") % {"name": kept.name})
            return see(reverse("nights", args=[found.slug]))
    parts = {"form": form, "format": chosen, "taking": taking}
    faulty = next((each for each in (*parts.values(), *extras.values()) if each.errors), form)
    context = {
        "night": row,
        **parts,
        "extras": extras.values(),
        "refusal": told(refusal) if refusal else None,
        "here": request.path,
    }
    status = status_of(refusal, faulty)
    return render(request, "clubs/night.html", {**frame_of(request, found, "club"), **context}, status=status)


@login_required
@require_POST
def act(request: HttpRequest, club: str, night: int, deed: str) -> HttpResponse:
    """One deed upon a weekly night."""
    found = _for_directors(request, club)
    row = _night(found, night)
    if deed not in DEEDS:
        raise Http404
    try:
        said = DEEDS[deed](request, row)
    except Refusal as refusal:
        return _page(request, found, _parts(None), refusal)
    if isinstance(said, HttpResponse):
        return said
    messages.success(request, said)
    return see(reverse("nights", args=[found.slug]))


@login_required
@require_POST
def keep(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """Keep an evening as what is played every week."""
    found = _for_directors(request, club)
    tournament = evening_at(club, evening)
    try:
        night = nights.keep_from(tournament=tournament, by=director(request))
    except Refusal as refusal:
        return _page(request, found, _parts(None), refusal)
    messages.success(request, gettext("“%(name)s” is now a weekly tournament.") % {"name": night.name})
    return see(reverse("nights", args=[found.slug]))


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
        chosen = set(form.cleaned_data["players"])
        found = [row.player for row in rows if row.player.code in chosen]
        try:
            entries.enter_players(
                event=event, players=found, by=director(request), key=form.cleaned_data["key"]
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
    now, kept = timezone.now(), weekly.nights_of(club)
    told_of, held_now = weekly.coming(club, now), weekly.tonight(kept, now)
    held = [
        {
            "night": night,
            "days": [one for one in told_of if one.night == night][:SHOWN],
            "is_tonight": weekly.is_on(night, now),
            "evening": held_now.get(night.pk),
        }
        for night in kept
    ]
    form, chosen, taking, extras = parts
    is_faulty = any(part.is_bound and part.errors for part in (form, chosen, taking, *extras.values()))
    context = {
        "nights": held,
        "latest": weekly.not_weekly(club),
        "form": form,
        "format": chosen,
        "taking": taking,
        "extras": extras.values(),
        "is_open": is_faulty or not held,
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
    *own, extras = parts
    return False not in [form.is_valid() for form in (*own, *extras.values())]


def _for_directors(request: HttpRequest, club: str) -> Club:
    found = club_at(club)
    if not may_direct(director(request), found):
        raise Http404
    return found


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
    said = _day(request)
    nights.skip(night=night, day=said["day"], reason=said["reason"], by=director(request))
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

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
from tournaments.draws.plan import payload
from tournaments.forms import clubs as club_forms
from tournaments.forms.desk import new_key
from tournaments.forms.plans import Format
from tournaments.forms.teams import Taking
from tournaments.models import Club, Event, EventStatus, Tournament, WeeklyNight
from tournaments.permissions import may_direct
from tournaments.prizes.sharing import PLACE
from tournaments.queries import weekly
from tournaments.services import entries, nights
from tournaments.views.answers import UNREADABLE, see
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
            night = nights.keep(club=found, template=_template(*parts), by=director(request))
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, gettext("“%(name)s” is played every week.") % {"name": night.name})
            return see(reverse("nights", args=[found.slug]))
    return _page(request, found, parts, refusal)


@login_required
@require_POST
def act(request: HttpRequest, club: str, night: int, deed: str) -> HttpResponse:
    """One deed upon a weekly night."""
    found = _for_directors(request, club)
    row = get_object_or_404(WeeklyNight.objects.select_related("club__desk"), club=found, pk=night)
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
    messages.success(request, gettext("“%(name)s” is played every week.") % {"name": night.name})
    return see(reverse("nights", args=[found.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
@for_directors
def regulars(request: HttpRequest, event: Event) -> HttpResponse:
    """Who came to the latest evenings: chosen with a touch, they are entered."""
    if event.status != EventStatus.DRAFT or event.takes not in ("", "players"):
        raise Http404
    rows = weekly.regulars(event)
    codes = [row.player.code for row in rows]
    form = club_forms.Regulars(request.POST or None, codes=codes)
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
    now = timezone.now()
    told_of = weekly.coming(club, now)
    held = [
        {
            "night": night,
            "days": [one for one in told_of if one.night == night][:SHOWN],
            "is_tonight": timezone.localdate(now).weekday() == night.weekday,
            "evening": weekly.held_on(night, timezone.localdate(now)),
        }
        for night in weekly.nights_of(club)
    ]
    form, chosen, taking = parts
    is_faulty = any(part.is_bound and part.errors for part in parts)
    context = {
        "nights": held,
        "latest": weekly.not_weekly(club),
        "form": form,
        "format": chosen,
        "taking": taking,
        "is_open": is_faulty or not held,
        "refusal": told(refusal) if refusal else None,
        "here": reverse("nights", args=[club.slug]),
    }
    status = status_of_refusal(refusal) if refusal else UNREADABLE if is_faulty else 200
    return render(request, "clubs/nights.html", {**frame_of(request, club, "club"), **context}, status=status)


def _parts(request: HttpRequest | None) -> tuple[club_forms.Night, Format, Taking]:
    data = request.POST or None if request is not None else None
    return (
        club_forms.Night(data, initial=club_forms.Night.proposal()),
        Format(data, initial=Format.proposal()),
        Taking(data, initial=Taking.proposal()),
    )


def _are_read(parts: tuple[django_forms.Form, ...]) -> bool:
    """Whether every part reads well; all of them are asked, so that all their faults are shown."""
    return [part.is_valid() for part in parts] == [True] * len(parts)


def _template(form: club_forms.Night, chosen: Format, taking: Taking) -> nights.Template:
    said, formed = form.cleaned_data, taking.formed()
    fee = {
        "kind": "entry",
        "name": "",
        "fee": said["fee"],
        "registration": 0,
        "returned": 100,
        "added": 0,
        "unit": 1,
        "sharing": PLACE,
        "template": "winner",
        "parts": {},
        "is_open": True,
        "is_shown": False,
    }
    event = {
        "name": "",
        "lengths": [chosen.cleaned_data["length"][0], chosen.cleaned_data["consolation_length"][0]],
        "plan": payload(chosen.plan()),
        "formed": weekly.formed_data(formed) if formed is not None else None,
        "funds": [fee] if said["fee"] else [],
    }
    return nights.Template(
        name=said["name"],
        weekday=said["weekday"],
        begins=said["begins"],
        tables=said["tables"],
        policy=said["policy"],
        currency=said["currency"] if said["fee"] else "",
        events=[event],
    )


def _for_directors(request: HttpRequest, club: str) -> Club:
    found = club_at(club)
    if not may_direct(director(request), found):
        raise Http404
    return found


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
    return gettext("That week is left out.")


def _restore(request: HttpRequest, night: WeeklyNight) -> str:
    nights.restore(night=night, day=_day(request)["day"], by=director(request))
    return gettext("That week is played.")


def _end(request: HttpRequest, night: WeeklyNight) -> str:
    nights.end(night=night, by=director(request))
    return gettext("“%(name)s” is not played every week any more.") % {"name": night.name}


def _day(request: HttpRequest) -> dict[str, Any]:
    form = club_forms.Skipping(request.POST)
    if not form.is_valid():
        raise Refusal("night_not_that_day", day=request.POST.get("day", "")[:20])
    return form.cleaned_data


DEEDS: Mapping[str, Deed] = {"start": _start, "skip": _skip, "restore": _restore, "end": _end}

"""The desk of a league: divisions before it begins, matches nobody played, play-offs, the next season."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import TypeVar

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from matches.refusals import status_of
from matches.views.refusals import told
from rules.errors import Refusal
from tournaments.forms import leagues as forms
from tournaments.forms.desk import Acting, new_key
from tournaments.models import Event, EventStatus
from tournaments.queries import leagues as facts
from tournaments.services import league_desk, leagues
from tournaments.views.acting import signature
from tournaments.views.answers import UNREADABLE, see
from tournaments.views.doors import address, director, for_directors
from tournaments.views.events import tabs
from tournaments.views.leagues import league_at

Deed = Callable[[HttpRequest, Event], str]
BEFORE = (EventStatus.DRAFT, EventStatus.DRAWN)


@require_safe
@for_directors
def show(request: HttpRequest, event: Event) -> HttpResponse:
    """What waits for the desk in this league."""
    return page(request, event)


@require_POST
@for_directors
def act(request: HttpRequest, event: Event, deed: str) -> HttpResponse:
    """One deed of the desk; a refusal shows the desk, unchanged."""
    league_at(event)
    done = DEEDS.get(deed)
    if done is None:
        raise Http404
    try:
        said = done(request, event)
    except Refusal as refusal:
        return page(request, event, refusal)
    except _UnreadableError:
        return page(request, event, status=UNREADABLE)
    messages.success(request, said)
    return see(address("desk-league", event))


@require_POST
@for_directors
def start_next(request: HttpRequest, event: Event) -> HttpResponse:
    """Start the next season with the divisions this one ends in, as seen and perhaps changed by hand."""
    league, form = league_at(event), forms.Placement(request.POST)
    form.is_valid()
    try:
        fresh = leagues.start_next(league=league, by=director(request), where=form.where())
    except Refusal as refusal:
        return page(request, event, refusal)
    answer: HttpResponseRedirect = see(address("desk-league", fresh.event))
    messages.success(request, gettext("%(name)s is ready to begin.") % {"name": fresh.event.name})
    return answer


def page(
    request: HttpRequest, event: Event, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """The desk of a league, with a refusal or without."""
    event.refresh_from_db()
    league = league_at(event)
    found = facts.page_of(league, timezone.localdate())
    span = {"starts_on": league.starts_on, "ends_on": league.ends_on, "pace": league.pace}
    context = {
        "page": found,
        "event": event,
        "is_director": True,
        "tabs": tabs(event, "league", is_director=True),
        "topics": f"event:{event.pk}",
        "before": event.status in BEFORE,
        "over": event.status == EventStatus.FINISHED,
        "span": forms.Span(initial=span),
        "key": new_key(),
        "today": timezone.localdate(),
        "later": timezone.localdate() + timedelta(days=14),
        "refusal": told(refusal) if refusal else None,
        "unread": status == UNREADABLE,
    }
    code = status_of(refusal) if refusal else status
    return render(request, "leagues/desk.html", context, status=code)


class _UnreadableError(Exception):
    """A form that does not read."""


AnyForm = TypeVar("AnyForm", bound=Form)


def _read(form: AnyForm) -> AnyForm:
    if not form.is_valid():
        raise _UnreadableError
    return form


def _place(request: HttpRequest, event: Event) -> str:
    form = _read(forms.Placement(request.POST))
    asked = signature(request, form)
    leagues.place(event=event, where=form.where(), by=asked["by"], version=asked["version"])
    return gettext("The divisions are as you put them.")


def _span(request: HttpRequest, event: Event) -> str:
    form = _read(forms.Span(request.POST))
    leagues.reschedule(event=event, span=form.time(), by=director(request))
    return gettext("The season has its days.")


def _begin(request: HttpRequest, event: Event) -> str:
    form = _read(Acting(request.POST))
    leagues.begin(event=event, **signature(request, form))
    return gettext("The season has begun.")


def _extend(request: HttpRequest, event: Event) -> str:
    form = _read(forms.UntilDay(request.POST))
    asked, until = form.cleaned_data, form.cleaned_data["until"]
    if asked["pairing"]:
        league_desk.extend(event=event, pairing=asked["pairing"], until=until, **signature(request, form))
    elif asked["flight"] and asked["round"]:
        league_desk.move_deadline(
            event=event,
            flight=asked["flight"],
            number=asked["round"],
            until=until,
            **signature(request, form),
        )
    else:
        raise _UnreadableError
    return gettext("The last day is moved.")


def _decide(request: HttpRequest, event: Event) -> str:
    form = _read(forms.Verdict(request.POST))
    asked = form.cleaned_data
    verdict, by = asked["verdict"], director(request)
    about = {"event": event, "pairing": asked["pairing"], "by": by, "reason": asked["reason"]}
    if verdict == "both":
        league_desk.lose_both(version=asked["version"], **about)
        return gettext("Both have lost.")
    if verdict == "void":
        league_desk.set_aside(version=asked["version"], key=asked["key"], **about)
        return gettext("The match is set aside.")
    league_desk.award(to=int(verdict.removeprefix("entry-")), version=asked["version"], **about)
    return gettext("The match is awarded.")


def _playoffs(request: HttpRequest, event: Event) -> str:
    form = _read(forms.UntilDay(request.POST))
    asked = form.cleaned_data
    league_desk.draw_playoffs(
        event=event, until=asked["until"], by=director(request), version=asked["version"]
    )
    return gettext("The play-offs are drawn.")


DEEDS: Mapping[str, Deed] = {
    "place": _place,
    "span": _span,
    "begin": _begin,
    "extend": _extend,
    "decide": _decide,
    "playoffs": _playoffs,
}

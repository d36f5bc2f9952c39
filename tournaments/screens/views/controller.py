"""The desk's page of screens and announcements: what each screen shows, and one tap to change it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from matches.models import User
from matches.queries import announcements
from matches.refusals import status_of
from matches.services import announcing
from matches.views import outward
from matches.views.refusals import told
from matches.views.scanning import picture_of
from rules.errors import Refusal
from tournaments.models import Event
from tournaments.queries import brackets, events
from tournaments.screens import forms, queries, services
from tournaments.screens.models import Screen
from tournaments.views.answers import UNREADABLE, see
from tournaments.views.doors import address, director, for_directors
from tournaments.views.events import tabs

ALIVE_FOR = timedelta(seconds=60)
Sending = dict[str, Any]


@require_safe
@for_directors
def show(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the screens and the announcements."""
    return _page(request, event)


@require_POST
@for_directors
def put_up(request: HttpRequest, event: Event) -> HttpResponse:
    """Add a screen: a new one, or the one that shows this code."""
    form = forms.TakingOn(request.POST)
    if not form.is_valid():
        return _page(request, event, taking_on=form)
    figures, by = form.cleaned_data["figures"], director(request)

    def act() -> str:
        if figures:
            screen = services.take_on(tournament=event.tournament, code=figures, by=by)
        else:
            screen = services.put_up(tournament=event.tournament, by=by)
        return gettext("%(name)s is controlled from here.") % {"name": screen.name}

    return _done(request, event, act)


@require_POST
@for_directors
def change(request: HttpRequest, event: Event, code: str) -> HttpResponse:
    """Run an action on a screen of this desk."""
    screens = Screen.objects.select_related("tournament__club", "tournament__desk")
    screen = get_object_or_404(screens, code=code, tournament=event.tournament)
    form = forms.Showing(request.POST)
    if not form.is_valid():
        return _page(request, event, faulty=True)
    return _done(request, event, lambda: _change(screen, form.cleaned_data, director(request)))


@require_POST
@for_directors
def announce(request: HttpRequest, event: Event) -> HttpResponse:
    """Publish an announcement."""
    form = forms.Announcing(request.POST)
    if not form.is_valid():
        return _page(request, event, announcing=form)

    def act() -> str:
        announcing.announce(desk=event.tournament.desk, by=director(request), **form.cleaned_data)
        return gettext("Announced.")

    return _done(request, event, act, announcing=form)


@require_POST
@for_directors
def take_back(request: HttpRequest, event: Event) -> HttpResponse:
    """Withdraw an announcement."""
    form = forms.TakingBack(request.POST)
    if not form.is_valid():
        return _page(request, event, faulty=True)
    announcement = announcements.by_number(event.tournament.desk, form.cleaned_data["announcement"])
    if announcement is None:
        raise Http404

    def act() -> str:
        announcing.take_back(announcement=announcement, by=director(request))
        return gettext("Withdrawn.")

    return _done(request, event, act)


def _change(screen: Screen, data: Sending, by: User) -> str:
    actions: dict[str, Callable[[], Screen]] = {
        "show": lambda: services.show(screen=screen, parts=data["part"], by=by),
        "flight": lambda: _show_flight(screen, data["flight"], by),
        "pause": lambda: services.pause(screen=screen, by=by),
        "go_on": lambda: services.go_on(screen=screen, by=by),
        "rename": lambda: services.rename(screen=screen, name=data["name"], by=by),
        "pace": lambda: services.set_pace(screen=screen, seconds=data["seconds"], by=by),
        "let_go": lambda: services.let_go(screen=screen, by=by),
    }
    name = screen.name
    changed = actions[data["deed"]]()
    return gettext("%(name)s has been updated.") % {"name": changed.name or name}


def _show_flight(screen: Screen, flight_key: str, by: User) -> Screen:
    number, _, flight = flight_key.partition(":")
    event = get_object_or_404(Event, pk=int(number), tournament=screen.tournament)
    return services.show_flight(screen=screen, event=event, flight=flight, by=by)


def _done(request: HttpRequest, event: Event, act: Callable[[], str], **more: Any) -> HttpResponse:
    try:
        messages.success(request, act())
    except Refusal as refusal:
        return _page(request, event, refusal=refusal, **more)
    return see(address("desk-screens", event))


def _page(
    request: HttpRequest,
    event: Event,
    *,
    refusal: Refusal | None = None,
    faulty: bool = False,
    taking_on: forms.TakingOn | None = None,
    announcing: forms.Announcing | None = None,
) -> HttpResponse:
    desk = event.tournament.desk
    now = timezone.now()
    screen_rows = list(queries.screens_of(event.tournament))
    link = outward.address(request, reverse("tv", args=[desk.code]))
    context = {
        "event": event,
        "tabs": tabs(event, "desk-screens", is_director=True),
        "topics": " ".join(["news:" + desk.code, *(f"screen:{screen.code}" for screen in screen_rows[:15])]),
        "here": address("desk-screens", event),
        "screens": [_card(request, screen, now) for screen in screen_rows],
        "parts": forms.PART_NAMES.items(),
        "flights": SimpleLazyObject(lambda: _flights(event)),
        "log": announcements.log(desk),
        "now": now,
        "alive": ngettext(
            "%(count)s screen is connected.", "%(count)s screens are connected.", _alive(screen_rows, now)
        )
        % {"count": _alive(screen_rows, now)},
        "link": link,
        "door": outward.address(request, reverse("tv-door")).partition("://")[2],
        "taking_on": taking_on or forms.TakingOn(),
        "announcing": announcing or forms.Announcing(),
        "refusal": told(refusal) if refusal else None,
        "faulty": faulty,
    }
    is_wrong = faulty or any(form is not None and form.errors for form in (taking_on, announcing))
    status = status_of(refusal) if refusal else UNREADABLE if is_wrong else 200
    return render(request, "screens/controller.html", context, status=status)


def _card(request: HttpRequest, screen: Screen, now: datetime) -> dict[str, Any]:
    link = outward.address(request, reverse("tv", args=[screen.code]))
    return {
        "screen": screen,
        "link": link,
        "said": link.partition("://")[2],
        "picture": picture_of(link),
        "is_alive": screen.seen_at is not None and now - screen.seen_at < ALIVE_FOR,
        "only": screen.parts if screen.event_id is None and "," not in screen.parts else "",
        "flight": f"{screen.event_id}:{screen.flight}" if screen.event_id else "",
        "is_all": not screen.parts and screen.event_id is None,
    }


def _alive(screen_rows: list[Screen], now: datetime) -> int:
    return sum(screen.seen_at is not None and now - screen.seen_at < ALIVE_FOR for screen in screen_rows)


def _flights(event: Event) -> list[tuple[str, str]]:
    """What a screen can be narrowed to: every event under way, and each of its flights."""
    choices: list[tuple[str, str]] = []
    for listed_event in events.events_of(event.tournament):
        if listed_event.status in queries.UNDER_WAY:
            choices.append((f"{listed_event.pk}:", listed_event.name))
            choices += [
                (f"{listed_event.pk}:{one.flight}", f"{listed_event.name} · {one.name}")
                for one in brackets.shapes(listed_event)
            ]
    return choices

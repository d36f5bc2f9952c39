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
from matches.refusals import get_status
from matches.services import announcements as announcing
from matches.views import public_links
from matches.views.qr_codes import make_qr_svg
from matches.views.refusals import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Event
from tournaments.queries import brackets, events
from tournaments.screens import forms, queries, services
from tournaments.screens.models import Screen
from tournaments.views.decorators import director_view, event_url, require_user
from tournaments.views.events import tabs
from tournaments.views.responses import BAD_REQUEST, see_other

CONNECTED_PERIOD = timedelta(seconds=60)
FormData = dict[str, Any]


@require_safe
@director_view
def show(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the screens and the announcements."""
    return _page(request, event)


@require_POST
@director_view
def add_screen(request: HttpRequest, event: Event) -> HttpResponse:
    """Add a screen: a new one, or the one that shows this code."""
    form = forms.ScreenClaimForm(request.POST)
    if not form.is_valid():
        return _page(request, event, taking_on=form)
    figures, by = form.cleaned_data["figures"], require_user(request)

    def act() -> str:
        if figures:
            screen = services.claim_screen(tournament=event.tournament, code=figures, by=by)
        else:
            screen = services.create_screen(tournament=event.tournament, by=by)
        return gettext("%(name)s is controlled from here.") % {"name": screen.name}

    return _run_action(request, event, act)


@require_POST
@director_view
def change(request: HttpRequest, event: Event, code: str) -> HttpResponse:
    """Run an action on a screen of this desk."""
    screens = Screen.objects.select_related("tournament__club", "tournament__desk")
    screen = get_object_or_404(screens, code=code, tournament=event.tournament)
    form = forms.ScreenForm(request.POST)
    if not form.is_valid():
        return _page(request, event, faulty=True)
    return _run_action(request, event, lambda: _change(screen, form.cleaned_data, require_user(request)))


@require_POST
@director_view
def announce(request: HttpRequest, event: Event) -> HttpResponse:
    """Publish an announcement."""
    form = forms.AnnouncementForm(request.POST)
    if not form.is_valid():
        return _page(request, event, announcing=form)

    def act() -> str:
        announcing.create_announcement(
            desk=event.tournament.desk, by=require_user(request), **form.cleaned_data
        )
        return gettext("Announced.")

    return _run_action(request, event, act, announcing=form)


@require_POST
@director_view
def withdraw_announcement(request: HttpRequest, event: Event) -> HttpResponse:
    """Withdraw an announcement."""
    form = forms.AnnouncementWithdrawalForm(request.POST)
    if not form.is_valid():
        return _page(request, event, faulty=True)
    announcement = announcements.get_announcement(event.tournament.desk, form.cleaned_data["announcement"])
    if announcement is None:
        raise Http404

    def act() -> str:
        announcing.withdraw_announcement(announcement=announcement, by=require_user(request))
        return gettext("Withdrawn.")

    return _run_action(request, event, act)


def _change(screen: Screen, data: FormData, by: User) -> str:
    actions: dict[str, Callable[[], Screen]] = {
        "show": lambda: services.show(screen=screen, parts=data["part"], by=by),
        "flight": lambda: _show_flight(screen, data["flight"], by),
        "pause": lambda: services.pause(screen=screen, by=by),
        "go_on": lambda: services.resume(screen=screen, by=by),
        "rename": lambda: services.rename(screen=screen, name=data["name"], by=by),
        "pace": lambda: services.set_pace(screen=screen, seconds=data["seconds"], by=by),
        "let_go": lambda: services.release_screen(screen=screen, by=by),
    }
    name = screen.name
    changed = actions[data["deed"]]()
    return gettext("%(name)s has been updated.") % {"name": changed.name or name}


def _show_flight(screen: Screen, flight_key: str, by: User) -> Screen:
    number, _, flight = flight_key.partition(":")
    event = get_object_or_404(Event, pk=int(number), tournament=screen.tournament)
    return services.show_flight(screen=screen, event=event, flight=flight, by=by)


def _run_action(request: HttpRequest, event: Event, act: Callable[[], str], **more: Any) -> HttpResponse:
    try:
        messages.success(request, act())
    except Refusal as refusal:
        return _page(request, event, refusal=refusal, **more)
    return see_other(event_url("desk-screens", event))


def _page(
    request: HttpRequest,
    event: Event,
    *,
    refusal: Refusal | None = None,
    faulty: bool = False,
    taking_on: forms.ScreenClaimForm | None = None,
    announcing: forms.AnnouncementForm | None = None,
) -> HttpResponse:
    desk = event.tournament.desk
    now = timezone.now()
    screen_rows = list(queries.screens_of(event.tournament))
    link = public_links.build_public_url(request, reverse("tv", args=[desk.code]))
    context = {
        "event": event,
        "tabs": tabs(event, "desk-screens", is_director=True),
        "topics": " ".join(["news:" + desk.code, *(f"screen:{screen.code}" for screen in screen_rows[:15])]),
        "here": event_url("desk-screens", event),
        "screens": [_screen_context(request, screen, now) for screen in screen_rows],
        "parts": forms.PART_NAMES.items(),
        "flights": SimpleLazyObject(lambda: _flight_choices(event)),
        "log": announcements.get_announcement_log(desk),
        "now": now,
        "alive": ngettext(
            "%(count)s screen is connected.",
            "%(count)s screens are connected.",
            _connected_count(screen_rows, now),
        )
        % {"count": _connected_count(screen_rows, now)},
        "link": link,
        "door": public_links.build_public_url(request, reverse("tv-door")).partition("://")[2],
        "taking_on": taking_on or forms.ScreenClaimForm(),
        "announcing": announcing or forms.AnnouncementForm(),
        "refusal": make_refusal_message(refusal) if refusal else None,
        "faulty": faulty,
    }
    is_wrong = faulty or any(form is not None and form.errors for form in (taking_on, announcing))
    status = get_status(refusal) if refusal else BAD_REQUEST if is_wrong else 200
    return render(request, "screens/controller.html", context, status=status)


def _screen_context(request: HttpRequest, screen: Screen, now: datetime) -> dict[str, Any]:
    link = public_links.build_public_url(request, reverse("tv", args=[screen.code]))
    return {
        "screen": screen,
        "link": link,
        "said": link.partition("://")[2],
        "picture": make_qr_svg(link),
        "is_alive": screen.seen_at is not None and now - screen.seen_at < CONNECTED_PERIOD,
        "only": screen.parts if screen.event_id is None and "," not in screen.parts else "",
        "flight": f"{screen.event_id}:{screen.flight}" if screen.event_id else "",
        "is_all": not screen.parts and screen.event_id is None,
    }


def _connected_count(screen_rows: list[Screen], now: datetime) -> int:
    return sum(
        screen.seen_at is not None and now - screen.seen_at < CONNECTED_PERIOD for screen in screen_rows
    )


def _flight_choices(event: Event) -> list[tuple[str, str]]:
    """What a screen can be narrowed to: every event under way, and each of its flights."""
    choices: list[tuple[str, str]] = []
    for listed_event in events.events_of(event.tournament):
        if listed_event.status in queries.DRAWN_STATUSES:
            choices.append((f"{listed_event.pk}:", listed_event.name))
            choices += [
                (f"{listed_event.pk}:{one.flight}", f"{listed_event.name} · {one.name}")
                for one in brackets.get_published_flights(listed_event)
            ]
    return choices

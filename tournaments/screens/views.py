"""Views of screens: the pages of televisions, and the page of the desk that controls them."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import condition, require_http_methods, require_POST, require_safe

from matches import rate_limits
from matches.models import User
from matches.queries import announcements as announcement_queries
from matches.queries.breaks import get_desk_breaks
from matches.refusal_statuses import get_status
from matches.seen_values import require_unchanged
from matches.services import announcements as announcement_services
from matches.views import links, visitors
from matches.views.errors import make_refusal_message, render_refusal
from matches.views.links import make_qr_svg
from matches.views.site_settings import get_request_settings
from rules.errors import Refusal
from tournaments.models import Event, Tournament
from tournaments.models import event as models_event
from tournaments.play.brackets import brackets
from tournaments.play.event_pages import page_versions
from tournaments.play.events.announcements import get_callable_matches, get_matches_at_tables
from tournaments.play.events.events import get_event_names_by_match
from tournaments.play.schedule.services import announcements
from tournaments.play.tournaments.queries import sponsors, tournaments
from tournaments.screens import forms, queries, screen_pages, services
from tournaments.screens.models import DEFAULT_SECONDS, Screen
from tournaments.screens.screen_pages import ScreenOptions, ScreenPage
from tournaments.web.decorators import director_view, event_url, require_user
from tournaments.web.etags import release
from tournaments.web.form_views import answer_form
from tournaments.web.navigation import make_desk_tabs
from tournaments.web.responses import BAD_REQUEST, see_other

# So many matches at tables are listed with their overlay.
MOST_OVERLAYS = 32
CONNECTED_PERIOD = timedelta(seconds=60)
FormData = dict[str, Any]


@require_safe
@director_view
def show_controller(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the screens and the announcements."""
    return _render_controller(request, event)


@require_POST
@director_view
def add_screen(request: HttpRequest, event: Event) -> HttpResponse:
    """Add a screen: a new one, or the one that shows this code."""
    form = forms.ScreenClaimForm(request.POST)
    if not form.is_valid():
        return _render_controller(request, event, claim_form=form)
    figures, by = form.cleaned_data["figures"], require_user(request)

    def run() -> str:
        if figures:
            screen = services.claim_screen(tournament=event.tournament, code=figures, by=by)
        else:
            screen = services.create_screen(tournament=event.tournament, by=by)
        return gettext("%(name)s is controlled from here.") % {"name": screen.name}

    return _run_action(request, event, run, claim_form=form)


@require_POST
@director_view
def change_screen(request: HttpRequest, event: Event, code: str) -> HttpResponse:
    """Run an action on a screen of this desk."""
    screens = Screen.objects.select_related("tournament__club", "tournament__desk")
    screen = get_object_or_404(screens, code=code, tournament=event.tournament)
    form = forms.ScreenForm(request.POST)
    if not form.is_valid():
        return _render_controller(request, event, faulty=True, changed=screen)
    data = form.cleaned_data

    def run() -> str:
        shown = forms.make_value_forms(screen, request.POST).get(data["action"])
        if shown is not None:
            require_unchanged(request.POST, shown)
        return _run_screen_action(screen, data, require_user(request))

    return _run_action(request, event, run, changed=screen)


@require_POST
@director_view
def announce(request: HttpRequest, event: Event) -> HttpResponse:
    """Publish an announcement."""
    form = _make_announcement_form(event, request.POST)
    if not form.is_valid():
        return _render_controller(request, event, announcement_form=form)

    def run() -> str:
        announcements.announce(tournament=event.tournament, by=require_user(request), **form.options())
        return gettext("Announcement posted.")

    return _run_action(request, event, run, announcement_form=form)


@require_POST
@director_view
def withdraw_announcement(request: HttpRequest, event: Event) -> HttpResponse:
    """Withdraw an announcement."""
    form = forms.AnnouncementWithdrawalForm(request.POST)
    if not form.is_valid():
        return _render_controller(request, event, faulty=True)
    announcement = announcement_queries.get_announcement(
        event.tournament.desk, form.cleaned_data["announcement"]
    )
    if announcement is None:
        raise Http404

    def run() -> str:
        announcement_services.withdraw_announcement(announcement=announcement, by=require_user(request))
        return gettext("Announcement withdrawn.")

    return _run_action(request, event, run)


def _run_screen_action(screen: Screen, data: FormData, by: User) -> str:
    actions: dict[str, Callable[[], Screen]] = {
        "show": lambda: services.show_parts(screen=screen, parts=data["part"], by=by),
        "flight": lambda: _show_flight(screen, data["flight"], by),
        "pause": lambda: services.pause_screen(screen=screen, by=by),
        "go_on": lambda: services.resume_screen(screen=screen, by=by),
        "rename": lambda: services.rename_screen(screen=screen, name=data["name"], by=by),
        "pace": lambda: services.set_screen_pace(screen=screen, seconds=data["seconds"], by=by),
        "let_go": lambda: services.release_screen(screen=screen, by=by),
    }
    name = screen.name
    changed = actions[data["action"]]()
    return gettext("%(name)s has been updated.") % {"name": changed.name or name}


def _show_flight(screen: Screen, flight_key: str, by: User) -> Screen:
    number, _, flight = flight_key.partition(":")
    event = get_object_or_404(Event, pk=int(number), tournament=screen.tournament)
    return services.show_flight(screen=screen, event=event, flight=flight, by=by)


def _run_action(request: HttpRequest, event: Event, run: Callable[[], str], **more: Any) -> HttpResponse:
    show = partial(_render_controller, request, event, **more)
    return answer_form(request, (), run, render_page=show, next_url=event_url("desk-screens", event))


def _describe_connected(screens: list[Screen], now: datetime) -> str:
    count = _count_connected(screens, now)
    return ngettext("%(count)s screen is connected.", "%(count)s screens are connected.", count) % {
        "count": count
    }


def _render_controller(
    request: HttpRequest,
    event: Event,
    refusal: Refusal | None = None,
    *,
    faulty: bool = False,
    claim_form: forms.ScreenClaimForm | None = None,
    announcement_form: forms.AnnouncementForm | None = None,
    changed: Screen | None = None,
) -> HttpResponse:
    """Render the page, after a refusal with what was sent; `changed` is the screen it was about."""
    desk, now = event.tournament.desk, timezone.now()
    screens = list(queries.list_screens(event.tournament))
    context = {
        "event": event,
        "tabs": make_desk_tabs(event, "desk-screens"),
        "topics": " ".join(["news:" + desk.code, *(f"screen:{screen.code}" for screen in screens[:15])]),
        "page_url": event_url("desk-screens", event),
        "screens": [
            _get_screen_context(request, screen, now, request.POST if screen == changed else None)
            for screen in screens
        ],
        "parts": forms.PART_NAMES.items(),
        "flights": SimpleLazyObject(lambda: _list_flight_choices(event)),
        "log": announcement_queries.get_announcement_log(desk),
        "now": now,
        "connected_text": _describe_connected(screens, now),
        "link": links.build_public_url(request, reverse("television", args=[desk.code])),
        "television_address": _get_television_address(request),
        "claim_form": claim_form or forms.ScreenClaimForm(),
        "announcement_form": announcement_form
        or _make_announcement_form(event, audience=request.GET.get("to", "")),
        "has_mail": settings.HAS_MAIL,
        "overlay_matches": get_matches_at_tables(event.tournament)[:MOST_OVERLAYS],
        "refusal": make_refusal_message(refusal) if refusal else None,
        "faulty": faulty,
    }
    is_invalid = faulty or any(form is not None and form.errors for form in (claim_form, announcement_form))
    status = get_status(refusal) if refusal else BAD_REQUEST if is_invalid else 200
    return render(request, "screens/controller.html", context, status=status)


def _get_television_address(request: HttpRequest) -> str:
    """Return the address to type into a television, without its scheme."""
    return links.build_public_url(request, reverse("register-television")).partition("://")[2]


def _make_announcement_form(event: Event, data: Any = None, audience: str = "") -> forms.AnnouncementForm:
    """Return the form of an announcement, with the events and the open matches of the tournament."""
    tournament = event.tournament
    return forms.AnnouncementForm(
        data,
        events=tournaments.events_of(tournament),
        matches=get_callable_matches(tournament),
        initial={"audience": audience, "by_mail": settings.HAS_MAIL},
    )


def _get_screen_context(
    request: HttpRequest, screen: Screen, now: datetime, posted: QueryDict | None
) -> dict[str, Any]:
    link = links.build_public_url(request, reverse("television", args=[screen.code]))
    return {
        "screen": screen,
        "link": link,
        "link_text": link.partition("://")[2],
        "qr_code": make_qr_svg(link),
        "is_alive": screen.seen_at is not None and now - screen.seen_at < CONNECTED_PERIOD,
        "only": screen.parts if screen.event_id is None and "," not in screen.parts else "",
        "forms": forms.make_value_forms(screen, posted),
        "flight": f"{screen.event_id}:{screen.flight}" if screen.event_id else "",
        "is_all": not screen.parts and screen.event_id is None,
    }


def _count_connected(screens: list[Screen], now: datetime) -> int:
    return sum(screen.seen_at is not None and now - screen.seen_at < CONNECTED_PERIOD for screen in screens)


def _list_flight_choices(event: Event) -> list[tuple[str, str]]:
    """Return the choices for a screen: every event in progress, and each of its flights."""
    choices: list[tuple[str, str]] = []
    for listed_event in tournaments.events_of(event.tournament):
        if listed_event.status in models_event.PUBLISHED_STATUSES:
            choices.append((f"{listed_event.pk}:", listed_event.name))
            choices += [
                (f"{listed_event.pk}:{bracket.flight}", f"{listed_event.name} · {bracket.name}")
                for bracket in brackets.get_published_flights(listed_event)
            ]
    return choices


SECONDS_PER_HOUR = 3600
NEW_SCREENS_AN_HOUR = 20
HEARTBEATS_A_MINUTE = 30


@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def register_television(request: HttpRequest) -> HttpResponse:
    """Show the registration page (GET) or register the television under a new code (POST)."""
    if request.method != "POST":
        return render(request, "screens/connect.html")
    try:
        visitors.throttle_action(
            "screens", visitors.get_address(request), limit=NEW_SCREENS_AN_HOUR, seconds=SECONDS_PER_HOUR
        )
        screen = services.register_screen()
    except Refusal as refusal:
        return render_refusal(request, "screens/connect.html", {}, refusal)
    return see_other(reverse("television", args=[screen.code]))


def _make_etag(request: HttpRequest, code: str) -> str | None:
    screen, tournament = _get_screen_and_tournament(code)
    request_values = (get_language(), request.get_full_path(), request.get_host())
    site_version = get_request_settings(request).page_version
    etag_values: tuple[Any, ...] = (release(), site_version, *request_values, *_get_screen_version(screen))
    if tournament is not None:
        screen_events = screen_pages.list_screen_events(tournament, ScreenOptions.of(screen))
        etag_values += (
            *(page_versions.of_event(event) for event in screen_events),
            *_get_time_version(tournament),
            *sponsors.get_version(tournament),
        )
    return f'"{blake2b(repr(etag_values).encode(), digest_size=16).hexdigest()}"'


@ensure_csrf_cookie
@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=_make_etag)
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show a screen by its code, or a whole tournament, not controlled by a desk, by the code of its desk."""
    screen_row, tournament = _get_screen_and_tournament(code)
    if tournament is None:
        return render(
            request, "screens/tv.html", {**_get_television_context(screen_row, code, ()), "screen_pages": ()}
        )
    screen_data = screen_pages.load_screen_data(tournament, ScreenOptions.of(screen_row), timezone.now())
    pages = screen_pages.build_screen_pages(screen_data)
    link = links.build_public_url(
        request, reverse("tournament", args=[tournament.club.slug, tournament.slug])
    )
    topics = [f"desk:{tournament.desk.code}", f"news:{tournament.desk.code}"]
    context = {
        **_get_television_context(
            screen_row, code, [*topics, *(f"event:{event.pk}" for event in screen_data.events[:10])]
        ),
        **_get_rotation_context(pages, request.GET.get("leaf") or (screen_row.showing if screen_row else "")),
        "tournament": tournament,
        "logos": sponsors.show_logos(tournament)[: sponsors.MOST_ON_SCREENS],
        "news": screen_data.news,
        "breaks": screen_data.breaks,
        "event_names": get_event_names_by_match(tournament.desk_id),
        "link": link.partition("://")[2],
        "qr_code": make_qr_svg(link),
        "now": screen_data.now,
    }
    return render(request, "screens/tv.html", context)


@require_POST
def heartbeat(request: HttpRequest, code: str) -> HttpResponse:
    """Record the heartbeat of a screen, unless it comes too often."""
    screen_row = queries.get_screen(code)
    if screen_row is None:
        raise Http404
    if rate_limits.consume("alive", code, limit=HEARTBEATS_A_MINUTE, seconds=60):
        services.record_heartbeat(screen=screen_row, showing=request.POST.get("showing", ""))
    return HttpResponse(status=204)


def _get_screen_and_tournament(code: str) -> tuple[Screen | None, Tournament | None]:
    screen = queries.get_screen(code)
    tournament = screen.tournament if screen else queries.get_tournament_of_desk(code)
    if screen is None and tournament is None:
        raise Http404
    return screen, tournament


def _get_television_context(screen: Screen | None, code: str, topics: Sequence[str]) -> dict[str, Any]:
    screen_topics = [f"screen:{screen.code}"] if screen else []
    return {
        "screen": screen,
        "code": code,
        "release": release(),
        "seconds": screen.seconds if screen else DEFAULT_SECONDS,
        "topics": " ".join([*screen_topics, *topics]),
    }


def _get_rotation_context(pages: Sequence[ScreenPage], current_key: str) -> dict[str, Any]:
    """Return the pages, the current one, and the next one for browsers without JavaScript."""
    keys = [page.key for page in pages]
    index = keys.index(current_key) if current_key in keys else 0
    return {"screen_pages": pages, "current": keys[index], "following": keys[(index + 1) % len(keys)]}


def _get_screen_version(screen: Screen | None) -> tuple[object, ...]:
    if screen is None:
        return ()
    return (screen.code, screen.tournament_id, screen.name, screen.parts, screen.event_id, screen.flight,
            screen.seconds, screen.paused_at)  # fmt: skip


def _get_time_version(tournament: Tournament) -> tuple[object, ...]:
    """Return the values of the ETag that change without a result: breaks, announcements, lateness, time."""
    now, desk = timezone.now(), tournament.desk
    news = announcement_queries.get_active_announcements(desk.pk, now).values_list("pk", flat=True)
    return (*news, *get_desk_breaks(desk), desk.scale, _get_minute(now))


def _get_minute(now: datetime) -> int:
    return int(now.timestamp() // 60)

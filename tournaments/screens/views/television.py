"""Television screens: rotating pages, registration and heartbeat."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import condition, require_http_methods, require_POST, require_safe

from matches import rate_limits
from matches.queries import announcements
from matches.views import limits, public_links
from matches.views.qr_codes import make_qr_svg
from matches.views.refusals import render_refusal
from rules.errors import Refusal
from tournaments.models import Tournament
from tournaments.queries import page_versions
from tournaments.screens import queries, services
from tournaments.screens.models import Screen
from tournaments.screens.queries import ScreenOptions, ScreenPage
from tournaments.views.decorators import release
from tournaments.views.responses import see_other

HOUR = 3600
NEW_SCREENS_AN_HOUR = 20
SIGNS_A_MINUTE = 30
PACE = 12


@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def register_television(request: HttpRequest) -> HttpResponse:
    """Show the registration page (GET) or register the television under a new code (POST)."""
    if request.method != "POST":
        return render(request, "screens/door.html")
    try:
        limits.throttle_action(
            "screens", limits.get_address(request), limit=NEW_SCREENS_AN_HOUR, seconds=HOUR
        )
        screen = services.register_screen()
    except Refusal as refusal:
        return render_refusal(request, "screens/door.html", {}, refusal)
    return see_other(reverse("tv", args=[screen.code]))


def _etag(request: HttpRequest, code: str) -> str | None:
    screen, tournament = _screen_and_tournament(code)
    request_values = (get_language(), request.get_full_path(), request.get_host())
    etag_values: tuple[Any, ...] = (release(), *request_values, *_screen_version(screen))
    if tournament is not None:
        screen_events = queries.events_for(tournament, ScreenOptions.of(screen))
        etag_values += (
            *(page_versions.of_event(event) for event in screen_events),
            *_time_version(tournament),
        )
    return f'"{blake2b(repr(etag_values).encode(), digest_size=16).hexdigest()}"'


@ensure_csrf_cookie
@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=_etag)
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """A screen by its figures, or a whole tournament by the code of its desk, which no desk directs."""
    screen_row, tournament = _screen_and_tournament(code)
    if tournament is None:
        return render(request, "screens/tv.html", {**_screen_context(screen_row, code, ()), "leaves": ()})
    screen_data = queries.load_screen_data(tournament, ScreenOptions.of(screen_row), timezone.now())
    pages = queries.screen_pages(screen_data)
    link = public_links.build_public_url(
        request, reverse("evening", args=[tournament.club.slug, tournament.slug])
    )
    topics = [f"desk:{tournament.desk.code}", f"news:{tournament.desk.code}"]
    context = {
        **_screen_context(
            screen_row, code, [*topics, *(f"event:{event.pk}" for event in screen_data.events[:10])]
        ),
        **_rotation_context(pages, request.GET.get("leaf") or (screen_row.showing if screen_row else "")),
        "tournament": tournament,
        "news": screen_data.news,
        "link": link.partition("://")[2],
        "picture": make_qr_svg(link),
        "now": screen_data.now,
    }
    return render(request, "screens/tv.html", context)


@require_POST
def heartbeat(request: HttpRequest, code: str) -> HttpResponse:
    """Record the heartbeat of a screen, unless it comes too often."""
    screen_row = queries.screen_by_code(code)
    if screen_row is None:
        raise Http404
    if rate_limits.consume("alive", code, limit=SIGNS_A_MINUTE, seconds=60):
        services.record_heartbeat(screen=screen_row, showing=request.POST.get("showing", ""))
    return HttpResponse(status=204)


def _screen_and_tournament(code: str) -> tuple[Screen | None, Tournament | None]:
    screen = queries.screen_by_code(code)
    tournament = screen.tournament if screen else queries.tournament_by_desk(code)
    if screen is None and tournament is None:
        raise Http404
    return screen, tournament


def _screen_context(screen: Screen | None, code: str, topics: Sequence[str]) -> dict[str, Any]:
    screen_topics = [f"screen:{screen.code}"] if screen else []
    return {
        "screen": screen,
        "code": code,
        "house": release(),
        "seconds": screen.seconds if screen else PACE,
        "topics": " ".join([*screen_topics, *topics]),
    }


def _rotation_context(pages: Sequence[ScreenPage], current_key: str) -> dict[str, Any]:
    """The pages, which of them is on, and which comes next for browsers without scripts."""
    keys = [leaf.key for leaf in pages]
    at = keys.index(current_key) if current_key in keys else 0
    return {"leaves": pages, "current": keys[at], "following": keys[(at + 1) % len(keys)]}


def _screen_version(screen: Screen | None) -> tuple[object, ...]:
    if screen is None:
        return ()
    return (screen.code, screen.tournament_id, screen.name, screen.parts, screen.event_id, screen.flight,
            screen.seconds, screen.paused_at)  # fmt: skip


def _time_version(tournament: Tournament) -> tuple[object, ...]:
    """What changes without a result: announcements, the scale for coming late, and the minute."""
    now, desk = timezone.now(), tournament.desk
    news = announcements.get_active_announcements(desk.pk, now).values_list("pk", flat=True)
    return (*news, desk.scale, _minute(now))


def _minute(now: datetime) -> int:
    return int(now.timestamp() // 60)

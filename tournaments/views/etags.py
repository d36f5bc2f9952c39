"""ETags of pages of events and clubs, by which an unchanged page is answered with 304."""

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition
from django.views.decorators.vary import vary_on_headers

from matches.views.site_settings import get_request_settings
from matches.views.visitors import get_user
from tournaments.models import Club, Event, EventStatus
from tournaments.permissions import may_direct, may_manage
from tournaments.queries import clubs, page_versions
from tournaments.queries.announcements import EventNotices, get_event_notices
from tournaments.registry import club_notices, event_versions
from tournaments.views.decorators import View

# The packages and file types that the fingerprint of a release is computed from.
PACKAGES = ("config", "tournaments", "matches", "rules", "templates", "static", "locale")
# How long estimated times are served unchanged.
FORECAST_SECONDS = 300
SUFFIXES = {".py", ".html", ".css", ".js", ".svg", ".mo", ".toml", ".json"}


def with_event_etag(view: View) -> View:
    """Add an ETag from event and reader to a page of an event.

    It changes every few minutes during play, with the estimated times.
    """

    def version(request: HttpRequest, event: Event) -> page_versions.Version:
        forecast_period = timezone.now().timestamp() // FORECAST_SECONDS
        is_in_play = event.status == EventStatus.PUBLISHED
        return (*version_for_reader(request, event), forecast_period if is_in_play else 0)

    return with_etag(version, view)


def with_journal_etag(view: View) -> View:
    """Add an ETag to the journal page, which also names the authors of lines."""

    def version(request: HttpRequest, event: Event) -> page_versions.Version:
        return (*version_for_reader(request, event), *page_versions.of_authors(event))

    return with_etag(version, view)


def version_for_reader(request: HttpRequest, event: Event) -> page_versions.Version:
    """Return the version of an event, with what the tabs depend on for this reader."""
    user = get_user(request)
    return (
        *page_versions.of_event_content(event),
        *page_versions.of_notices(get_request_notices(request, event)),
        may_direct(user, event),
        *event_versions(event, user),
    )


def get_request_notices(request: HttpRequest, event: Event) -> EventNotices:
    """Return the announcements and breaks that a page of an event shows, read once for a request."""
    notices: EventNotices | None = getattr(request, "event_notices", None)
    if notices is None:
        notices = get_event_notices(event, timezone.now())
        request.event_notices = notices  # type: ignore[attr-defined]
    return notices


def with_club_etag(view: View) -> View:
    """Add an ETag from club and reader to a page of a club."""

    def version(request: HttpRequest, club: Club) -> page_versions.Version:
        user = get_user(request)
        return (*page_versions.of_club(club), may_direct(user, club), may_manage(user, club))

    return with_etag(version, view)


def with_front_page_etag(view: View) -> View:
    """Add an ETag to a club's front page, also from day, matches in play and membership."""

    def version(request: HttpRequest, club: Club) -> page_versions.Version:
        user = get_user(request)
        is_director = may_direct(user, club)
        notices = club_notices(club, user)
        rights = (is_director, notices, may_manage(user, club), user.pk if user else None)
        return (*page_versions.of_club(club), *clubs.front_page_version(club, timezone.now()), *rights)

    return with_etag(version, view)


def with_etag(version: Callable[[HttpRequest, Any], page_versions.Version], view: View) -> View:
    """Add an ETag from `version`, release, site settings, language, URL and cookies.

    There is none if there are messages to show.
    """

    def etag(request: HttpRequest, event_or_club: Event | Club, **_arguments: object) -> str | None:
        if len(get_messages(request)):
            return None
        address = (request.path, request.META["QUERY_STRING"], request.headers.get("Cookie", ""))
        site = get_request_settings(request)
        values = (release(), site.page_version, get_language(), *address, version(request, event_or_club))
        return f'"{_digest(values)}"'

    conditional = condition(etag_func=etag)(view)
    # Cached only by the reader's browser, and revalidated each time.
    return vary_on_headers("Cookie", "Accept-Language")(
        cache_control(private=True, no_cache=True)(conditional)
    )


def _digest(values: tuple[Any, ...]) -> str:
    return blake2b(repr(values).encode(), digest_size=16).hexdigest()


@cache
def release() -> str:
    """Return a fingerprint of the installed code and templates, as another release renders other pages."""
    paths = (path for package in PACKAGES for path in sorted((Path(settings.BASE_DIR) / package).rglob("*")))
    files = [(path.name, *_size(path)) for path in paths if path.suffix in SUFFIXES]
    return blake2b(repr(files).encode(), digest_size=16).hexdigest()


def _size(path: Path) -> tuple[int, int]:
    stat = path.stat()
    return stat.st_size, stat.st_mtime_ns

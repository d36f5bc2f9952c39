"""ETags of pages, by which an unchanged page is answered with 304."""

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition
from django.views.decorators.vary import vary_on_headers

from matches.models import PlayerChange
from matches.views.site_settings import get_request_settings
from tournaments.models import Club, Event
from tournaments.web.decorators import View

Version = tuple[Any, ...]


def latest_name_change() -> Version:
    """Return the version of all player names: every change writes a row. One query."""
    return tuple(PlayerChange.objects.order_by("-pk").values_list("pk", flat=True)[:1])


# The packages and file types that the fingerprint of a release is computed from.
PACKAGES = ("config", "tournaments", "matches", "rules", "templates", "static", "locale")
SUFFIXES = {".py", ".html", ".css", ".js", ".svg", ".mo", ".toml", ".json"}


def with_etag(version: Callable[[HttpRequest, Any], Version], view: View) -> View:
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

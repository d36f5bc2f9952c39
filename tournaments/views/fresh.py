"""Public pages that answer 304 from a few queries, without being drawn, while nothing on them has changed."""

from collections.abc import Callable
from functools import cache, wraps
from hashlib import blake2b
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition
from django.views.decorators.vary import vary_on_headers

from matches.views.visitors import user_of
from tournaments.models import Club, Event, EventStatus
from tournaments.permissions import may_direct, may_handle_money, may_manage
from tournaments.queries import front, versions
from tournaments.queries.money import versions as money_versions
from tournaments.registry import club_notices

# Where a request carries the name of all that its page is made of, for parts that are kept (`{% kept %}`).
KEPT_AS = "crawford.kept_as"
# The same for parts of it that no result changes.
FRAME_AS = "crawford.frame_as"
Door = Callable[..., HttpResponse]
ROOMS = ("config", "tournaments", "matches", "rules", "templates", "static", "locale")
FORETOLD_SECONDS = 300
WRITTEN = {".py", ".html", ".css", ".js", ".svg", ".mo", ".toml", ".json"}


def fresh_event(door: Door) -> Door:
    """For a page of an event on which no clock runs: it has the version of the event for its reader.

    What is foretold is told anew every few minutes while play goes on.
    """

    def version(request: HttpRequest, event: Event) -> versions.Version:
        foretold = timezone.now().timestamp() // FORETOLD_SECONDS
        told = foretold if event.status == EventStatus.PUBLISHED else 0
        return (*_seen(request, event), told)

    return _fresh(version, door)


def fresh_journal(door: Door) -> Door:
    """For the journal of an event, which names who signed its lines too."""

    def version(request: HttpRequest, event: Event) -> versions.Version:
        return (*_seen(request, event), *versions.of_signers(event))

    return _fresh(version, door)


def fresh_prizes(door: Door) -> Door:
    """For the prizes of an event, which money moves too."""

    def version(request: HttpRequest, event: Event) -> versions.Version:
        return (*_seen(request, event), *money_versions.of_prizes(event))

    return _fresh(version, door)


def _seen(request: HttpRequest, event: Event) -> versions.Version:
    """The version of an event for its reader; the frame of this page is given a name of its own."""
    rights = _rights(request, event)
    frame, seen = versions.of_pages(event)
    request.META[FRAME_AS] = _digest(("frame", house(), get_language(), request.path, frame, rights))
    return (*seen, *rights)


def _rights(request: HttpRequest, event: Event) -> tuple[bool, bool]:
    """What the tabs of an event depend on."""
    user = user_of(request)
    return may_direct(user, event), may_handle_money(user, event.tournament)


def kept_desk(door: Door) -> Door:
    """For the desk: its parts are drawn once for what they are made of and the minute, as they tell how long
    matches have been going on; the page itself carries keys and is always answered."""

    @wraps(door)
    def opened(request: HttpRequest, event: Event) -> HttpResponse:
        minute = timezone.localtime().strftime("%Y-%m-%d %H:%M")
        frame, seen = versions.of_desk(event)
        request.META[FRAME_AS] = _digest(("desk", house(), get_language(), frame))
        request.META[KEPT_AS] = _digest(("desk", house(), get_language(), minute, seen))
        return door(request, event)

    return opened


def frame_of(request: HttpRequest, event: Event, *more: object) -> str:
    """What stands around another page of the desk is drawn once for what it is made of, and for `more` by
    which it differs from reader to reader. Two queries."""
    return form_of(request.path, *more, versions.of_head(event))


def kept_of(request: HttpRequest, event: Event) -> dict[str, str]:
    """The names of the frame and the parts of another page, which shows no more than the desk does and no
    minutes. Five queries."""
    frame, seen = versions.of_desk(event)
    return {"frame_as": form_of(request.path, frame), "kept_as": form_of(request.path, seen)}


def form_of(*told: object) -> str:
    """The name of a part of the desk that depends on nothing but what is told, the language and the house."""
    return _digest(("desk", house(), get_language(), *told))


def fresh_club(door: Door) -> Door:
    """For a page of a club: it has the version of the club for its reader."""

    def version(request: HttpRequest, club: Club) -> versions.Version:
        user = user_of(request)
        return (*versions.of_club(club), may_direct(user, club), may_manage(user, club))

    return _fresh(version, door)


def fresh_front(door: Door) -> Door:
    """For the front page of a club, which tells the day, what is on, and each reader whether he belongs."""

    def version(request: HttpRequest, club: Club) -> versions.Version:
        user = user_of(request)
        is_director = may_direct(user, club)
        notices = club_notices(club, user)
        rights = (is_director, notices, may_manage(user, club), user.pk if user else None)
        return (*versions.of_club(club), *front.version(club, timezone.now()), *rights)

    return _fresh(version, door)


def _fresh(version: Callable[[HttpRequest, Any], versions.Version], door: Door) -> Door:
    def etag(request: HttpRequest, of: Event | Club) -> str | None:
        if len(get_messages(request)):
            return None
        # Parts are the same whatever stands behind the question mark, so nobody fills the cache with it.
        page = _digest((house(), get_language(), request.path, version(request, of)))
        request.META[KEPT_AS] = page
        return f'"{_digest((page, request.META["QUERY_STRING"], request.headers.get("Cookie", "")))}"'

    asked = condition(etag_func=etag)(door)
    # Only the reader's own browser may keep such a page, and it asks each time whether it still holds.
    return vary_on_headers("Cookie", "Accept-Language")(cache_control(private=True, no_cache=True)(asked))


def _digest(told: tuple[Any, ...]) -> str:
    return blake2b(repr(told).encode(), digest_size=16).hexdigest()


@cache
def house() -> str:
    """What the house itself is made of: another release draws other pages."""
    files = (path for room in ROOMS for path in sorted((Path(settings.BASE_DIR) / room).rglob("*")))
    told = [(path.name, *_size(path)) for path in files if path.suffix in WRITTEN]
    return blake2b(repr(told).encode(), digest_size=16).hexdigest()


def _size(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_size, found.st_mtime_ns

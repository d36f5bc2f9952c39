"""What every door of this room does first: find the thing at its address, or say that it is not there."""

from typing import Any, TypeVar

from django.http import Http404
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from matches.api import etags
from matches.models import User
from rules.errors import Refusal
from tournaments.models import Club, Entry, Event
from tournaments.permissions import may_direct, may_manage, must_direct, must_manage
from tournaments.queries import clubs, events

Found = TypeVar("Found")


def found(value: Found | None) -> Found:
    """What was looked for. Raises Http404 for nothing."""
    if value is None:
        raise Http404
    return value


def club_at(slug: str) -> Club:
    """The club at an address."""
    return found(clubs.club_by_slug(slug))


def event_at(request: Request, pk: int) -> Event:
    """The event at an address, written to only at the version of If-Match. Raises `version_outdated`."""
    event = found(events.event_by_id(pk))
    if request.method not in SAFE_METHODS:
        etags.expected_version(request, event.version)
    return event


def account_of(request: Request, name: str) -> User:
    """The account that asks; `name` is that of what it asks for. Raises `directors_only` for nobody."""
    if not isinstance(request.user, User):
        raise Refusal("directors_only", name=name)
    return request.user


def director_of(request: Request, of: Event | Club) -> User:
    """The account that asks, when it directs the event or the club. Raises `directors_only`."""
    by = account_of(request, of.name)
    must_direct(by, of)
    return by


def who_directs(request: Request, of: Event | Club) -> User:
    """The same for who only looks: what was put away is still read. Raises `directors_only`."""
    by = account_of(request, of.name)
    if not may_direct(by, of):
        raise Refusal("directors_only", name=of.name)
    return by


def who_manages(request: Request, club: Club) -> User:
    """The account that asks, when it keeps the members of the club. Raises `club_officers_only`."""
    by = account_of(request, club.name)
    if not may_manage(by, club):
        raise Refusal("club_officers_only", club=club.name)
    return by


def manager_of(request: Request, club: Club) -> User:
    """The account that asks, when it manages the members of the club. Raises `club_officers_only`."""
    by = account_of(request, club.name)
    must_manage(by, club)
    return by


def entry_of(at: Any, number: int) -> Entry:
    """An entry of the event by its number, or 404."""
    rows = Entry.objects.select_related("player", "event__tournament__club", "event__tournament__desk")
    return found(rows.filter(event=at.of, number=number).first())

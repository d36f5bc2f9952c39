"""Decorators and lookups of the views: the object under a URL, and the permission to open it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from matches.models import User
from matches.views.visitors import user_of
from tournaments.models import Club, Event, Tournament
from tournaments.permissions import may_direct, may_manage
from tournaments.queries.events import event_by_address

Door = Callable[..., HttpResponse]


def club_at(slug: str) -> Club:
    """Return the club with this slug, or raise 404."""
    return get_object_or_404(Club.objects.select_related("desk"), slug=slug)


def evening_at(club: str, evening: str) -> Tournament:
    """Return the tournament of a club by its slug, or raise 404."""
    tournaments = Tournament.objects.select_related("club", "desk")
    return get_object_or_404(tournaments, club__slug=club, slug=evening)


def event_at(club: str, evening: str, event: str) -> Event:
    """Return the event at a URL with its tournament, desk and club, or raise 404."""
    event_row = event_by_address(club, evening, event)
    if event_row is None:
        raise Http404
    return event_row


def address(name: str, event: Event, *arguments: object) -> str:
    """Return the URL of a page of an event."""
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, event.slug, *arguments])


def for_everybody(view: Door) -> Door:
    """Decorate a view of an event that is open to the public."""

    @wraps(view)
    def wrapped(request: HttpRequest, club: str, evening: str, event: str, **more: Any) -> HttpResponse:
        return view(request, event_at(club, evening, event), **more)

    return wrapped


def for_readers(view: Door) -> Door:
    """Decorate a view of a club that is open to the public."""

    @wraps(view)
    def wrapped(request: HttpRequest, club: str, **more: Any) -> HttpResponse:
        return view(request, club_at(club), **more)

    return wrapped


def for_directors(view: Door) -> Door:
    """Decorate a view of an event for its directors: others sign in or get 404."""

    @login_required
    @wraps(view)
    def wrapped(request: HttpRequest, club: str, evening: str, event: str, **more: Any) -> HttpResponse:
        event_row = event_at(club, evening, event)
        if not may_direct(director(request), event_row):
            raise Http404
        return view(request, event_row, **more)

    return wrapped


def director(request: HttpRequest) -> User:
    """Return the signed-in user; the view already requires one."""
    user = user_of(request)
    if user is None:
        raise Http404
    return user


def managed(request: HttpRequest, slug: str) -> Club:
    """Return the club with this slug if the user manages it, or raise 404."""
    club = club_at(slug)
    if not may_manage(director(request), club):
        raise Http404
    return club

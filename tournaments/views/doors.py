"""What every door does first: find the thing under its own address, and turn strangers away."""

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
    """The club at an address, or 404."""
    return get_object_or_404(Club.objects.select_related("desk"), slug=slug)


def evening_at(club: str, evening: str) -> Tournament:
    """The evening at an address, or 404; an evening of another club is not there."""
    found = Tournament.objects.select_related("club", "desk")
    return get_object_or_404(found, club__slug=club, slug=evening)


def event_at(club: str, evening: str, event: str) -> Event:
    """The event at an address with its evening, desk and club, or 404."""
    found = event_by_address(club, evening, event)
    if found is None:
        raise Http404
    return found


def address(name: str, event: Event, *more: object) -> str:
    """The path of one of the pages of an event."""
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, event.slug, *more])


def for_everybody(door: Door) -> Door:
    """A page of an event that anybody may read."""

    @wraps(door)
    def opened(request: HttpRequest, club: str, evening: str, event: str, **more: Any) -> HttpResponse:
        return door(request, event_at(club, evening, event), **more)

    return opened


def for_readers(door: Door) -> Door:
    """A page of a club that anybody may read."""

    @wraps(door)
    def opened(request: HttpRequest, club: str, **more: Any) -> HttpResponse:
        return door(request, club_at(club), **more)

    return opened


def for_directors(door: Door) -> Door:
    """A page of an event for who directs it: others are asked to sign in, strangers find nothing."""

    @login_required
    @wraps(door)
    def opened(request: HttpRequest, club: str, evening: str, event: str, **more: Any) -> HttpResponse:
        found = event_at(club, evening, event)
        if not may_direct(director(request), found):
            raise Http404
        return door(request, found, **more)

    return opened


def director(request: HttpRequest) -> User:
    """Who is signed in; the door has asked for that already."""
    user = user_of(request)
    if user is None:
        raise Http404
    return user


def managed(request: HttpRequest, slug: str) -> Club:
    """The club of that address for those who manage it; for all others it is not there."""
    found = club_at(slug)
    if not may_manage(director(request), found):
        raise Http404
    return found

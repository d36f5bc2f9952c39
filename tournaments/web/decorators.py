"""Decorators and lookups of the views: the object under a URL, and permission."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from matches.models import User
from matches.time_zones import activate_time_zone
from matches.views.visitors import get_user
from tournaments.lookups import event_by_address
from tournaments.models import Club, Event, Tournament
from tournaments.permissions import may_direct, may_manage, may_see

View = Callable[..., HttpResponse]


def get_club(slug: str) -> Club:
    """Return the club with this slug, or raise 404."""
    return get_object_or_404(Club.objects.select_related("desk"), slug=slug)


def get_tournament(request: HttpRequest, club: str, tournament: str) -> Tournament:
    """Return the tournament of a club by its slug, or raise 404; drafts are for their officials."""
    tournaments = Tournament.objects.select_related("club", "desk")
    tournament_row = get_object_or_404(tournaments, club__slug=club, slug=tournament)
    if not may_see(get_user(request), tournament_row):
        raise Http404
    activate_time_zone(tournament_row.desk)
    return tournament_row


def get_event(request: HttpRequest, club: str, tournament: str, event: str) -> Event:
    """Return the event at a URL with tournament, desk and club, or raise 404; drafts are for officials."""
    event_row = event_by_address(club, tournament, event)
    if event_row is None or not may_see(get_user(request), event_row):
        raise Http404
    activate_time_zone(event_row.tournament.desk)
    return event_row


def event_url(name: str, event: Event, *arguments: object) -> str:
    """Return the URL of a page of an event."""
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, event.slug, *arguments])


def public_event_view(view: View) -> View:
    """Decorate a view of an event that is open to the public."""

    @wraps(view)
    def wrapped(request: HttpRequest, club: str, tournament: str, event: str, **more: Any) -> HttpResponse:
        return view(request, get_event(request, club, tournament, event), **more)

    return wrapped


def public_club_view(view: View) -> View:
    """Decorate a view of a club that is open to the public."""

    @wraps(view)
    def wrapped(request: HttpRequest, club: str, **more: Any) -> HttpResponse:
        return view(request, get_club(club), **more)

    return wrapped


def director_view(view: View) -> View:
    """Decorate a view of an event for its directors: others sign in or get 404."""

    @login_required
    @wraps(view)
    def wrapped(request: HttpRequest, club: str, tournament: str, event: str, **more: Any) -> HttpResponse:
        event_row = get_event(request, club, tournament, event)
        if not may_direct(require_user(request), event_row):
            raise Http404
        return view(request, event_row, **more)

    return wrapped


def require_user(request: HttpRequest) -> User:
    """Return the signed-in user; the view already requires one."""
    user = get_user(request)
    if user is None:
        raise Http404
    return user


def get_managed_club(request: HttpRequest, slug: str) -> Club:
    """Return the club with this slug if the user manages it, or raise 404."""
    club = get_club(slug)
    if not may_manage(require_user(request), club):
        raise Http404
    return club

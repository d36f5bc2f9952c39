"""Screens by code, and those of a tournament."""

from django.db.models import QuerySet

from tournaments.models import Tournament
from tournaments.screens.models import Screen


def get_screen(code: str) -> Screen | None:
    """Return a screen with its tournament, or None."""
    screens = Screen.objects.select_related("tournament__club", "tournament__desk", "event")
    return screens.filter(code=code).first()


def get_tournament_of_desk(code: str) -> Tournament | None:
    """Return the tournament whose desk has this code, unless it is a draft."""
    tournaments = Tournament.objects.filter(is_draft=False).select_related("club", "desk")
    return tournaments.filter(desk__code=code).first()


def list_screens(tournament: Tournament) -> QuerySet[Screen]:
    """Return the screens of a tournament."""
    return Screen.objects.filter(tournament=tournament).select_related("event").order_by("id")

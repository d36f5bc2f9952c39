"""Screens and announcements of an evening for programs."""

from collections.abc import Callable, Mapping
from typing import Any

from matches.models import Announcement
from matches.queries import announcements
from matches.services import announcing
from tournaments.api.deeds import Asked, Deed, Look, event_path
from tournaments.api.loading import found
from tournaments.models import Event
from tournaments.screens import forms as screen_forms
from tournaments.screens import queries, services
from tournaments.screens import serializers as shapes
from tournaments.screens.models import Screen

At = Asked[Event]


def _screens(at: At) -> dict[str, Any]:
    return {"screens": queries.screens_of(at.of.tournament)}


def _put_up(at: At) -> Screen:
    figures = at.said["figures"]
    if figures:
        return services.take_on(tournament=at.of.tournament, code=figures, by=at.by)
    return services.put_up(tournament=at.of.tournament, by=at.by)


def _change(at: At) -> Screen:
    rows = Screen.objects.select_related("tournament__club", "tournament__desk")
    screen = found(rows.filter(code=at.at["code"], tournament=at.of.tournament).first())
    return CHANGES[at.said["deed"]](at, screen)


def _show_flight(at: At, screen: Screen) -> Screen:
    number, _, flight = at.said["flight"].partition(":")
    event = found(Event.objects.filter(pk=int(number), tournament=screen.tournament).first())
    return services.show_flight(screen=screen, event=event, flight=flight, by=at.by)


CHANGES: Mapping[str, Callable[[At, Screen], Screen]] = {
    "show": lambda at, screen: services.show(screen=screen, parts=at.said["part"], by=at.by),
    "flight": _show_flight,
    "pause": lambda at, screen: services.pause(screen=screen, by=at.by),
    "go_on": lambda at, screen: services.go_on(screen=screen, by=at.by),
    "rename": lambda at, screen: services.rename(screen=screen, name=at.said["name"], by=at.by),
    "pace": lambda at, screen: services.set_pace(screen=screen, seconds=at.said["seconds"], by=at.by),
    "let_go": lambda at, screen: services.let_go(screen=screen, by=at.by),
}


def _log(at: At) -> dict[str, Any]:
    return {"announcements": announcements.log(at.of.tournament.desk)}


def _announce(at: At) -> Announcement:
    said = {name: at.said[name] for name in ("english", "italian", "minutes", "reach")}
    return announcing.announce(desk=at.of.tournament.desk, by=at.by, **said)


def _take_back(at: At) -> Announcement:
    held = found(announcements.by_number(at.of.tournament.desk, at.at["number"]))
    announcing.take_back(announcement=held, by=at.by)
    held.refresh_from_db()
    return held


urlpatterns = [
    event_path(
        "screens/",
        Look(
            name="event_screens",
            find=_screens,
            answer=shapes.ScreensOut,
            about="The screens of the evening and what each shows.",
        ),
        Deed(
            name="event_put_up_screen",
            form=screen_forms.TakingOn,
            act=_put_up,
            answer=shapes.ScreenOut,
            about="A screen more: a new one, or the one that shows these figures.",
        ),
    ),
    event_path(
        "screens/<slug:code>/",
        Deed(
            name="event_change_screen",
            form=screen_forms.Showing,
            act=_change,
            answer=shapes.ScreenOut,
            status=200,
            about="One deed upon one screen: what it shows, a flight, pause, name, pace, or let it go.",
        ),
    ),
    event_path(
        "announcements/",
        Look(
            name="event_announcements",
            find=_log,
            answer=shapes.AnnouncementsOut,
            about="What was announced at this desk, the newest first.",
        ),
        Deed(
            name="event_announce",
            form=screen_forms.Announcing,
            act=_announce,
            answer=shapes.AnnouncementOut,
            about="Tell everybody something.",
        ),
    ),
    event_path(
        "announcements/<int:number>/take-back/",
        Deed(
            name="event_take_back_announcement",
            act=_take_back,
            answer=shapes.AnnouncementOut,
            status=200,
            about="Show an announcement no more.",
        ),
    ),
]

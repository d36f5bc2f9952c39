"""Navigation of an event: the tabs of its public pages, and those of its directors' pages."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from matches.models import User
from tournaments.models import Event, Takes, Tournament
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.registry import PageTab, desk_tabs, event_tabs
from tournaments.web.decorators import event_url

Tab = tuple[str, str, bool]
DeskTab = tuple[str, str, bool, str]


@dataclass(frozen=True, slots=True)
class Tabs:
    """Tabs as (address, text, whether this page belongs to it), and a link to the other set of tabs.

    `desks` are the desks of all events of a tournament with several, with their status.
    """

    rows: tuple[Tab, ...]
    is_desk: bool = False
    other_address: str = ""
    desks: tuple[DeskTab, ...] = ()

    def __iter__(self) -> Iterator[Tab]:
        """Iterate over the tabs."""
        return iter(self.rows)


def make_public_tabs(event: Event, current: str, *, is_director: bool, user: User | None = None) -> Tabs:
    """Return the tabs of the public pages; directors also get a link to the desk."""
    pages = [
        PageTab(50, "event", gettext("Overview")),
        PageTab(60, "bracket", event.layout_name),
        PageTab(70, "teams", gettext("Teams"))
        if event.takes == Takes.TEAMS
        else PageTab(70, "entries", gettext("Entries")),
        PageTab(80, "results", gettext("Results")),
        PageTab(100, "draw-audit", gettext("Draw audit")),
        PageTab(110, "journal", gettext("Activity log")),
    ]
    if event.status in PUBLISHED_STATUSES:
        pages.append(PageTab(65, "event-standings", gettext("Standings")))
    pages += [tab for tabs_of_app in event_tabs(event, user, is_director) for tab in tabs_of_app]
    return Tabs(
        _make_rows(event, pages, current), other_address=event_url("desk", event) if is_director else ""
    )


def make_desk_tabs(event: Event, current: str) -> Tabs:
    """Return the tabs of the directors' pages, with a link to the public pages."""
    pages = [
        PageTab(10, "desk", gettext("Desk")),
        PageTab(20, "desk-entries", gettext("Entries")),
        PageTab(30, "desk-plan", gettext("Draws")),
        PageTab(40, "desk-table-settings", gettext("Tables")),
    ]
    pages += [tab for tabs_of_app in desk_tabs(event) for tab in tabs_of_app]
    rows = _make_rows(event, pages, current)
    return Tabs(
        (*rows, _settings_tab(event.tournament, current)), True, event_url("event", event), _list_desks(event)
    )


def _list_desks(event: Event) -> tuple[DeskTab, ...]:
    """Return the desks of the events of a tournament, if there are several; one query."""
    tournament = event.tournament
    events = list(tournament.events.order_by("pk"))
    addresses = [reverse("desk", args=[tournament.club.slug, tournament.slug, each.slug]) for each in events]
    tabs = zip(addresses, events, strict=True)
    return (
        tuple(
            (address, _name_desk(each), each.pk == event.pk, _describe_status(each)) for address, each in tabs
        )
        if len(events) > 1
        else ()
    )


def _describe_status(event: Event) -> str:
    """Return how far an event is; "" for a cancelled one, whose name says so."""
    return "" if event.cancelled_at else event.get_status_display()


def _name_desk(event: Event) -> str:
    """Return the name of an event in a row of events, with a mark if it is cancelled."""
    return gettext("%(event)s (cancelled)") % {"event": event.name} if event.cancelled_at else event.name


def make_tournament_tabs(tournament: Tournament, current: str) -> Tabs | None:
    """Return the directors' tabs on a page of a whole tournament: of its event, or one for each event."""
    events = list(tournament.events.select_related("tournament__club").order_by("id"))
    if len(events) == 1:
        return make_desk_tabs(events[0], current)
    desks = tuple((event_url("desk", event), _name_desk(event), False) for event in events)
    return Tabs((*desks, _settings_tab(tournament, current)), is_desk=True) if events else None


def _make_rows(event: Event, pages: list[PageTab], current: str) -> tuple[Tab, ...]:
    ordered = sorted(pages, key=lambda tab: tab.place)
    return tuple((event_url(tab.name, event), tab.text, tab.name == current) for tab in ordered)


def _settings_tab(tournament: Tournament, current: str) -> Tab:
    address = reverse("tournament-settings", args=[tournament.club.slug, tournament.slug])
    return (address, gettext("Settings"), current == "tournament-settings")

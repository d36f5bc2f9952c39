"""Hook points of tournaments for the feature apps; `matches.registry` says what a hook is."""

from dataclasses import dataclass

from matches.models import User
from matches.registry import Hook
from tournaments.models import Club, Event


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link on a page of the core."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class EventTab:
    """A page of an event in its tabs: the name of its address; tabs stand in the order of `place`."""

    place: int
    name: str
    text: str


# URL modules of the feature apps, the second under /api/v1/; config.urls includes them before the core's.
page_urls: list[str] = []
api_urls: list[str] = []

# The page of a club: links for its officers, and what they should look into.
club_links: Hook[[Club, User | None], list[PageLink]] = Hook()
club_notices: Hook[[Club, User | None], list[PageLink]] = Hook()
# The pages of an event: tabs for a reader who may direct it or not, and links below it.
event_tabs: Hook[[Event, User | None, bool], list[EventTab]] = Hook()
event_links: Hook[[Event], list[PageLink]] = Hook()

"""Hook points of tournaments for the feature apps; `matches.registry` says what a hook is."""

from dataclasses import dataclass
from typing import Any

from matches.models import User
from matches.registry import Hook
from rules.errors import Refusal
from tournaments.models import Club, Event


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link on a page of the core."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class PageTab:
    """A tab of an event or a club: the name of its address; tabs stand in the order of `place`."""

    place: int
    name: str
    text: str


# URL modules of the feature apps, the second under /api/v1/; config.urls includes them before the core's.
page_urls: list[str] = []
api_urls: list[str] = []

# Lookups from a match to a club it is played in besides events, casual matches and imported results; rating
# lists that count ladders count these matches.
match_club_lookups: list[str] = []
# Commands of `matches.management.auditing` that `doctor` runs beside those of the core.
audit_commands: list[str] = []

# The page of a club: links for its officers, and what they should look into.
club_links: Hook[[Club, User | None], list[PageLink]] = Hook()
club_notices: Hook[[Club, User | None], list[PageLink]] = Hook()
# The tabs of a club: those of the core stand at 10, 20 and so on.
club_tabs: Hook[[], list[PageTab]] = Hook()
# The pages of an event: tabs for a reader who may direct it or not, and links below it.
event_tabs: Hook[[Event, User | None, bool], list[PageTab]] = Hook()
event_links: Hook[[Event], list[PageLink]] = Hook()
# An event's own facts in its file, and what its stored rows say otherwise than its journal.
event_file_parts: Hook[[Event], dict[str, Any]] = Hook()
event_audits: Hook[[Event], list[Refusal]] = Hook()

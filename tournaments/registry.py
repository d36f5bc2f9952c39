"""Hook points of tournaments for the feature apps; `matches.registry` says what a hook is."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise

from matches.models import User
from matches.registry import Hook, Section
from rules.errors import Refusal
from tournaments.models import Club, Event, Tournament


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link on a page of the core."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class PrintTable:
    """A table to print: titles of columns with how they are set ("left", "right" or "wide"), and its rows."""

    title: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PageTab:
    """A tab of an event or a club: the name of its address; tabs stand in the order of `place`."""

    place: int
    name: str
    text: str


class TemplateExtension(ABC):
    """What a feature app adds to the events of a weekly night: JSON data, kept under the name of the app.

    `form` is filled in beside the night and is about its first event. An event without data has no entry.
    """

    form: type[forms.Form]

    @abstractmethod
    def read(self, event: Event) -> Any | None:
        """The data that make another event like this one."""

    @abstractmethod
    def is_valid(self, data: Any) -> bool:
        """Whether an event can be made with these data."""

    @abstractmethod
    def apply(self, event: Event, data: Any, *, by: User, key: str) -> None:
        """Set up an event that was just created."""

    @abstractmethod
    def initial(self, data: Any | None) -> dict[str, Any]:
        """The initial values of the form."""

    @abstractmethod
    def change(self, data: Any | None, cleaned_data: Mapping[str, Any]) -> Any | None:
        """The data as the form changes them."""

    @abstractmethod
    def describe(self, data: Any) -> str:
        """The data in a few words, for the list of nights."""


@dataclass(frozen=True, slots=True)
class Printout:
    """A list that a feature app adds to what can be printed of an event; no tables: not offered."""

    title: str | Promise
    is_available: Callable[[Event], bool]
    tables: Callable[[Event], list[PrintTable]]


# URL modules of the feature apps, the second under /api/v1/; config.urls includes them before the core's.
page_urls: list[str] = []
api_urls: list[str] = []

# Lookups from a match to a club it is played in besides events, casual matches and imported results; rating
# lists that count ladders count these matches.
match_club_lookups: list[str] = []
# Commands of `matches.management.base` that `doctor` runs beside those of the core.
audit_commands: list[str] = []

# The page of a club: links for its officers, and what they should look into.
club_links: Hook[[Club, User | None], list[PageLink]] = Hook()
club_notices: Hook[[Club, User | None], list[PageLink]] = Hook()
# The tabs of a club: those of the core stand at 10, 20 and so on.
club_tabs: Hook[[], list[PageTab]] = Hook()
# The pages of an event: tabs for a reader who may direct it or not, links below it, and links on its desk.
event_tabs: Hook[[Event, User | None, bool], list[PageTab]] = Hook()
event_links: Hook[[Event], list[PageLink]] = Hook()
desk_links: Hook[[Event], list[PageLink]] = Hook()
# What the tabs of feature apps depend on for this reader; equal versions mean an equal page.
event_versions: Hook[[Event, User | None], tuple[Any, ...]] = Hook()
# An event's own facts in its file, and what its stored rows say otherwise than its journal.
event_file_parts: Hook[[Event], dict[str, Any]] = Hook()
event_audits: Hook[[Event], list[Refusal]] = Hook()
# The officials of a tournament: sections below those who run it.
official_sections: Hook[[Tournament], list[Section]] = Hook()
# By name of the app: what it adds to weekly nights. By name of the file: what it adds to the printouts.
template_extensions: dict[str, TemplateExtension] = {}
printouts: dict[str, Printout] = {}

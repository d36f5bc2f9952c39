"""Hooks by which other apps extend `matches` without being imported by it.

A hook is a list of functions that other apps register when Django starts (`config.app_parts` imports their
`hooks` module). `matches` calls it to add sections to its pages, or to ask before it decides. Functions of a
hook only read; changes are announced by signals (`matches.signals`).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Generic, ParamSpec, TypeVar

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise

from matches.breaks import Interval, MatchAtDesk
from matches.models import Badge, Desk, Match, Player, User
from rules.errors import Refusal

P = ParamSpec("P")
R = TypeVar("R")


class Hook(Generic[P, R]):
    """Functions of other apps, called in the order in which they were registered."""

    def __init__(self) -> None:
        self.functions: list[Callable[P, R]] = []

    def register(self, function: Callable[P, R]) -> Callable[P, R]:
        """Add a function; usable as a decorator."""
        self.functions.append(function)
        return function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        return [function(*args, **kwargs) for function in self.functions]


@dataclass(frozen=True, slots=True)
class SectionLine:
    """One line of a section; it links to `address` if there is one."""

    text: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class TemplateSection:
    """A section of a page.

    `call` is the text of the button below the lines, which links to `address`; `empty` is shown instead of
    the lines if there are none.
    """

    title: str
    lines: tuple[SectionLine, ...] = ()
    address: str = ""
    call: str = ""
    empty: str = ""


@dataclass(frozen=True, slots=True)
class PlayerLink:
    """A link on the page of a player, with an optional sentence beside it."""

    title: str
    address: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class PendingWork:
    """Work that waits outside the outbox: how much, since when; `problem` is a sentence if it has stopped."""

    name: str | Promise
    count: int
    since: datetime | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A gauge for Prometheus, with its HELP text as `description`."""

    name: str
    description: str
    value: float


@dataclass(frozen=True, slots=True)
class Panel:
    """A section of a page: a template, and the context it adds to that of the page."""

    template: str
    context: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ShownLogo:
    """The logo of a sponsor: the address of its file, its alternative text, its size and its link."""

    address: str
    name: str
    width: int
    height: int
    link: str = ""


DAYS_OF_WEEK = 7


@dataclass(frozen=True, slots=True)
class BreakNotice:
    """A break as pages show it; `event` is the name of the only event that has it, "" for all.

    `number` is what the app that runs the break calls it, for the button that ends it. `waits_for_start`: the
    draw is published, and no match is called until the event starts.
    """

    number: int
    begins_at: datetime
    ends_at: datetime
    reason: str = ""
    event: str = ""
    waits_for_start: bool = False

    @property
    def is_on(self) -> bool:
        """Whether there is no play now."""
        return self.begins_at <= timezone.now()

    @property
    def begins_text(self) -> str:
        """When it begins: the time, on another day with the weekday, later with the date."""
        return format_time(self.begins_at)

    @property
    def ends_text(self) -> str:
        """When it ends: the time, on another day with the weekday, later with the date."""
        return format_time(self.ends_at)


def format_time(moment: datetime) -> str:
    """Return a time as people read it: on another day with the weekday, later or earlier with the date."""
    local = timezone.localtime(moment)
    days = (local.date() - timezone.localdate()).days
    if days == 0:
        return date_format(local, "H:i")
    # A weekday alone is that of the next days.
    return date_format(local, "l H:i" if 0 < days < DAYS_OF_WEEK else "l j F, H:i")


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """Where in an event a match is played: the number of the event, flight, round and name of the pairing."""

    event: int
    flight: str
    round: int
    pairing: str


@dataclass(frozen=True, slots=True)
class MatchOccasion:
    """At which tournament a match was played, and on which day; None before it is settled.

    `event` is the name of its event in a tournament with several.
    """

    tournament: str
    day: date | None
    event: str = ""


def make_panel_context(panels: Iterable[Panel]) -> dict[str, Any]:
    """Return the context of a page with panels: their templates as `panels`, and the context of each."""
    context: dict[str, Any] = {"panels": []}
    for panel in panels:
        context["panels"].append(panel.template)
        context |= panel.context
    return context


# Where these matches (primary keys) are played, by primary key; those of no event are left out.
match_places: Hook[[Collection[int]], Mapping[int, MatchPlace]] = Hook()
# At which tournament and on which day these matches (primary keys) were played; others are left out.
match_occasions: Hook[[Collection[int]], Mapping[int, MatchOccasion]] = Hook()
# Further topics that a change of each of these matches is published under, by primary key.
match_topics: Hook[[Collection[Match]], Mapping[int, list[str]]] = Hook()
# Further desks (by key) at which a badge acts for its player: a club's badge acts in its tournaments.
badge_desks: Hook[[Badge], Collection[int]] = Hook()
# The badge page: (text, address) of each thing its holder has to do besides matches.
badge_tasks: Hook[[Badge], list[tuple[str, str]]] = Hook()
# The badge page: of open matches, by their keys, the last day of those that have one.
match_deadlines: Hook[[Collection[int]], Mapping[int, date]] = Hook()
# The badge page: a `queries.badges.PlayerProspects` from the app that runs the events at its desks; None from
# others. (Typed as object, because that module imports this one.)
badge_prospects: Hook[[Badge], object] = Hook()
# The badge page: links below the matches of its holder.
badge_links: Hook[[Badge], list[SectionLine]] = Hook()
# Panels on the page of a match, and on that of a player.
match_panels: Hook[[HttpRequest, Match], Panel] = Hook()
player_panels: Hook[[HttpRequest, Player], Panel] = Hook()
# Why a final score of a match (White, Black) is contradicted, such as by a match file; None if it is not.
contradictions: Hook[[Match, tuple[int, int]], Refusal | None] = Hook()
# The same as a condition on matches: those whose reported score is contradicted.
contradicted_matches: Hook[[], Q] = Hook()
# A condition on matches: those that nobody plays on with, as their event is cancelled or archived.
suspended_matches: Hook[[], Q] = Hook()
# A condition on matches: those of other desks whose players cannot be called at these desks (keys)
# meanwhile, as both belong to one club.
busy_matches: Hook[[Collection[int]], Q] = Hook()
# Links to pages about the event of a checked event file, by its content.
event_file_links: Hook[[Mapping[str, Any]], list[SectionLine]] = Hook()
# The logos of sponsors in the overlay of a match for streams.
overlay_logos: Hook[[Match], Iterable[ShownLogo]] = Hook()
# Inconsistencies in the stored rows of a match, for `manage.py audit_matches`.
match_audits: Hook[[Match], Iterable[Refusal]] = Hook()
# Links on the page of a player.
player_links: Hook[[Player], list[PlayerLink]] = Hook()
# The export of a person's data (see `accounts.queries.get_own_data`): plain data under names no other app
# uses. Called for the person and for each of their pairs. `played_data` is exported for the holder of a badge
# too, `own_data` only for the account.
played_data: Hook[[Player], dict[str, Any]] = Hook()
own_data: Hook[[Player], dict[str, Any]] = Hook()
# Descriptions of desks by key, to distinguish those of the same name: club and day. Some may be missing.
desk_descriptions: Hook[[Collection[int]], Mapping[int, str]] = Hook()
# The event of each match of a desk, by key of the match, where the desk has several events.
event_names: Hook[[Desk], Mapping[int, str]] = Hook()
# A condition on announcements: those for an audience, such as an event, that includes these players (by key).
announcement_audiences: Hook[[Collection[int]], Q] = Hook()
# The breaks that apply to matches, by key: in them no time counts. Matches without one may be missing.
match_breaks: Hook[[Collection[MatchAtDesk]], Mapping[int, Sequence[Interval]]] = Hook()
# Why nothing may be changed at a desk, such as that another site directs its matches; None if it may.
desk_obstacles: Hook[[Desk], Refusal | None] = Hook()
# The breaks of a desk that its pages show now.
desk_breaks: Hook[[Desk], list[BreakNotice]] = Hook()
# Who would advance without an opponent if a match is void, a sentence each.
void_effects: Hook[[Match], list[str]] = Hook()
# Sections on the page of an account and in the export of its data.
account_sections: Hook[[User], list[TemplateSection]] = Hook()
# Whether these players (by key) are known only at places, such as clubs, that the user runs (True), or at
# others too (False); None from an app that does not know them.
naming_rights: Hook[[frozenset[int], User], bool | None] = Hook()
# Groups of these players (by key) that have played at one table; two players of a group are different people.
shared_tables: Hook[[Collection[int]], list[set[int]]] = Hook()
# Why two groups of spellings cannot be merged into one person; None if they can.
merge_objections: Hook[[Sequence[Player], Sequence[Player]], Refusal | None] = Hook()
# What a merge of two persons (the one whose name stays first) does to data of other apps, a sentence each.
merge_effects: Hook[[Player, Player, User], list[str]] = Hook()
# May the second user issue a sign-in link for the first? True if the first belongs to a place the second
# runs, False if the first has a right that the second has not, None if the app does not know.
admission_rights: Hook[[User, User], bool | None] = Hook()
# The page of the site's host, and the Prometheus metrics.
pending_work: Hook[[], PendingWork] = Hook()
gauges: Hook[[], list[Gauge]] = Hook()
# What would not reach other sites if this one was stopped now, a sentence each.
unsent_work: Hook[[], list[str]] = Hook()

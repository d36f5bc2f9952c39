"""Hook points of matches: what other apps add to its pages, and what it queries before it decides.

A hook is a list of functions. An app registers its functions when Django starts (`AppConfig.ready` imports
its `hooks` module); callers do not know the registered apps. Functions of a hook only read: changes are
announced by signals (`matches.signals`).
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, ParamSpec, TypeVar

from django.db.models import Q
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.safestring import SafeString

from matches.models import Badge, Match, Player, User
from rules.errors import Refusal
from rules.match import MatchScore

P = ParamSpec("P")
R = TypeVar("R")


class Hook(Generic[P, R]):
    """Functions of other apps, called in the order in which they were registered."""

    def __init__(self) -> None:
        self._functions: list[Callable[P, R]] = []

    def register(self, function: Callable[P, R]) -> Callable[P, R]:
        """Add a function; usable as a decorator."""
        self._functions.append(function)
        return function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        return [function(*args, **kwargs) for function in self._functions]


@dataclass(frozen=True, slots=True)
class SectionLine:
    """One line of a section; it links to `address` if there is one."""

    text: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class TemplateSection:
    """A section of a page.

    `call` is the button below the lines and links to `address`; `empty` is the text without lines.
    """

    title: str
    lines: tuple[SectionLine, ...] = ()
    address: str = ""
    call: str = ""
    empty: str = ""


@dataclass(frozen=True, slots=True)
class PlayerLink:
    """A link on the page of a player with a sentence beside it."""

    title: str
    address: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class PendingWork:
    """Pending work outside the outbox; `problem` is a sentence about what has stopped."""

    name: str | Promise
    count: int
    since: datetime | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A figure for Prometheus."""

    name: str
    about: str
    value: float


@dataclass(frozen=True, slots=True)
class Panel:
    """A section of a page: a template, and its additions to the context of the page."""

    template: str
    context: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game in progress, as recorded; the cube as shown, 0 in the Crawford game."""

    score: MatchScore
    cube: int
    cube_owner: str
    is_offered: bool
    turn: str
    draw_board: Callable[[], SafeString]


def panel_context(panels: Iterable[Panel]) -> dict[str, Any]:
    """The context of a page with these panels: `panels`, their templates, and all they add."""
    context: dict[str, Any] = {"panels": []}
    for panel in panels:
        context["panels"].append(panel.template)
        context |= panel.context
    return context


# Modules with pages, and with routes of the API under /api/v1/, included before those of the core.
page_urls: list[str] = []
api_urls: list[str] = []
# The badge page: (text, address) of everything its holder has to do besides matches.
badge_tasks: Hook[[Badge], list[tuple[str, str]]] = Hook()
# The badge page: a queries.prospects.Ahead from the app that runs the event at that desk, None from others.
badge_outlooks: Hook[[Badge], object] = Hook()
# The badge page: links below the matches of its holder.
badge_links: Hook[[Badge], list[SectionLine]] = Hook()
# The page of a match, and of a player.
match_panels: Hook[[HttpRequest, Match], Panel] = Hook()
player_panels: Hook[[HttpRequest, Player], Panel] = Hook()
# The game of a match that is being recorded; None without one.
live_games: Hook[[Match], LiveGame | None] = Hook()
# Why this score of a match, White's points first, cannot stand; None when nothing contradicts it.
contradictions: Hook[[Match, tuple[int, int]], Refusal | None] = Hook()
# A condition on matches whose reported score is contradicted.
contradicted_matches: Hook[[], Q] = Hook()
# What is wrong with the stored rows of a match, as codes with their context.
match_audits: Hook[[Match], Iterable[Refusal]] = Hook()
# Links on the page of a player.
player_links: Hook[[Player], list[PlayerLink]] = Hook()
# The export of a person's data, called for each of their pairs too: plain data under a unique name. Matches
# played are given to the holder of a badge as well, the rest to the account alone.
played_data: Hook[[Player], dict[str, Any]] = Hook()
own_data: Hook[[Player], dict[str, Any]] = Hook()
# A condition on announcements: those for a part of a desk that these players (by key) belong to.
announcement_audiences: Hook[[Collection[int]], Q] = Hook()
# The page of an account, and the copy of its data.
account_sections: Hook[[User], list[TemplateSection]] = Hook()
# Whether these players (by key) are known at an official's own places alone (True), or elsewhere too (False);
# None from an app that knows none of them.
naming_rights: Hook[[frozenset[int], User], bool | None] = Hook()
# Of these players (by key), the groups that have sat at one table, so that no two of a group are one person.
shared_tables: Hook[[Collection[int]], list[set[int]]] = Hook()
# Why two groups of spellings cannot be one person; None where nothing is known against it.
merge_objections: Hook[[Sequence[Player], Sequence[Player]], Refusal | None] = Hook()
# Whether the first account is one of the second's people (True), or has a right the second has not (False).
admission_rights: Hook[[User, User], bool | None] = Hook()
# The host's page and the metrics.
pending_work: Hook[[], PendingWork] = Hook()
gauges: Hook[[], list[Gauge]] = Hook()

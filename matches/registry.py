"""Hook points of matches: what other apps add to its pages, and what it asks them before it decides.

A hook is a list of functions. An app registers its functions when Django starts (`AppConfig.ready` imports
its `hooks` module); pages call the hook and never know who answers. Functions of a hook only read: changes
are announced by signals (`matches.signals`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, ParamSpec, TypeVar

from django.utils.functional import Promise

from matches.models import Badge, Player, User

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
class Line:
    """One line of a section; it links to `address` if there is one."""

    text: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page. `call` is the button below the lines and links to `address`; `empty` stands where
    there are no lines."""

    title: str
    lines: tuple[Line, ...] = ()
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
    """Work outside the outbox that waits to be done; `problem` is a sentence about what has stopped."""

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


# The badge page: (text, address) of everything its holder has to do besides matches.
badge_tasks: Hook[[Badge], list[tuple[str, str]]] = Hook()
# The badge page: a queries.prospects.Ahead from the app that runs the event at that desk, None from others.
badge_outlooks: Hook[[Badge], object] = Hook()
# The page of a player.
player_links: Hook[[Player], list[PlayerLink]] = Hook()
# The copy of a person's data, asked for each pair of theirs too: plain data by a name of its own.
own_data: Hook[[Player], dict[str, Any]] = Hook()
# The page of an account, and the copy of its data.
account_sections: Hook[[User], list[Section]] = Hook()
# Whether these players (by key) are known at an official's own places alone (True), or elsewhere too (False);
# None from an app that knows none of them.
naming_rights: Hook[[frozenset[int], User], bool | None] = Hook()
# Whether the first account is one of the second's people (True), or has a right the second has not (False).
admission_rights: Hook[[User, User], bool | None] = Hook()
# The host's page and the metrics.
pending_work: Hook[[], PendingWork] = Hook()
gauges: Hook[[], list[Gauge]] = Hook()

"""A cache of factory results: the SQL of a call is recorded once per process and replayed afterwards.

A call is replayed where only recorded calls have written since the tables were empty: there the same call
writes the same rows under the same keys. Moments are moved on by the time that has passed since.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar, cast

import time_machine
from django.apps import apps
from django.core.cache import cache
from django.db import connection, models
from django.utils import timezone
from django.utils.translation import get_language

P = ParamSpec("P")
M = TypeVar("M", bound=models.Model)
State = tuple[object, ...]
Stands = tuple[object, ...]

SITE = ("matches", "tournaments")
READING = ("SELECT", "SAVEPOINT", "RELEASE", "PRAGMA", "EXPLAIN")
A_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)([ T])(\d\d:\d\d:\d\d)(\.\d+)?")


@dataclass
class Scene:
    """What a call wrote, what it leaves to be done after the commit, the row it made, and when it did so."""

    began: datetime = field(default_factory=timezone.now)
    ended: datetime | None = None
    written: list[tuple[str, Any, bool]] = field(default_factory=list)
    afterwards: list[tuple[Any, ...]] = field(default_factory=list)
    row: tuple[type[models.Model], Any] | None = None

    def note(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Let a statement pass, and keep it when it writes."""
        if not sql.lstrip().startswith(READING):
            self.written.append((sql, params, many))
        return execute(sql, params, many, context)

    @property
    def is_straight(self) -> bool:
        """Whether nothing of it was taken back."""
        return not any(sql.startswith("ROLLBACK") for sql, *_ in self.written)

    def write(self) -> None:
        """Write all of it as if it happened now."""
        later = timezone.now() - self.began
        with connection.cursor() as cursor:
            for sql, params, many in self.written:
                if many:
                    cursor.executemany(sql, [self._moved(each, later) for each in params])
                else:
                    cursor.execute(sql, self._moved(params, later))
        within = set(connection.savepoint_ids)
        connection.run_on_commit += [(within, *rest) for _, *rest in self.afterwards]

    def _moved(self, params: Sequence[Any] | None, later: timedelta) -> Sequence[Any] | None:
        if params is None:
            return None
        move = partial(self._later, later=later)
        return [A_MOMENT.sub(move, each) if isinstance(each, str) else each for each in params]

    def _later(self, value: re.Match[str], *, later: timedelta) -> str:
        day, between, hour, part = value.groups()
        at = datetime.fromisoformat(f"{day}T{hour}").replace(tzinfo=UTC)
        # Whatever lies within the scene has happened in it; other dates are dates somebody has set.
        if not self.began - timedelta(seconds=1) <= at <= (self.ended or self.began):
            return value[0]
        exact = at + timedelta(seconds=float(part or 0)) + later
        digits = len(part or "")
        return f"{exact:%Y-%m-%d}{between}{exact:%H:%M:%S}{f'{exact:.%f}'[:digits]}"


class Memory:
    """The recorded calls of this process, and the state of the database after the last of them."""

    def __init__(self) -> None:
        self.scenes: dict[State, Scene] = {}
        self._empty: Stands | None = None
        self._left: tuple[State, Stands] = ((), ())
        self._is_emptied = False

    def begin(self) -> None:
        """The tables are empty now: whatever is written from here on is a scene's or a test's."""
        self.scenes = {}
        self._empty, self._left, self._is_emptied = _numbers(), ((), ()), False

    def lose(self) -> None:
        """A test has committed and its rows are gone: numbers go on from wherever they stand."""
        self._is_emptied = self._empty is not None

    def state(self) -> State | None:
        """The recorded calls that make up the content of the database; None when there is anything else."""
        if self._empty is None or not connection.in_atomic_block or time_machine.escape_hatch.is_travelling():
            return None
        if self._is_emptied:
            if _stands_anything():
                return None
            self.begin()
        numbers = _numbers()
        if numbers == self._empty:
            return ()
        state, value = self._left
        return state if value == (*numbers, _written()) else None

    def leave(self, state: State) -> None:
        """These recorded calls, and nothing else, make up the content of the database."""
        self._left = (state, (*_numbers(), _written()))


memory = Memory()


def clear_cache() -> None:
    """What the cache holds is gone, as after a scene that was only written again."""
    cache.clear()


def _numbers() -> Stands:
    """The last number given in every table: a test that is undone gives them back."""
    with connection.cursor() as cursor:
        return tuple(cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name").fetchall())


def _stands_anything() -> bool:
    """Whether there is a row in any table of the site."""
    return any(
        model._base_manager.exists() for app in SITE for model in apps.get_app_config(app).get_models()
    )


def _written() -> int:
    """How many rows this connection has ever written; what is undone counts as well."""
    return int(connection.connection.total_changes)


def remembered(make: Callable[P, M]) -> Callable[P, M]:
    """Let a function that makes a scene and returns one row of it be remembered."""

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> M:
        before = memory.state()
        if before is None:
            return make(*args, **kwargs)
        items = (_named(args), _named(kwargs), get_language())
        state = (*before, (make.__module__, make.__name__, *items))
        scene = memory.scenes.get(state)
        if scene is None:
            # What is handed in stays as it is, as it does when the scene is only written again.
            scene = _first(partial(make, *deepcopy(args), **deepcopy(kwargs)))
        else:
            scene.write()
        if scene.is_straight:
            memory.scenes[state] = scene
            memory.leave(state)
        clear_cache()
        model, pk = cast("tuple[type[M], Any]", scene.row)
        return model._base_manager.get(pk=pk)

    return made


def _first(make: Callable[[], M]) -> Scene:
    """A scene made for the first time."""
    scene, waiting = Scene(), len(connection.run_on_commit)
    with ExitStack() as stack:
        stack.enter_context(connection.execute_wrapper(scene.note))
        result = make()
    scene.afterwards = connection.run_on_commit[waiting:]
    scene.row, scene.ended = (type(result), result.pk), timezone.now()
    return scene


def _named(result: Any) -> object:
    """An argument of a recorded call as a key: equal arguments have equal keys."""
    if isinstance(result, models.Model):
        return (type(result).__name__, result.pk)
    if isinstance(result, dict):
        return tuple((name, _named(value)) for name, value in sorted(result.items()))
    if isinstance(result, list | tuple):
        return tuple(map(_named, result))
    return repr(result)

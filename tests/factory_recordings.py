"""Factories whose SQL is recorded at the first call and replayed by later calls with the same arguments.

A factory that goes through the services costs some fifty milliseconds, its replayed statements a few. SQLite
gives the same primary keys again after a rollback, so the same call on the same rows writes the same rows.

A recording is used only where all rows of the database come from recorded factories since the tables were
empty; after any other write the factory is called as usual. Timestamps within a recording are moved to the
time of the replay.
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
Calls = tuple[object, ...]
Counters = tuple[object, ...]

# A test may set the clock by replacing this function.
ORIGINAL_NOW = timezone.now
PROJECT_APPS = ("matches", "tournaments")
READING_STATEMENTS = ("SELECT", "SAVEPOINT", "RELEASE", "PRAGMA", "EXPLAIN")
TIMESTAMP = re.compile(r"(\d{4}-\d\d-\d\d)([ T])(\d\d:\d\d:\d\d)(\.\d+)?")


@dataclass
class Recording:
    """The writes of one call of a factory, its on-commit callbacks, the key of its result, and its period."""

    started_at: datetime = field(default_factory=timezone.now)
    ended_at: datetime | None = None
    statements: list[tuple[str, Any, bool]] = field(default_factory=list)
    on_commit: list[tuple[Any, ...]] = field(default_factory=list)
    result: tuple[type[models.Model], Any] | None = None

    def record(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Execute a statement, and record it if it writes (a wrapper for `connection.execute_wrapper`)."""
        if not sql.lstrip().startswith(READING_STATEMENTS):
            self.statements.append((sql, params, many))
        return execute(sql, params, many, context)

    @property
    def is_replayable(self) -> bool:
        """Whether the factory rolled nothing back."""
        return not any(sql.startswith("ROLLBACK") for sql, *_ in self.statements)

    def replay(self) -> None:
        """Execute the statements with timestamps of now, and register the on-commit callbacks."""
        shift = timezone.now() - self.started_at
        with connection.cursor() as cursor:
            for sql, params, many in self.statements:
                if many:
                    cursor.executemany(sql, [self._shift(row, shift) for row in params])
                else:
                    cursor.execute(sql, self._shift(params, shift))
        savepoints = set(connection.savepoint_ids)
        connection.run_on_commit += [(savepoints, *rest) for _, *rest in self.on_commit]

    def _shift(self, params: Sequence[Any] | None, shift: timedelta) -> Sequence[Any] | None:
        """Return the parameters with their timestamps moved by `shift`."""
        if params is None:
            return None
        replace = partial(self._shift_timestamp, shift=shift)
        return [TIMESTAMP.sub(replace, param) if isinstance(param, str) else param for param in params]

    def _shift_timestamp(self, timestamp: re.Match[str], *, shift: timedelta) -> str:
        """Return a timestamp moved by `shift` if it lies in the period of the recording."""
        date, separator, time, fraction = timestamp.groups()
        at = datetime.fromisoformat(f"{date}T{time}").replace(tzinfo=UTC)
        # A time outside the period of the recording is an argument of the factory, such as a start.
        if not self.started_at - timedelta(seconds=1) <= at <= (self.ended_at or self.started_at):
            return timestamp[0]
        shifted = at + timedelta(seconds=float(fraction or 0)) + shift
        digits = len(fraction or "")
        return f"{shifted:%Y-%m-%d}{separator}{shifted:%H:%M:%S}{f'{shifted:.%f}'[:digits]}"


class Recordings:
    """The recordings of this process by their calls, and the calls that wrote the present rows."""

    def __init__(self) -> None:
        self.by_calls: dict[Calls, Recording] = {}
        self._empty_counters: Counters | None = None
        self._last: tuple[Calls, Counters] = ((), ())
        self._may_have_rows = False

    def reset(self) -> None:
        """Forget all recordings; the tables are empty."""
        self.by_calls = {}
        self._empty_counters, self._last, self._may_have_rows = _read_sequences(), ((), ()), False

    def note_commit(self) -> None:
        """Note that a test has committed: its rows are deleted, the sequences of keys are not set back."""
        self._may_have_rows = self._empty_counters is not None

    def get_calls(self) -> Calls | None:
        """Return the calls that wrote all present rows; None if anything else wrote or the clock is set."""
        if (
            self._empty_counters is None
            or not connection.in_atomic_block
            or time_machine.escape_hatch.is_travelling()
            or timezone.now is not ORIGINAL_NOW
        ):
            return None
        if self._may_have_rows:
            if _has_rows():
                return None
            self.reset()
        sequences = _read_sequences()
        if sequences == self._empty_counters:
            return ()
        calls, counters = self._last
        return calls if counters == (*sequences, _count_writes()) else None

    def set_calls(self, calls: Calls) -> None:
        """Note that these calls and nothing else wrote the present rows."""
        self._last = (calls, (*_read_sequences(), _count_writes()))


recordings = Recordings()


def _read_sequences() -> Counters:
    """Return the last primary key of every table; a rollback sets it back."""
    with connection.cursor() as cursor:
        return tuple(cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name").fetchall())


def _has_rows() -> bool:
    """Return whether any table of the project has a row."""
    return any(
        model._base_manager.exists()
        for app in PROJECT_APPS
        for model in apps.get_app_config(app).get_models()
    )


def _count_writes() -> int:
    """Return how many rows this connection has ever written, including those rolled back."""
    return int(connection.connection.total_changes)


def replayed(factory: Callable[P, M]) -> Callable[P, M]:
    """Decorate a factory that returns a row: record its first call, replay it for later equal calls.

    The returned row is read from the database in both cases, and the cache is empty afterwards in both cases.
    """

    @wraps(factory)
    def make(*args: P.args, **kwargs: P.kwargs) -> M:
        previous = recordings.get_calls()
        if previous is None:
            return factory(*args, **kwargs)
        call = (factory.__module__, factory.__name__, _key_of(args), _key_of(kwargs), get_language())
        calls = (*previous, call)
        recording = recordings.by_calls.get(calls)
        if recording is None:
            # A replay leaves the arguments as they are, so the first call must not change them either.
            recording = _record(partial(factory, *deepcopy(args), **deepcopy(kwargs)))
        else:
            recording.replay()
        if recording.is_replayable:
            recordings.by_calls[calls] = recording
            recordings.set_calls(calls)
        cache.clear()
        model, pk = cast("tuple[type[M], Any]", recording.result)
        return model._base_manager.get(pk=pk)

    return make


def _record(factory: Callable[[], M]) -> Recording:
    """Call a factory and return what it wrote."""
    recording, pending = Recording(), len(connection.run_on_commit)
    with ExitStack() as stack:
        stack.enter_context(connection.execute_wrapper(recording.record))
        row = factory()
    recording.on_commit = connection.run_on_commit[pending:]
    recording.result, recording.ended_at = (type(row), row.pk), timezone.now()
    return recording


def _key_of(argument: Any) -> object:
    """Return a hashable value that is equal for equal arguments."""
    if isinstance(argument, models.Model):
        return (type(argument).__name__, argument.pk)
    if isinstance(argument, dict):
        return tuple((name, _key_of(item)) for name, item in sorted(argument.items()))
    if isinstance(argument, list | tuple):
        return tuple(map(_key_of, argument))
    return repr(argument)

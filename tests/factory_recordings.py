"""Factories whose SQL is recorded at the first call and replayed by later calls with the same arguments.

A factory that goes through the services costs some fifty milliseconds, its replayed statements a few. SQLite
gives the same primary keys again after a rollback, so the same call on the same rows writes the same rows.

A recording is used only where all rows of the database come from recorded factories since the tables were
empty; after any other write the factory is called as usual. Timestamps within a recording are moved to the
time of the replay. Where a test has set the clock to a full second, calls at the same set time are equal;
their timestamps are replayed as they are, and the clock is put forward to the end of the recording.
"""

import io
import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, datetime, timedelta
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar
from unittest.mock import patch

import pytest
import time_machine
from django.apps import apps
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.utils import timezone
from django.utils.translation import get_language

P = ParamSpec("P")
R = TypeVar("R")
Calls = tuple[tuple[object, ...], ...]
Counters = tuple[object, ...]

# The clock is set to a time that no other test sets it to.
UNKNOWN = "unknown"
# A test may set the clock by replacing this function.
ORIGINAL_NOW = timezone.now
PROJECT_APPS = ("matches", "tournaments")
READING_STATEMENTS = ("SELECT", "SAVEPOINT", "RELEASE", "PRAGMA", "EXPLAIN", "BEGIN")
# A replay is taken to be so many times faster than its recording, which is more than it is.
SPEED = 1000
# The first call of those in a database file of its own, where callbacks after the commit are run. The last
# item of every call is the time to which the clock was set.
COMMITTED: Calls = (("committed", None),)
TIMESTAMP = re.compile(r"(\d{4}-\d\d-\d\d)([ T])(\d\d:\d\d:\d\d)(\.\d+)?")


class ResultPickler(pickle.Pickler):
    """Writes the result of a factory, with primary keys instead of its rows."""

    def persistent_id(self, obj: Any) -> tuple[type[models.Model], Any] | None:
        """Return model and primary key of a row."""
        return (type(obj), obj.pk) if isinstance(obj, models.Model) else None


class ResultUnpickler(pickle.Unpickler):
    """Reads the result of a factory, with its rows as they are in the database now."""

    def persistent_load(self, pid: tuple[type[models.Model], Any]) -> models.Model:
        """Return a row from the database."""
        model, pk = pid
        return model._base_manager.get(pk=pk)


@dataclass
class Recording:
    """The writes of one call of a factory, its on-commit callbacks, its pickled result, and its period."""

    started_at: datetime = field(default_factory=timezone.now)
    ended_at: datetime | None = None
    statements: list[tuple[str, Any, bool]] = field(default_factory=list)
    on_commit: list[tuple[Any, ...]] = field(default_factory=list)
    result: bytes = b""
    is_clock_set: bool = field(default_factory=time_machine.escape_hatch.is_travelling)

    def record(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Execute a statement, and record it if it writes (a wrapper for `connection.execute_wrapper`)."""
        if not sql.lstrip().startswith(READING_STATEMENTS):
            self.statements.append((sql, params, many))
        return execute(sql, params, many, context)

    def note_rollback(self, roll_back: Callable[[], None]) -> None:
        """Roll back a transaction and note it."""
        self.statements.append(("ROLLBACK", None, False))
        roll_back()

    @property
    def is_replayable(self) -> bool:
        """Whether the factory rolled nothing back."""
        return not any(sql.startswith("ROLLBACK") for sql, *_ in self.statements)

    def replay(self) -> None:
        """Execute the statements with timestamps of now, and register the on-commit callbacks."""
        now = timezone.now()
        with transaction.atomic(savepoint=False), connection.cursor() as cursor:
            for sql, params, many in self.statements:
                if many:
                    cursor.executemany(sql, [self._move(row, now) for row in params])
                else:
                    cursor.execute(sql, self._move(params, now))
        if self.is_clock_set:
            _put_clock_forward(self.ended_at or self.started_at)
        savepoints = set(connection.savepoint_ids)
        connection.run_on_commit += [(savepoints, *rest) for _, *rest in self.on_commit]

    def _move(self, params: Sequence[Any] | None, now: datetime) -> Sequence[Any] | None:
        """Return the parameters with their timestamps moved to a replay that begins `now`."""
        if params is None or self.is_clock_set:
            return params
        replace = partial(self._move_timestamp, now=now)
        return [TIMESTAMP.sub(replace, param) if isinstance(param, str) else param for param in params]

    def _move_timestamp(self, timestamp: re.Match[str], *, now: datetime) -> str:
        """Return a timestamp moved to a replay that begins `now`.

        Those of the recording keep their order and come before those of the next replay, which is faster than
        the recording was. Other times with microseconds, such as deadlines, were computed from the clock. All
        others are arguments of the factory, such as a start.
        """
        date, separator, time, fraction = timestamp.groups()
        at = datetime.fromisoformat(f"{date}T{time}").replace(tzinfo=UTC)
        since = at + timedelta(seconds=float(fraction or 0)) - self.started_at
        if self.started_at - timedelta(seconds=1) <= at <= (self.ended_at or self.started_at):
            moved = now + max(since, timedelta()) / SPEED
        elif fraction:
            moved = now + since
        else:
            return timestamp[0]
        digits = len(fraction or "")
        return f"{moved:%Y-%m-%d}{separator}{moved:%H:%M:%S}{f'{moved:.%f}'[:digits]}"


class Recordings:
    """The recordings of this process by their calls, and the calls that wrote the present rows."""

    def __init__(self) -> None:
        self.by_calls: dict[Calls, Recording] = {}
        self._empty_counters: Counters | None = None
        self._last: tuple[Calls, Counters] = ((), ())
        # The calls before the present test, and the sequences then.
        self._before_test: tuple[Calls | None, Counters] = (None, ())
        self._may_have_rows = False
        self._monkeypatch: pytest.MonkeyPatch | None = None
        self._patches = 0
        self._has_file = False
        # Set for tests that change settings, listen to signals or have opened a page.
        self.is_paused = False

    def reset(self) -> None:
        """Forget all recordings; the tables are empty."""
        self.by_calls = {}
        self._empty_counters, self._last, self._may_have_rows = _read_sequences(), ((), ()), False

    @contextmanager
    def for_file(self) -> Iterator[None]:
        """Replay factories in a database file with empty tables, to which nobody else writes yet."""
        self._has_file, self._last = True, ((), ())
        try:
            yield
        finally:
            self._has_file, self._last = False, ((), ())

    def note_commit(self) -> None:
        """Note that a test has committed: its rows are deleted, the sequences of keys are not set back."""
        self._may_have_rows = self._empty_counters is not None

    def begin_test(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Note the calls that wrote the rows of module fixtures, and that nothing is patched yet."""
        self._monkeypatch, self._patches = monkeypatch, _count_patches(monkeypatch)
        calls = self.get_calls()
        self._before_test = (calls, _read_sequences() if calls else ())

    def end_test(self) -> None:
        """Note that the test is rolled back: the rows of module fixtures are left."""
        calls, sequences = self._before_test
        if calls and connection.in_atomic_block and sequences == _read_sequences():
            self._last = (calls, (*sequences, _count_writes()))
        self._before_test, self._monkeypatch = (None, ()), None

    def get_calls(self) -> Calls | None:
        """Return the calls that wrote all rows; None if anything else wrote, or a replay would be noticed."""
        if self._empty_counters is None or not (self._has_file or connection.in_atomic_block):
            return None
        clock = _read_set_clock()
        if self.is_paused or self._is_patched() or _is_observed() or clock is UNKNOWN:
            return None
        if self._may_have_rows:
            if _has_rows():
                return None
            self.reset()
        calls = self._find_calls()
        # Rows from before the clock was set, or set back, have times unlike those of a recording.
        is_mixed = calls is not None and any((call[-1] is None) != (clock is None) for call in calls)
        return None if is_mixed else calls

    def _find_calls(self) -> Calls | None:
        """Return the calls that wrote all rows; None if anything else wrote."""
        sequences = _read_sequences()
        if sequences == self._empty_counters:
            return COMMITTED if self._has_file else ()
        calls, counters = self._last
        return calls if counters == (*sequences, _count_writes()) else None

    def _is_patched(self) -> bool:
        """Return whether the test has replaced something, which a replay would not follow."""
        return self._monkeypatch is not None and _count_patches(self._monkeypatch) > self._patches

    def set_calls(self, calls: Calls) -> None:
        """Note that these calls and nothing else wrote the present rows."""
        self._last = (calls, (*_read_sequences(), _count_writes()))


recordings = Recordings()


def _count_patches(monkeypatch: pytest.MonkeyPatch) -> int:
    return len(monkeypatch._setattr) + len(monkeypatch._setitem)


def _is_observed() -> bool:
    """Return whether the test has replaced the clock, or counts the statements of the factory."""
    return (
        timezone.now is not ORIGINAL_NOW
        or connection.force_debug_cursor
        or any(not _is_recorder(wrapper) for wrapper in connection.execute_wrappers)
    )


def _read_set_clock() -> object:
    """Return the full second to which the test has set the clock; None if it is not set, or UNKNOWN."""
    if not time_machine.escape_hatch.is_travelling():
        return None
    traveller = time_machine.traveller_stack[-1]
    second, rest = divmod(traveller._destination_timestamp_ns, 1_000_000_000)
    return UNKNOWN if rest else (second, traveller._tick)


def _put_clock_forward(to: datetime) -> None:
    """Let a clock that is set and runs show a later time; the time to which it was set stays."""
    traveller, ahead = time_machine.traveller_stack[-1], to - timezone.now()
    if traveller._tick and ahead > timedelta():
        traveller._real_start_timestamp_ns -= ahead // timedelta(microseconds=1) * 1000


def _is_recorder(wrapper: Callable[..., Any]) -> bool:
    return isinstance(getattr(wrapper, "__self__", None), Recording)


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


def noted(act: Callable[P, R]) -> Callable[P, R]:
    """Decorate a method that writes the same rows on every equal call, but for random keys.

    It is not replayed itself, but factories that are called after it are. Its object is no part of the call.
    """

    @wraps(act)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        previous = recordings.get_calls()
        result = act(*args, **kwargs)
        if previous is not None:
            call = (act.__qualname__, _key_of(args[1:]), _key_of(kwargs), _read_set_clock())
            recordings.set_calls((*previous, call))
        return result

    return run


def replayed(factory: Callable[P, R]) -> Callable[P, R]:
    """Decorate a factory that returns rows: record its first call, replay it for later equal calls.

    Its result is a row, or anything that can be pickled and contains rows. The rows of the result are read
    from the database in both cases, and the cache is empty afterwards in both cases. A fixture is decorated
    below `@pytest.fixture`.
    """

    @wraps(factory)
    def make(*args: P.args, **kwargs: P.kwargs) -> R:
        previous = recordings.get_calls()
        if previous is None:
            return factory(*args, **kwargs)
        key = (factory.__module__, factory.__qualname__, _key_of(args), _key_of(kwargs), get_language())
        call = (*key, _read_set_clock())
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
        result: R = ResultUnpickler(io.BytesIO(recording.result)).load()
        return result

    return make


def _record(factory: Callable[[], object]) -> Recording:
    """Call a factory and return what it wrote."""
    recording, pending = Recording(), len(connection.run_on_commit)
    roll_back, wrapper = partial(recording.note_rollback, connection.rollback), connections[DEFAULT_DB_ALIAS]
    with connection.execute_wrapper(recording.record), patch.object(wrapper, "rollback", roll_back):
        result = factory()
    recording.on_commit = connection.run_on_commit[pending:]
    pickled = io.BytesIO()
    ResultPickler(pickled).dump(result)
    recording.result, recording.ended_at = pickled.getvalue(), timezone.now()
    return recording


def _key_of(argument: Any) -> object:
    """Return a hashable value that is equal for equal arguments."""
    if isinstance(argument, models.Model):
        return (type(argument).__name__, argument.pk)
    if isinstance(argument, dict):
        return tuple((name, _key_of(item)) for name, item in sorted(argument.items()))
    if isinstance(argument, list | tuple):
        return tuple(map(_key_of, argument))
    if is_dataclass(argument):
        values = (getattr(argument, each.name) for each in fields(argument))
        return (type(argument).__name__, *map(_key_of, values))
    return repr(argument)

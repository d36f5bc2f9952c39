"""The hub passes new notices of all processes to the open streams of this process."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from django.db import connection
from redis import RedisError
from redis.asyncio import Redis

from matches.models import Notice
from matches.queries import notices
from matches.services import live
from tournaments.web.tokens import queries as tokens

log = logging.getLogger(__name__)

RECONNECT_SECONDS = 3.0


async def listen_for_notices(redis_url: str, on_notice: Callable[[], None]) -> None:
    """Call `on_notice` at each message from Redis, forever; while Redis is unavailable it is not called."""
    while True:
        try:
            await _listen_until_lost(redis_url, on_notice)
        except (RedisError, OSError) as error:
            log.warning("No messages from Redis (%s); the streams poll the database once a second.", error)
            await asyncio.sleep(RECONNECT_SECONDS)


async def _listen_until_lost(redis_url: str, on_notice: Callable[[], None]) -> None:
    async with Redis.from_url(redis_url) as client, client.pubsub() as channel:
        await channel.subscribe(live.CHANNEL)
        async for _ in channel.listen():
            on_notice()


T = TypeVar("T")

POLL_SECONDS = 1.0
TOKEN_CHECK_SECONDS = 3.0
BATCH_SIZE = 500
MAX_WAITING = 100
# The limit of ids stored as gaps: concurrent transactions hold a few, but after a restore ids may jump by
# millions.
MAX_GAPS = 500


@dataclass(frozen=True, slots=True)
class Message:
    """One server-sent event, serialised once for all listeners."""

    id: int
    topic: str
    wire: bytes

    @classmethod
    def of(cls, notice: Notice, *, resume: int) -> "Message":
        """Return the event of a notice, named after its topic; its id is `resume`, where the page resumes."""
        data = json.dumps({**notice.data, "topic": notice.topic, "kind": notice.kind})
        return cls(notice.pk, notice.topic, f"id: {resume}\nevent: {notice.topic}\ndata: {data}\n\n".encode())

    @classmethod
    def refresh(cls, *, resume: int) -> "Message":
        """Return the event that tells a page to reload because it has missed too much."""
        return cls(resume, "refresh", f"id: {resume}\nevent: refresh\ndata: {{}}\n\n".encode())


class Cursor:
    """The position of a reader among ids that may become visible out of order.

    PostgreSQL assigns ids when rows are written and shows rows when transactions commit, so a row may
    appear below ids already read. Missing ids are stored as gaps and queried again until `patience`
    seconds have passed: by then the transaction that took the id has committed or failed.
    """

    def __init__(self, position: int, *, patience: float = 30.0) -> None:
        self.position = position
        self._patience = patience
        self._gaps: dict[int, float] = {}

    @property
    def gaps(self) -> list[int]:
        """The ids below `position` that have not been read."""
        return list(self._gaps)

    @property
    def resume(self) -> int:
        """The highest id up to which all rows have been read."""
        return min(self._gaps, default=self.position + 1) - 1

    def advance(self, ids: Iterable[int], *, now: float) -> None:
        """Record that rows `ids` were read at the time `now` (seconds, any origin)."""
        for row_id in sorted(ids):
            self._gaps.pop(row_id, None)
            self._gaps.update(dict.fromkeys(range(max(self.position + 1, row_id - MAX_GAPS), row_id), now))
            self.position = max(self.position, row_id)
        self._gaps = {gap: since for gap, since in self._gaps.items() if now - since < self._patience}


@dataclass(eq=False)
class Listener:
    """One open page: the topics it listens to, and the messages waiting to be sent to it.

    It receives every notice after `joined_at`; everything up to `resume` had been read when it joined, and
    the page has already received everything up to `last_id`. `token` is the API token the stream was opened
    with: the stream ends when that is no longer valid.
    """

    topics: frozenset[str]
    joined_at: int
    resume: int
    last_id: int
    token: int | None = None
    closed: bool = False
    _waiting: list[Message] = field(default_factory=list)
    _woken: asyncio.Event = field(default_factory=asyncio.Event)

    def queue(self, message: Message, *, resume: int) -> None:
        """Queue a message of its topics that it has not received; a page that is too slow has to refresh."""
        if message.topic not in self.topics or message.id <= self.last_id:
            return
        if len(self._waiting) < MAX_WAITING:
            self._waiting.append(message)
        else:
            self._waiting = [Message.refresh(resume=resume)]
        self._woken.set()

    def close(self) -> None:
        """End the stream as soon as the waiting messages are sent."""
        self.closed = True
        self._woken.set()

    async def messages(self, *, patience: float) -> list[Message]:
        """Wait for messages; none after `patience` seconds or when the stream is closed."""
        try:
            async with asyncio.timeout(patience):
                await self._woken.wait()
        except TimeoutError:
            return []
        self._woken.clear()
        messages, self._waiting = self._waiting, []
        return messages


class Hub:
    """Reads new notices once for the whole process and passes them to the listeners of their topics.

    It reads when this process commits a notice, when another process announces one through Redis, and at
    least once a second. Every few seconds it checks, for all listeners at once, which tokens are still valid.
    It takes a database connection for each read and never keeps one.
    """

    def __init__(self, *, redis_url: str = "") -> None:
        self._redis_url = redis_url
        self._listeners: set[Listener] = set()
        self._cursor: Cursor | None = None
        self._starting = asyncio.Lock()
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._tasks: list[asyncio.Task[None]] = []
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="streams")

    async def join(self, topics: Collection[str], *, last: int | None, token: int | None = None) -> Listener:
        """Return a listener to `topics`, for a page that has received all up to `last` (None: unknown)."""
        async with self._starting:
            cursor = self._cursor or await self._start()
        last_id = cursor.resume if last is None else last
        listener = Listener(
            frozenset(topics), joined_at=cursor.position, resume=cursor.resume, last_id=last_id, token=token
        )
        self._listeners.add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """Stop listening."""
        self._listeners.discard(listener)

    def close(self) -> None:
        """End every stream of this process; may be called from a signal handler or another thread."""
        self._loop.call_soon_threadsafe(self._close)

    async def read(self, query: Callable[[], T]) -> T:
        """Run a database query in a thread and close its connection."""
        return await self._loop.run_in_executor(self._threads, _run_query, query)

    async def _start(self) -> Cursor:
        self._cursor = Cursor(await self.read(notices.get_stream_position))
        live.add_listener(self._on_commit)
        self._tasks.append(asyncio.create_task(self._read_forever(self._cursor)))
        self._tasks.append(asyncio.create_task(self._close_invalid_streams()))
        if self._redis_url:
            listening = listen_for_notices(self._redis_url, self._wake.set)
            self._tasks.append(asyncio.create_task(listening))
        return self._cursor

    def _on_commit(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake.set)

    def _close(self) -> None:
        for listener in self._listeners:
            listener.close()
        if self._tasks:
            live.remove_listener(self._on_commit)
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    async def _read_forever(self, cursor: Cursor) -> None:
        is_failing = False
        while True:
            try:
                has_more, is_failing = await self._deliver_batch(cursor), False
            except Exception as error:  # noqa: BLE001 - the one reader of this process must not die
                if not is_failing:
                    log.warning("The streams cannot read the notices (%s) and try again.", error)
                has_more, is_failing = False, True
            if not has_more:
                await self._wait_for_notice()

    async def _close_invalid_streams(self) -> None:
        """End the streams whose token is no longer valid."""
        while True:
            await asyncio.sleep(TOKEN_CHECK_SECONDS)
            token_ids = {listener.token for listener in self._listeners if listener.token is not None}
            if not token_ids:
                continue
            try:
                valid_ids = await self.read(partial(tokens.filter_valid, token_ids))
            except Exception as error:  # noqa: BLE001 - the check of tokens of this process must not die
                log.warning("The streams cannot check their tokens (%s) and try again.", error)
                continue
            for listener in self._listeners:
                if listener.token in token_ids - valid_ids:
                    listener.close()

    async def _wait_for_notice(self) -> None:
        try:
            async with asyncio.timeout(POLL_SECONDS):
                await self._wake.wait()
        except TimeoutError:
            return
        self._wake.clear()

    async def _deliver_batch(self, cursor: Cursor) -> bool:
        """Deliver one batch of notices; return whether there may be more."""
        position, gaps = cursor.position, cursor.gaps
        batch = await self.read(lambda: notices.get_notices_after(position, gaps=gaps, limit=BATCH_SIZE))
        cursor.advance((notice.pk for notice in batch), now=time.monotonic())
        for notice in batch:
            resume = min(notice.pk, cursor.resume)
            message = Message.of(notice, resume=resume)
            for listener in self._listeners:
                listener.queue(message, resume=resume)
        return len(batch) == BATCH_SIZE


def _run_query(query: Callable[[], T]) -> T:
    try:
        return query()
    finally:
        connection.close()

"""Live updates: server-sent events as a bare ASGI endpoint, without a thread for each open page."""

import asyncio
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import DatabaseError
from django.http.request import split_domain_port, validate_host

from config.hub import Hub, Listener, Message
from matches.queries import notices
from matches.services import live
from rules.errors import Refusal
from tournaments.web.tokens import services as tokens

# Pages expect these at least: they reconnect after a longer silence.
PING, PING_SECONDS = b"event: ping\ndata:\n\n", 15.0
MAX_MISSED = 100
Scope = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Subscription:
    """The request of a page: its topics, and the id of the last notice it received (None: only new ones)."""

    topics: tuple[str, ...]
    last: int | None


@dataclass(frozen=True, slots=True)
class Client:
    """The key by which a client's streams are counted, and its API token."""

    slot: str
    token: int | None = None


class StreamSlots:
    """Limits the streams of this process, in all and for each client."""

    def __init__(self, *, total: int, per_client: int) -> None:
        self._total, self._per_client = total, per_client
        self._taken: Counter[str] = Counter()

    def acquire(self, client: str) -> bool:
        """Acquire a slot and return True, or return False; an acquired slot must be released."""
        if self._taken.total() >= self._total or self._taken[client] >= self._per_client:
            return False
        self._taken[client] += 1
        return True

    @property
    def count(self) -> int:
        """The number of slots in use."""
        return self._taken.total()

    def release(self, client: str) -> None:
        """Release the slot of a client."""
        self._taken[client] -= 1
        if not self._taken[client]:
            del self._taken[client]


stream_slots = StreamSlots(
    total=int(os.environ.get("STREAMS_MAX", "3000")),
    per_client=int(os.environ.get("STREAMS_PER_CLIENT", "300")),
)


@cache
def get_hub() -> Hub:
    """Return the hub of this process, created for its first stream."""
    return Hub(redis_url=settings.REDIS_URL)


def close_all_streams() -> None:
    """End the streams of this process, so that a shutdown need not wait for them."""
    if get_hub.cache_info().currsize:
        get_hub().close()


async def stream(scope: Scope, receive: Any, send: Any) -> None:
    """Answer a request for a stream.

    Errors are 400 for an invalid host or topic, 401 for an invalid token, 405 for a method other than GET,
    and 503 without a free slot or database. A stream opened with a token ends when that is withdrawn or
    expires.
    """
    if scope["method"] == "OPTIONS":
        await send({"type": "http.response.start", "status": HTTPStatus.NO_CONTENT, "headers": PREFLIGHT})
        await send({"type": "http.response.body", "body": b""})
        return
    subscription = _parse_subscription(scope)
    if scope["method"] != "GET":
        await _send_error(send, HTTPStatus.METHOD_NOT_ALLOWED)
        return
    if subscription is None or not _is_allowed_host(_get_header(scope, b"host")):
        await _send_error(send, HTTPStatus.BAD_REQUEST)
        return
    try:
        client = await _identify_client(scope)
    except DatabaseError:
        await _send_error(send, HTTPStatus.SERVICE_UNAVAILABLE)
        return
    if client is None:
        await _send_error(send, HTTPStatus.UNAUTHORIZED)
    elif not stream_slots.acquire(client.slot):
        await _send_error(send, HTTPStatus.SERVICE_UNAVAILABLE)
    else:
        try:
            await _send_stream(subscription, client, receive, send)
        finally:
            stream_slots.release(client.slot)


async def _send_stream(subscription: Subscription, client: Client, receive: Any, send: Any) -> None:
    try:
        listener = await get_hub().join(subscription.topics, last=subscription.last, token=client.token)
    except DatabaseError:
        await _send_error(send, HTTPStatus.SERVICE_UNAVAILABLE)
        return
    watch = asyncio.create_task(_close_on_disconnect(listener, receive))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await _send_body(send, b"retry: 2000\n\n" + await _catch_up(subscription, listener))
        while not listener.closed:
            messages = await listener.messages(patience=PING_SECONDS)
            if messages or not listener.closed:
                await _send_body(send, _serialise(messages) or PING)
        await send({"type": "http.response.body", "body": b""})
    finally:
        watch.cancel()
        get_hub().leave(listener)


HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    # The notices are public, so pages of other origins may read them.
    (b"access-control-allow-origin", b"*"),
]
PREFLIGHT = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"GET, OPTIONS"),
    (b"access-control-allow-headers", b"authorization, last-event-id"),
    (b"access-control-max-age", b"86400"),
]


async def _close_on_disconnect(listener: Listener, receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue
    listener.close()


async def _catch_up(subscription: Subscription, listener: Listener) -> bytes:
    """Return the notices a page has missed, or one "refresh" if they are too many or unknown."""
    last, until = subscription.last, listener.joined_at
    if last is None or last == until:
        return b""
    if not await get_hub().read(lambda: _is_known(last)):
        return Message.refresh(resume=listener.resume).wire
    missed = await get_hub().read(
        lambda: notices.get_missed_notices(subscription.topics, after=last, until=until, limit=MAX_MISSED)
    )
    if len(missed) == MAX_MISSED:
        return Message.refresh(resume=listener.resume).wire
    return _serialise(Message.of(notice, resume=min(notice.pk, listener.resume)) for notice in missed)


def _is_known(last: int) -> bool:
    """Whether the id `last` is among the stored notices; after restoring a backup it may be larger."""
    return notices.get_oldest_id() - 1 <= last <= notices.get_stream_position()


def _serialise(messages: Iterable[Message]) -> bytes:
    return b"".join(message.wire for message in messages)


async def _send_body(send: Any, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _send_error(send: Any, status: HTTPStatus) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"30")]
    if status is HTTPStatus.UNAUTHORIZED:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": status.phrase.encode()})


def _parse_subscription(scope: Scope) -> Subscription | None:
    """Return the subscription in the query string and headers; None if it is invalid."""
    try:
        query = parse_qs(scope["query_string"].decode("ascii"))
        last = _get_header(scope, b"last-event-id") or query.get("last", [""])[0]
        return _make_subscription(query.get("topic", []), int(last) if last else None)
    except ValueError:
        return None


def _make_subscription(topics: Iterable[str], last: int | None) -> Subscription | None:
    unique = tuple(dict.fromkeys(topics))
    is_valid = 0 < len(unique) <= live.TOPICS_MAX and all(map(live.TOPIC.fullmatch, unique))
    return Subscription(unique, last) if is_valid and (last is None or 0 <= last < 2**63) else None


def _get_header(scope: Scope, name: bytes) -> str:
    return str(dict(scope["headers"]).get(name, b"").decode("latin-1"))


async def _identify_client(scope: Scope) -> Client | None:
    """Return the client: by its API token, else by its address; None for an invalid token.

    With a token, a program is counted separately from other clients at its address.
    """
    parts = _get_header(scope, b"authorization").split()
    if not parts or parts[0].lower() != "bearer":
        return Client(str(scope["client"][0]) if scope.get("client") else "")
    secret = parts[1] if len(parts) == 2 else ""
    try:
        token = await get_hub().read(lambda: tokens.authenticate(secret=secret))
    except Refusal:
        return None
    return Client(f"token {token.pk}", token.pk)


def _is_allowed_host(host: str) -> bool:
    return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)

"""The shared cache in Redis, and this process's own memory without it or while it is away: limits go on."""

import logging
import os
import time
from contextlib import suppress
from heapq import heappop, heappush
from math import inf
from threading import Lock, Thread
from typing import Any, ClassVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

log = logging.getLogger(__name__)

# Between two looks whether Redis is back.
PAUSE_SECONDS = 1.0


class Here(LocMemCache):
    """The memory of this process. Django's own forgets what has expired only when it is asked for it, and for
    what is kept for one version of an event nobody asks again: here it goes when something is put in."""

    _due: ClassVar[dict[str, list[tuple[float, str]]]] = {}
    _turn: ClassVar[Lock] = Lock()

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self._ends = Here._due.setdefault(name, [])

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        is_new = bool(super().add(key, value, timeout, version))
        if is_new and version is None:
            self._forget(key, timeout)
        return is_new

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        super().set(key, value, timeout, version)
        if version is None:
            self._forget(key, timeout)

    def _forget(self, key: str, timeout: Any) -> None:
        until = self.get_backend_timeout(timeout)
        if until is None:
            return
        with Here._turn:
            heappush(self._ends, (until, key))
            over = []
            while self._ends and self._ends[0][0] <= time.time():
                over.append(heappop(self._ends)[1])
        for each in over:
            self.get(each)


class RedisOrHere(BaseCache):
    """Asks Redis; after a failure no request asks it any more until a thread has seen it answer. So one waits
    for a Redis that went away, and no other."""

    _away_until: ClassVar[float] = 0.0
    _turn: ClassVar[Lock] = Lock()

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = RedisCache(location, params)
        # Room for whoever asks in a few seconds: who pushes a count out lets somebody begin again.
        self._here = Here("while-redis-is-away", {"OPTIONS": {"MAX_ENTRIES": 100_000}})

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._asked("add", key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._asked("get", key, default, version)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._asked("set", key, value, timeout, version)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._asked("touch", key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._asked("delete", key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        return int(self._asked("incr", key, delta, version))

    def clear(self) -> None:
        self._asked("clear")

    def _asked(self, question: str, *words: Any) -> Any:
        if time.monotonic() >= RedisOrHere._away_until:
            try:
                return getattr(self._redis, question)(*words)
            except RedisError as error:
                self._lost(error)
        return getattr(self._here, question)(*words)

    def _lost(self, error: RedisError) -> None:
        with RedisOrHere._turn:
            if RedisOrHere._away_until > time.monotonic():
                return
            RedisOrHere._away_until = inf
        log.warning("Redis does not answer (%s); this process counts for itself.", error)
        Thread(target=self._watch, name="redis", daemon=True).start()

    def _watch(self) -> None:
        while RedisOrHere._away_until == inf:
            time.sleep(PAUSE_SECONDS)
            with suppress(RedisError):
                self._redis.get("there")
                RedisOrHere._away_until = 0.0


def _ask_again() -> None:
    """Nobody watches in a child: threads do not survive a fork."""
    RedisOrHere._away_until = 0.0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_ask_again)

"""Cache backends: Redis, and a local-memory fallback without Redis or while it is unreachable."""

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

# How often an unavailable Redis is tried again.
CHECK_SECONDS = 1.0


class ExpiringLocMemCache(LocMemCache):
    """Django's local-memory cache, which also deletes expired entries that are never requested again."""

    _expiries_by_cache: ClassVar[dict[str, list[tuple[float, str]]]] = {}
    _lock: ClassVar[Lock] = Lock()

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self._expiries = ExpiringLocMemCache._expiries_by_cache.setdefault(name, [])

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        is_new = bool(super().add(key, value, timeout, version))
        if is_new and version is None:
            self._expire_later(key, timeout)
        return is_new

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        super().set(key, value, timeout, version)
        if version is None:
            self._expire_later(key, timeout)

    def _expire_later(self, key: str, timeout: Any) -> None:
        until = self.get_backend_timeout(timeout)
        if until is None:
            return
        with ExpiringLocMemCache._lock:
            heappush(self._expiries, (until, key))
            expired = []
            while self._expiries and self._expiries[0][0] <= time.time():
                expired.append(heappop(self._expiries)[1])
        # Django deletes an expired entry when it is requested.
        for expired_key in expired:
            self.get(expired_key)


class FallbackRedisCache(BaseCache):
    """Redis; after a failure local memory, until a thread has reached Redis again.

    So only one request of a process waits for an unavailable Redis.
    """

    _unavailable_until: ClassVar[float] = 0.0
    _lock: ClassVar[Lock] = Lock()

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = RedisCache(location, params)
        # Large enough that the counts of rate limits are not evicted by requests with many different keys.
        self._local = ExpiringLocMemCache("redis-fallback", {"OPTIONS": {"MAX_ENTRIES": 100_000}})

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._call("add", key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._call("get", key, default, version)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._call("set", key, value, timeout, version)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._call("touch", key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._call("delete", key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        return int(self._call("incr", key, delta, version))

    def clear(self) -> None:
        self._call("clear")

    def _call(self, method: str, *args: Any) -> Any:
        if time.monotonic() >= FallbackRedisCache._unavailable_until:
            try:
                return getattr(self._redis, method)(*args)
            except RedisError as error:
                self._fall_back(error)
        return getattr(self._local, method)(*args)

    def _fall_back(self, error: RedisError) -> None:
        with FallbackRedisCache._lock:
            if FallbackRedisCache._unavailable_until > time.monotonic():
                return
            FallbackRedisCache._unavailable_until = inf
        log.warning("Redis is unavailable (%s); this process uses its local memory.", error)
        Thread(target=self._wait_for_redis, name="redis", daemon=True).start()

    def _wait_for_redis(self) -> None:
        while FallbackRedisCache._unavailable_until == inf:
            time.sleep(CHECK_SECONDS)
            with suppress(RedisError):
                self._redis.get("probe")
                FallbackRedisCache._unavailable_until = 0.0


def _reset_after_fork() -> None:
    """Reset the state in a child process: threads do not survive a fork."""
    FallbackRedisCache._unavailable_until = 0.0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset_after_fork)

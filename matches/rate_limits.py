"""Rate limits: an action is counted before it is done, in one atomic step, against parallel requests.

What turns out not to count is released afterwards. Counts live in the cache, for the seconds of a window
that begins with its first action. While the cache fails, this process counts by itself: the failure locks
no user out and lifts no limit.
"""

import hashlib
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from django.core.cache import BaseCache, cache
from django.core.cache.backends.locmem import LocMemCache

T = TypeVar("T")

log = logging.getLogger(__name__)
FALLBACK = LocMemCache("limits-while-the-cache-fails", {"OPTIONS": {"MAX_ENTRIES": 100_000}})


def consume(action: str, key: str, *, limit: int, seconds: int) -> bool:
    """Count one action of `key`; return False without counting once `limit` are counted in this window."""
    name = _cache_key(action, key)
    if _in_cache(action, lambda store: _increment(store, name, seconds)) <= limit:
        return True
    release(action, key)
    return False


def release(action: str, key: str) -> None:
    """Take back one action that `consume` has counted."""
    name = _cache_key(action, key)
    # Its window may have ended meanwhile, or its count may lie in a cache that has failed since.
    with suppress(ValueError):
        _in_cache(action, lambda store: store.decr(name))


def seconds_left(action: str, key: str) -> float | None:
    """Return the seconds until the window of `key` ends; None when there is none."""
    end: float | None = _in_cache(action, lambda store: store.get(_end_of(_cache_key(action, key))))
    return None if end is None else max(0.0, end - time.time())


def _increment(store: BaseCache, name: str, seconds: int) -> int:
    if store.add(name, 1, seconds):
        store.set(_end_of(name), time.time() + seconds, seconds)
        return 1
    try:
        count = int(store.incr(name))
    except ValueError:
        # The window ended in between: this action begins the next one.
        return _increment(store, name, seconds)
    if count == 1:
        # Django checks and increments a key in Redis in two steps: one that expired in between never ends.
        store.touch(name, seconds)
    return count


def _in_cache(action: str, ask: Callable[[BaseCache], T]) -> T:
    try:
        return ask(cache)
    except ValueError:
        raise
    except Exception:  # noqa: BLE001 - any fault of any cache means the same: count here
        log.warning("The cache does not answer; this process counts %s by itself.", action)
        return ask(FALLBACK)


def _cache_key(action: str, key: str) -> str:
    return f"tries:{action}:{hashlib.sha256(key.encode()).hexdigest()[:32]}"


def _end_of(name: str) -> str:
    return f"{name}:end"

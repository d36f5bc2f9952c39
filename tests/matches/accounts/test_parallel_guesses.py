"""Rate limits on passwords and secrets under parallel requests: each try is counted before it is checked."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import Any, ClassVar
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.forms import ValidationError
from django.http import HttpRequest
from django.test import RequestFactory
from pytest_django import Settings
from rest_framework.views import APIView

from config.cache import FallbackRedisCache
from matches import rate_limits
from matches.accounts.adapters import AccountAdapter
from matches.accounts.sign_in_limits import MAX_TRIES
from matches.api.throttles import UploadThrottle
from matches.views import visitors
from rules.errors import Refusal

THREADS = 40
PATIENCE = 60


@pytest.fixture(autouse=True, params=["in this process", pytest.param("in Redis", marks=pytest.mark.servers)])
def shared_cache(request: pytest.FixtureRequest, settings: Settings) -> None:
    """The cache of a site, without Redis and with Redis."""
    if request.param == "in Redis":
        settings.CACHES = {
            "default": {
                "BACKEND": "config.cache.FallbackRedisCache",
                "LOCATION": request.getfixturevalue("redis_server"),
                "KEY_PREFIX": uuid4().hex,
                "OPTIONS": {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE},
            }
        }


class Examination:
    """Holds every guess under examination until all others are examined or refused: the worst case."""

    def __init__(self) -> None:
        self.examined = self.arrived = 0
        self._lock, self._all_arrived = Lock(), Event()

    def examine(self) -> None:
        """Count a guess that is examined."""
        self._arrive(examined=1)
        assert self._all_arrived.wait(PATIENCE)

    def refuse(self) -> None:
        """Count a guess that is refused without examination."""
        self._arrive(examined=0)

    def _arrive(self, *, examined: int) -> None:
        with self._lock:
            self.examined += examined
            self.arrived += 1
            if self.arrived == THREADS:
                self._all_arrived.set()


class SlowBackend:
    """An authentication backend that waits for all other passwords, then rejects each."""

    examination: ClassVar[Examination]

    def authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Reject the password after all others have arrived."""
        SlowBackend.examination.examine()


def in_parallel(act: Callable[[], Any]) -> Sequence[Any]:
    """The results of `act` in many threads, each with a cache connection of its own."""

    def run() -> Any:
        try:
            return act()
        finally:
            disconnect()

    with ThreadPoolExecutor(THREADS) as pool:
        return [future.result(PATIENCE) for future in [pool.submit(run) for _ in range(THREADS)]]


def disconnect() -> None:
    if isinstance(caches["default"], FallbackRedisCache):
        for pool in caches["default"]._redis._cache._pools.values():
            pool.disconnect()


def test_parallel_passwords_are_limited_like_sequential_ones(settings: Settings) -> None:
    settings.AUTHENTICATION_BACKENDS = ["tests.matches.accounts.test_parallel_guesses.SlowBackend"]
    examination = SlowBackend.examination = Examination()

    def sign_in() -> None:
        request = RequestFactory().post("/sign-in/", REMOTE_ADDR="10.0.0.1")
        try:
            AccountAdapter(request).authenticate(request, username="anna", password="felt")
        except ValidationError:
            examination.refuse()

    in_parallel(sign_in)

    assert examination.examined == MAX_TRIES


def test_parallel_secrets_are_limited_like_sequential_ones() -> None:
    examination = Examination()

    def guess() -> None:
        try:
            with visitors.throttle_guesses("badge", "10.0.0.1", limit=5, seconds=60):
                examination.examine()
                raise Refusal("badge_unknown")
        except Refusal as refusal:
            if refusal.code == "too_many_requests":
                examination.refuse()

    in_parallel(guess)

    assert examination.examined == 5


def test_parallel_correct_secrets_are_not_counted() -> None:
    def guess() -> None:
        with visitors.throttle_guesses("badge", "10.0.0.1", limit=THREADS, seconds=60):
            pass

    in_parallel(guess)

    allowed = [rate_limits.consume("badge", "10.0.0.1", limit=1, seconds=60) for _ in range(2)]
    disconnect()
    assert allowed == [True, False]


def test_parallel_api_requests_are_counted_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(UploadThrottle, "_get_caller", lambda self, request: "token-1")
    throttles = [UploadThrottle() for _ in range(THREADS)]
    waiting = iter(throttles)

    allowed = in_parallel(lambda: next(waiting).allow_request(None, APIView()))  # type: ignore[arg-type]

    assert sorted(allowed) == [False] * (THREADS - 20) + [True] * 20
    wait = throttles[0].wait()
    disconnect()
    assert wait is not None
    assert 0 < wait <= 3600

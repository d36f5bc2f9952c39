"""Concurrent sign-ups. Run by `tests/site/test_races.py` on PostgreSQL."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection

from matches.actors import Identity
from rules.errors import Refusal
from tests.concurrent_clients import ON_POSTGRES, at_once
from tests.tournaments.club_evenings import director_of
from tests.tournaments.registration.registrations import an_open_event, sign_up, statuses
from tournaments.registration.models import EventSignUp, Registration
from tournaments.registration.queries import personal_links
from tournaments.registration.services import entering, sign_ups

pytestmark = ON_POSTGRES

THREADS, PEOPLE, CAPACITY = 50, 320, 64


def from_threads(calls: list[Callable[[], Any]]) -> list[Any]:
    """Run calls in 50 threads; return their results, or the codes of refusals."""

    def run(work: Callable[[], Any]) -> Any:
        try:
            return work()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, calls))


def test_64_of_320_concurrent_sign_ups_are_confirmed() -> None:
    event = an_open_event(capacity=CAPACITY)
    from_threads(
        [
            lambda number=number: sign_up(event, f"Player {number:03}", key=f"key {number}").pk  # type: ignore[misc]
            for number in [*range(PEOPLE), *range(0, PEOPLE, 4)]
        ]
    )
    assert Counter(statuses(event).values()) == {"confirmed": CAPACITY, "waiting": PEOPLE - CAPACITY}
    orders = list(EventSignUp.objects.order_by("order").values_list("order", flat=True))
    assert orders == list(range(1, PEOPLE + 1))
    first = EventSignUp.objects.filter(order__lte=CAPACITY).values_list("status", flat=True)
    assert set(first) == {"confirmed"}


def test_concurrent_withdrawals_are_replaced_in_order() -> None:
    event = an_open_event(capacity=8)
    rows = [sign_up(event, f"Player {number:02}") for number in range(20)]
    tokens = [personal_links.get_token(row) for row in rows[:6]]
    at_once(
        [
            lambda token=token: sign_ups.withdraw_own(token=token, events=None, identity=Identity()).pk  # type: ignore[misc]
            for token in [*tokens, *tokens]
        ]
    )
    assert list(statuses(event).values()) == [*["withdrawn"] * 6, *["confirmed"] * 8, *["waiting"] * 6]


def test_sign_ups_entered_concurrently_are_entered_once() -> None:
    event = an_open_event(capacity=16)
    by = director_of(event.tournament.club)
    for number in range(20):
        sign_up(event, f"Player {number:02}")
    registration = Registration.objects.get()
    enter = [lambda: entering.enter_sign_ups(registration=registration, places=None, by=by).count] * 4
    assert Counter(at_once(enter)) == {16: 1, "nothing_to_enter": 3}
    assert event.entries.count() == 16
    assert event.journal.filter(kind="entered").count() == 1

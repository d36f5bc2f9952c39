"""Whom a rate limit counts: discarding a cookie gives nobody more tries."""

import pytest
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client, RequestFactory
from pytest_django import Settings

from matches import rate_limits
from matches.actors import Identity
from matches.api.throttles import WriteAddressThrottle
from matches.views import visitors
from rules.errors import Refusal
from tests.factories import a_match, a_user, with_badge
from tests.matches.accounts.account_factories import PASSWORD, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_has_knocked() -> None:
    cache.clear()


def tries(identities: list[Identity], *, at: str = "desk", address: str = "10.0.0.1") -> list[bool]:
    """Whether each of these actions succeeded, with a limit of two per client."""
    request = RequestFactory().post("/", REMOTE_ADDR=address)
    return [_goes_through(request, identity, at) for identity in identities]


def _goes_through(request, identity: Identity, at: str) -> bool:
    try:
        visitors.throttle_identity("record", request, identity, at=at, limit=2, seconds=60)
    except Refusal:
        return False
    return True


def test_a_device_has_its_own_count_at_each_desk_and_each_address() -> None:
    phone = Identity(device="phone")
    assert tries([phone] * 3) == [True, True, False]
    assert tries([phone], at="other desk") == [True]
    assert tries([phone], address="10.0.0.2") == [True]
    assert tries([Identity(device="two")]) == [True]


def test_new_devices_are_counted_by_their_address() -> None:
    phones = [Identity(device=f"phone {number}") for number in range(2 * visitors.ADDRESS_FACTOR + 1)]
    assert tries(phones) == [True] * (2 * visitors.ADDRESS_FACTOR) + [False]
    assert tries(phones[:1], address="10.0.0.2") == [True]


def test_accounts_and_badges_are_counted_independent_of_network() -> None:
    tries([Identity(device=f"phone {number}") for number in range(2 * visitors.ADDRESS_FACTOR + 1)])
    user, badge = a_user(), with_badge(a_match(), "white").badge
    for credentials in ({"user": user}, {"badge": badge}):
        one, two = (Identity(device=device, **credentials) for device in ("one", "two"))
        assert tries([one, two]) == [True, True]
        assert tries([two], address="10.0.0.2") == [False]


def test_api_clients_with_new_device_headers_are_counted_by_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(WriteAddressThrottle, "rate", "3/min")
    address = f"/api/v1/matches/{a_match().code}/reports/9/confirm/"
    statuses = []
    for mask in "abcd":
        headers = {"X-Device": mask, "X-Forwarded-For": mask}
        response = Client().post(address, {}, content_type="application/json", headers=headers)
        statuses.append(response.status_code)
    assert statuses == [404, 404, 404, 429]


class Broken(LocMemCache):
    """A cache that raises an error on every call."""

    def get(self, *_: object, **__: object) -> object:
        raise OSError("away")

    add = incr = set = get


def test_the_process_counts_while_the_cache_fails(settings: Settings) -> None:
    rate_limits.FALLBACK.clear()
    settings.CACHES = {"default": {"BACKEND": "tests.matches.test_rate_limits.Broken"}}

    assert tries([Identity(device="phone")] * 3) == [True, True, False]
    assert tries([Identity(device="other")]) == [True]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"),
        ("2001:db8:1:3::6", "2001:db8:1:3::"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("203.0.113.9", "203.0.113.9"),
        ("unix:", "unix:"),
        ("", ""),
    ],
)
def test_ipv6_clients_are_counted_by_their_network_of_64_bits(address: str, network: str) -> None:
    assert rate_limits.get_network(address) == network
    assert visitors.get_address(RequestFactory().get("/", REMOTE_ADDR=address)) == network


def test_a_client_that_names_no_device_is_counted_by_its_address_alone() -> None:
    limit = 2 * visitors.ADDRESS_FACTOR
    assert tries([Identity(device="")] * (limit + 1)) == [True] * limit + [False]


def test_addresses_of_one_ipv6_network_share_their_tries_at_a_password() -> None:
    a_user("anna", password=PASSWORD)
    answers = [
        sign_in(Client(REMOTE_ADDR=f"2001:db8:1:2::{number:x}"), "anna", "felt").status_code
        for number in range(1, 13)
    ]
    elsewhere = Client(REMOTE_ADDR="2001:db8:1:3::1")

    assert answers == [200] * 10 + [429] * 2
    assert sign_in(elsewhere, "anna").status_code == 302

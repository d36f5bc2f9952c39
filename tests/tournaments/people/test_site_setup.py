"""The set-up of an empty site: one link and one form create the first account and its club."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.accounts.services import issue_setup_link
from matches.models import SiteSettings, User
from tests.matches.accounts.account_factories import PASSWORD, is_in, sign_in
from tests.tournaments.club_pages import text_of
from tournaments.models import Club, Membership
from tournaments.people.views import site_setup

pytestmark = pytest.mark.django_db

FORM = {
    "username": "anna",
    "password": PASSWORD,
    "club_name": "Bar Point",
    "language": "it",
    "time_zone": "Europe/Rome",
    "currency": "EUR",
}
NO_ACCOUNT = "This site has no account yet."


@pytest.fixture
def address() -> str:
    return reverse("set-up-site", args=[issue_setup_link()])


def test_the_form_creates_account_and_club_and_redirects_to_the_club(address: str) -> None:
    browser = Client()
    assert browser.get(address).status_code == 200

    answer = browser.post(address, FORM)
    page = browser.get(answer["Location"])

    assert (answer["Location"], is_in(browser)) == ("/clubs/bar-point/", True)
    assert (page.status_code, page["Content-Language"]) == (200, "it")
    assert reverse("create-tournament", args=["bar-point"]) in page.content.decode()
    membership = Membership.objects.get()
    assert (membership.user.is_superuser, membership.club.name, membership.role) == (
        True,
        "Bar Point",
        "director",
    )
    assert sign_in(Client(), "anna").status_code == 302


def test_the_link_is_invalid_once_used(address: str) -> None:
    Client().post(address, FORM)

    assert Client().get(address).status_code == 404
    assert (User.objects.count(), Club.objects.count()) == (1, 1)


def test_of_two_people_with_the_page_open_the_second_is_refused(address: str) -> None:
    first, second = Client(), Client()
    for browser in (first, second):
        assert browser.get(address).status_code == 200

    first.post(address, FORM)
    answer = second.post(address, {**FORM, "username": "bruno", "club_name": "Another club"})

    assert (answer.status_code, answer["Location"], is_in(second)) == (302, "/sign-in/", False)
    assert "This site has been set up. Sign in with the account" in second.get("/sign-in/").content.decode()
    assert ([user.username for user in User.objects.all()], Club.objects.count()) == (["anna"], 1)


@pytest.mark.parametrize("path", ["/setup/", "/setup/wrong/"])
def test_there_is_no_page_without_the_link(address: str, path: str) -> None:
    assert (Client().get(path).status_code, Client().post(path, FORM).status_code) == (404, 404)
    assert User.objects.count() == 0


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"username": "not a name"}, 400),
        ({"password": "short"}, 400),
        ({"password": "password1234"}, 400),
        ({"username": "annamariarossi", "password": "annamariarossi1"}, 400),
        ({"club_name": ""}, 400),
        ({"club_name": "new"}, 409),
        ({"club_name": "!!!"}, 409),
        ({"language": "xx"}, 400),
        ({"time_zone": "Europe/Atlantis"}, 400),
        ({"currency": "XXX"}, 400),
        ({"site_name": "x" * 61}, 400),
    ],
)
def test_invalid_data_is_refused_and_the_link_stays_valid(
    address: str, changes: dict[str, str], status: int
) -> None:
    answer = Client().post(address, {**FORM, **changes})

    assert (answer.status_code, User.objects.count(), Club.objects.count()) == (status, 0, 0)
    assert Client().post(address, FORM).status_code == 302


def test_wrong_links_are_rate_limited(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_setup, "TRIES", 5)

    answers = [Client().get("/setup/wrong/").status_code for _ in range(6)]

    assert (answers[:5], answers[5], Client().get(address).status_code) == ([404] * 5, 429, 429)
    assert Client(REMOTE_ADDR="10.0.0.7").get(address).status_code == 200


def test_the_home_page_of_an_empty_site_says_where_the_link_is(address: str) -> None:
    empty = text_of(Client(), "/")
    Client().post(address, FORM)

    assert (NO_ACCOUNT in empty, reverse("sign-in") in empty.split("<main")[1]) == (True, False)
    assert NO_ACCOUNT not in text_of(Client(), "/")


def test_a_site_with_an_account_and_no_club_asks_to_sign_in() -> None:
    User.objects.create_user("anna")

    page = text_of(Client(), "/").split("<main")[1]

    assert (NO_ACCOUNT in page, reverse("sign-in") in page) == (False, True)


@pytest.mark.django_db(transaction=True)
def test_the_site_has_the_name_time_zone_and_currency_of_the_form(address: str) -> None:
    values = {"site_name": "Bar Point Backgammon", "time_zone": "America/New_York", "currency": "USD"}
    browser = Client()
    browser.post(address, {**FORM, **values, "language": "en"})
    home = browser.get("/").content.decode()
    form = text_of(browser, reverse("create-tournament", args=["bar-point"]))

    site = SiteSettings.objects.get()
    assert (site.name, site.time_zone, site.currency, site.by) == (*values.values(), User.objects.get())
    assert "· Bar Point Backgammon</title>" in home
    assert "(America/New_York)" in form


def test_without_a_name_the_site_is_called_crawford_and_has_the_zone_of_the_environment(
    address: str, settings: Any
) -> None:
    settings.TIME_ZONE = "Asia/Tokyo"
    page = Client().get(address).content.decode()

    assert "· Crawford</title>" in page
    assert '<option value="Asia/Tokyo" selected>Japan: Tokyo</option>' in page


def test_utc_is_not_proposed_as_the_time_zone(address: str, settings: Any) -> None:
    settings.TIME_ZONE = "UTC"

    page = Client().get(address).content.decode()
    answer = Client().post(address, {**FORM, "time_zone": ""})

    assert '<option value="" selected>Choose…</option>' in page
    assert (answer.status_code, Club.objects.count()) == (400, 0)

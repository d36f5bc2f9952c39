"""The account page: username, player, devices, download of one's data, and closing the account."""

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.accounts import services
from matches.accounts.models import SignInLink
from matches.actors import SYSTEM
from matches.models import Match, Player, PlayerChange, User
from matches.services import badges
from rules.errors import Refusal
from tests import factories
from tests.matches.accounts.account_factories import (
    PASSWORD,
    a_passkey,
    an_account,
    fresh,
    is_in,
    sign_in,
    signed_in,
)
from tests.page_forms import form_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return an_account("anna", "anna@club.example")


def test_a_badge_on_this_phone_is_linked_to_the_account_in_one_tap(anna: User) -> None:
    desk = factories.a_desk()
    issued = badges.issue_badge(desk=desk, player=factories.a_player("Anna Bianchi"), by=SYSTEM)
    phone = signed_in(anna)
    phone.post("/b/", {"token": issued.token})

    offered = "I am Anna Bianchi" in phone.get("/account/").content.decode()
    joined = phone.post("/b/claim/", {"next": "/account/"})

    anna.refresh_from_db()
    assert (offered, joined["Location"], anna.player.full_name) == (True, "/account/", "Anna Bianchi")
    phone.post("/account/player/leave/")
    assert Player.objects.get(full_name="Anna Bianchi").user is None


def test_linking_a_badge_does_not_redirect_to_another_site(anna: User) -> None:
    issued = badges.issue_badge(desk=factories.a_desk(), player=factories.a_player(), by=SYSTEM)
    phone = signed_in(anna)
    phone.post("/b/", {"token": issued.token})

    assert phone.post("/b/claim/", {"next": "//evil.example"})["Location"] == "/b/"


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("nora", 302),
        ("Anna", 302),
        ("BRUNO", 409),
        ("no spaces", 409),
        ("", 400),
        ("a" * 151, 400),
        ("\u202e", 409),
    ],
)
def test_the_username_is_changed(anna: User, name: str, answer: int) -> None:
    an_account("bruno")

    response = signed_in(anna).post("/account/name/", {"username": name})

    anna.refresh_from_db()
    assert (response.status_code, anna.username) == (answer, name if answer == 302 else "anna")


def test_an_earlier_page_does_not_set_the_username_back(anna: User) -> None:
    browser = signed_in(anna)
    earlier = form_with(browser.get("/account/").content.decode(), "Save name")
    browser.post("/account/name/", {"username": "nora"})

    answer = browser.post("/account/name/", earlier.data())

    anna.refresh_from_db()
    again = form_with(answer.content.decode(), "Save name").data()
    assert (answer.status_code, anna.username, again["username"]) == (409, "nora", "anna")
    assert browser.post("/account/name/", again).status_code == 302


def test_devices_are_listed_and_signed_out_one_by_one(anna: User) -> None:
    laptop, phone = signed_in(anna), Client(HTTP_USER_AGENT="Mozilla/5.0 (iPhone; CPU)")
    sign_in(phone, "anna")

    listed = [device["name"] for device in laptop.get("/account/").context["devices"]]
    user_session = UserSession.objects.get(user_agent__contains="iPhone")
    laptop.post(f"/account/devices/{user_session.pk}/")

    assert (listed, is_in(phone), is_in(laptop)) == (["iPhone", ""], False, True)


def test_nobody_signs_out_the_devices_of_others(anna: User) -> None:
    annas_browser = signed_in(anna)
    brunos_browser = signed_in(an_account("bruno"))
    device = UserSession.objects.get(user=anna)

    assert (brunos_browser.post(f"/account/devices/{device.pk}/").status_code, is_in(annas_browser)) == (
        404,
        True,
    )


def test_signing_out_the_current_device_leads_to_the_sign_in_page(anna: User) -> None:
    laptop = signed_in(anna)
    device = UserSession.objects.get()

    assert (laptop.post(f"/account/devices/{device.pk}/")["Location"], is_in(laptop)) == ("/sign-in/", False)


def test_signing_out_other_devices_includes_unlisted_ones(anna: User) -> None:
    laptop, phone, old = signed_in(anna), signed_in(anna), Client()
    old.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")

    laptop.post("/account/devices/all/")

    assert [is_in(each) for each in (laptop, phone, old)] == [True, False, False]
    assert len(laptop.get("/account/").context["devices"]) == 1


def test_a_new_password_signs_out_the_other_devices(anna: User) -> None:
    laptop, phone = signed_in(anna), signed_in(anna)

    wrong = laptop.post("/account/password/", {"oldpassword": "felt", "password1": "another-long-word"})
    weak = laptop.post("/account/password/", {"oldpassword": PASSWORD, "password1": "felt"})
    right = laptop.post("/account/password/", {"oldpassword": PASSWORD, "password1": "another-long-word"})

    assert [answer.status_code for answer in (wrong, weak, right)] == [400, 400, 302]
    assert (is_in(laptop), is_in(phone)) == (True, False)


def test_adding_a_password_requires_a_recent_passkey(anna: User) -> None:
    a_passkey(anna)
    anna.set_unusable_password()
    anna.save()
    just_in, left_open = fresh(Client(), anna), Client()
    left_open.force_login(anna)

    refused = left_open.post("/account/password/", {"password1": "another-long-word"})
    accepted = just_in.post("/account/password/", {"password1": "another-long-word"})

    assert refused["Location"].startswith("/sign-in/again/")
    assert accepted["Location"] == "/account/"


def test_the_download_has_all_data_and_no_secret(anna: User) -> None:
    browser, match = signed_in(anna), factories.a_match()
    Player.objects.filter(pk=match.white_id).update(user=anna)
    anna.authenticator_set.create(type="webauthn", data={"name": "Phone", "credential": {"id": "secret"}})
    anna.authenticator_set.create(type="totp", data={"secret": "secret"})

    response = browser.get("/account/data/")
    data = json.loads(response.content)

    assert (response["Content-Disposition"], b"secret" in response.content.replace(b"_secret", b"")) == (
        'attachment; filename="account.json"',
        False,
    )
    assert (data["username"], data["emails"][0]["email"], data["has_second_factor"]) == (
        "anna",
        "anna@club.example",
        True,
    )
    assert ([key["name"] for key in data["passkeys"]], len(data["devices"])) == (["Phone"], 1)
    assert data["player"]["matches"][0]["code"] == match.code


def test_closing_removes_the_name_and_keeps_decisions(anna: User) -> None:
    browser = signed_in(anna)
    match = factories.a_called_match(factories.a_desk(anna))
    Match.objects.filter(pk=match.pk).update(changed_by="anna")
    player = factories.a_player("Anna Bianchi", anna)
    PlayerChange.objects.create(kind="shown", player=player, by="anna", user=anna)

    wrong = browser.post("/account/close/", {"confirmation": "bruno"})
    closed = browser.post("/account/close/", {"confirmation": "anna"})

    anna.refresh_from_db()
    player.refresh_from_db()
    match.refresh_from_db()
    assert (wrong.status_code, closed.status_code, is_in(browser)) == (409, 302, False)
    assert (anna.username.startswith("closed-"), anna.email, anna.is_active) == (True, "", False)
    assert (player.full_name, player.user, anna.desks.count(), EmailAddress.objects.count()) == (
        "Anna Bianchi",
        None,
        0,
        0,
    )
    assert (match.changed_by, PlayerChange.objects.get().by) == (anna.username, anna.username)
    assert sign_in(Client(), "anna").status_code == 200


def test_closing_requires_confirmation_again_after_a_while(anna: User) -> None:
    browser = signed_in(anna)
    session = browser.session
    session["account_authentication_methods"][-1]["at"] -= 3600
    session.save()

    answer = browser.post("/account/close/", {"confirmation": "anna"})

    anna.refresh_from_db()
    assert (answer["Location"], anna.is_active) == ("/sign-in/again/?next=%2Faccount%2Fclose%2F", True)


def test_a_closed_account_cannot_sign_in(anna: User) -> None:
    for wrong in ({"is_active": True, "email": ""}, {"is_active": False}):
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.filter(pk=anna.pk).update(closed_at=timezone.now(), **wrong)


def test_typing_another_username_does_not_close_an_account(anna: User) -> None:
    with pytest.raises(Refusal, match="confirmation_differs"):
        services.close_account(user=an_account("bruno"), confirmation="anna")


def test_the_number_of_queries_is_fixed(anna: User) -> None:
    browser = signed_in(anna)
    browser.get("/account/")
    with CaptureQueriesContext(connection) as few:
        browser.get("/account/")
    for number in range(6):
        signed_in(anna)
        anna.authenticator_set.create(type="webauthn", data={"name": f"Key {number}", "credential": {}})
        EmailAddress.objects.create(user=anna, email=f"{number}@club.example")
    with CaptureQueriesContext(connection) as many:
        browser.get("/account/")

    assert len(many) == len(few)


def test_an_expired_device_is_not_listed(anna: User) -> None:
    browser = signed_in(anna)
    client = signed_in(anna)
    client.session.set_expiry(timezone.now() - timedelta(days=1))
    store = client.session
    store.set_expiry(-1)
    store.save()

    assert len(browser.get("/account/").context["devices"]) == 1


def test_expired_rows_are_deleted_and_nobody_is_signed_out(anna: User) -> None:
    browser, expired_browser = signed_in(anna), signed_in(anna)
    Session.objects.filter(session_key=expired_browser.session.session_key).update(expire_date=timezone.now())
    bruno = an_account("bruno", is_superuser=True)
    old = services.issue_sign_in_link(user=anna, by=bruno).link
    long_ago = timezone.now() - timedelta(days=400)
    SignInLink.objects.filter(pk=old.pk).update(made_at=long_ago, expires_at=long_ago + timedelta(hours=1))

    assert (services.prune_accounts(), UserSession.objects.count(), SignInLink.objects.count()) == (2, 1, 0)
    assert is_in(browser)

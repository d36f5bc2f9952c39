"""The second factor: switching it on and off, TOTP and recovery codes, passkeys, encrypted secrets."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from matches.models import User
from tests.matches.accounts.account_factories import an_account, code_of, is_in, sign_in, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    """Freeze the time, so that a code is entered in the time step in which the app shows it."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


def switch_on(browser: Client) -> tuple[str, Any]:
    """Switch on the second factor; return its secret and the next page, with the recovery codes."""
    form = browser.get("/account/second/").context["form"]
    form_data = {"code": code_of(form.secret), "signed_secret": form["signed_secret"].initial}
    return form.secret, browser.post("/account/second/", form_data, follow=True)


@pytest.fixture
def anna() -> User:
    return an_account("anna")


def test_a_password_alone_does_not_sign_in_with_a_second_factor(client: Client, anna: User) -> None:
    browser = signed_in(anna)
    secret, codes_page = switch_on(browser)
    Authenticator.objects.filter(type="totp").update(last_used_at=None)

    response = sign_in(client, "anna", next="/laws/")
    was_in = is_in(client)
    wrong = client.post("/sign-in/second/", {"code": "000000"})
    entered = client.post("/sign-in/second/", {"code": codes_page.context["unused_codes"][0]})

    assert codes_page.request["PATH_INFO"] == "/account/second/codes/"
    assert (response["Location"], was_in, wrong.status_code) == ("/sign-in/second/", False, 200)
    assert (entered["Location"], is_in(client)) == ("/laws/", True)
    assert len(secret) == 32


def test_an_app_code_signs_in_and_each_recovery_code_once(anna: User) -> None:
    secret, codes_page = switch_on(signed_in(anna))
    spare = codes_page.context["unused_codes"][0]
    entered = []
    for code in (spare, spare):
        client = Client()
        sign_in(client, "anna")
        client.post("/sign-in/second/", {"code": code})
        entered.append(is_in(client))

    assert entered == [True, False]
    assert code_of(secret).isdigit()


def test_guesses_at_the_second_factor_are_limited(anna: User) -> None:
    _, codes_page = switch_on(signed_in(anna))
    client = Client()
    sign_in(client, "anna")
    for _ in range(5):
        client.post("/sign-in/second/", {"code": "000000"})

    client.post("/sign-in/second/", {"code": codes_page.context["unused_codes"][0]})

    assert is_in(client) is False


def test_secrets_are_not_readable_in_the_tables(anna: User) -> None:
    secret, codes_page = switch_on(signed_in(anna))

    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM mfa_authenticator")
        rows = "".join(str(row) for row in cursor.fetchall())

    assert (secret in rows, [code in rows for code in codes_page.context["unused_codes"]]) == (
        False,
        [False] * 10,
    )


def test_secrets_are_read_after_a_change_of_the_secret_key(anna: User, client: Client) -> None:
    _, codes_page = switch_on(signed_in(anna))

    with override_settings(SECRET_KEY="another", SECRET_KEY_FALLBACKS=["only-for-tests"]):
        sign_in(client, "anna")
        client.post("/sign-in/second/", {"code": codes_page.context["unused_codes"][0]})
        assert is_in(client)


def test_switching_off_deletes_the_recovery_codes(anna: User, client: Client) -> None:
    browser = signed_in(anna)
    switch_on(browser)

    browser.get("/account/second/remove/")
    assert Authenticator.objects.count() == 2
    browser.post("/account/second/remove/")

    assert (Authenticator.objects.count(), sign_in(client, "anna")["Location"]) == (0, "/")
    assert browser.get("/account/second/codes/").status_code == 404


def test_new_recovery_codes_replace_the_first(anna: User) -> None:
    browser = signed_in(anna)
    _, codes_page = switch_on(browser)
    browser.post("/account/second/codes/new/")

    new_codes = browser.get("/account/second/codes/").context["unused_codes"]
    file = browser.get("/account/second/codes.txt").content.decode()

    assert (len(new_codes), set(new_codes) & set(codes_page.context["unused_codes"])) == (10, set())
    assert all(code in file for code in new_codes)


def test_an_old_sign_in_requires_authentication_again(anna: User) -> None:
    browser = signed_in(anna)
    session = browser.session
    session["account_authentication_methods"][-1]["at"] -= 3600
    session.save()

    away = browser.get("/account/second/")
    wrong = browser.post(away["Location"], {"password": "felt"})
    right = browser.post(away["Location"], {"password": "paper-and-felt"})

    assert away["Location"] == "/sign-in/again/?next=%2Faccount%2Fsecond%2F"
    assert (wrong.status_code, right["Location"]) == (200, "/account/second/")
    assert browser.get("/account/second/").status_code == 200


def test_a_passkey_does_not_require_a_second_factor_for_passwords(anna: User, client: Client) -> None:
    Authenticator.objects.create(user=anna, type="webauthn", data={"name": "Phone", "credential": {}})

    assert sign_in(client, "anna")["Location"] == "/"


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", '"x"', '{"response": {}}', '{"response": {"userHandle": 7}}']
)
def test_an_invalid_passkey_does_not_sign_in(anna: User, client: Client, text: str) -> None:
    data = client.post("/sign-in/passkey/ask/", {"for": "login"}, HTTP_HOST="localhost").json()

    answer = client.post("/sign-in/passkey/", {"credential": text}, HTTP_HOST="localhost")

    assert data["publicKey"]["rpId"] == "localhost"
    assert (answer.status_code, is_in(client)) == (302, False)
    assert json.dumps(data)


def test_passkeys_are_offered_only_in_secure_contexts(client: Client) -> None:
    offered = {
        host: b"data-passkey" in client.get("/sign-in/", HTTP_HOST=host, secure=secure).content
        for host, secure in (
            ("localhost", False),
            ("club.example", True),
            ("club.example:8000", False),
            ("192.168.1.5", True),
            ("[::1]", True),
        )
    }

    assert offered == {
        "localhost": True,
        "club.example": True,
        "club.example:8000": False,
        "192.168.1.5": False,
        "[::1]": False,
    }

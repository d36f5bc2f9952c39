"""Sign-up: who may create an account, confirmation of addresses, and no disclosure of taken ones."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.http import HttpRequest
from django.test import Client, override_settings
from django.utils import timezone

from matches.accounts import permissions
from matches.models import User
from tests.matches.accounts.account_factories import PASSWORD, a_passkey, an_account, is_in, link_in, sign_in

pytestmark = pytest.mark.django_db

OPEN = override_settings(SIGN_UP="open")


def sign_up(client: Client, **fields: str) -> Any:
    return client.post("/sign-up/", {"username": "nora", "password1": PASSWORD, **fields})


def invite(client: Client, **lasts: int) -> None:
    """Store an invitation in the session, as its page does."""
    request = HttpRequest()
    request.session = client.session
    permissions.allow_sign_up(request, until=timezone.now() + timedelta(**lasts))
    request.session.save()


@pytest.mark.parametrize(
    ("setting", "is_invited", "answer"),
    [("open", False, 302), ("invitation", True, 302), ("invitation", False, 403), ("closed", True, 403)],
)
def test_the_site_setting_decides_who_may_sign_up(
    client: Client, settings: Any, setting: str, is_invited: bool, answer: int
) -> None:
    settings.SIGN_UP = setting
    if is_invited:
        invite(client, minutes=5)

    assert (sign_up(client).status_code, User.objects.count()) == (answer, int(answer == 302))
    assert client.get("/sign-in/", follow=True).status_code == 200


@OPEN
def test_a_poor_password_is_refused_in_the_language_of_the_page(client: Client) -> None:
    client.cookies["django_language"] = "it"

    page = client.post("/sign-up/", {"username": "francesca-x", "password1": "francesca-x"}).content.decode()

    assert "Questa password è troppo corta. Deve contenere almeno 12 caratteri." in page
    assert "La password è troppo simile a un altro dato (nome utente)." in page


def test_an_expired_invitation_does_not_allow_sign_up(client: Client) -> None:
    invite(client, minutes=-1)

    assert sign_up(client).status_code == 403


@OPEN
def test_a_new_account_is_signed_in_and_redirected(client: Client) -> None:
    page = client.get("/sign-up/?next=/laws/")

    answer = sign_up(client, next="/laws/")

    assert (page.status_code, answer["Location"], is_in(client)) == (200, "/laws/", True)


@OPEN
@pytest.mark.parametrize("text", ["https://evil.example/", "//evil.example"])
def test_a_new_account_is_not_redirected_to_another_site(client: Client, text: str) -> None:
    assert sign_up(client, next=text)["Location"] == "/"


@OPEN
@pytest.mark.parametrize(
    "fields",
    [
        {"password1": "short"},
        {"password1": "password1234"},
        {"username": "noranoranora", "password1": "noranoranora"},
        {"password1": "x" * 300},
        {"username": ""},
        {"username": "no spaces"},
        {"username": "a" * 151},
        {"username": "ANNA"},
        {"email": "no address"},
    ],
)
def test_invalid_accounts_are_refused(client: Client, fields: dict[str, str]) -> None:
    an_account("anna")

    assert (sign_up(client, **fields).status_code, User.objects.count()) == (200, 1)


@OPEN
def test_an_address_is_confirmed_by_the_button_behind_its_link(client: Client) -> None:
    sign_up(client, email="nora@club.example")
    address, path = EmailAddress.objects.get(), link_in()

    Client().get(path)
    address.refresh_from_db()
    assert address.verified is False
    Client().post(path)
    address.refresh_from_db()
    assert address.verified is True


@OPEN
def test_a_taken_address_is_not_disclosed_and_never_confirmed_twice(client: Client) -> None:
    an_account("anna", "anna@club.example")

    free = sign_up(Client(), email="free@club.example")
    taken = sign_up(client, username="other", email="anna@club.example")
    Client().post(link_in())

    assert (free.status_code, free["Location"]) == (taken.status_code, taken["Location"])
    assert EmailAddress.objects.get(user__username="other").verified is False


@OPEN
def test_an_unconfirmed_address_gives_no_access_to_its_account(client: Client) -> None:
    sign_up(client, email="anna@club.example")
    mail.outbox.clear()

    outsider = Client()
    outsider.post("/sign-in/code/", {"email": "anna@club.example"})

    assert "no account here has confirmed it" in str(mail.outbox[-1].body)
    a_passkey(User.objects.get())
    outsider.post("/sign-in/password/", {"email": "anna@club.example"})
    assert "no account here has confirmed it" in str(mail.outbox[-1].body)


@OPEN
def test_the_owner_of_an_address_can_reset_an_account_without_passkeys(client: Client) -> None:
    sign_up(client, email="anna@club.example")
    owner = Client()
    owner.post("/sign-in/password/", {"email": "anna@club.example"})

    owner.post(owner.get(link_in())["Location"], {"password1": "another-long-word"})

    assert (is_in(owner), is_in(client)) == (True, False)


@OPEN
@override_settings(
    HAS_MAIL=False, ACCOUNT_EMAIL_NOTIFICATIONS=False, ACCOUNT_SIGNUP_FIELDS=["username*", "password1*"]
)
def test_a_site_without_mail_asks_for_no_address(client: Client) -> None:
    page = client.get("/sign-in/").content.decode()
    ways = ("/sign-in/code/", "/sign-in/code/enter/", "/sign-in/password/", "/sign-in/password/sent/")

    assert [client.get(path).status_code for path in ways] == [404] * 4
    assert ("/sign-in/code/" in page, "/sign-in/link/" in page) == (False, True)
    assert b'name="email"' not in client.get("/sign-up/").content
    assert (sign_up(client).status_code, mail.outbox) == (302, [])
    assert b"/account/email/" not in client.get("/account/").content


def test_sign_ups_from_one_network_are_limited(settings: Any) -> None:
    settings.SIGN_UP = "open"
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "5/h/ip"}

    answers = [sign_up(Client(), username=f"nora{number}").status_code for number in range(6)]

    assert (answers[:5], answers[5]) == ([302] * 5, 429)
    assert sign_in(Client(), "nora1").status_code == 302

"""Sign-in codes, password links and address confirmations by mail: expiry, single use, no disclosure."""

from datetime import timedelta
from smtplib import SMTPException
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client, override_settings
from django.utils import timezone

from matches.models import User
from tests.matches.accounts.account_factories import (
    PASSWORD,
    an_account,
    code_in,
    is_in,
    link_in,
    sign_in,
    signed_in,
)

pytestmark = pytest.mark.django_db

ADDRESS = "anna@club.example"


@pytest.fixture
def anna() -> User:
    return an_account("anna", ADDRESS)


def ask(client: Client, email: str = ADDRESS, **more: str) -> Any:
    return client.post("/sign-in/code/", {"email": email, **more})


def enter(client: Client, code: str, **more: str) -> Any:
    return client.post("/sign-in/code/enter/", {"code": code, **more})


def test_a_code_signs_in_once_and_redirects(client: Client, anna: User) -> None:
    requested = ask(client, next="/laws/")
    code = code_in()

    entered = enter(client, code.lower().replace("-", " "), next="/laws/")

    assert (requested["Location"], entered["Location"]) == ("/sign-in/code/enter/?next=%2Flaws%2F", "/laws/")
    client.post("/sign-out/")
    enter(client, code)
    assert is_in(client) is False


def test_a_code_is_valid_only_in_the_requesting_browser_and_opening_it_consumes_nothing(
    client: Client, anna: User
) -> None:
    ask(client)
    code, path = code_in(), link_in()

    scanner = Client()
    scanner.get(path)
    enter(scanner, code)
    client.get(path)

    assert path == f"/sign-in/code/enter/#{code}"
    assert (is_in(scanner), enter(client, code).status_code, is_in(client)) == (False, 302, True)


def test_a_code_expires_after_ten_minutes(client: Client, anna: User) -> None:
    ask(client)
    code = code_in()

    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        enter(client, code)

    assert is_in(client) is False


def test_a_code_is_void_after_three_wrong_ones(client: Client, anna: User) -> None:
    ask(client)
    code = code_in()
    for _ in range(3):
        enter(client, "BBBB-BBBB")

    enter(client, code)

    assert is_in(client) is False


def test_a_code_is_void_after_parallel_wrong_ones(client: Client, anna: User) -> None:
    """Parallel requests read the session as it was before any of them."""
    ask(client)
    code, before = code_in(), Session.objects.get()
    for _ in range(3):
        enter(client, "BBBB-BBBB")
        before.save()

    enter(client, code)

    assert is_in(client) is False


def test_a_new_code_replaces_the_first(client: Client, anna: User) -> None:
    ask(client)
    first = code_in()
    client.post("/sign-in/code/enter/", {"action": "resend"})

    assert enter(client, first).status_code == 200
    assert enter(client, code_in()).status_code == 302


def test_the_answer_does_not_disclose_whether_an_address_has_an_account(anna: User) -> None:
    known, unknown = Client(), Client()
    answers = [
        (ask(client, email), enter(client, "x"))
        for client, email in ((known, ADDRESS), (unknown, "x@y.example"))
    ]
    reset = [Client().post("/sign-in/password/", {"email": email}) for email in (ADDRESS, "x@y.example")]

    assert (
        len(
            {
                (requested.status_code, requested["Location"], entered.status_code)
                for requested, entered in answers
            }
        )
        == 1
    )
    assert {(answer.status_code, answer["Location"]) for answer in reset} == {
        (302, "/sign-in/password/sent/")
    }
    assert [letter.to for letter in mail.outbox] == [[ADDRESS], ["x@y.example"], [ADDRESS], ["x@y.example"]]


def test_mails_to_one_address_are_limited(client: Client, anna: User) -> None:
    for number in range(8):
        ask(Client(REMOTE_ADDR=f"10.0.0.{number}"))
        Client(REMOTE_ADDR=f"10.0.0.{number}").post("/sign-in/password/", {"email": ADDRESS})

    assert len(mail.outbox) == 10


def test_a_forgotten_password_is_reset_by_the_button_behind_the_link(client: Client, anna: User) -> None:
    elsewhere = signed_in(anna)
    Client().post("/sign-in/password/", {"email": ADDRESS})
    path = link_in()

    page = client.get(path)
    assert (page.status_code, is_in(elsewhere), is_in(client)) == (302, True, False)
    answer = client.post(page["Location"], {"password1": "another-long-word"})

    assert (answer.status_code, is_in(client), is_in(elsewhere)) == (302, True, False)
    assert sign_in(Client(), "anna", "another-long-word").status_code == 302
    used = Client().get(path)
    assert (used.status_code, b"no longer valid" in used.content) == (200, True)


def test_opening_a_password_link_signs_nobody_out(anna: User) -> None:
    bruno = signed_in(an_account("bruno"))
    Client().post("/sign-in/password/", {"email": ADDRESS})

    bruno.get(bruno.get(link_in())["Location"])

    assert is_in(bruno)


def test_a_password_link_is_void_once_the_address_changes(client: Client, anna: User) -> None:
    Client().post("/sign-in/password/", {"email": ADDRESS})
    EmailAddress.objects.filter(user=anna).update(email="other@club.example")
    User.objects.filter(pk=anna.pk).update(email="other@club.example")

    assert b"no longer valid" in client.get(link_in()).content


@override_settings(SITE_ADDRESS="https://crawford.example", ALLOWED_HOSTS=["*"])
def test_links_in_mail_lead_to_the_site_whatever_host_was_requested(client: Client, anna: User) -> None:
    for path in ("/sign-in/code/", "/sign-in/password/"):
        client.post(path, {"email": ADDRESS}, HTTP_HOST="evil.example")
        client.post(path, {"email": "stranger@y.example"}, HTTP_HOST="evil.example")
    browser = signed_in(anna)
    browser.post(
        "/account/email/", {"action_add": "1", "email": "more@club.example"}, HTTP_HOST="evil.example"
    )

    assert len(mail.outbox) == 5
    for letter in mail.outbox:
        assert (
            "evil" in f"{letter.subject}{letter.body}",
            "https://crawford.example/" in str(letter.body),
        ) == (
            False,
            True,
        )


def test_mail_is_in_the_language_of_the_page(client: Client, anna: User) -> None:
    client.post("/language/setlang/", {"language": "it"})
    ask(client)

    assert "codice" in mail.outbox[-1].subject


def test_an_unreachable_mail_server_is_reported(
    client: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise SMTPException("away")

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)

    answer = client.post("/sign-in/code/", {"email": ADDRESS}, follow=True)

    assert (answer.status_code, "E-mail cannot be sent right now" in answer.content.decode()) == (200, True)


def test_addresses_are_added_confirmed_put_first_and_removed(anna: User) -> None:
    browser = signed_in(anna)
    browser.post("/account/email/", {"action_add": "1", "email": "More@Club.example"})
    browser.post(link_in())
    browser.post("/account/email/", {"action_primary": "1", "email": "more@club.example"})
    browser.post("/account/email/", {"action_remove": "1", "email": ADDRESS})

    rows = list(EmailAddress.objects.values_list("email", "verified", "primary"))
    anna.refresh_from_db()
    assert (rows, anna.email) == ([("more@club.example", True, True)], "more@club.example")


def test_changes_are_reported_to_the_primary_address(anna: User) -> None:
    browser = signed_in(anna)
    browser.post("/account/password/", {"oldpassword": PASSWORD, "password1": "another-long-word"})

    letter = mail.outbox[-1]
    assert (letter.to, letter.subject) == ([ADDRESS], "Crawford: the password was changed")
    assert "In your account anna: the password was changed." in str(letter.body)

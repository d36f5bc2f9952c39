"""People with accounts, and what their browsers and mail boxes hold: shared by the tests of this room."""

import re

from allauth.account.models import EmailAddress
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from matches.models import User
from tests.factories import a_user

PASSWORD = "paper-and-felt"


def an_account(name: str = "anna", email: str = "", *, confirmed: bool = True, **fields: object) -> User:
    """Somebody with the password all have, and an address if one is given."""
    user = a_user(name, password=PASSWORD, email=email, **fields)
    if email:
        EmailAddress.objects.create(user=user, email=email, verified=confirmed, primary=True)
    return user


def signed_in(user: User) -> Client:
    """A browser that came in by the door, with the password."""
    client = Client()
    answer = sign_in(client, user.username)
    assert answer.status_code == 302
    return client


def sign_in(client: Client, name: str, password: str = PASSWORD, **more: str) -> HttpResponse:
    """Send the form of the door."""
    return client.post("/sign-in/", {"username": name, "password": password, **more})


def is_in(client: Client) -> bool:
    """Whether this browser is signed in."""
    return client.get("/account/").status_code == 200


def link_in(letter: int = -1) -> str:
    """The path of the first link to this house in a mail."""
    found = re.search(r"http://testserver(/\S+)", str(mail.outbox[letter].body))
    assert found is not None
    return found[1]


def code_in(letter: int = -1) -> str:
    """The code in a mail."""
    found = re.search(r"\b[B-Z]{4}-[B-Z]{4}\b", str(mail.outbox[letter].body))
    assert found is not None
    return found[0]

"""Helpers for the pages of clubs: a signed-in client, and the text of a page."""

from django.test import Client

from matches.models import User


def signed_in(user: User) -> Client:
    """A test client signed in with an account."""
    client = Client()
    client.force_login(user)
    return client


def text_of(client: Client, address: str) -> str:
    """The body of a page, which must answer 200."""
    page = client.get(address)
    assert page.status_code == 200
    return page.content.decode()

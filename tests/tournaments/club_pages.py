"""Pages of clubs as somebody opens them: signed in, and read as text."""

from django.test import Client

from matches.models import User


def signed_in(user: User) -> Client:
    """A browser in which this account is signed in."""
    client = Client()
    client.force_login(user)
    return client


def text_of(client: Client, address: str) -> str:
    """What a page says; it answers 200."""
    page = client.get(address)
    assert page.status_code == 200
    return page.content.decode()

"""A NUL character in a request is answered with 400 before a query is made."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/m/%00/", "/laws/?page=%00", "/api/v1/matches/?status=%00"])
def test_a_nul_in_the_address_is_refused(client: Client, path: str) -> None:
    assert client.get(path).status_code == 400


def test_a_nul_in_a_form_is_refused(client: Client) -> None:
    assert client.post("/sign-in/", {"username": "a\x00b", "password": "x"}).status_code == 400


def test_a_nul_in_the_header_of_a_table_is_refused(client: Client) -> None:
    assert client.get("/laws/", headers={"X-Table": "a\x00"}).status_code == 400

"""Pages of the site: rules, players, colour scheme, language, sign-in, errors."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.html import escape

from matches.services import reporting
from rules.laws import LAWS
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_law_has_its_page_in_both_languages(client: Client, language: str) -> None:
    client.cookies["django_language"] = language

    for law in LAWS.values():
        page = client.get(f"/laws/{law.id}/")
        assert law.title[language] in page.content.decode().replace("&#x27;", "'").replace("&quot;", '"')


def test_the_page_of_an_irregularity_rule_tells_the_desk_what_to_do(client: Client) -> None:
    page = client.get("/laws/conduct.dice/", headers={"accept-language": "it"}).content.decode()
    assert all(f"<li>{escape(step)}</li>" in page for step in LAWS["conduct.dice"].desk["it"])
    assert "<ol>" not in client.get("/laws/move.dice/").content.decode().split("<article")[1]


def test_the_list_of_laws_names_them_all(client: Client) -> None:
    page = client.get("/laws/").content.decode()

    assert [id for id in LAWS if f'href="/laws/{id}/"' not in page] == []


def test_an_unknown_law_is_absent(client: Client) -> None:
    assert client.get("/laws/move.sideways/").status_code == 404


def test_a_players_page_counts_matches_won_and_lost(client: Client) -> None:
    match = factories.a_called_match()
    report = factories.a_report(match, 7, 2)
    reporting.confirm(match=match, report=report, identity=factories.at_table(match, "other"))

    winner = client.get(f"/p/{match.white.code}/")
    loser = client.get(f"/p/{match.black.code}/")

    assert (winner.context["won"], winner.context["lost"]) == (1, 0)
    assert (loser.context["won"], loser.context["lost"]) == (0, 1)


def test_one_match_won_or_lost_is_named_in_the_singular_in_italian(client: Client) -> None:
    match = factories.a_called_match()
    report = factories.a_report(match, 7, 2)
    reporting.confirm(match=match, report=report, identity=factories.at_table(match, "other"))

    page = client.get(f"/p/{match.black.code}/", headers={"accept-language": "it"}).content.decode()

    tally = re.sub(r"<[^>]+>|\s+", " ", page[page.index('class="tally">') :].partition("</p>")[0])
    assert tally.partition(">")[2].split() == ["0", "vinti", "1", "perso"]


def test_an_unknown_player_is_absent(client: Client) -> None:
    assert client.get("/p/nobody/").status_code == 404


@pytest.mark.parametrize(
    ("text", "expected"), [("dark", "dark"), ("light", "light"), ("auto", ""), ("x", "")]
)
def test_the_colour_scheme_is_stored_in_a_cookie(client: Client, text: str, expected: str) -> None:
    response = client.post("/theme/", {"theme": text, "next": "/laws/"})

    assert response.headers["Location"] == "/laws/"
    assert client.cookies["theme"].value == expected
    page = client.get("/laws/").content.decode()
    assert (f'data-theme="{expected}"' in page) == bool(expected)


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_forms_redirect_only_within_this_site(client: Client, elsewhere: str) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": elsewhere}).headers["Location"] == "/"


def test_the_language_of_a_page_is_declared_in_its_root(client: Client) -> None:
    client.post("/language/setlang/", {"language": "it", "next": "/laws/"})

    assert b'<html lang="it"' in client.get("/laws/").content


def test_signing_in_redirects_and_a_wrong_password_does_not(client: Client) -> None:
    factories.a_user("anna", password="paper-and-felt")

    wrong = client.post("/sign-in/", {"username": "anna", "password": "felt"})
    right = client.post("/sign-in/", {"username": "anna", "password": "paper-and-felt", "next": "/laws/"})

    assert (wrong.status_code, right.headers["Location"]) == (200, "/laws/")


def test_ten_wrong_passwords_lock_one_name_only(client: Client) -> None:
    cache.clear()
    factories.a_user("anna", password="paper-and-felt")
    factories.a_user("bruno", password="paper-and-felt")
    for _ in range(10):
        assert client.post("/sign-in/", {"username": "Anna", "password": "felt"}).status_code == 200

    closed = client.post("/sign-in/", {"username": "anna", "password": "paper-and-felt"})
    other = client.post("/sign-in/", {"username": "bruno", "password": "paper-and-felt"})

    assert (closed.status_code, other.status_code) == (429, 302)


def test_signing_out_needs_a_form(client: Client) -> None:
    client.force_login(factories.a_user())

    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").status_code == 302


def test_a_404_page_has_the_navigation_of_the_site(client: Client) -> None:
    response = client.get("/no/such/page/")

    assert response.status_code == 404
    assert b"Page not found" in response.content


def test_a_form_without_its_token_is_explained() -> None:
    response = Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"})

    assert response.status_code == 403
    assert b"Please send the form again" in response.content


def test_pages_allow_nothing_inline_and_nothing_from_elsewhere(client: Client) -> None:
    match = factories.a_called_match()
    assert match.table is not None

    response = client.get(f"/t/{match.table.code}/")
    page = response.content.decode()

    assert "unsafe-inline" not in response.headers["Content-Security-Policy"]
    assert ("<style" in page, " style=" in page, " onclick=" in page, "//" in page.split("<body")[1]) == (
        False,
        False,
        False,
        False,
    )

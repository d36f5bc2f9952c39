"""Addresses that only take forms: who opens one in the browser gets to the page above it."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client

from tests.factories import a_user
from tests.site.addresses import ADDRESSES
from tests.site.requests import fill_in
from tests.site.two_clubs import Site

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.second_stage,
    pytest.mark.usefixtures("lean_requests"),
]
POST_FORM = re.compile(r'<form\b[^>]*method="post"[^>]*>')
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_the_address_of_every_form_leads_to_a_page(site: Site) -> None:
    director, owner = Client(), Client()
    director.force_login(site.director)
    owner.force_login(a_user("owner", is_superuser=True, is_staff=True))
    pages = [address.path for address in ADDRESSES if address.post and not address.get and not address.is_api]
    failures = {}
    for path in pages:
        client = owner if path.startswith("/host/") else director
        answer = client.get(fill_in(path, site), follow=True, headers=BROWSER)
        if answer.status_code != 200 or not answer.redirect_chain:
            failures[path] = (answer.status_code, answer.redirect_chain)
    assert failures == {}


def test_a_program_that_reads_such_an_address_is_refused(site: Site) -> None:
    director = Client()
    director.force_login(site.director)
    address = fill_in("/clubs/{competition}/desk/money/act/take/", site)
    assert director.get(address, headers={"Accept": "application/json"}).status_code == 405
    assert director.head(address).status_code == 405


def test_a_page_that_answers_such_an_address_names_its_own(site: Site) -> None:
    """The page updates itself, and goes on at its own address."""
    director = Client()
    director.force_login(site.director)
    pages = [address.path for address in ADDRESSES if address.post and not address.get and not address.is_api]
    failures = {}
    for path in pages:
        answer = director.post(fill_in(path, site), {})
        text = answer.content.decode()
        if not re.search(r'data-topics="[^"]+"', text):
            continue
        page = re.search(r'data-page-url="([^"]+)"', text)
        if page is None or director.get(unescape(page[1])).status_code != 200:
            failures[path] = (answer.status_code, page and page[1])
    assert failures == {}


def test_each_form_of_a_page_with_several_names_its_address() -> None:
    """The page is also drawn at the address of a form that was refused; its other forms belong elsewhere."""
    templates = {path: path.read_text() for path in (settings.BASE_DIR / "templates").rglob("*.html")}
    forms = {path: POST_FORM.findall(text) for path, text in templates.items()}
    without_address = {
        str(path.relative_to(settings.BASE_DIR)): [tag for tag in tags if "action=" not in tag]
        for path, tags in forms.items()
        if any("action=" in tag for tag in tags)
    }
    assert {path: tags for path, tags in without_address.items() if tags} == {}

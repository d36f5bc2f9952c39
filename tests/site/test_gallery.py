"""The gallery photographs every page of the site: whatever answers a director with HTML, nothing else."""

import pytest
from django.test import Client

from tests.browser import gallery
from tests.matches.accounts.account_factories import fresh
from tests.site.addresses import list_pages
from tests.site.requests import fill_in
from tests.site.two_clubs import a_site

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.second_stage,
    pytest.mark.usefixtures("lean_requests"),
]

# The back office is Django's own, of which a director sees its way to sign in; the other is drawn by Swagger.
NOT_OURS = frozenset({"/admin/", "/api/v1/docs/"})


def test_every_page_of_the_matrix_is_photographed_and_only_pages_are() -> None:
    site = a_site()
    director = fresh(Client(), site.director)
    paths = {page.path for page in list_pages()} - NOT_OURS
    answers = {path: director.get(fill_in(path, site)) for path in paths}
    pages = {
        at
        for at, answer in answers.items()
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
    }

    assert pages == set(gallery.addresses()) - set(gallery.ELSEWHERE)


def test_no_two_pages_have_screenshots_of_one_name() -> None:
    names = [gallery.name_of(address) for address in gallery.addresses()]

    assert len(set(names)) == len(names)

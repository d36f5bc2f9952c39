"""The gallery takes a screenshot of every page that answers a director with HTML, and of nothing else."""

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

# The sign-in page of the Django admin, and the page of Swagger.
OF_OTHER_PROGRAMS = frozenset({"/admin/", "/api/v1/docs/"})


def test_the_gallery_has_every_page_of_the_table_of_addresses() -> None:
    site = a_site()
    director = fresh(Client(), site.director)
    paths = {page.path for page in list_pages()} - OF_OTHER_PROGRAMS
    answers = {path: director.get(fill_in(path, site)) for path in paths}
    pages = {
        at
        for at, answer in answers.items()
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
    }

    assert pages == set(gallery.addresses()) - set(gallery.ELSEWHERE)


def test_the_names_of_screenshots_are_unique() -> None:
    names = [gallery.name_of(address) for address in gallery.addresses()]

    assert len(set(names)) == len(names)

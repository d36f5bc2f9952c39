"""The ids of every page: each stands once, and labels, descriptions and links within the page find theirs."""

from collections import Counter
from html.parser import HTMLParser

import pytest
from django.test import Client

from tests.site.addresses import list_pages
from tests.site.requests import fill_in
from tests.site.two_clubs import a_site

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lean_requests")]

REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "form", "list")


class IdParser(HTMLParser):
    """Collects the ids of a page, and the ids that its elements refer to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.references: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the id of an element and what it refers to."""
        for name, value in attrs:
            if name == "id":
                self.ids[value or ""] += 1
            elif name in REFERENCES:
                self.references.update((value or "").split())
            elif name == "href" and tag == "a" and value and value.startswith("#"):
                self.references.add(value.removeprefix("#"))

    def find_faults(self) -> list[str]:
        """Return the ids that stand twice, and those that are missing."""
        twice = [f"{name} twice" for name, count in self.ids.items() if count > 1]
        return twice + [f"{name} missing" for name in sorted(self.references - set(self.ids))]


def test_an_id_that_stands_twice_and_one_that_is_missing_are_found() -> None:
    page = '<p id="a"></p><b id="a"></b><label for="b"></label><a href="#a"></a><a href="/#c"></a>'

    assert IdParser(page).find_faults() == ["a twice", "b missing"]


@pytest.mark.second_stage
def test_every_id_of_every_page_stands_once_and_is_found() -> None:
    site = a_site()
    director = Client()
    director.force_login(site.director)
    faults = {}
    for address in sorted(page.path for page in list_pages()):
        if address.startswith(("/admin/", "/api/")):
            continue
        answer = director.get(fill_in(address, site))
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            faults[address] = IdParser(answer.content.decode()).find_faults()
        answer.close()

    assert {address: found for address, found in faults.items() if found} == {}

"""Every page that a director is shown, read once: its ids, the labels of its buttons, the stored values in
its forms, and its place in the gallery."""

from collections import Counter
from html.parser import HTMLParser

import pytest
from django.test import Client

from matches.models import Player
from tests.browser import gallery
from tests.matches.accounts.account_factories import fresh
from tests.page_forms import PageForm, read_forms
from tests.site.addresses import list_pages
from tests.site.requests import fill_in
from tests.site.test_stale_forms import CHANGED
from tests.site.two_clubs import Site

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lean_requests")]

# The sign-in page of the Django admin, and the page of Swagger.
OF_OTHER_PROGRAMS = frozenset({"/admin/", "/api/v1/docs/"})
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


# Pages whose forms begin with a proposal or a choice, and change nothing that is stored.
MAKING = {
    "/clubs/{club}/casual/": "a new result",
    "/clubs/{club}/import-report/": "an import",
    "/clubs/{club}/invitations/": "a new invitation",
    "/clubs/{club}/ladders/new/": "a new ladder",
    "/clubs/{club}/leagues/new/": "a new league",
    "/clubs/{club}/members/": "a role that is offered",
    "/clubs/{club}/members/mail/": "a new e-mail",
    "/clubs/{club}/members/{member}/": "a new fee",
    "/clubs/{club}/performance/": "a member who is added",
    "/clubs/{club}/nights/": "a new weekly tournament, or a day to skip",
    "/clubs/{club}/ratings/new/": "a new rating list",
    "/clubs/{club}/season/": "a new season",
    "/clubs/{club}/start/": "a new tournament",
    "/clubs/{competition}/desk/badges/": "what is printed",
    "/clubs/{competition}/desk/money/": "a payment",
    "/clubs/{competition}/desk/money/auction/": "how lots are made",
    "/clubs/{competition}/desk/money/cash/": "a count, a new cashier",
    "/clubs/{competition}/desk/screens/": "a new announcement",
    "/clubs/{night}/add/": "a new event",
    "/clubs/{night}/again/": "a new tournament",
    "/clubs/{night}/records/": "what is exported",
    "/clubs/{night}/records/{export}/": "what is exported",
    "/clubs/{signing}/sign-up/": "a new sign-up",
    "/m/{match}/record/{record}/": "a new figure",
    "/s/new/": "a new session",
    "/tokens/": "a new token",
    "/clubs/{signing}/registration/questions/": "a new question",
}
# Forms with one value that is on the page, or with the values of the sender alone.
SINGLE = {
    "/clubs/{competition}/desk/plan/": "a number that is read and replaced as a whole",
    "/clubs/{competition}/desk/table-settings/": "a number of tables, which only grows",
    "/clubs/{club}/members/records/": "the name of a field",
    "/account/passkeys/{passkey}/": "the name of an own passkey",
    "/p/{player}/spellings/": "one name",
    "/p/{player}/yours/": "the own name",
    "/clubs/{club}/ladders/{ladder}/": "whom a command is about",
    "/clubs/{night}/publish-to/": "the address of a club, which cannot be changed, for a new token",
    "/clubs/{competition}/desk/money/terms/": "a new pool or auction",
}


@pytest.fixture(scope="module")
def pages(site: Site, lean_requests: None) -> dict[str, str]:
    """The HTML that answers a director who has just signed in, by the address."""
    director = fresh(Client(), site.director)
    pages = {}
    for address in sorted({page.path for page in list_pages()} - OF_OTHER_PROGRAMS):
        answer = director.get(fill_in(address, site))
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            pages[address] = answer.content.decode()
        answer.close()
    return pages


@pytest.fixture(scope="module")
def forms(pages: dict[str, str]) -> dict[str, list[PageForm]]:
    """The forms of every page that send something, by the address of the page."""
    return {
        address: [form for form in read_forms(page) if form.method == "post"]
        for address, page in pages.items()
    }


def test_an_id_that_stands_twice_and_one_that_is_missing_are_found() -> None:
    page = '<p id="a"></p><b id="a"></b><label for="b"></label><a href="#a"></a><a href="/#c"></a>'

    assert IdParser(page).find_faults() == ["a twice", "b missing"]


@pytest.mark.second_stage
def test_every_id_of_every_page_stands_once_and_is_found(pages: dict[str, str]) -> None:
    faults = {address: IdParser(page).find_faults() for address, page in pages.items()}

    assert {address: found for address, found in faults.items() if found} == {}


@pytest.mark.second_stage
def test_no_button_is_labelled_by_a_name_alone(forms: dict[str, list[PageForm]]) -> None:
    """A button says what it does, and not only to whom."""
    names = {name for row in Player.objects.values_list("name", "full_name") for name in row}

    labels = {
        (address, label) for address, page in forms.items() for form in page for label, *_ in form.buttons
    }

    assert {(address, label) for address, label in labels if label in names} == set()
    assert len(labels) > len(forms)


@pytest.mark.second_stage
def test_every_form_with_stored_values_carries_them(forms: dict[str, list[PageForm]]) -> None:
    """A new page with such a form carries them, or says here why it need not."""
    bare = {
        address
        for address, page in forms.items()
        for form in page
        if any(value and name in form.visible for name, value in form.fields)
        and not any(name == "version" or name.endswith("seen") for name, _ in form.fields)
    }
    carrying = {
        address
        for address, page in forms.items()
        for form in page
        if any(name.endswith("seen") for name, _ in form.fields)
    }

    assert bare <= {*MAKING, *SINGLE}
    assert {address for address in carrying if not address.endswith("/desk/")} == {*CHANGED}
    assert {*MAKING, *SINGLE, *CHANGED} <= {page.path for page in list_pages()}


@pytest.mark.second_stage
def test_the_gallery_has_every_page_of_the_table_of_addresses(pages: dict[str, str]) -> None:
    assert set(pages) == set(gallery.addresses()) - set(gallery.ELSEWHERE)


def test_the_names_of_screenshots_are_unique() -> None:
    names = [gallery.name_of(address) for address in gallery.addresses()]

    assert len(set(names)) == len(names)

"""The forms of every page: what their buttons are called."""

import pytest
from django.test import Client

from matches.models import Player
from tests.page_forms import PageForm, read_forms
from tests.site.addresses import list_pages
from tests.site.requests import fill_in
from tests.site.two_clubs import Site

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.second_stage,
    pytest.mark.usefixtures("lean_requests"),
]


def read_all_forms(site: Site) -> dict[str, list[PageForm]]:
    """Return the forms that a director is shown, by the address of the page."""
    director = Client()
    director.force_login(site.director)
    forms = {}
    for address in sorted(page.path for page in list_pages()):
        if address.startswith(("/admin/", "/api/")):
            continue
        answer = director.get(fill_in(address, site))
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            forms[address] = [form for form in read_forms(answer.content.decode()) if form.method == "post"]
        answer.close()
    return forms


def test_no_button_is_labelled_by_a_name_alone(site: Site) -> None:
    """A button says what it does, and not only to whom."""
    forms = read_all_forms(site)
    names = {name for row in Player.objects.values_list("name", "full_name") for name in row}

    labels = {
        (address, label) for address, page in forms.items() for form in page for label, *_ in form.buttons
    }

    assert {(address, label) for address, label in labels if label in names} == set()
    assert len(labels) > len(forms)

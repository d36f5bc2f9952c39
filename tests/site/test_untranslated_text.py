"""All texts of pages are translatable: with a pseudo translation, no English text is left."""

import pytest
from django.apps import apps
from django.db.models import CharField, TextField
from django.test import Client

from rules.laws import LAWS
from tests.site import pseudo_language
from tests.site.addresses import list_pages
from tests.site.requests import fill_in
from tests.site.two_clubs import a_site

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lean_requests")]

# Rules and guide have their own translations; the admin is that of Django; the others are for programs.
ELSEWHERE = ("/help/", "/laws/", "/admin/", "/healthz", "/readyz", "/api/")
# Proper names: of this and other programs, scales, paper sizes, keys, file formats, and test data.
NAMES = {
    "Jellyfish",
    "GamesGrid",
    "OpenGammon",
    "OGID",
    "gvab",
    "ogxm",
    "ogxms",
    "eXtreme",
    "Smart",
    "Format",
    "Crawford",
    "PayPal",
    "MobilePay",
    "Swish",
    "Hort",
    "Enter",
    "Ctrl",
    "FIBS",
    "Letter",
    "json",
    "First",
    "Premier",
    "Phone",
}


@pytest.fixture(autouse=True)
def pseudo_translation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace English by the pseudo translation."""
    monkeypatch.setitem(pseudo_language.TRANSLATIONS, "en", pseudo_language.Pseudo())


def vocabulary() -> set[str]:
    """Every term in the database."""
    return {
        term
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, CharField | TextField)
        for term in pseudo_language.terms_of(model._default_manager.values_list(field.name, flat=True))
    }


def test_a_sentence_outside_the_catalogue_is_found() -> None:
    sentence = pseudo_language.pseudo("All <b>is</b> well")
    page = f'<html lang="en"><p>{sentence}, Anna</p><p title="Hello">Never said</p></html>'

    assert pseudo_language.escaped(page, {"Anna"}) == {"Hello", "Never", "said"}


@pytest.mark.second_stage
def test_every_sentence_of_every_page_is_translated() -> None:
    site = a_site()
    director = Client(headers={"accept-language": "en"})
    director.force_login(site.director)
    known_terms = (
        vocabulary()
        | NAMES
        | {term for law in LAWS.values() for term in pseudo_language.terms_of(law.title.values())}
    )
    untranslated = {}
    for address in sorted(page.path for page in list_pages()):
        if address.startswith(ELSEWHERE):
            continue
        answer = director.get(fill_in(address, site))
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            terms = pseudo_language.escaped(answer.content.decode(), known_terms)
            if terms:
                untranslated[address] = terms
        answer.close()

    assert untranslated == {}

"""The help page: the quick start, one document in each language of the site."""

import pytest
from django.conf import settings
from django.test import Client

from matches.views.help import DOCUMENTS


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "head"), [("en", "Quick start"), ("it", "Guida rapida")])
def test_the_help_page_is_in_the_language_of_the_reader(language: str, head: str) -> None:
    page = Client(headers={"accept-language": language}).get("/help/").content.decode()
    assert (f"<h1>{head}</h1>" in page, page.count("<h1"), "](" in page) == (True, 1, False)


def test_every_language_of_the_site_has_a_quick_start() -> None:
    assert sorted(DOCUMENTS) == sorted(code for code, _name in settings.LANGUAGES)

"""The guide for tournament directors: one page in each language of the site."""

import pytest
from django.conf import settings
from django.test import Client

from matches.views.laws import DOCUMENTS


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "head"), [("en", "An evening with Crawford"), ("it", "Una serata con Crawford")]
)
def test_the_guide_is_in_the_language_of_the_reader(language: str, head: str) -> None:
    page = Client(headers={"accept-language": language}).get("/help/").content.decode()
    assert (f"<h1>{head}</h1>" in page, page.count("<h1"), "](" in page) == (True, 1, False)


def test_every_language_of_the_site_has_its_guide() -> None:
    assert sorted(DOCUMENTS) == sorted(code for code, _name in settings.LANGUAGES)

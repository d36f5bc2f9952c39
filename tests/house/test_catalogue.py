"""Every sentence of the house is in the catalogues, translated and compiled."""

import pytest

from tests.house.catalogue import languages, problems, untranslated
from tests.house.catalogue import stored as stored_catalogue


@pytest.mark.parametrize("language", languages())
def test_the_catalogue_is_complete(language: str) -> None:
    assert problems(language) == []


@pytest.mark.parametrize("language", languages())
def test_a_missing_translation_is_found(language: str) -> None:
    catalogue = stored_catalogue(language)
    catalogue.add("A sentence nobody translated.")
    assert list(untranslated(catalogue))[-1] == "not translated: 'A sentence nobody translated.'"

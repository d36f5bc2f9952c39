"""Every sentence of the house is in the catalogues, translated and compiled."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from babel.messages import Catalog

from tests.house.catalogue import languages, problems, untranslated
from tests.house.catalogue import stored as stored_catalogue

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w+\}")


@pytest.mark.parametrize("language", languages())
def test_the_catalogue_is_complete(language: str) -> None:
    assert problems(language) == []


@pytest.mark.parametrize("language", languages())
def test_a_missing_translation_is_found(language: str) -> None:
    catalogue = stored_catalogue(language)
    catalogue.add("A sentence nobody translated.")
    assert list(untranslated(catalogue))[-1] == "not translated: 'A sentence nobody translated.'"


@pytest.mark.parametrize("language", languages())
def test_translations_keep_the_placeholders(language: str) -> None:
    assert list(altered(stored_catalogue(language))) == []


@pytest.mark.parametrize("language", languages())
def test_translations_may_stand_in_attributes(language: str) -> None:
    assert [text for _original, text in pairs(stored_catalogue(language)) if '"' in text] == []


def test_a_lost_placeholder_is_found() -> None:
    catalogue = Catalog("it")
    catalogue.add("%(name)s has won", "Ha vinto", flags=["python-format"])
    catalogue.add("At {time}", "Alle {time}")
    assert list(altered(catalogue)) == ["Ha vinto"]


def altered(catalogue: Catalog) -> Iterator[str]:
    """The translations that have other placeholders than their sentence."""
    for original, text in pairs(catalogue):
        if Counter(PLACEHOLDER.findall(original)) != Counter(PLACEHOLDER.findall(text)):
            yield text


def pairs(catalogue: Catalog) -> Iterator[tuple[str, str]]:
    """Each sentence with its translation: of a plural, the first form beside the singular."""
    for message in catalogue:
        originals = [message.id] if isinstance(message.id, str) else message.id
        texts = message.string if isinstance(message.string, (list, tuple)) else [message.string or ""]
        if message.id:
            yield from ((originals[min(at, len(originals) - 1)], text) for at, text in enumerate(texts))

"""Every translatable sentence of the site is in the message catalogues, translated and compiled."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog

from tests.site.catalogue import languages, problems, sources, summary
from tests.site.catalogue import stored as stored_catalogue

ASKING = frozenset({"_", "gettext", "ngettext", "pgettext"})
# Italian terms that docs/translating.md replaces by others.
AVOIDED = r"[“”’]|\b(giornal[ei]|tesser[ae]|accoppiament[oi])\b|\bufficial[ei]\b(?! di gara)|sé stess"
A_GAME = r"\b(partit[ae]|match)\b"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w+\}")


@pytest.mark.second_stage
@pytest.mark.parametrize("language", languages())
def test_the_catalogue_is_complete(language: str) -> None:
    assert problems(language) == []


@pytest.mark.parametrize("language", languages())
def test_a_missing_translation_is_found(language: str) -> None:
    catalogue = stored_catalogue(language)
    catalogue.add("A sentence nobody translated.")
    missing = "not translated: 'A sentence nobody translated.'"
    assert (
        summary(language, catalogue) == f"{language}: {len(catalogue)} sentences, 1 to translate\n{missing}"
    )


@pytest.mark.parametrize("language", languages())
def test_translations_keep_the_placeholders(language: str) -> None:
    assert list(altered(stored_catalogue(language))) == []


@pytest.mark.parametrize("language", languages())
def test_translations_contain_no_double_quotes(language: str) -> None:
    assert [text for _original, text in pairs(stored_catalogue(language)) if '"' in text] == []


def test_italian_uses_the_terms_of_the_translation_guide() -> None:
    translations = list(pairs(stored_catalogue("it")))
    avoided = {
        text: re_match[0] for _original, text in translations if (re_match := re.search(AVOIDED, text))
    }
    assert avoided == {}, "docs/translating.md says what to write instead"
    games = {
        text: re_match[0]
        for original, text in translations
        if is_of_matches(original) and (re_match := re.search(A_GAME, PLACEHOLDER.sub("", text)))
    }
    assert games == {}, "a match is an incontro, a partita is a game (docs/translating.md)"


def is_of_matches(sentence: str) -> bool:
    """Whether a sentence mentions matches and no game."""
    terms = set(re.findall(r"[a-z]+", PLACEHOLDER.sub("", sentence).lower()))
    return bool(terms & {"match", "matches"}) and not terms & {"game", "games", "gnu", "such"}


@pytest.mark.second_stage
def test_no_sentence_is_translated_inside_an_f_string() -> None:
    """A gettext call inside an f-string is not extracted and would stay English."""
    assert [place for path in sources() if path.suffix == ".py" for place in hidden(path)] == []


@pytest.mark.second_stage
def test_messages_are_marked_by_names_that_gettext_extracts() -> None:
    """A call by any other name is not extracted and would stay English."""
    assert [place for path in sources() if path.suffix == ".py" for place in renamed(path)] == []


def test_a_lost_placeholder_is_found() -> None:
    catalogue = Catalog("it")
    catalogue.add("%(name)s has won", "Ha vinto", flags=["python-format"])
    catalogue.add("At {time}", "Alle {time}")
    assert list(altered(catalogue)) == ["Ha vinto"]


def altered(catalogue: Catalog) -> Iterator[str]:
    """The translations whose placeholders differ from those of the sentence."""
    for original, text in pairs(catalogue):
        if Counter(PLACEHOLDER.findall(original)) != Counter(PLACEHOLDER.findall(text)):
            yield text


def pairs(catalogue: Catalog) -> Iterator[tuple[str, str]]:
    """Each sentence with its translation; each plural form with the corresponding sentence."""
    for message in catalogue:
        originals = [message.id] if isinstance(message.id, str) else message.id
        texts = message.string if isinstance(message.string, (list, tuple)) else [message.string or ""]
        if message.id:
            yield from ((originals[min(at, len(originals) - 1)], text) for at, text in enumerate(texts))


def renamed(path: Path) -> Iterator[str]:
    """The gettext functions that a file imports under another name than `_`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
            yield from (f"{path.name}: {one.asname}" for one in node.names if one.asname not in {None, "_"})


def hidden(path: Path) -> Iterator[str]:
    """The places of gettext calls inside f-strings."""
    strings = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.JoinedStr))
    for call in (node for string in strings for node in ast.walk(string) if isinstance(node, ast.Call)):
        if (
            isinstance(call.func, ast.Name)
            and call.func.id in ASKING
            and isinstance(call.args[0], ast.Constant)
        ):
            yield f"{path.name}:{call.lineno}"

"""English labels on an Italian page: sentences of the catalogue that stand there alone, untranslated."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from html import unescape

from tests.site.catalogue import stored

LANGUAGE = "it"
# A text between two tags, or an attribute that is shown or read aloud.
TEXTS = re.compile(r">([^<>]*[A-Za-z]{3}[^<>]*)<|\b(?:title|aria-label|placeholder|alt)=\"([^\"]+)\"")
# The name of a language is written in that language.
AS_IT_IS = {"English"}


@cache
def _list_english_labels() -> frozenset[str]:
    """Return the sentences without placeholders that no Italian sentence equals."""
    english, translated = set[str](), set[str]()
    for message in stored(LANGUAGE):
        english.update([message.id] if isinstance(message.id, str) else message.id)
        translated.update([message.string] if isinstance(message.string, str) else message.string)
    labels = (" ".join(label.split()) for label in english - translated)
    return frozenset(label for label in labels if label and "%" not in label) - AS_IT_IS


def list_untranslated(page: str, names: Collection[str]) -> Iterator[str]:
    """Yield the English labels of an Italian page; `names` are those that people have given to something."""
    if f'<html lang="{LANGUAGE}"' not in page:
        return
    for texts in TEXTS.findall(page):
        label = " ".join(unescape("".join(texts)).split())
        if label in _list_english_labels() and label not in names:
            yield label

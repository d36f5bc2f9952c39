"""Finds laws by the words somebody remembers of them, in any language they are written in."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from rules.laws import LAWS, Law

WORD = re.compile(r"\w+")
MOST_WORDS = 12
# A word of the title says more of a law than one of its text.
IN_TITLE, IN_TEXT = 8, 1
ENDINGS = "aeios"


def find(words: str) -> tuple[Law, ...]:
    """The laws in which every one of these words begins some word, the closest first.

    Accents, case and endings do not matter; titles, what players call a law, texts, steps for the desk and
    names of laws are searched, in all languages. No words find nothing.
    """
    asked = [_stem(word) for word in _words(words)[:MOST_WORDS]]
    if not asked:
        return ()
    ranked = ((_closeness(law, asked), place, law) for place, law in enumerate(LAWS.values()))
    return tuple(law for close, _, law in sorted((r for r in ranked if r[0]), key=lambda r: (-r[0], r[1])))


def _closeness(law: Law, asked: Sequence[str]) -> int:
    titles, texts = _said(law.id)
    total = 0
    for word in asked:
        close = max(
            IN_TITLE * any(each.startswith(word) for each in titles),
            IN_TEXT * any(each.startswith(word) for each in texts),
        )
        if not close:
            return 0
        total += close
    return total


@cache
def _said(id: str) -> tuple[frozenset[str], frozenset[str]]:
    law = LAWS[id]
    titles = [law.id, law.called, *law.title.values()]
    texts = [*law.text.values(), *(step for steps in law.desk.values() for step in steps)]
    return frozenset(_words(" ".join(titles))), frozenset(_words(" ".join(texts)))


def _stem(word: str) -> str:
    """A word without the ending that tells one from many: ritardo and ritardi, checker and checkers."""
    return word[:3] + word[3:].rstrip(ENDINGS)


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return WORD.findall("".join(letter for letter in plain if not unicodedata.combining(letter)))

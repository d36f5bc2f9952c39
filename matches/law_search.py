"""Full-text search of the rules of play, in all languages."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from rules.laws import LAWS, Law

TOKEN = re.compile(r"\w+")
MAX_TOKENS = 12
# A match in the title weighs more than one in the text.
TITLE_WEIGHT, TEXT_WEIGHT = 8, 1
ENDINGS = "aeios"


def find_laws(query: str) -> tuple[Law, ...]:
    """Return the rules that contain every term of the query as a prefix, best match first.

    Accents, case and endings do not matter; titles, ids, popular names, texts and steps for the desk are
    searched, in all languages. An empty query finds nothing.
    """
    stems = [_stem(token) for token in _tokenize(query)[:MAX_TOKENS]]
    if not stems:
        return ()
    ranked = ((_score_law(law, stems), place, law) for place, law in enumerate(LAWS.values()))
    return tuple(law for close, _, law in sorted((r for r in ranked if r[0]), key=lambda r: (-r[0], r[1])))


def _score_law(law: Law, stems: Sequence[str]) -> int:
    titles, texts = _index_law(law.id)
    total = 0
    for stem in stems:
        close = max(
            TITLE_WEIGHT * any(each.startswith(stem) for each in titles),
            TEXT_WEIGHT * any(each.startswith(stem) for each in texts),
        )
        if not close:
            return 0
        total += close
    return total


@cache
def _index_law(id: str) -> tuple[frozenset[str], frozenset[str]]:
    law = LAWS[id]
    titles = [law.id, law.called, *law.title.values()]
    texts = [*law.text.values(), *(step for steps in law.desk.values() for step in steps)]
    return frozenset(_tokenize(" ".join(titles))), frozenset(_tokenize(" ".join(texts)))


def _stem(token: str) -> str:
    """Strip the ending that tells singular from plural: ritardo and ritardi, checker and checkers."""
    return token[:3] + token[3:].rstrip(ENDINGS)


def _tokenize(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return TOKEN.findall("".join(letter for letter in plain if not unicodedata.combining(letter)))

"""Full-text search of the rules of play and of the questions on them, in all languages."""

import math
import re
from collections.abc import Sequence
from functools import cache, lru_cache

from matches.plain_letters import strip_accents
from rules.laws import LAWS, Law
from rules.questions import QUESTIONS, Question

TOKEN = re.compile(r"\w+")
MAX_TOKENS = 12
# A match in the title weighs more than one in the text.
TITLE_WEIGHT, TEXT_WEIGHT = 8, 1
# Last letters that differ between singular and plural, in Italian and English.
ENDINGS = "aeios"
# A stem that occurs nowhere is shortened, but keeps this many letters and this share of its length.
SHORTEST_STEM, SHORTEST_SHARE = 4, 0.6
STEM_CACHE_SIZE = 1024
# The terms of the titles, and those of the texts.
Index = tuple[frozenset[str], frozenset[str]]


def find_laws(query: str) -> tuple[Law, ...]:
    """Return the rules that contain every term of the query as a prefix, best match first.

    Accents, case and endings do not matter; titles, ids, popular names, texts and steps for the desk are
    searched, in all languages. An empty query finds nothing.
    """
    return tuple(LAWS[id] for id in _rank({id: _index_law(id) for id in LAWS}, query))


def find_questions(query: str) -> tuple[Question, ...]:
    """Return the questions on the rules that contain every term of the query; see `find_laws`."""
    return tuple(QUESTIONS[id] for id in _rank({id: _index_question(id) for id in QUESTIONS}, query))


def _rank(indexes: dict[str, Index], query: str) -> list[str]:
    stems = [_stem(token) for token in _tokenize(query)[:MAX_TOKENS]]
    if not stems:
        return []
    scores = {id: _score(index, stems) for id, index in indexes.items()}
    # Sorting is stable, so results of equal score stay in reading order.
    return sorted((id for id, score in scores.items() if score), key=lambda id: -scores[id])


def _score(index: Index, stems: Sequence[str]) -> int:
    titles, texts = index
    total = 0
    for stem in stems:
        weight = max(
            TITLE_WEIGHT * any(each.startswith(stem) for each in titles),
            TEXT_WEIGHT * any(each.startswith(stem) for each in texts),
        )
        if not weight:
            return 0
        total += weight
    return total


@cache
def _index_law(id: str) -> Index:
    law = LAWS[id]
    titles = [law.id, law.called, *law.title.values()]
    texts = [*law.text.values(), *(step for steps in law.desk.values() for step in steps)]
    return frozenset(_tokenize(" ".join(titles))), frozenset(_tokenize(" ".join(texts)))


@cache
def _index_question(id: str) -> Index:
    question = QUESTIONS[id]
    titles, answers = question.question.values(), question.answer.values()
    return frozenset(_tokenize(" ".join(titles))), frozenset(_tokenize(" ".join(answers)))


@lru_cache(STEM_CACHE_SIZE)
def _stem(token: str) -> str:
    """Strip the ending that distinguishes singular from plural: ritardo and ritardi, checker and checkers.

    A stem that occurs in no text is shortened letter by letter (see `SHORTEST_STEM`) until one occurs:
    "rientrando" becomes "rientr". Stems do not depend on each other, so adding a term never adds results.
    """
    stem = token[:3] + token[3:].rstrip(ENDINGS)
    shortest = max(SHORTEST_STEM, math.ceil(len(stem) * SHORTEST_SHARE))
    candidates = (stem[:length] for length in range(len(stem), shortest - 1, -1))
    return next((part for part in candidates if any(each.startswith(part) for each in _vocabulary())), stem)


@cache
def _vocabulary() -> frozenset[str]:
    """Every term of the rules and questions."""
    indexes = [*map(_index_law, LAWS), *map(_index_question, QUESTIONS)]
    return frozenset(term for index in indexes for terms in index for term in terms)


def _tokenize(text: str) -> list[str]:
    return TOKEN.findall(strip_accents(text).casefold())

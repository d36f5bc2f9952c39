"""The search of the rules by the terms that players use."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.law_search import find_laws
from rules.laws import LAWS


def ids(query: str) -> set[str]:
    return {law.id for law in find_laws(query)}


def test_a_rule_is_found_by_its_title_in_any_language(subtests: pytest.Subtests) -> None:
    for language, law in product(("en", "it"), LAWS):
        with subtests.test(language=language, law=law):
            assert law in ids(LAWS[law].title[language])


def test_titles_come_before_texts() -> None:
    titled = ["Crawford" in law.title["en"] for law in find_laws("crawford")]

    assert (titled[0], titled) == (True, sorted(titled, reverse=True))


def test_accents_case_and_endings_do_not_matter() -> None:
    assert find_laws("CROCETTÀ") == find_laws("crocetta")
    assert ids("cubo") <= ids("cub")


@pytest.mark.parametrize(
    ("query", "law"),
    [
        ("cocked dice", "conduct.dice"),
        ("late", "match.late-start"),
        ("illegal play", "conduct.illegal-play"),
        ("wrong move", "conduct.illegal-play"),
        ("blot", "move.hit"),
        ("concede", "game.resign"),
        ("dado in bilico", "conduct.dice"),
        ("ritardo", "match.late-start"),
        ("giocata irregolare", "conduct.illegal-play"),
        ("mossa sbagliata", "conduct.illegal-play"),
        ("barra", "move.bar-first"),
        ("posizione iniziale", "conduct.setup"),
    ],
)
def test_a_rule_is_found_by_synonyms(query: str, law: str) -> None:
    assert law in ids(query)


def test_every_term_must_match() -> None:
    assert find_laws("crawford xyzzy") == ()
    assert find_laws("  ") == ()


@given(st.text(max_size=60), st.text(max_size=20))
def test_more_terms_never_find_more(query: str, more: str) -> None:
    if find_laws(query):
        assert ids(f"{query} {more}") <= ids(query)

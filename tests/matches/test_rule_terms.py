"""The search of the rules finds the terms of the rule texts, in both languages.

`tests/data/rule-text-words/words.txt` has every term of four or more letters of the five texts, without names
and fragments. `general.txt` are those that say nothing about the rules: verbs such as *to go*,
and the terms of passages on translation, books, chess and luck.
"""

from matches.law_search import find_laws, find_questions
from tests.rules.sample_records import ROOT

FOLDER = ROOT / "tests" / "data" / "rule-text-words"
MOST_GENERAL = 300


def read_terms(name: str) -> set[str]:
    return set((FOLDER / name).read_text(encoding="utf-8").split())


def test_every_rule_term_of_the_rule_texts_is_found() -> None:
    terms, general = read_terms("words.txt"), read_terms("general.txt")
    assert len(general) <= MOST_GENERAL
    assert general - terms == set()
    missing = [term for term in sorted(terms - general) if not (find_laws(term) or find_questions(term))]
    assert missing == []


def test_terms_players_know_from_the_texts_find_their_rule() -> None:
    expected = {
        "levata": "bearoff.all-home",
        "isolata": "move.hit",
        "ricubo": "cube.owner",
        "castoro": "money.beaver",
        "pip": "move.direction",
        "extra 2-cube": "chouette.extras",
        "no-cube": "match.crawford",
        "segnapunti": "match.length",
        "bussolotto": "board.checkers",
        "frecce": "board.points",
        "rientrarono": "move.bar-first",
        "stalemate": "move.closed-out",
    }
    results = {query: {law.id for law in find_laws(query)} for query in expected}
    assert {query for query, law in expected.items() if law not in results[query]} == set()

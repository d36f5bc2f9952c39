"""The code, the pages and the rules of play use the field's terms (CONTRIBUTING.md, docs/translating.md)."""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from rules.laws import LAWS
from rules.questions import QUESTIONS
from rules.sentences import SENTENCES
from tests.site import source
from tests.site.catalogue import stored

# Participles and pronouns that do not say what a variable is.
BARE_NAMES = re.compile(
    r"told|found|said|held|known|shown|asked|kept|drawn|left|made|met|gone|taken|given|named|wanted|"
    r"written|meant|due|owed|stood|moved|chosen|counted|spoken|sent|seen|done|looked|heard|come|coming|"
    r"here|there|mine|theirs|own|out|way|who|most|least|ahead"
)
# Terms that a Django or backgammon book would not use for what they named here.
WITHDRAWN_TERMS = re.compile(
    r"house|houses|door|doors|deed|deeds|bell|bells|doorbell|voice|voices|knock|knocks|leash|courier|"
    r"newsroom|wish|wishes|owe|owed|owes|purse|purses|till|tills|nudge|nudges|seal|sealed|stranger|"
    r"strangers|floor|floors|room|rooms|hand|hands|word|words|picture|pictures|face|faces|shape|shapes|"
    r"look|looks|lots|kept|told|said|asked|held|furnish|furnished|furnishing|remembering|lasting|yard|"
    r"scribe|chairs|showroom|trial|trials|cast|story|scenes"
)
# Per thousand.
MOST_BARE_NAMES, MOST_WITHDRAWN_TERMS, MOST_WITHDRAWN_TERMS_OF_TESTS = 3.0, 0.5, 0.3
# Phrases that no tournament director says.
WITHDRAWN_PHRASES = re.compile(
    r"\b(Who|Whoever|Nobody|Somebody|Everybody|stands?|house|reckoned|office|he|his|him|himself|"
    r"take back|take over|look at it|hand in|evenings?|counts:|whose|as (?:he|it) stands)\b"
)
# Terms that a player of today would not use in a rule of play. A stake is named where money is played for.
ARCHAIC_TERMS = re.compile(
    r"\b(throws?|threw|thrown|tilted|gives? (?:it |them )?up|gave up|anybody|in its time|plays? for points|"
    r"parted|lawful|unlawful|shuts?|lifts?|lifted)\b",
    re.IGNORECASE,
)
# Messages that may hold one of them, with the reason.
ALLOWED = {
    # `evenings` is a placeholder.
    "%(evenings)s table: ahead at %(ahead)s, behind at %(behind)s",
}


def split_name(name: str) -> list[str]:
    return [part.lower() for part in re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+", name)]


def bound_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg) and node.arg not in ("self", "cls"):
            yield node.arg


def terms_of(path: Path, tree: ast.Module) -> Iterator[str]:
    """Every term of the names, docstrings and comments of a module."""
    for name in bound_names(tree):
        yield from split_name(name)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
            yield from split_name(getattr(node, "name", ""))
            yield from re.findall(r"[a-z]+", (ast.get_docstring(node) or "").lower())
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield from re.findall(r"[a-z]+", token.string.lower())


def test_names_say_what_a_thing_is() -> None:
    names = [name for path in source.modules() for name in bound_names(source.tree(path))]
    bare = [name for name in names if BARE_NAMES.fullmatch(name)]
    assert 1000 * len(bare) / len(names) <= MOST_BARE_NAMES, sorted(set(bare))


def withdrawn_terms(paths: Iterable[Path]) -> tuple[float, list[tuple[str, str]]]:
    """How many of a thousand terms of some modules are withdrawn, and each of them with its module."""
    terms = [(term, source.name(path)) for path in paths for term in terms_of(path, source.tree(path))]
    withdrawn = [(term, name) for term, name in terms if WITHDRAWN_TERMS.fullmatch(term)]
    return 1000 * len(withdrawn) / len(terms), withdrawn


def list_places(withdrawn: Iterable[tuple[str, str]]) -> str:
    """A line for each module with its withdrawn terms, as a failure shows a text in full."""
    terms_by_module: dict[str, list[str]] = {}
    for term, module in withdrawn:
        terms_by_module.setdefault(module, []).append(term)
    return "\n".join(f"{module}: {', '.join(terms)}" for module, terms in sorted(terms_by_module.items()))


@pytest.mark.second_stage
def test_names_docstrings_and_comments_use_the_terms_of_the_field() -> None:
    share, withdrawn = withdrawn_terms(source.modules())
    assert share <= MOST_WITHDRAWN_TERMS, list_places(withdrawn)


@pytest.mark.second_stage
def test_tests_and_benchmarks_use_the_terms_of_the_field() -> None:
    paths = [
        path
        for path in source.files()
        if path.suffix == ".py" and path.relative_to(source.ROOT).parts[0] in ("tests", "benchmarks")
    ]
    share, withdrawn = withdrawn_terms(paths)
    # On purpose: the lots of an auction, the role `stranger` of the permission matrix, the file words.txt.
    assert share <= MOST_WITHDRAWN_TERMS_OF_TESTS, list_places(withdrawn)


def test_messages_use_no_withdrawn_phrase() -> None:
    messages = [
        message.id if isinstance(message.id, str) else message.id[0] for message in stored("it") if message.id
    ]
    assert [text for text in messages if WITHDRAWN_PHRASES.search(text) and text not in ALLOWED] == []


def list_rule_texts() -> Iterator[str]:
    """Every English text of the rules of play, which the message catalogue does not have."""
    for law in LAWS.values():
        yield from (law.title["en"], law.text["en"], *law.desk.get("en", ()))
    for question in QUESTIONS.values():
        yield from (question.question["en"], question.answer["en"])
    yield from SENTENCES.values()


def is_withdrawn_rule_text(text: str) -> bool:
    # A roll or play stands; a question asks who.
    phrases = set(WITHDRAWN_PHRASES.findall(text)) - {"stand", "stands", "Who"}
    return bool(phrases or ARCHAIC_TERMS.search(text))


def test_texts_of_the_rules_use_no_withdrawn_phrase() -> None:
    assert [text for text in list_rule_texts() if is_withdrawn_rule_text(text)] == []

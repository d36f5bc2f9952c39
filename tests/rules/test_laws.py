"""The rules as data: complete, correctly cited, each with an example and a text for readers."""

import ast
import re

from rules.codes import CODES, LIBRARY_CODES
from rules.laws import LAWS, as_markdown
from tests.rules.sample_records import ROOT

SESSIONS = {"money", "money_cube", "chouette", "conduct"}
SOURCES = [path for path in sorted((ROOT / "rules").rglob("*.py")) if not SESSIONS & {path.stem, *path.parts}]
NAMES = re.compile(r"^(board|game|turn|dice|move|bearoff|cube|match|record)\.[a-z-]+$")


def strings(path):
    return [node.value for node in ast.walk(ast.parse(path.read_text())) if _is_text(node)]


def _is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def raised(path):
    """The first argument of every refusal and fault made in a file, with the names of its further facts."""
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    makers = {"Refusal", "Illegal", "Unreadable", "Ambiguous", "Fault"}
    return [
        call.args[0].value
        for call in calls
        if getattr(call.func, "id", "") in makers and _is_text(call.args[0])
    ]


def test_every_law_speaks_both_languages_and_names_its_source(subtests):
    for law in LAWS.values():
        with subtests.test(law=law.id):
            assert [set(texts) for texts in (law.title, law.text, law.source)] == [{"en", "it"}] * 3
            assert all(law.source.values())
            assert all(len(text) > 30 and text.endswith(".") for text in law.text.values())


def test_every_irregularity_tells_the_desk_what_to_do():
    steps = {law.id: {language: len(value) for language, value in law.desk.items()} for law in LAWS.values()}
    conduct = {law: counts for law, counts in steps.items() if law.startswith("conduct.")}
    assert {law for law, counts in steps.items() if counts} == set(conduct)
    assert all(set(counts) == {"en", "it"} and min(counts.values()) >= 3 for counts in conduct.values())


def test_every_law_is_shown_by_an_example():
    tests = "\n".join(path.read_text() for path in (ROOT / "tests" / "rules").rglob("test_*.py"))
    values = set(re.findall(r'mark\.law\("([^"]+)"\)', tests))
    assert set(LAWS) - values == set()


def test_every_law_that_is_cited_exists():
    cited = {text for path in SOURCES for text in strings(path) if NAMES.match(text)}
    assert cited - set(LAWS) == set()


def test_every_code_that_is_raised_is_in_the_table():
    assert {code for path in SOURCES for code in raised(path)} - set(CODES) - set(LIBRARY_CODES) == set()


def test_the_page_of_the_laws_is_up_to_date():
    assert (ROOT / "docs" / "laws.md").read_text(encoding="utf-8") == as_markdown()

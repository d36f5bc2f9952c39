"""The coverage page of the rule texts: every rule, test and page address named on it exists."""

import ast
import re
from functools import cache

from rules.laws import LAWS
from rules.questions import QUESTIONS
from tests.rules.sample_records import ROOT

PAGE = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
ROWS = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if re.match(r"\| \d", line)]
RULE = re.compile(r"`([a-z]+\.[a-z-]+)`")
TEST = re.compile(r"`(tests/[a-z_/]+\.py)::([a-z0-9_]+)`")
LAW_PAGE = re.compile(r"`/laws/([a-z.-]+)/`")
QUESTION_PAGE = re.compile(r"`/laws/questions/([a-z-]+)/`")


@cache
def functions_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_statements_are_numbered_and_each_names_its_rule_and_what_shows_it():
    assert [int(row[0]) for row in ROWS] == list(range(1, len(ROWS) + 1))
    assert f"\n{len(ROWS)} statements, each shown by a test" in PAGE
    assert [row for row in ROWS if len(row) != 4] == []
    assert [row for row in ROWS if not TEST.search(row[3])] == []


def test_every_rule_on_the_coverage_page_exists():
    assert {row[2] for row in ROWS if not RULE.fullmatch(row[2])} == {"–"}
    assert set(RULE.findall(" ".join(row[2] for row in ROWS))) - set(LAWS) == set()
    assert set(LAW_PAGE.findall(PAGE)) - {*LAWS, "questions"} == set()
    questions = set(QUESTION_PAGE.findall(PAGE))
    assert len(questions) > 8
    assert questions - set(QUESTIONS) == set()


def test_every_test_on_the_coverage_page_exists():
    tests = set(TEST.findall(PAGE))
    assert len(tests) > 80
    assert {(path, name) for path, name in tests if name not in functions_in(path)} == set()

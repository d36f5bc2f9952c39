"""The codes of money play, the chouette and rulings: all listed, each with its context and rules."""

import ast
import re

from rules import codes
from rules.codes import CHOUETTE, CONTINUATIONS, POINTS, RULINGS, TABLE_CODES
from rules.laws import LAWS
from tests.rules.sample_records import ROOT

MODULES = [
    ROOT / "rules" / "money_cube.py",
    ROOT / "rules" / "money.py",
    *sorted((ROOT / "rules" / "chouette").glob("*.py")),
    ROOT / "rules" / "irregularities.py",
]
LAW = re.compile(r"^(board|game|dice|cube|match|money|chouette|conduct)\.[a-z-]+$")
WRITTEN_BY_NAME = {"take_without_double", "drop_without_double", "beaver_without_double"}


def calls(*makers):
    trees = [ast.parse(path.read_text()) for path in MODULES]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [node for node in nodes if getattr(node.func, "id", "") in makers]


def codes_in(*makers):
    firsts = [call.args[0] for call in calls(*makers)]
    return {first.value for first in firsts if isinstance(first, ast.Constant)}


def texts():
    trees = [ast.parse(path.read_text()) for path in MODULES]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return {node.value for node in nodes if isinstance(node.value, str)}


def test_every_refusal_is_in_a_table_and_every_line_of_it_is_used():
    raised = codes_in("Illegal", "Refusal", "Unreadable")
    assert raised - set(codes.CODES) == {*POINTS, *CHOUETTE}


def test_every_refusal_brings_the_facts_of_the_table():
    table = {**codes.CODES, **TABLE_CODES}
    for call in calls("Illegal"):
        names = {keyword.arg for keyword in call.keywords}
        if isinstance(call.args[0], ast.Constant) and None not in names:
            assert names == set(table[call.args[0].value]), call.args[0].value


def test_every_ruling_and_continuation_is_in_the_table():
    assert codes_in("Ruling") == set(RULINGS)
    assert codes_in("Continuation") == set(CONTINUATIONS)


def test_every_law_that_is_cited_exists_and_every_law_of_these_chapters_is_known():
    cited = {text for text in texts() if LAW.match(text)}
    assert cited - set(LAWS) == set()
    chapters = {law for law in LAWS if law.split(".")[0] in ("money", "chouette", "conduct")}
    uncited = {"money.jacoby", "money.beaver"}
    by_state = {
        "chouette.box",
        "chouette.rotation",
        "chouette.consultation",
        "chouette.ledger",
        "chouette.lone-taker",
    }
    assert chapters - cited == uncited | by_state


def test_no_code_is_in_two_tables():
    assert len(TABLE_CODES) == len(POINTS) + len(CHOUETTE) + len(RULINGS)
    assert set(TABLE_CODES) & set(codes.CODES) == set()
    assert set(codes.FINDINGS) >= WRITTEN_BY_NAME

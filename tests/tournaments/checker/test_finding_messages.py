"""Every finding of the checker has a message in both languages, and no message is unused."""

import ast
import re

import pytest

from tests.site import source
from tournaments.verification.messages import FINDING_MESSAGES, finding_text

COMPOSED = {"result_ending_wrong", "result_winner_wrong", "result_score_wrong"}
BY_NAME = {"result_lost_unchosen", "reinstating_changed_the_past"}


def codes_found() -> set[str]:
    packages = ("tournaments/verification/checker/", "tournaments/verification/simulator/")
    trees = [source.tree(path) for path in source.modules() if source.name(path).startswith(packages)]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    expect_calls = [
        call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "expect"
    ]
    codes = [call.args[2] for call in expect_calls if len(call.args) > 2]
    return {str(code.value) for code in codes if isinstance(code, ast.Constant)} | COMPOSED | BY_NAME


def test_every_finding_has_a_message_and_no_message_is_unused() -> None:
    assert codes_found() == set(FINDING_MESSAGES)


def test_a_finding_without_context_has_a_message(subtests: pytest.Subtests) -> None:
    for code in sorted(FINDING_MESSAGES):
        with subtests.test(code=code):
            assert re.search(r"%\(|^$", finding_text(code, {})) is None

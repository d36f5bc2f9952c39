"""Every finding has a sentence, in both languages, and no sentence is left over."""

import re

import pytest

from tests.house import source
from tournaments.phrases import CHECKING, finding

CODE = re.compile(r'"I\d+",\s+f?"([a-z_]+|result_\{fault or \'score\'\}_wrong)"')
COMPOSED = {"result_ending_wrong", "result_winner_wrong", "result_score_wrong"}
BY_NAME = {"result_lost_unchosen"}


def codes_found() -> set[str]:
    rooms = ("tournaments/checking/", "tournaments/trials/")
    texts = [path.read_text() for path in source.modules() if source.name(path).startswith(rooms)]
    found = {code for text in texts for code in CODE.findall(text)}
    return {code for code in found if "{" not in code} | COMPOSED | BY_NAME


def test_every_finding_has_a_sentence_and_no_sentence_is_left_over() -> None:
    assert codes_found() == set(CHECKING)


@pytest.mark.parametrize("code", sorted(CHECKING))
def test_a_finding_can_be_said_without_any_fact(code: str) -> None:
    assert re.search(r"%\(|^$", finding(code, {})) is None

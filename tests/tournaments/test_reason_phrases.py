"""Every reason of the engine has a sentence that uses all its facts, and names people by their names."""

import re

import pytest

from tournaments.formats.reasons import REASONS
from tournaments.messages import journal


def test_every_reason_has_a_sentence() -> None:
    assert set(journal.REASONS) == set(REASONS)


def test_a_sentence_asks_for_no_fact_the_engine_does_not_give(subtests: pytest.Subtests) -> None:
    for code in sorted(REASONS):
        with subtests.test(code=code):
            values = set(re.findall(r"%\((\w+)\)s", str(journal.REASONS[code])))
            assert values - set(REASONS[code]) == set()


def test_people_are_called_by_their_names() -> None:
    facts = {"entry": 3, "score": 2, "other": 9}
    result = journal.describe_reason("float_down", facts, {3: "Ada", 9: "Ben"})
    assert result == "Ada floats down from score 2 to meet Ben: no opponent was left above."


def test_messages_of_the_engine_have_texts_of_ours() -> None:
    facts = {"method": "slide", "entry": 3, "partner": 9, "because": "met"}
    result = journal.describe_reason("next_partner", facts, {3: "Ada", 9: "Ben"})
    assert result == "Ada could not be paired with Ben, the first choice of the method (they have met)."


def test_a_code_of_an_older_site_tells_its_facts() -> None:
    assert journal.describe_reason("once_upon", {"entry": 3, "round": 2}, {3: "Ada"}) == "entry Ada, round 2"

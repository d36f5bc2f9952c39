"""Every pairing reason has a sentence that uses only its facts, with names for entry numbers."""

import re

import pytest
from django.utils import translation

from tournaments.formats.pairing import PairingRequest
from tournaments.formats.pairing_cards import make_pairing_cards
from tournaments.formats.reasons import REASONS
from tournaments.formats.swiss.round_pairing import pair_round
from tournaments.messages import journal


def test_every_reason_has_a_sentence() -> None:
    assert set(journal.REASONS) == set(REASONS)


def test_sentences_use_only_the_facts_of_their_reason(subtests: pytest.Subtests) -> None:
    for code in sorted(REASONS):
        with subtests.test(code=code):
            names = set(re.findall(r"%\((\w+)\)s", str(journal.REASONS[code])))
            assert names - set(REASONS[code]) == set()


def test_entry_numbers_are_replaced_by_names() -> None:
    facts = {"entry": 3, "score": 2, "other": 9}
    sentence = journal.describe_reason("float_down", facts, {3: "Ada", 9: "Ben"})
    assert sentence == "Ada floats down from score 2 to meet Ben: no opponent was left above."


def test_codes_among_the_facts_are_replaced_by_texts() -> None:
    facts = {"method": "slide", "entry": 3, "partner": 9, "because": "met"}
    sentence = journal.describe_reason("next_partner", facts, {3: "Ada", 9: "Ben"})
    assert sentence == "Ada is not paired with Ben, the first choice of the method (they have met)."


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            "Of the 7 players to be paired together, number 1 meets number 2 "
            "(nearest players who have not met).",
        ),
        (
            "it",
            "Su 7 giocatori da abbinare insieme, il numero 1 incontra il numero 2 "
            "(i più vicini che non si sono incontrati).",
        ),
    ],
)
def test_monrad_is_explained_without_score_groups(language: str, expected: str) -> None:
    request = PairingRequest("swiss", 1, make_pairing_cards(range(1, 8), ()), {"method": "monrad"})
    reason = pair_round(request).boards[0].reasons[1]
    with translation.override(language):
        assert journal.describe_reason(reason.code, reason.facts, {}) == expected


def test_an_unknown_reason_lists_its_facts() -> None:
    assert journal.describe_reason("once_upon", {"entry": 3, "round": 2}, {3: "Ada"}) == "entry Ada, round 2"

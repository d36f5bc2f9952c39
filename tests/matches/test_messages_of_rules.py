"""Messages of money play, the chouette and rulings: one for every code, with only the context of its code."""

import re
from typing import get_args

from matches import messages
from matches.messages.texts import LABELS, LAW_REFUSALS, REFUSALS, TABLE_LABELS, TABLE_SENTENCES
from matches.moneyplay.messages import CHOUETTE
from matches.moneyplay.messages import LABELS as SESSION_LABELS
from matches.records.messages import FINDINGS
from rules.chouette.state import Phase, Rotation
from rules.codes import CONTINUATIONS, TABLE_CODES
from rules.irregularities import Landing
from rules.match import Kind
from rules.money_cube import get_raise_name
from rules.options import CHOUETTES, CONDUCTS


def test_every_code_has_a_message_and_every_message_a_code() -> None:
    assert {*TABLE_SENTENCES, *CHOUETTE} == {*TABLE_CODES, *CONTINUATIONS}


def test_a_message_uses_only_the_context_of_its_code() -> None:
    placeholders = {
        code: set(re.findall(r"%\((\w+)\)s", str(messages.SENTENCES[code]))) for code in TABLE_CODES
    }
    assert {code: names for code, names in placeholders.items() if names - set(TABLE_CODES[code])} == {}


def test_no_other_package_translates_it_differently() -> None:
    assert {*TABLE_SENTENCES, *CHOUETTE} & {*LAW_REFUSALS, *FINDINGS, *REFUSALS} == set()


def test_a_player_is_named_in_messages() -> None:
    sentence = messages.get_sentence("captain_only", {"player": "Ada", "captain": "Bo"})
    assert sentence == "With a single cube only the captain, Bo, can do this, not Ada."


def test_every_reason_turn_and_phase_has_a_label() -> None:
    literals = {*get_args(Rotation), *get_args(Phase), *get_args(Kind), *get_args(Landing)}
    codes = {
        *literals,
        "extra_price",
        *CHOUETTES,
        *CONDUCTS,
        *(get_raise_name(number) for number in range(1, 5)),
    } - {"flat"}
    assert {code for code in codes if not messages.get_label(code).strip()} == set()
    assert {*TABLE_LABELS, *SESSION_LABELS} & set(LABELS) == set()

"""The checker's own registry has exactly the formats of the engine."""

from tournaments.formats import FORMATS
from tournaments.formats.graph import LETTERS
from tournaments.verification.checker import trees
from tournaments.verification.checker.formats import FORMATS as CHECKED
from tournaments.verification.checker.pairing import ROUND_CHECKS


def test_the_checker_knows_every_format_and_no_other() -> None:
    assert set(CHECKED) == set(FORMATS)


def test_every_format_of_rounds_has_its_rounds_judged() -> None:
    assert set(ROUND_CHECKS) == {name for name, form in FORMATS.items() if not form.is_static}


def test_checker_and_engine_use_the_same_pairing_letters() -> None:
    assert trees.LETTER == LETTERS


def test_both_agree_on_what_a_format_is() -> None:
    for name, form in FORMATS.items():
        checked = CHECKED[name]
        answers = (checked.draw is not None, checked.has_table, checked.is_robin, checked.is_play_off)
        assert answers == (form.is_static, form.has_table, form.is_round_robin, form.is_play_off), name
        assert not form.has_table or checked.tie_breaks == form.tie_breaks, name
        assert checked.can_be_drawn == form.can_be_drawn, name

"""The checker's own registry has exactly the formats of the engine."""

from tournaments.formats import FORMATS
from tournaments.formats.format import Format
from tournaments.formats.graph import LETTERS
from tournaments.verification.checker import trees
from tournaments.verification.checker.formats import FORMATS as CHECKED
from tournaments.verification.checker.formats import CheckedFormat
from tournaments.verification.checker.pairing import ROUND_CHECKS


def test_the_checker_knows_every_format_and_no_other() -> None:
    assert set(CHECKED) == set(FORMATS)


def test_every_format_of_rounds_has_rules_by_which_its_rounds_are_checked() -> None:
    assert {CHECKED[name].round_rules for name, form in FORMATS.items() if not form.is_static} == set(
        ROUND_CHECKS
    )


def test_checker_and_engine_use_the_same_pairing_letters() -> None:
    assert trees.LETTER == LETTERS


def test_both_agree_on_what_a_format_is() -> None:
    names = sorted(set(Format.__annotations__) & set(dir(CheckedFormat)))
    assert names == [
        "can_be_drawn",
        "counts_margin",
        "ends_by_itself",
        "has_table",
        "is_play_off",
        "is_round_robin",
        "is_static",
        "leading_figures",
        "pairing_method",
        "pairs_by_own_scoring",
        "tie_breaks",
    ]
    for format_name, form in FORMATS.items():
        answers = {name: getattr(form, name) for name in names}
        assert answers == {name: getattr(CHECKED[format_name], name) for name in names}, format_name

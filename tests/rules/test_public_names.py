"""The public interface of the library: exported names, error messages, drawings, wrong types and values."""

import re

import pytest

import rules
from rules.codes import CODES, LIBRARY_CODES, TABLE_CODES
from rules.diagram import svg, with_style
from rules.equity import take_point
from rules.errors import Illegal, Refusal, Unreadable
from rules.laws import LAWS
from rules.match import check_score
from rules.sentences import SENTENCES, format_sentence
from rules.verdict import Finding
from tests.rules.sample_records import has_code

ALL_CODES = {**CODES, **TABLE_CODES, **LIBRARY_CODES}
START = rules.Position.start()


def test_the_package_has_at_most_forty_public_names_which_all_exist():
    assert len(rules.__all__) <= 40
    assert [name for name in rules.__all__ if not hasattr(rules, name)] == []


def test_every_code_has_a_sentence_that_names_only_its_facts():
    assert set(SENTENCES) == set(ALL_CODES)
    for code, sentence in SENTENCES.items():
        assert set(re.findall(r"%\((\w+)\)s", sentence)) <= set(ALL_CODES[code]), code
        assert sentence[:1].isupper() or sentence[:1] == "%"
        assert sentence.endswith(".")


def test_an_error_is_a_sentence_with_code_rule_and_context():
    with pytest.raises(Illegal) as caught:
        rules.choose_play(START, (6, 5), "24/18 24/18")
    error = caught.value
    assert str(error) == "24/18 cannot be played with 65."
    assert (error.code, error.rule, error.context["dice"]) == ("not_the_dice", "move.dice", "65")
    assert error.rule in LAWS


@pytest.mark.parametrize(
    ("code", "context", "sentence"),
    [
        (
            "bar_first",
            {"start": 25, "end": 0},
            "A checker on the bar must enter first; the bar/off moves another one.",
        ),
        ("unknown_play", {"games": [1, 3]}, "How a roll was played (games: 1, 3)."),
        ("match_unfinished", {"score": (1, 2)}, "The record stops at 1–2 in a match to –."),
        ("animal_not_agreed", {"animal": "", "limit": 1}, "This – exceeds the agreed limit: 1 in a row."),
        ("of_an_application", {}, "of_an_application"),
    ],
)
def test_sentences_name_places_lists_and_what_is_missing(code, context, sentence):
    assert format_sentence(code, context) == str(Refusal(code, **context)) == sentence


def test_a_finding_says_where_and_what():
    finding = Finding(2, 3, rules.Side.BLACK, "game_unfinished", "game.win", "note")
    assert str(finding) == "Game 2, action 4, black: The game is incomplete."
    assert str(finding._replace(action=-1, side=None)) == "Game 2: The game is incomplete."
    assert str(finding._replace(game=0, action=-1, side=None)) == "Match: The game is incomplete."


def test_a_position_prints_as_a_board_and_renders_as_a_diagram():
    assert str(START) == rules.text_board(START)
    diagram = START._repr_svg_()
    assert diagram == with_style(svg(START, title="White to play"))
    assert diagram.count("<style>") == 1


@pytest.mark.parametrize("side", [0, 1])
def test_a_position_is_built_of_places_and_counts_that_exist(side):
    def build(checkers):
        return rules.Position.build(*[{6: 5}, checkers][:: 1 if side else -1])

    with pytest.raises(Illegal, check=has_code("place_unknown")) as caught:
        build({6: 5, 26: 10})
    assert "25 is the bar" in str(caught.value)
    for checkers in ({6: 16}, {6: 10, 5: 6}, {6: -1}):
        with pytest.raises(Illegal, check=has_code("position_count")):
            build(checkers)
    for checkers in ([6, 5], {"6": 5}, {6: 5.0}):
        with pytest.raises(TypeError, match=r"whole numbers|mapping"):
            build(checkers)


def test_a_position_in_which_both_sides_have_a_point_is_not_built():
    with pytest.raises(Illegal, check=has_code("position_shared_point")) as caught:
        rules.Position.build({6: 5, 8: 3}, {6: 5, 19: 2})
    assert str(caught.value) == "Both sides have checkers on point 6."


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        (lambda: rules.win_chance(7, 3, 3, "foo"), ValueError, "crawford is one of pending"),
        (lambda: take_point(2, 2, "Pending"), ValueError, "crawford is one of pending"),
        (lambda: rules.win_chance("7", 3, 3, "none"), TypeError, "whole numbers"),
        (lambda: rules.legal_plays(START, "31"), TypeError, "a roll is a tuple"),
        (lambda: rules.legal_plays(START, (3.0, 1)), TypeError, "a roll is a tuple"),
        (lambda: rules.MatchScore.new("7"), TypeError, "the length of a match is a whole number"),
        (lambda: check_score(7, "3", 0), TypeError, "a score is two whole numbers"),
        (lambda: rules.read_record(None), TypeError, "from bytes or text, not from NoneType"),
        (lambda: rules.write_record("text", "mat"), TypeError, "a record is written, not str"),
        (lambda: rules.write_record(rules.Match(3).record(), "pgn"), ValueError, "no format is called 'pgn'"),
        (lambda: rules.legal_plays("start", (3, 1)), TypeError, "expected a position, not 'start'"),
        (lambda: rules.choose_play("start", (3, 1), "8/5"), TypeError, "expected a position, not 'start'"),
        (lambda: rules.choose_play(START, (3, 1), None), TypeError, "expected a play as text"),
        (lambda: rules.replay("text"), TypeError, "expected a record, not 'text'"),
        (lambda: rules.read_xgid(None), TypeError, "expected an identifier as text"),
        (lambda: rules.read_position_id(5), TypeError, "expected an identifier as text"),
        (lambda: rules.read_match_id(5), TypeError, "expected an identifier as text"),
        (lambda: rules.MoneySession().push("x"), TypeError, "expected an event such as Doubled"),
        (lambda: rules.Chouette().push(1), TypeError, "expected an event such as Joined"),
        (lambda: rules.read_record("text"), Unreadable, "This match file format is not supported"),
        (lambda: rules.Match(0), Illegal, "Match length is 1 to 99 points, not 0."),
    ],
)
def test_wrong_types_and_values_are_refused_by_a_sentence(call, kind, sentence):
    with pytest.raises(kind, match=sentence):
        call()


def test_text_and_bytes_are_read_alike():
    match = rules.Match(3)
    match.play((3, 1), "8/5 6/5")
    text = rules.write_record(match.record(), "mat")
    assert (
        rules.read_record(text)
        == rules.read_record(text.encode())
        == rules.read_record(bytearray(text.encode()))
    )

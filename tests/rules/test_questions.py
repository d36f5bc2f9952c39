"""Questions and answers on the rules: complete in both languages, with plays that are legal."""

import xml.etree.ElementTree as ET

from rules.laws import LAWS
from rules.plays import format_moves
from rules.questions import QUESTION_CHAPTERS, QUESTIONS


def test_every_question_has_both_languages_and_cites_rules():
    for question in QUESTIONS.values():
        assert {*question.question} == {*question.answer} == {"en", "it"}
        assert question.laws
        assert set(question.laws) - set(LAWS) == set()
    # Chapters stand together, in their order.
    chapters = [question.chapter for question in QUESTIONS.values()]
    assert chapters == sorted(chapters, key=QUESTION_CHAPTERS.index)


def test_every_position_of_a_question_can_be_reached_and_is_drawn():
    shown = [question for question in QUESTIONS.values() if question.position is not None]
    assert len(shown) == 12
    for question in shown:
        assert question.position.faults() == ()
        ET.fromstring(question.diagram("en"))


def test_the_plays_of_the_questions_on_bearing_off_are_those_of_the_figures():
    plans = {id: format_moves(question.plan) for id, question in QUESTIONS.items() if question.plan}
    assert plans == {
        "enter": "bar/21 13/7",
        "must-bear-off": "4/off 3/off",
        "one-or-two": "4/2/off",
        "lower-point": "5/off",
        "not-directly": "6/2 5/off",
    }


def test_a_question_without_a_position_draws_nothing():
    assert QUESTIONS["pass"].diagram("it") == ""

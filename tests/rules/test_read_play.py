"""The play that a notation means: found, or refused with one of three errors."""

from random import Random

import pytest

from rules.dice import THROWS
from rules.errors import Ambiguous, Illegal, Refusal, Unreadable
from rules.play_faults import choose_play
from rules.plays import legal_plays
from rules.position import Position
from rules.sides import Side
from tests.rules.sample_records import random_position

START = Position.start()
CLOSED = Position.build({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2))


def refusal(position, dice, text, kind):
    with pytest.raises(kind) as caught:
        choose_play(position, dice, text)
    return caught.value


@pytest.mark.parametrize("text", ["8/5 6/5", "6/5 8/5", " 8/5  6/5 "])
def test_a_play_is_known_however_it_is_written(text):
    assert choose_play(START, (3, 1), text).notation() == "8/5 6/5"


def test_every_lawful_play_is_found_again_by_its_notation():
    random = Random(5)
    for _ in range(60):
        position, dice = random_position(random), random.choice(THROWS)
        for play in legal_plays(position, dice)[:20]:
            assert choose_play(position, dice, play.notation()).after == play.after


def test_hits_need_not_be_marked():
    position = Position.build({6: 1, 8: 1}, {20: 1, 1: 2})
    items = [choose_play(position, (1, 2), text).after for text in ("6/5 8/6", "8/6 6/5*")]
    assert (items[0], items[0].bar(Side.BLACK)) == (items[1], 1)


def test_an_empty_text_is_right_when_nothing_can_be_played():
    assert choose_play(CLOSED, (6, 5), "").after == CLOSED.with_turn(Side.BLACK)
    missing = refusal(START, (6, 5), "", Illegal)
    assert repr(missing) == "Illegal('play_missing', 'move.compulsory', dice='65')"


def test_what_is_no_play_is_unreadable():
    error = refusal(START, (3, 1), "eight to five", Unreadable)
    assert (error.code, error.law, error.facts) == (
        "unreadable",
        "record.readable",
        {"line": 1, "column": 1, "expected": "a play such as 13/8 6/5*"},
    )


def test_an_unlawful_play_names_its_law_and_what_would_have_been_lawful():
    only = Position.build({5: 2, 3: 2}, {24: 2, 13: 13})
    error = refusal(only, (6, 4), "5/off 3/off", Illegal)
    assert (error.code, error.law) == ("bear_off_from_behind", "bearoff.highest")
    assert error.facts == {"start": 3, "end": 0, "dice": "64", "legal": ("5/off",)}


def test_a_play_that_fits_two_ways_is_ambiguous():
    position = Position.build({13: 1, 6: 2}, {18: 1, 15: 1, 1: 2})
    error = refusal(position, (3, 6), "13/4", Ambiguous)
    assert (error.code, error.facts) == (
        "play_ambiguous",
        {"readings": 2, "legal": ("13/7*/4", "13/10*/4")},
    )


def test_dice_that_do_not_exist_are_refused():
    assert refusal(START, (7, 1), "8/1", Refusal).code == "dice_invalid"

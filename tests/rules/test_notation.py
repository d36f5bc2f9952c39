"""The notation of one play: accepted forms, and the checker moves it can mean."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import THROWS
from rules.formats.roll_cells import LONGEST_REMEMBERED, MOST_REMEMBERED, Rolls
from rules.notation import BLANK, DANCE, UNKNOWN, Step, read_play, ways_of


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("13/8 6/5*", [(13, 8, False), (6, 5, True)]),
        ("bar/22", [(25, 22, False)]),
        ("Bar/22 6/Off", [(25, 22, False), (6, 0, False)]),
        ("25/22 4/0", [(25, 22, False), (4, 0, False)]),
        ("24/18*/13", [(24, 18, True), (18, 13, False)]),
        ("6/1*(2)", [(6, 1, True), (6, 1, True)]),
    ],
)
def test_plays_are_read_with_every_spelling_of_bar_and_off(text, steps):
    assert read_play(text, (5, 1)).steps == tuple(Step(*step) for step in steps)


@pytest.mark.parametrize(
    "text", ["13", "13/", "x/5", "26/20", "0/3", "6/5(0)", "6/5(9)", "13-8", "6/5/4/3/2/1 " * 6]
)
def test_what_is_no_play_is_not_read(text):
    assert read_play(text, (5, 1)) is None


def test_phrases_for_no_play_are_distinguished():
    assert [read_play(text, (5, 1)) for text in ("", "Cannot Move", "????", "???")] == [
        BLANK,
        DANCE,
        UNKNOWN,
        UNKNOWN,
    ]


def test_merged_hops_have_a_reading_for_each_way():
    play = read_play("24/13", (6, 5))
    ways = ways_of(play.steps, (6, 5))
    assert {tuple(number.end for number in item) for item in ways} == {(18, 13), (19, 13)}
    assert len(play.readings) == 2


def test_a_play_of_fewer_numbers_has_no_ready_reading():
    assert read_play("24/18", (6, 5)).readings == ()


def test_counted_doubles_are_spelled_out():
    (value,) = ways_of(read_play("20/8(2)", (6, 6)).steps, (6, 6))
    assert [(number.start, number.end) for number in value] == [(20, 14), (14, 8)] * 2


@given(
    st.sampled_from(THROWS),
    st.lists(st.tuples(st.integers(1, 25), st.integers(0, 24)), min_size=1, max_size=4),
)
def test_each_way_to_play_has_its_reading(dice, moves):
    play = read_play(" ".join(f"{start}/{end}" for start, end in moves), dice)
    assert len(play.readings) == len(ways_of(play.steps, dice))


def test_the_memory_of_plays_is_bounded_and_keeps_no_long_text():
    rolls = Rolls()
    long = "61: " + "8/7 14/8" + " " * LONGEST_REMEMBERED
    assert rolls[long] == ((6, 1), read_play("8/7 14/8", (6, 1)))
    assert len(rolls) == 0
    for number in range(MOST_REMEMBERED + 1):
        assert rolls[f"no roll {number}"] is None
    assert len(rolls) == 1

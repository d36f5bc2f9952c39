"""Reading files made to be slow: time grows linearly with size, and memory is bounded."""

import sys

import pytest

from rules.formats import read
from rules.formats.mat import read_mat
from rules.formats.roll_cells import LONGEST_REMEMBERED, MOST_REMEMBERED, Rolls
from rules.formats.text_decoding import LARGEST, LONGEST_LINE
from rules.notation import MOST_STEPS, read_play
from rules.replay import replay
from tests.processor_time import measure_seconds

HEAD = "5 point match\n\n Game 1\n Ann : 0                          Bob : 0\n"
ROW = "  1) 31: 8/5 6/5                   "
BOARD = "5;0;0;0;0;Bob;Ann;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-4;5;0;0;0;-4;0;-5;0;0;0;0;2;0;6;4;"
SLOW = {
    "games": " Game 1\n Ann : 0     Bob : 0\n",
    "rows": "  1) 31: ????                       64: ????\n",
    "drops": f" Game 1\n Ann : 0     Bob : 0\n{ROW}Doubles => 2\n  2)  Drops\n",
    "doubles": "  1)  Doubles => 2                  Doubles => 2\n",
    "lost turns": "  1) 66:                            66:\n",
    "boards": f"  1) 64: Illegal play ({BOARD})\n",
    "blank": "\n \n",
}
# Functions that return a line of about the given length.
PATHOLOGICAL = {
    "a header of blanks": lambda length: "; [" + " " * (length - 4),
    "a header of quotes": lambda length: "; [ a" + '" ' * (length // 2 - 4) + "]",
    "names of blanks": lambda length: " Game 2\n" + " " * (length - 20) + ": 1 x : 2",
    "names of colons": lambda length: " Game 2\n" + ":1" * (length // 2 - 10) + " 1 x : 2",
    "names of commas": lambda length: " Game 2\n x" + ",1(1)  " * (length // 7 - 10) + ": 1 y : 2",
    "rolls without number": lambda length: "  1) " + "11:" * (length // 3 - 4),
    "results": lambda length: "  1) " + "Wins " * (length // 5 - 2),
}


def instructions(do, *things):
    """How many instructions of the interpreter it takes to do something."""
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        do(*things)
    finally:
        sys.settrace(before)
    return count


def certify(text):
    return replay(read_mat(text))


@pytest.mark.parametrize("name", SLOW)
def test_twice_the_text_takes_at_most_twice_the_instructions(name):
    small, large = (HEAD + SLOW[name] * times for times in (60, 120))
    read_mat(small)
    counts = [instructions(read_mat, text) for text in (small, large)]
    assert counts[1] < 2.2 * counts[0]


@pytest.mark.parametrize(("name", "do"), [(name, read_mat) for name in SLOW] + [("lost turns", certify)])
def test_no_work_hides_below_the_interpreter(name, do):
    """Eight times the text may take forty times as long; work by the square would take sixty-four."""
    times = []
    for size in (LARGEST // 20, LARGEST // 5 * 2):
        text = HEAD + SLOW[name] * (size // len(SLOW[name]))
        times.append(measure_seconds(do, text, attempts=4))
    assert times[1] < 40 * times[0]


def test_a_megabyte_of_unlawful_plays_gives_few_findings():
    text = HEAD + "  1) 66: 24/18                      11: 24/23 13/12\n" * 18_000
    assert len(certify(text).findings) < 130


@pytest.mark.second_stage
@pytest.mark.parametrize("name", PATHOLOGICAL)
def test_long_lines_are_read_about_as_fast_as_short_ones(name):
    """As much text in lines eight times as long would take eight times as long with work by the square."""
    times = []
    for length in (LONGEST_LINE // 8, LONGEST_LINE):
        line = PATHOLOGICAL[name](length) + "\n"
        text = HEAD + line * ((LARGEST - len(HEAD)) // len(line))
        times.append(measure_seconds(read, text.encode(), attempts=2))
    assert times[1] < 4 * times[0]


def test_the_memory_of_rolls_is_bounded_and_keeps_no_long_text():
    rolls = Rolls()
    long = "61: 8/7 14/8" + " " * LONGEST_REMEMBERED
    assert rolls[long] == ((6, 1), read_play("8/7 14/8", (6, 1)))
    assert len(rolls) == 0
    for number in range(MOST_REMEMBERED + 1):
        assert rolls[f"no roll {number}"] is None
    assert len(rolls) == 1


def test_one_play_of_a_die_has_at_most_its_number_of_steps():
    assert read_play("/".join(map(str, range(25, 25 - MOST_STEPS, -1))), (1, 1)) is not None
    assert read_play("24" + "/23/24" * MOST_STEPS, (1, 1)) is None
    assert read_play("24" + "/23/24" * 5 + "(4)", (1, 1)) is None

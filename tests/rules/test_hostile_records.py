"""Damaged and made-up files of every format are read, or refused with a place, and never slowly."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import Unreadable
from rules.formats import WRITERS, read, write
from rules.replay import replay
from tests.processor_time import measure_seconds
from tests.rules.sample_records import sample

SCRAPS = ["", "9", ":", "/", "-", "*", "\n", "é", " 0", "[", "]", "(", ")", ";", "\\", "W", "bar", '"', "X:"]
LARGE = 200_000
# Below this, in seconds, the steps of the clock are seen and not the work.
SHORTEST = 0.005
SGF = "(;GM[6]MI[length:5];"
FIBS = "Score is 0-0 in a 5 point match.\nanna is X - bea is O\n"


@cache
def written(format):
    return write(read(sample("m015_3pt.mat").encode()), format)


def read_or_refuse(data):
    """The record and None, or None and the refusal of what cannot be read."""
    try:
        return read(data), None
    except Unreadable as error:
        return None, error


def judge(text):
    """Reads and replays what can be read; the place of what cannot must lie inside the text."""
    record, value = read_or_refuse(text.encode())
    if value:
        lines = text.count("\n") + text.count("\r") + 1
        assert (0 <= value.facts["line"] <= lines, value.facts["expected"] != "") == (True, True)
    else:
        assert replay(record).to_json()["players"] == list(record.players)


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(sorted(WRITERS)), st.integers(0, 10**9))
def test_a_damaged_record_of_any_format_is_read_or_refused(format, seed):
    random, text = Random(seed), written(format)
    for _ in range(random.randint(1, 6)):
        place = random.randrange(len(text))
        text = text[:place] + random.choice(SCRAPS) + text[place + random.randint(0, 3) :]
    judge(text[: random.choice([len(text), random.randrange(len(text))])])


NODE = st.sampled_from(
    [
        ";W[31hefe]",
        ";B[66]",
        ";B[61yg]",
        ";W[double]",
        ";B[take]",
        ";B[drop]",
        ";PL[B]",
        ";DI[64]",
        ";PL[W]DI[11]",
        ";AE[a:y]",
        ";AE[f]",
        ";AW[f][y]",
        ";AB[a:c]",
        ";CV[4]",
        ";CP[w]",
        ";CP[c]",
        ")(;",
    ]
)
ROW = st.sampled_from(
    [
        "X: (3 1) 8-5 6-5",
        "O: (6 4) 1-7 1-5",
        "O: (6 6) can't move",
        "X: (6 2)",
        "X: doubles",
        "O: accepts",
        "O: rejects",
        "X: wants to resign",
        "O: wins 2 points",
        "X: wins",
        "",
        "bea is X - anna is O",
        "Score is 2-0 in a 5 point match.",
        "O: (2 1) bar-2 0-1",
        "X: (6 1) 25-off",
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(NODE, max_size=14))
def test_any_line_of_nodes_is_read_or_refused(nodes):
    judge(f"{SGF}{''.join(nodes)})")


@settings(max_examples=60, deadline=None)
@given(st.lists(ROW, max_size=14))
def test_any_rows_of_fibs_are_read_or_refused(rows):
    judge(FIBS + "\n".join(rows))


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        ("(;W[", "a"),
        ("(", "("),
        ("(;", ";"),
        ("(;", "\\"),
        ("(;W[", "\\"),
        ("", " "),
        ("(;", "W[31hefe]"),
        ("(;", ";AE[a:y]AW[a]"),
        ("(;", ";CV[2];CV[4]"),
        ("(;", ";PL[W]DI[31]"),
        ("(;CA[", "x"),
        (FIBS, "X: (6 2) 24-18 13-11\n"),
        (FIBS, "X: wants to resign\n"),
        (FIBS, " is X - "),
        ("", "a is X - "),
        ("", FIBS),
        (FIBS, "\n"),
    ],
)
def test_ten_times_the_record_takes_about_ten_times_as_long(start, piece):
    small, large = (
        measure_seconds(read_or_refuse, (start + piece * (length // len(piece))).encode(), attempts=2)
        for length in (LARGE // 10, LARGE)
    )
    # Quadratic work would take a hundred times as long.
    assert large < 30 * max(small, SHORTEST)

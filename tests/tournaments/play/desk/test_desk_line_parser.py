"""The input line of the desk: scores by table, scores by letters of a name, searches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.play.events.desk_line_parser import LONGEST, DeskLine, parse_desk_line


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("4 7-3", DeskLine(table=4, scores=(7, 3))),
        (" 12: 3 - 5 ", DeskLine(table=12, scores=(3, 5))),
        ("T4 11 9", DeskLine(letters="T4", scores=(11, 9))),
        ("ro 7-3", DeskLine(letters="ro", scores=(7, 3))),
        ("anna ro: 7–3", DeskLine(letters="anna ro", scores=(7, 3))),
        ("D'Amico 5 0", DeskLine(letters="D'Amico", scores=(5, 0))),
        ("rossi", DeskLine(letters="rossi")),
        ("Anna  Rossi", DeskLine(letters="Anna Rossi")),
        ("7-3", DeskLine(letters="7-3")),
        ("", DeskLine()),
    ],
)
def test_a_line_is_parsed(line: str, expected: DeskLine) -> None:
    assert parse_desk_line(line) == expected


@given(st.integers(1, 256), st.integers(0, 25), st.integers(0, 25))
def test_a_table_and_a_score_are_parsed_with_any_separator(table: int, white: int, black: int) -> None:
    lines = [pattern.format(table, white, black) for pattern in ("{} {}-{}", "{}:{} {}", "{}, {}–{}")]

    assert {parse_desk_line(line) for line in lines} == {DeskLine(table=table, scores=(white, black))}


@given(st.text(max_size=200))
def test_any_text_is_parsed_without_an_error(line: str) -> None:
    desk_line = parse_desk_line(line)

    assert len(desk_line.letters) <= LONGEST
    assert not (desk_line.table and desk_line.letters)

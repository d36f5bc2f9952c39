"""Text exports of eXtreme Gammon: reading, writing, and every phrase."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.errors import Refusal
from rules.formats import read, write
from rules.formats.mat import read_mat
from rules.formats.snowie import read_snowie
from rules.notation import BLANK, UNKNOWN, read_play
from rules.position import Position
from rules.record import Record, RecordedGame
from rules.replay import replay
from rules.sides import Side
from tests.rules.sample_records import manifest, sample, shared, sheet
from tests.rules.test_sgg import SAMPLE, TOKENS

WHITE, BLACK = Side.WHITE, Side.BLACK


def lines(record: Record) -> list[str]:
    return [line for line in write(record, "xg").removeprefix("\ufeff").split("\r\n") if line]


def moves(*plays: tuple[Side, tuple[int, int], str]) -> tuple[Moved, ...]:
    """Plays from the opening position, as written."""
    return tuple(Moved(side, dice, read_play(text, dice) or BLANK) for side, dice, text in plays)


def record_of(*actions: object, **result: object) -> Record:
    game = RecordedGame(1, (0, 0), tuple(actions), players=("Ann", "Bea"), **result)  # type: ignore[arg-type]
    return Record(("Ann", "Bea"), 3, (game,))


@pytest.mark.parametrize("entry", manifest()[::6], ids=lambda entry: entry["file"])
def test_every_game_survives_being_written_and_read(entry: dict[str, object]) -> None:
    record = read(sample(str(entry["file"])).encode())
    assert read(write(record, "xg").encode()).same_games_as(record)


def test_its_own_exports_come_out_as_they_went_in_but_for_the_order_of_steps() -> None:
    same = total = 0
    for path in sorted((shared("dialects") / "xg").iterdir()):
        record = read(path.read_bytes())
        assert read(write(record, "xg").encode()).same_games_as(record)
        if path.suffix == ".txt":
            before = path.read_text(encoding="utf-8-sig").splitlines()
            before = [" ".join(line.split()) for line in before if line.strip()]
            after = [" ".join(line.split()) for line in lines(record)]
            same += len(set(before) & set(after))
            total += len(set(before))
    assert (total, same) == (769, 759)


def test_a_sheet_resembles_one_of_xg() -> None:
    record = sheet(
        "31: 8/5 6/5 | 62: 24/22 13/7\nDoubles => 2 | Takes", length=3, result="      Wins 4 points"
    )
    record = replace(record, facts={"site": 'The "Club"', "date": "2026.11.21", "cubelimit": "1024"})
    assert lines(record) == [
        "; [Site \"The 'Club'\"]",
        '; [EventDate "2026.11.21"]',
        '; [CubeLimit "1024"]',
        "3 point match",
        " Game 1",
        " Anna : 0                              Bea : 0",
        "  1) 31: 8/5 6/5                       62: 24/22 13/7",
        "  2)  Doubles => 2                      Takes",
        "      Wins 4 point and the match",
    ]


@pytest.mark.parametrize(
    ("actions", "winner", "row"),
    [
        (moves((WHITE, (6, 5), "24/18 18/13")), None, "  1) 65: 24/13"),
        (moves((WHITE, (6, 2), "24/18 13/11"), (BLACK, (6, 1), "13/7* 8/7")), None, "61: 13/7* 8/7"),
        (
            (*moves((WHITE, (6, 5), "24/13")), Doubled(BLACK, 2), Dropped(WHITE)),
            BLACK,
            "  2)  Drops                             Wins 1 point",
        ),
        ((Doubled(WHITE, 2), Beavered(BLACK, 4), Beavered(WHITE, 8)), None, "  2)  Beavers => 8"),
        ((Conceded(WHITE),), BLACK, "  1)  Concedes                          Wins 1 point"),
        ((Conceded(BLACK, 2),), WHITE, "  1)                                    Losses 2 point"),
        ((Took(BLACK),), BLACK, "                                        Wins 1 point"),
        ((Moved(WHITE, (3, 1), BLANK),), BLACK, "  1) 31:                                Wins 1 point"),
        ((Moved(WHITE, (3, 1), UNKNOWN),), None, "  1) 31: ????"),
        (moves((WHITE, (6, 1), "Bar/20/19 6/Off/3")), None, "  1) 61: Bar/20 20/19 6/Off off/3"),
    ],
)
def test_every_cell_is_in_its_column(actions: tuple[object, ...], winner: Side | None, row: str) -> None:
    record = record_of(*actions, winner=winner, points=1 if winner else None)
    assert any(line.endswith(row) for line in lines(record)), lines(record)


def test_numbers_that_add_up_take_a_checker_off_in_one_step() -> None:
    text = write(read(sample("m089_7pt.mat").encode()), "xg")
    assert [cell in text for cell in ("44: 8/Off 4/Off(2)", "43: 7/Off", "61: 3/2 2/Off")] == [True] * 3


@pytest.mark.parametrize("format", ["xg", "sgg"])
def test_after_a_fault_plays_stay_as_they_were_written(format: str) -> None:
    record = sheet("31: 8/5 6/2 | 66:\n55: Cannot Move | 62: 24/16\n21: ???? | 61: 13/7/6")
    again = read(write(record, format).encode())
    texts = [action.written.text for action in again.games[0].actions]
    assert " ".join(texts).lower().replace("7 7/", "7/") == "8/5 6/2  cannot move 24/16 ???? 13/7/6"
    assert [finding.code for finding in replay(again).findings] == [
        finding.code for finding in replay(record).findings
    ]


def test_a_condoned_play_is_described_by_the_resulting_board() -> None:
    board = Position.build({6: 5, 8: 3, 13: 5, 24: 1, 23: 1}, {6: 5, 8: 3, 13: 5, 24: 2}, BLACK)
    record = record_of(AcceptedIllegalPlay(WHITE, (4, 1), board), *moves((BLACK, (6, 2), "24/18 13/11")))
    row = lines(record)[-1]
    assert row.startswith("  1) 41: Illegal play (3;0;0;0;0;Bea;Ann;0;0;0;1;0;0;")
    line = row[row.index("(") + 1 : row.index(")", 5)]
    standing = read_snowie(line, BLACK)
    assert (standing.position, standing.dice, standing.players) == (board, (6, 2), ("Ann", "Bea"))


def test_a_set_board_is_in_a_cell_without_dice() -> None:
    record = record_of(Placed(WHITE, Position.start(BLACK)))
    assert lines(record)[-1].startswith("  1) 00: Illegal play (3;0;0;0;0;Bea;Ann;0;")


def test_a_result_without_points_is_written_without() -> None:
    assert lines(record_of(Conceded(BLACK), winner=WHITE, points=None))[-1] == "      Wins"


def test_long_names_move_the_right_column() -> None:
    record = sheet("31: 8/5 6/5 | 62: 24/22 13/7\nTakes |\n| Doubles => 2", length=3)
    names = ("n" * 90, "Bea: the 2nd")
    record = replace(record, players=names, games=(replace(record.games[0], players=names),))
    again = read_mat(write(record, "xg").removeprefix("\ufeff").replace("\r", ""))
    assert again.games[0].players == ("n" * 90, "Bea the 2nd")
    assert [action.side for action in again.games[0].actions] == [
        action.side for action in record.games[0].actions
    ]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_whatever_was_read_can_be_written_again(seed: int) -> None:
    random = Random(seed)
    text = SAMPLE
    for _ in range(random.randint(1, 5)):
        place = random.randrange(len(text))
        text = text[:place] + random.choice(TOKENS) + text[place + random.randint(0, 3) :]
    try:
        record = read(text.encode())
    except Refusal:
        return
    for format in ("xg", "sgg"):
        assert replay(read(write(record, format).encode())).plays <= replay(record).plays + 1


def test_two_actions_of_one_side_stand_on_rows_of_their_own():
    record = sheet("31: 8/5 6/5\nLosses 1 point", result=" " * 34 + "Wins 1 point")
    text = write(record, "xg")
    assert [row.split(")")[0].strip() for row in text.splitlines() if ")" in row] == ["1", "2"]
    assert read(text.encode()).same_games_as(record)

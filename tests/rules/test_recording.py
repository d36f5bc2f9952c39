"""Recording a match line by line: what a line may contain, and that only legal ones are accepted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.actions import AcceptedIllegalPlay
from rules.errors import Refusal, Unreadable
from rules.formats.json_record import read_json, write_json
from rules.options import MatchLaws
from rules.plays import legal_plays
from rules.recording import Recording
from rules.replay import replay
from rules.sides import Side
from rules.typed_lines import EXPECTED, TypedLine, read_line

OPENED = ("white 31 8/5 6/5", "black 52 24/22 13/8")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("31 8/5 6/5", TypedLine("roll", None, (3, 1), "8/5 6/5")),
        ("w31: 8/5 6/5", TypedLine("roll", Side.WHITE, (3, 1), "8/5 6/5")),
        ("  Black  3-1  8/5  6/5 ", TypedLine("roll", Side.BLACK, (3, 1), "8/5 6/5")),
        ("nero 66", TypedLine("roll", Side.BLACK, (6, 6))),
        ("bianco 21 13/11 6/5", TypedLine("roll", Side.WHITE, (2, 1), "13/11 6/5")),
        ("b 66", TypedLine("roll", Side.BLACK, (6, 6))),
        ("66 -", TypedLine("roll", None, (6, 6))),
        ("31! 8/4", TypedLine("roll", None, (3, 1), "8/4", is_accepted_illegal=True)),
        ("31 ! 8/4", TypedLine("roll", None, (3, 1), "8/4", is_accepted_illegal=True)),
        ("Double", TypedLine("double")),
        ("raddoppia", TypedLine("double")),
        ("black accetta", TypedLine("take", Side.BLACK)),
        ("pass", TypedLine("drop")),
        ("w resign gammon", TypedLine("resign", Side.WHITE, level=2)),
        ("abbandono 3", TypedLine("resign", level=3)),
    ],
)
def test_a_line_is_taken_apart(text: str, line: TypedLine) -> None:
    assert read_line(text) == line


@pytest.mark.parametrize("text", ["", "71 8/1", "3", "hello", "double twice", "resign 4", "3 1 " + "x" * 90])
def test_a_line_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_line(text)

    assert (caught.value.code, caught.value.facts["expected"]) == ("line_unreadable", EXPECTED)


def test_turns_follow_by_themselves_and_plays_are_spelled_in_full() -> None:
    recording = Recording(3, lines=("w31: 6/5 8/5", "5-2 13/8 24/22", "double", "take", "61 13/7 8/7"))

    assert recording.lines == [*OPENED, "white double", "black take", "white 61 13/7 8/7"]
    assert (recording.phase, recording.actor, recording.game.cube) == ("roll", Side.BLACK, 2)


@pytest.mark.parametrize(
    ("lines", "text", "code", "law"),
    [
        ((), "31 8/5 6/5", "starter_missing", "game.opening"),
        ((), "w11 8/7(2) 6/5(2)", "opening_double", "game.opening"),
        (("w31 8/5 6/5",), "52", "play_missing", "move.compulsory"),
        (("w31 8/5 6/5",), "52 13/8 13/9", "not_the_dice", "move.dice"),
        (("w31 8/5 6/5",), "w52 13/8 13/11", "out_of_turn", "turn.alternate"),
        (OPENED, "take", "take_without_double", "cube.answer"),
        ((*OPENED, "double"), "31 8/5 6/5", "double_unanswered", "cube.answer"),
        ((*OPENED, "double"), "resign", "double_unanswered", "cube.answer"),
        ((*OPENED, "double", "drop"), "w31 8/5 what", "line_unreadable", "record.readable"),
        ((*OPENED, "resign 3"), "w31 8/5 6/5", "match_over", "match.length"),
        (OPENED, "31! 9/4", "condoned_impossible", "conduct.illegal-play"),
    ],
)
def test_what_the_laws_refuse_is_not_written(lines: tuple[str, ...], text: str, code: str, law: str) -> None:
    recording = Recording(3, lines=lines)
    before = recording.lines

    with pytest.raises(Refusal) as caught:
        recording.write(text)

    assert (caught.value.code, caught.value.law, recording.lines) == (code, law, before)


def test_a_refused_play_names_the_lawful_ones() -> None:
    with pytest.raises(Refusal) as caught:
        Recording(1, lines=("w31 8/5 6/5", "55 13/8(2)"))

    assert caught.value.facts["legal"] == ("13/8(4)", "13/8(2) 13/3", "13/3(2)", "13/3 8/3(2)")


@pytest.mark.law("conduct.illegal-play")
def test_a_play_against_the_laws_can_be_written_down_as_let_stand() -> None:
    recording = Recording(1, lines=(OPENED[0], "52! 13/9 24/22"))
    action = recording.accepted_lines[-1].action

    assert isinstance(action, AcceptedIllegalPlay)
    assert (recording.lines[-1], recording.actor) == ("black 52! 13/9 24/22", Side.WHITE)
    assert [(place, count) for place, count in enumerate(action.position.black) if count] == [
        (6, 5),
        (8, 3),
        (9, 1),
        (13, 4),
        (22, 1),
        (24, 1),
    ]


def test_a_lawful_play_marked_as_let_stand_is_an_ordinary_one() -> None:
    assert Recording(1, lines=("w31! 8/5 6/5",)).lines == ["white 31 8/5 6/5"]


@pytest.mark.law("match.crawford")
def test_games_and_the_crawford_game_begin_by_themselves() -> None:
    recording = Recording(3, lines=(*OPENED, "white resign 2"))
    recording.write("w31 8/5 6/5")

    assert (recording.number, recording.score.black, recording.score.is_crawford) == (2, 2, True)
    with pytest.raises(Refusal) as caught:
        recording.write("double")
    assert caught.value.code == "crawford_double"
    assert not recording.may_double


@given(st.lists(st.integers(0, 10_000), min_size=30, max_size=120), st.sampled_from([1, 3, 5]))
def test_whatever_is_written_is_certified_and_can_be_read_again(choices: list[int], length: int) -> None:
    recording = Recording(length)
    for number in choices:
        if recording.phase == "over":
            break
        recording.write(_some_line(recording, number))
    record = recording.record(("White", "Black"))
    verdict = replay(record, MatchLaws())

    assert {finding.code for finding in verdict.findings} <= {
        "match_unfinished",
        "game_unfinished",
    } | INFERRED
    assert verdict.score == (recording.score.white, recording.score.black)
    assert Recording(length, lines=recording.lines).lines == recording.lines
    assert read_json(write_json(record)).same_games_as(record)


def test_a_match_that_is_over_waits_for_nobody() -> None:
    recording = Recording(1, lines=(*OPENED, "resign"))

    assert (recording.phase, recording.actor, recording.may_double, recording.number) == (
        "over",
        None,
        False,
        1,
    )
    assert [(game.winner, game.points, game.ends_match) for game in recording.games] == [
        (Side.BLACK, 1, True)
    ]


def test_the_board_of_a_match_that_is_over_is_its_last_one() -> None:
    before = Recording(1, lines=OPENED).position(Side.WHITE)

    assert Recording(1, lines=(*OPENED, "resign")).position(Side.WHITE) == before


INFERRED = {
    "crawford_inferred",
    "resignation_inferred",
    "points_clipped",
    "dead_cube",
    "resignation_too_high",
}


def _some_line(recording: Recording, number: int) -> str:
    if recording.phase == "answer":
        return "take" if number % 3 else "drop"
    if recording.phase == "roll" and number % 17 == 0:
        return f"resign {number % 3 + 1}"
    if recording.may_double and number % 13 == 0:
        return "double"
    first, second = number % 6 + 1, number // 6 % 6 + 1
    if recording.phase == "opening":
        second = second if first != second else first % 6 + 1
    side = recording.actor or (Side.WHITE if first > second else Side.BLACK)
    plays = legal_plays(recording.position(side), (first, second))
    play = plays[number % len(plays)].notation() if plays else ""
    return f"{side.value} {first}{second} {play}"

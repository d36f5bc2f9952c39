"""OGXM files: samples of other programs, and records of other formats written and read again."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.actions import (
    AcceptedIllegalPlay,
    Beavered,
    Conceded,
    Doubled,
    Dropped,
    Moved,
    Placed,
    Took,
)
from rules.errors import Illegal, Unreadable
from rules.formats import file_of, read, text_of, write
from rules.formats.match_position import MatchPosition
from rules.formats.ogid import write_ogid
from rules.formats.ogxm_layout import list_sections, split_stream
from rules.formats.ogxm_signatures import digest_match
from rules.formats.ogxm_writing import write_ogxm
from rules.notation import BLANK, DANCE, UNKNOWN, read_play
from rules.position import Position
from rules.record import Comment, Record, RecordedGame
from rules.replay import replay
from rules.sides import SIDES, Side
from tests.rules.ogxm_files import EXPECTED, assert_codec_accepts, sample
from tests.rules.sample_records import DATA

PROVE = os.environ.get("PROVE") == "1"
WHITE, BLACK = Side.WHITE, Side.BLACK
READABLE = [name.removesuffix(".ogxm") for name, facts in EXPECTED["files"].items() if facts["reads"]]
SOURCES = {"unsigned": "m015_3pt.mat", "signed": "m031_5pt.mat"}
FILES = sorted(
    path
    for folder in ("records", "gammonview/mat", "gammonview/xg", "gammonview/bgf")
    for path in (DATA / folder).iterdir()
    if path.suffix in (".mat", ".sgf", ".xg", ".bgf")
)
QUICK = [
    path
    for path in FILES
    if path.name
    in (
        "m015_3pt.mat",
        "m089_7pt.mat",
        "s07_money.mat",
        "s07_money.sgf",
        "B4_SrGcsKAQmoTyHlgJCbM.xg",
        "XCu3RJ0UvDg_Tldl.bgf",
        "MYdvw1qGuyaRUH__.mat",
    )
]


def expected(name: str) -> dict[str, Any]:
    facts: dict[str, Any] = EXPECTED["files"][f"{name}.ogxm"]
    return facts


@pytest.mark.parametrize("name", READABLE)
def test_a_sample_says_what_other_programs_find_in_it(name: str) -> None:
    record, facts = read(sample(name)), expected(name)
    assert (list(record.players), record.length, record.facts["crawford"]) == (
        facts["players"],
        facts["length"],
        "On",
    )
    assert (record.facts["event"], record.facts["round"]) == (facts["event"], str(facts["round"]))
    games = [
        {
            "winner": game.winner and game.winner.value,
            "points": game.points,
            "rolls": sum(isinstance(action, Moved) for action in game.actions),
            "cube": [
                {Doubled: 21, Took: 22, Dropped: 23}[type(action)]
                for action in game.actions
                if not isinstance(action, Moved)
            ],
        }
        for game in record.games
    ]
    assert games == [{key: game[key] for key in games[0]} for game in facts["games"]]
    assert digest_match(list_sections(sample(name))).hex() == facts["digest"]


@pytest.mark.parametrize("name", READABLE)
def test_the_first_plays_and_the_last_position_are_those(name: str) -> None:
    record, facts = read(sample(name)), expected(name)
    for action, play in zip(record.games[0].actions, facts["first_plays"], strict=False):
        assert isinstance(action, Moved)
        steps = [
            [25 - step.start if action.side is WHITE else step.start, step.start - step.end]
            for step in action.written.steps
        ]
        assert (action.side.value, list(action.dice), steps) == (play["side"], play["dice"], play["steps"])
    verdict = replay(record)
    assert (verdict.status, list(verdict.score)) == (facts["verdict"]["status"], facts["verdict"]["score"])
    game = verdict.games[-1]
    last = [frame for frame in game.frames if frame.kind != "concede"][-1]
    position = MatchPosition(
        last.position,
        turn=last.position.turn,
        cube=last.cube,
        cube_owner=last.cube_owner,
        is_crawford=game.is_crawford,
        length=record.length,
        white=game.score_before[0],
        black=game.score_before[1],
    )
    assert write_ogid(position) == facts["last_position"].rpartition(":")[0] + ":0"


@pytest.mark.parametrize("name", SOURCES)
def test_a_sample_has_the_games_of_its_score_sheet(name: str) -> None:
    record, sheet = read(sample(name)), read((DATA / "records" / SOURCES[name]).read_bytes())
    if record.players != sheet.players:
        sheet = replace(
            sheet, games=tuple(exchange_sides(game) for game in sheet.games), players=record.players
        )
    assert record.same_games_as(sheet)


def exchange_sides(game: RecordedGame) -> RecordedGame:
    score = game.score_before and game.score_before[::-1]
    winner = game.winner and game.winner.other
    actions = tuple(action._replace(side=action.side.other) for action in game.actions)
    return replace(game, score_before=score, winner=winner, actions=actions, players=None)


def test_a_flipped_bit_is_found_by_the_checksum() -> None:
    with pytest.raises(Unreadable) as excinfo:
        read(sample("flipped-byte"))
    facts = excinfo.value.facts
    assert (excinfo.value.code, facts["field"], facts["expected"]) == (
        "file_damaged_at",
        "CSUM",
        "the checksum of the bytes before it",
    )


@pytest.mark.parametrize("path", FILES if PROVE else QUICK, ids=lambda path: path.name)
def test_a_match_of_another_format_is_the_same_after_ogxm(path: Path) -> None:
    record = read(path.read_bytes())
    data = write_ogxm(record)
    assert_codec_accepts(data)
    again = read(data)
    assert again.same_games_as(record)
    assert (again.players, again.length, dict(again.facts)) == (
        record.players,
        record.length,
        dict(record.facts),
    )
    assert (again.comments, again.final) == (record.comments, record.final)
    assert rolls_of(again) == rolls_of(record)
    verdict, other = replay(again), replay(record)
    assert (verdict.status, verdict.score, verdict.winner) == (other.status, other.score, other.winner)
    assert [(fault.game, fault.code, fault.side) for fault in verdict.findings] == [
        (fault.game, fault.code, fault.side) for fault in other.findings
    ]
    assert write_ogxm(again) == data


def rolls_of(record: Record) -> list[tuple[Side, tuple[int, int]]]:
    return [
        (action.side, action.dice)
        for game in record.games
        for action in game.actions
        if isinstance(action, Moved | AcceptedIllegalPlay)
    ]


def test_there_are_enough_real_matches() -> None:
    assert (len(FILES) > 90, len(QUICK)) == (True, 7)


def moved(side: Side, dice: tuple[int, int], text: str) -> Moved:
    notation = read_play(text, dice)
    assert notation is not None
    return Moved(side, dice, notation)


OPENING = moved(WHITE, (3, 1), "8/5 6/5")
ANSWER = moved(BLACK, (2, 1), "13/11 6/5")


def make_record(*actions: Any, length: int = 7, **columns: Any) -> Record:
    return Record(("Anna", "Bea"), length, (RecordedGame(1, (0, 0), actions, **columns),), format="test")


def assert_unchanged(record: Record) -> Record:
    """Assert that a record is the same after it was written and read, and return what was read."""
    data = write_ogxm(record)
    assert_codec_accepts(data)
    again = read(data)
    assert again.same_games_as(record)
    assert [game.actions for game in again.games] == [game.actions for game in record.games]
    assert write_ogxm(again) == data
    return again


def test_every_kind_of_action_is_preserved() -> None:
    board = Position.start(BLACK)
    illegal = Position.build({24: 2, 13: 5, 8: 3, 5: 1, 4: 1, 6: 3}, {24: 2, 13: 5, 8: 3, 6: 5}, BLACK)
    assert_unchanged(make_record(OPENING, Doubled(BLACK, 2), Took(WHITE), ANSWER))
    assert_unchanged(make_record(OPENING, Doubled(BLACK, 2), Dropped(WHITE), winner=BLACK, points=1))
    assert_unchanged(make_record(OPENING, Conceded(BLACK, 3), winner=WHITE, points=3))
    assert_unchanged(make_record(OPENING, Doubled(BLACK, 2), Conceded(WHITE, 1), winner=BLACK, points=1))
    assert_unchanged(make_record(OPENING, Conceded(BLACK), winner=WHITE, points=3))
    assert_unchanged(make_record(OPENING, Conceded(BLACK, 2)))
    assert_unchanged(make_record(Placed(BLACK, board), moved(BLACK, (3, 1), "8/5 6/5")))
    assert_unchanged(make_record(Placed(BLACK, board, 0, 4, WHITE), moved(BLACK, (3, 1), "8/5 6/5")))
    assert_unchanged(make_record(OPENING, Placed(BLACK, board, 0, 2), moved(BLACK, (3, 1), "8/5 6/5")))
    assert_unchanged(make_record(AcceptedIllegalPlay(WHITE, (3, 1), illegal), ANSWER))


def test_raises_need_no_acceptance() -> None:
    for raises in ([Beavered(WHITE, 4)], [Beavered(WHITE, 4), Beavered(BLACK, 8)]):
        record = make_record(OPENING, Doubled(BLACK, 2), *raises, ANSWER, length=0)
        assert dict(assert_unchanged(record).facts) == {}
        accepted = make_record(
            OPENING, Doubled(BLACK, 2), *raises, Took(raises[-1].side.other), ANSWER, length=0
        )
        assert read(write_ogxm(accepted)).same_games_as(accepted)


def test_a_play_that_is_unknown_or_not_written_is_preserved() -> None:
    assert_unchanged(
        make_record(OPENING, Moved(BLACK, (2, 1), UNKNOWN), moved(WHITE, (6, 5), "24/13")._replace())
    )
    assert_unchanged(make_record(OPENING, Moved(BLACK, (2, 1), BLANK)))
    assert_unchanged(make_record(OPENING, Moved(BLACK, (2, 1), DANCE), moved(WHITE, (6, 5), "24/18 18/13")))
    assert_unchanged(
        make_record(OPENING, Moved(BLACK, (2, 1), BLANK), Conceded(BLACK, 1), winner=WHITE, points=1)
    )


def test_an_illegal_play_stays_as_it_was_written() -> None:
    for text in ("13/5", "13/4 6/5", "13/11 13/11 6/5"):
        assert_unchanged(
            make_record(OPENING, moved(BLACK, (2, 1), text), moved(WHITE, (6, 5), "24/18 18/13"))
        )


def test_turns_out_of_order_and_answers_left_out_are_bridged() -> None:
    assert_unchanged(make_record(OPENING, moved(WHITE, (2, 1), "13/11 6/5")))
    assert_unchanged(make_record(OPENING, Doubled(BLACK, 2), ANSWER))
    assert_unchanged(make_record(OPENING, Doubled(BLACK, 16), Took(WHITE), ANSWER))
    assert_unchanged(make_record(OPENING, Doubled(BLACK, 2), Doubled(WHITE, 4), ANSWER, length=0))


@pytest.mark.parametrize(
    ("actions", "columns"),
    [
        ([OPENING, Took(BLACK)], {}),
        ([OPENING, Dropped(BLACK)], {"winner": WHITE, "points": 1}),
        ([Doubled(WHITE, 2)], {}),
        ([OPENING, Doubled(BLACK, 2), Took(BLACK)], {}),
        ([OPENING, Doubled(BLACK, 2), Doubled(BLACK, 4)], {}),
        ([OPENING, Doubled(BLACK, 2), Beavered(WHITE, 4), Dropped(BLACK)], {}),
        ([OPENING, *[Doubled(BLACK, 2), Beavered(WHITE, 4), Beavered(BLACK, 8), Beavered(WHITE, 16)]], {}),
        ([OPENING, Conceded(WHITE, 1)], {"winner": WHITE, "points": 1}),
        ([OPENING, Conceded(BLACK, 1), ANSWER], {"winner": WHITE, "points": 1}),
        ([Moved(WHITE, (9, 1), UNKNOWN)], {}),
        ([Placed(WHITE, Position((15,) + (0,) * 25, (15,) + (0,) * 25))], {}),
        ([Placed(BLACK, Position.start(), 0, 3)], {}),
    ],
)
def test_what_the_format_cannot_hold_is_refused(actions: list[Any], columns: dict[str, Any]) -> None:
    with pytest.raises(Illegal) as excinfo:
        write_ogxm(make_record(*actions, **columns))
    assert (excinfo.value.code, excinfo.value.facts["format"]) == ("format_cannot_hold", "ogxm")


def test_more_than_a_file_may_have_is_refused() -> None:
    long = RecordedGame(1, None, (OPENING, ANSWER) * 800)
    many = (RecordedGame(1),) * 1001
    texts = tuple(Comment(0, -1, "x" * 4000) for _ in range(70))
    for record in (
        replace(make_record(), games=(long,)),
        replace(make_record(), games=many),
        replace(make_record(), comments=texts),
    ):
        with pytest.raises(Illegal):
            write_ogxm(record)


def test_header_comments_and_results_are_preserved() -> None:
    facts = {
        "event": "Open",
        "round": "Quarter final",
        "date": "2026.11.29",
        "site": "Rome",
        "transcriber": "Carla",
        "crawford": "Off",
        "country": "IT",
        "cubelimit": "64",
        "table": "7",
    }
    comments = (Comment(0, -1, "match"), Comment(1, -1, "game"), Comment(1, 1, "play\nè"))
    record = replace(
        make_record(OPENING, ANSWER, winner=WHITE, points=2), facts=facts, comments=comments, final=(2, 0)
    )
    again = assert_unchanged(record)
    assert (dict(again.facts), again.comments, again.final) == (facts, comments, (2, 0))
    shown = assert_codec_accepts(write_ogxm(record))
    assert [shown.get(key, False) for key in ("stage", "event", "city", "country", "crawford")] == [
        "Quarter final",
        "Open",
        "Rome",
        "IT",
        False,
    ]
    for other in (
        {"round": "12", "stage": "Main", "site": "Rome", "city": "Roma"},
        {"event": "x" * 121, "date": "29.11.2026", "cubelimit": "63", "round": "0"},
        {"date": "1969.12.31", "country": "Italy"},
        {"date": "2026.13.01", "jacoby": "On", "beaver": "On", "raccoon": "On", "autodouble": "On"},
        {"notes": "é" * 3000},
    ):
        assert dict(assert_unchanged(replace(record, facts=other, final=None)).facts) == other


def test_scores_and_marks_that_do_not_follow_are_preserved() -> None:
    games = (
        RecordedGame(1, (6, 2), (OPENING,), WHITE, None, is_crawford=False),
        RecordedGame(2, (6, 3), (OPENING, Doubled(BLACK, 2)), BLACK, 1, ends_match=True, is_crawford=True),
        RecordedGame(3, None, (OPENING,), initial_cube=2, players=("Anna", "Carla")),
        RecordedGame(4, (1, 1), (), WHITE, 9),
    )
    record = replace(make_record(), games=games, final=(7, 5))
    again = read(write_ogxm(record))
    assert [replace(game, line=0) for game in again.games] == list(games)
    assert_codec_accepts(write_ogxm(record))
    empty = read(write_ogxm(replace(make_record(), games=())))
    assert [game.actions for game in empty.games] == [()]


def test_the_order_of_dice_is_preserved_where_it_differs() -> None:
    low = Moved(BLACK, (1, 2), ANSWER.written)
    assert_unchanged(make_record(OPENING, low, moved(WHITE, (2, 2), "13/11 13/11 6/4 6/4")))
    assert_unchanged(make_record(Moved(WHITE, (1, 3), OPENING.written), low))
    assert_unchanged(make_record(OPENING, ANSWER))
    games = (
        RecordedGame(1, None, (OPENING,)),
        RecordedGame(2, None, (Moved(WHITE, (1, 3), OPENING.written),)),
    )
    assert_unchanged(replace(make_record(), games=games))


def test_a_double_in_the_crawford_game_is_written_without_the_rule() -> None:
    games = (RecordedGame(1, (6, 2), (OPENING, Doubled(BLACK, 2), Took(WHITE), ANSWER)),)
    for facts in ({}, {"crawford": "On"}):
        record = replace(make_record(), games=games, facts=facts)
        assert dict(assert_unchanged(record).facts) == facts
    past = (replace(games[0], is_crawford=False),)
    assert assert_unchanged(replace(make_record(), games=past)).games[0].is_crawford is False


def test_a_file_is_text_for_the_other_functions() -> None:
    record = make_record(OPENING, ANSWER)
    text = write(record, "ogxm")
    assert file_of(text) == (write_ogxm(record), "ogxm")
    assert text_of(write_ogxm(record)) == text
    assert read(text).same_games_as(record)


def test_of_a_stream_the_first_match_is_read_and_the_others_are_named() -> None:
    stream = sample("unsigned") + sample("signed") + sample("unsigned")
    record = read(stream)
    assert record.same_games_as(read(sample("unsigned")))
    assert record.other_matches == (("Alice", "Nicolò"), ("José-María", "X"))
    assert split_stream(stream) == [sample("unsigned"), sample("signed"), sample("unsigned")]
    assert [side.value for side in SIDES] == ["white", "black"]


def test_a_resignation_of_a_number_of_points_that_no_game_has_counts_single() -> None:
    shown = assert_codec_accepts(write_ogxm(make_record(OPENING, Conceded(BLACK, 7), winner=WHITE, points=7)))
    assert shown["games"][0]["plies"][-1]["resign_value"] == "single"

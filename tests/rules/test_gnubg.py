"""GNU Backgammon reads the files written here, if it is installed."""

import os
import re
import shutil
import subprocess
from dataclasses import replace
from random import Random

import pytest

from rules.actions import AcceptedIllegalPlay, Moved, Placed
from rules.formats import read, write
from rules.formats.gnuid import read_gnu_id, write_gnu_id
from rules.formats.xgid import write_xgid
from rules.notation import read_play
from rules.position import Position
from rules.replay import replay
from rules.sides import Side
from tests.rules.sample_records import manifest, random_standing, sample, sheet

PROGRAM = shutil.which("gnubg", path="/usr/games:/usr/bin")
SAMPLE = int(os.environ.get("CRAWFORD_ORACLE_SAMPLE", "20"))
SHOWN = re.compile(r"Position ID: (\S{14})\s+Match ID   : (\S{12})")
needs_gnubg = pytest.mark.skipif(PROGRAM is None, reason="needs GNU Backgammon")
SESSIONS = [entry["file"].replace(".mat", ".sgf") for entry in manifest() if not entry["length"]]
NAMES = [entry["file"] for entry in manifest() if entry["length"]][:SAMPLE]


@needs_gnubg
@pytest.mark.second_stage
def test_score_sheets_come_back_from_gnu_backgammon_unchanged(tmp_path):
    records = {name: read(sample(name).encode()) for name in NAMES}
    back = _through_gnubg(tmp_path, records, "mat", "import mat")
    assert {name: _games(record) for name, record in back.items()} == {
        name: _games(record) for name, record in records.items()
    }


@needs_gnubg
@pytest.mark.second_stage
def test_texts_of_xg_come_back_from_gnu_backgammon_unchanged(tmp_path):
    records = {name: read(sample(name).encode()) for name in NAMES[::2]}
    back = _through_gnubg(tmp_path, records, "xg", "import mat")
    assert {name: _games(record) for name, record in back.items()} == {
        name: _games(record) for name, record in records.items()
    }


@needs_gnubg
@pytest.mark.second_stage
def test_files_of_gamesgrid_come_back_from_gnu_backgammon_with_the_players_exchanged(tmp_path):
    """A resignation that no row tells is not seen by that program: only the boards are compared."""
    records = {name: read(sample(name).encode()) for name in NAMES[::4]}
    back = _through_gnubg(tmp_path, records, "sgg", "import sgg")
    assert {name: (record.players[::-1], _boards(record)) for name, record in back.items()} == {
        name: (record.players, [[board.mirror() for board in game] for game in _boards(record)])
        for name, record in records.items()
    }


@needs_gnubg
@pytest.mark.second_stage
def test_game_trees_come_back_from_gnu_backgammon_as_the_same_games(tmp_path):
    records = {name: read(sample(name).encode()) for name in [*NAMES[1::3], *SESSIONS]}
    back = _through_gnubg(tmp_path, records, "sgf", "load match")
    assert [name for name, record in records.items() if not back[name].same_games_as(record)] == []
    assert {name: _crawford(record) for name, record in back.items()} == {
        name: _crawford(read(write(record, "sgf").encode())) for name, record in records.items()
    }


@needs_gnubg
@pytest.mark.second_stage
def test_games_stored_from_fibs_come_back_from_gnu_backgammon_as_the_same_games(tmp_path):
    """That program takes every resignation for a single game, and keeps the blanks of names unbroken."""
    records = {name: read(sample(name).encode()) for name in NAMES[1::3]}
    back = _through_gnubg(tmp_path, records, "fibs", "import oldmoves")
    assert {name: " - ".join(record.players).replace("\xa0", " ") for name, record in back.items()} == {
        name: " - ".join(record.players) for name, record in records.items()
    }
    assert {name: _boards(record) for name, record in back.items()} == {
        name: _boards(record) for name, record in records.items()
    }


@needs_gnubg
@pytest.mark.second_stage
def test_an_analysed_file_holds_the_same_games(tmp_path):
    record = read(sample("m015_3pt.mat").encode())
    path, analysed = tmp_path / "plain.sgf", tmp_path / "analysed.sgf"
    path.write_text(write(record, "sgf"), encoding="utf-8")
    depth = [f"set analysis {what} evaluation plies 0" for what in ("chequerplay", "cubedecision")]
    commands = ["set confirm new off", *depth, f"load match {path}", "analyse match", "annotate move [a\\b]"]
    _ask(tmp_path, [*commands, f"save match {analysed}"])
    assert analysed.stat().st_size > 20 * path.stat().st_size
    assert read(analysed.read_bytes()).same_games_as(record)


@needs_gnubg
@pytest.mark.second_stage
def test_boards_set_up_and_plays_let_stand_come_back_from_gnu_backgammon(tmp_path):
    white, black = {13: 5, 8: 3, 6: 5, 2: 2}, {24: 1, 13: 5, 8: 4, 6: 4, 25: 1}
    record = sheet("31: 8/5 6/5 | 42: 8/4 6/4")
    actions = (
        Placed(Side.BLACK, Position.build(white, black, Side.BLACK), cube=4, owner=Side.BLACK),
        AcceptedIllegalPlay(Side.BLACK, (6, 4), Position.build(white, {**black, 24: 0, 14: 1}, Side.WHITE)),
        Moved(Side.WHITE, (5, 3), read_play("8/3 6/3", (5, 3))),
    )
    record = replace(record, games=(replace(record.games[0], actions=actions),))
    back = _through_gnubg(tmp_path, {"board": record}, "sgf", "load match")["board"]
    assert back.same_games_as(record)
    assert [type(action) for action in back.games[0].actions] == [Placed, AcceptedIllegalPlay, Moved]


@needs_gnubg
@pytest.mark.second_stage
def test_identifiers_mean_the_same_moment_to_gnu_backgammon(tmp_path):
    """That program turns the board so that a person sits below: the mirrored moment is the same."""
    moments = [_sensible(random_standing(Random(seed))) for seed in range(30)]
    commands = ["set confirm new off", "set automatic game off", "set automatic roll off"]
    commands += [f"set player {number} human" for number in (0, 1)]
    for moment in moments:
        for setting in (f"set gnubgid {write_gnu_id(moment)}", f"set xgid {write_xgid(moment)}"):
            commands += ["new match 3", setting, "show board"]
    outputs = _ask(tmp_path, commands).split("A new 3 points match has been started")[1:]
    items = [read_gnu_id(":".join(SHOWN.findall(part)[-1])) for part in outputs]
    assert len(items) == 2 * len(moments)
    wrong = [
        (moment, item)
        for number, moment in enumerate(moments)
        for item in items[2 * number : 2 * number + 2]
        if item not in (moment, moment.mirror())
    ]
    assert wrong == []


def _sensible(moment):
    """A moment that program does not correct: dice in order, no double on offer, a score that fits."""
    dice = moment.dice and (max(moment.dice), min(moment.dice))
    moment = replace(moment, is_doubled=False, raises=0, cube_limit=1024, beavers=False, dice=dice)
    if moment.length == 1 or moment.is_crawford or moment.cube == 1 or not moment.cube_owner:
        moment = replace(moment, cube=1, cube_owner=None)
    if moment.is_crawford:
        black = min(moment.black, max(moment.length - 2, 0))
        moment = replace(moment, white=moment.length - 1, black=black, is_crawford=moment.length > 1)
    return moment


def _crawford(record):
    return [game.is_crawford for game in record.games]


def _through_gnubg(tmp_path, records, format, command):
    """The records as that program saves them again after reading what we wrote."""
    commands = ["set confirm new off"]
    for name, record in records.items():
        path = tmp_path / f"{name}.{format}"
        path.write_text(write(record, format), encoding="utf-8")
        commands += [f"{command} {path}", f"save match {path}.back"]
    _ask(tmp_path, commands)
    return {name: read((tmp_path / f"{name}.{format}.back").read_bytes()) for name in records}


def _ask(tmp_path, commands):
    """What that program says to some commands."""
    return subprocess.run(
        [str(PROGRAM), "-t", "-q", "-r"],
        input="\n".join([*commands, ""]),
        text=True,
        capture_output=True,
        timeout=600,
        env={"HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
        check=False,
    ).stdout


def _boards(record):
    return [[frame.position for frame in game.frames] for game in replay(record).games]


def _games(record):
    """What happened, by boards: that program may write the moves of a play in another order."""
    return [
        (game.winner, game.points, [(frame.kind, frame.position, frame.cube) for frame in game.frames])
        for game in replay(record).games
    ]

"""One match converted through every format keeps its games and its verdict."""

from dataclasses import replace

import pytest

from rules.formats import WRITERS, read, write
from rules.options import MatchLaws
from rules.replay import replay
from tests.rules.sample_records import DATA, sample, shared, sheet

FILES = sorted(path.name for path in (DATA / "records").iterdir() if path.suffix in (".mat", ".sgf"))
FORMATS = sorted(WRITERS)
WITHOUT_HEADER = {"fibs", "sgg"}


def judged(record, laws):
    verdict = replay(record, laws)
    games = [(game.winner, game.points, game.kind, list(map(_seen, game.frames))) for game in verdict.games]
    findings = [(finding.game, finding.action, finding.side, finding.code) for finding in verdict.findings]
    return verdict.status, verdict.score, games, findings


def _seen(frame):
    dice = frame.dice and sorted(frame.dice)
    return frame.kind, frame.side, dice, frame.position, frame.cube, frame.cube_owner


@pytest.mark.second_stage
def test_a_record_of_every_format_reads_back_as_the_same_games(subtests):
    for name, format in [
        (name, format)
        for row, name in enumerate(FILES)
        for column, format in enumerate(FORMATS)
        if (row + column) % 3 == 0
    ]:
        with subtests.test(name=name, format=format):
            record = read(sample(name).encode())
            again = read(write(record, format).encode())
            assert (again.same_games_as(record), again.format) == (True, "mat" if format == "xg" else format)


@pytest.mark.parametrize("name", ["m015_3pt.mat", "m054_7pt.mat", "m019_7pt.sgf", "m101_5pt.mat"])
def test_one_match_gets_one_verdict_in_all_formats(name):
    record = read(sample(name).encode())
    laws = MatchLaws(crawford=record.facts.get("crawford") != "Off")
    verdicts = [judged(read(write(record, format).encode()), laws) for format in FORMATS]
    assert verdicts == [judged(record, laws)] * len(FORMATS)


CUBES = """31: 8/5 6/5 | Doubles => 2
Beavers => 4 | Beavers => 8
 | 64: 24/14
Doubles => 16 | Takes
55: 13/3(2) | 66: 24/18
Concedes |"""


@pytest.mark.parametrize("format", FORMATS)
def test_every_turn_of_the_cube_goes_through_every_format(format):
    first = sheet(CUBES, length=0, result=f"{' ' * 34}Wins 32 points").games[0]
    rows, result = "31: 8/5 6/5 | Doubles => 2\nDrops |", f"{' ' * 34}Wins 1 point"
    dropped = sheet(rows, length=0, score=(0, 32), result=result)
    second = replace(dropped.games[0], number=2)
    record = replace(dropped, games=(first, second))
    again = read(write(record, format).encode())
    assert again.same_games_as(record)
    assert [game.points for game in replay(again).games] == [32, 1]


def test_records_of_other_games_are_distinguished():
    record, other = (read(sample(name).encode()) for name in ("m015_3pt.mat", "m121_3pt.mat"))
    assert not record.same_games_as(replace(record, length=5))
    assert not record.same_games_as(replace(other, players=record.players))
    assert not record.same_games_as(replace(record, games=record.games[:1]))


def test_the_formats_of_the_field_agree_about_real_records():
    folder = shared("dialects")
    for path in sorted(folder.glob("*/*"))[::8]:
        record = read(path.read_bytes())
        for format in FORMATS:
            again = read(write(record, format).encode())
            assert again.same_games_as(record), (path.name, format)
            if format not in WITHOUT_HEADER:
                assert replay(again).score == replay(record).score, (path.name, format)

"""Files of eXtreme Gammon and BGBlitz against the score sheets of the same matches, and damaged copies."""

import os
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from rules.analysis import MatchAnalysis, sums
from rules.errors import Unreadable
from rules.formats import WRITERS, file_of, read, text_of, write
from rules.formats.ogxm_layout import join_sections, list_sections
from rules.record import Record
from rules.replay import replay
from rules.sides import SIDES
from tests.processor_time import measure_seconds
from tests.rules.binary_files import (
    BGF_LINE,
    NAMES,
    bgf_match,
    damage,
    data_of,
    gzipped,
    packed_bgf,
    packed_xg,
    plain_bgf,
    short_bgf_match,
    short_xg_records,
    smile,
    xg_records,
)
from tests.rules.displayed_figures import COUNTED_BY_GVFORMAT
from tests.rules.ogxm_files import sample

# BGBlitz writes a blank in a name as a low line.
UNDERSCORES = {"5nqfGw9bWG3deTaU"}
# BGBlitz never saw these two.
WITHOUT_BGF = {"hQ8sVn2LbTdF4wRm", "rK7pXm4TqLb9NzWd"}
# The score sheet says round 3.
OTHER_ROUND = {"hQ8sVn2LbTdF4wRm"}
CASES = [(name, kind) for name in NAMES for kind in ("xg", "bgf") if kind == "xg" or name not in WITHOUT_BGF]
COPIES = 1_000
# A damaged copy may take this many times as long as the sound file.
MOST_TIMES_AS_LONG = 100
PROVE = os.environ.get("PROVE") == "1"


@cache
def read_of(name: str, kind: str) -> Record:
    return read(data_of(name, kind))


@cache
def analysis_of(name: str, kind: str) -> MatchAnalysis:
    analysis = read_of(name, kind).analysis
    assert analysis is not None
    return analysis


def test_there_are_thirteen_files_of_one_kind_and_eleven_of_the_other() -> None:
    assert [kind for _, kind in CASES].count("xg") == 13
    assert [kind for _, kind in CASES].count("bgf") == 11


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_a_file_says_what_the_score_sheet_of_the_same_match_says(name: str, kind: str) -> None:
    record, sheet = read_of(name, kind), read_of(name, "mat")
    players = sheet.players
    if kind == "bgf" and name in UNDERSCORES:
        players = (players[0].replace(" ", "_"), players[1].replace(" ", "_"))
    assert (record.players, record.length, len(record.games)) == (players, sheet.length, len(sheet.games))
    for game, value in zip(record.games, sheet.games, strict=True):
        assert (game.number, game.score_before) == (value.number, value.score_before)
        assert (game.winner, game.points) == (value.winner, value.points)
    result = Record(sheet.players, record.length, record.games)
    assert result.same_games_as(sheet)


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_its_verdict_is_that_of_the_score_sheet(name: str, kind: str) -> None:
    verdict, other = (replay(read_of(name, each)) for each in (kind, "mat"))
    faults = [
        [
            (finding.game, finding.action, finding.code, sorted(finding.played.split()))
            for finding in each.findings
            if finding.severity != "inferred"
        ]
        for each in (verdict, other)
    ]
    assert (verdict.status, verdict.score, verdict.winner) == (other.status, other.score, other.winner)
    assert (verdict.plays, faults[0]) == (other.plays, faults[1])


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_its_header_is_that_of_the_score_sheet(name: str, kind: str) -> None:
    facts, sheet = read_of(name, kind).facts, read_of(name, "mat").facts
    names = {"date", "site", "event", "crawford", "jacoby", "beaver"}
    if name not in OTHER_ROUND and kind == "xg":
        names.add("round")
    assert {key: facts.get(key) for key in names} == {key: sheet.get(key) for key in names}


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_a_binary_file_is_stored_as_text_and_converted(name: str, kind: str) -> None:
    data = data_of(name, kind)
    text = text_of(data)
    assert (text.isascii(), file_of(text)) == (True, (data, kind))
    record = read(text.encode())
    assert record == read(data)
    for format in sorted(WRITERS):
        assert read(write(record, format).encode()).same_games_as(record)


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_every_analysed_decision_belongs_to_an_action(name: str, kind: str) -> None:
    record, analysis = read_of(name, kind), analysis_of(name, kind)
    assert [game.number for game in analysis.games] == [game.number for game in record.games]
    for game in analysis.games:
        for choice in game.choices:
            item = game.assessed_actions[choice.number]
            assert (item.side, choice.lost >= 0, "?" in choice.best) == (choice.side, True, False)
            assert (choice.kind == "checker") <= (item.kind == "roll")
            assert choice.lost > 0 or choice.best == choice.played
    for side in SIDES:
        total = sums(analysis.games, side)
        assert total.luck is not None
        assert (total.decisions > 0, total.lost >= 0) == (True, True)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in WITHOUT_BGF])
def test_the_sums_of_a_player_are_those_that_bgblitz_writes(name: str) -> None:
    """The performance rating is 500 times these sums over these decisions."""
    analysis = analysis_of(name, "bgf")
    assert (analysis.engine, analysis.settings) == ("BGBlitz", "3-ply")
    for game, values in zip(analysis.games, bgf_match(name)["games"], strict=True):
        for side, key in zip(SIDES, ("prGreen", "prRed"), strict=True):
            total, figures = sums([game], side), values[key]
            assert total.checker_decisions == figures["checkerCnt"]
            assert total.cube_decisions == figures["cubeCnt"]
            assert total.checker_lost == pytest.approx(-float(figures["checkerError"]), abs=1e-6)
            assert total.cube_lost == pytest.approx(-float(figures["cubeError"]), abs=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_the_equity_lost_is_that_which_another_reader_of_xg_finds(name: str) -> None:
    lost = [sums(analysis_of(name, "xg").games, side).lost for side in SIDES]
    assert lost == pytest.approx([figures[0] for figures in COUNTED_BY_GVFORMAT[name]], abs=0.001)


def test_the_decisions_of_xg_are_counted_nearly_as_by_another_reader() -> None:
    """The other one leaves out hopeless and equal cubes too, and counts some plays and answers otherwise."""
    differences = [
        sums(analysis_of(name, "xg").games, side).decisions - figures[1]
        for name in NAMES
        for side, figures in zip(SIDES, COUNTED_BY_GVFORMAT[name], strict=True)
    ]
    assert sorted(differences) == [-1] * 3 + [0] * 16 + [1] * 4 + [2] * 2 + [5]


def test_both_engines_agree_roughly_on_who_played_how_well() -> None:
    for name in NAMES:
        if name in WITHOUT_BGF:
            continue
        for side in SIDES:
            items = [sums(analysis_of(name, kind).games, side).lost for kind in ("xg", "bgf")]
            assert max(items) < 2 * min(items) + 0.5


def judge(data: bytes) -> str:
    """Read, replay and analyse; the code of the refusal, if there was one."""
    record, value = read_or_refuse(data)
    if record is not None:
        assert len(replay(record).to_json()["players"]) == 2
        analysis = record.analysis
        assert analysis is None or len(analysis.games) == len(record.games)
    if value is None:
        return ""
    assert (bool(value.facts["expected"]), type(value.facts["column"])) == (True, int)
    return value.code


def read_or_refuse(data: bytes) -> tuple[Record | None, Unreadable | None]:
    """The record and None, or None and the refusal of what cannot be read."""
    try:
        return read(data), None
    except Unreadable as error:
        return None, error


def judge_copies(sound: bytes, make: Callable[[Random], bytes], count: int) -> set[str]:
    """The codes of the refusals of damaged copies, none of which takes far longer than the sound file."""
    longest = MOST_TIMES_AS_LONG * measure_seconds(judge, sound, attempts=3)
    copies = [make(Random(seed)) for seed in range(count)]
    assert [copy for copy in copies if measure_seconds(judge, copy, attempts=2) > longest] == []
    return {judge(copy) for copy in copies}


RECORDS, MATCH = short_xg_records(), short_bgf_match()
PACKED_XG, PACKED_BGF, PLAIN_BGF, SMILE = (
    packed_xg(RECORDS),
    packed_bgf(MATCH),
    plain_bgf(MATCH),
    smile(MATCH),
)
OGXM = sample("signed")


def damage_inside(random: Random) -> bytes:
    """A copy with a damaged section, and the checksum of the copy."""
    sections = list_sections(OGXM)[:-1]
    number = random.randrange(len(sections))
    sections[number] = sections[number]._replace(payload=damage(sections[number].payload, random))
    return join_sections(sections, minor=1)


# For each kind of file the sound file, how a copy of it is damaged, and the number of copies.
DAMAGED: dict[str, tuple[bytes, Callable[[Random], bytes], int]] = {
    "xg, packed": (PACKED_XG, lambda random: damage(PACKED_XG, random), 300),
    "xg, unpacked": (PACKED_XG, lambda random: packed_xg(damage(RECORDS, random)), 700),
    "bgf, packed": (PACKED_BGF, lambda random: damage(PACKED_BGF, random), 200),
    "bgf, unpacked": (PACKED_BGF, lambda random: BGF_LINE + gzipped(damage(SMILE, random)), 400),
    "bgf, JSON": (PLAIN_BGF, lambda random: damage(PLAIN_BGF, random), 400),
    "ogxm": (OGXM, lambda random: damage(OGXM, random), 300 if PROVE else 100),
    "ogxm, checksum made anew": (OGXM, damage_inside, 700 if PROVE else 300),
}


@pytest.mark.second_stage
@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_copies_are_read_or_refused_with_offset_and_field(name: str) -> None:
    codes = judge_copies(*DAMAGED[name])
    assert "file_damaged_at" in codes
    assert codes <= {
        "",
        "file_damaged_at",
        "file_version_unknown",
        "file_unpacks_too_large",
        "file_not_text",
        "record_format_unknown",
        "unreadable",
    }


@pytest.mark.skipif(not PROVE, reason="takes minutes; PROVE=1 asks for it")
@pytest.mark.parametrize(("name", "kind"), CASES)
def test_many_damaged_copies_of_the_real_files(name: str, kind: str) -> None:
    data = data_of(name, kind)
    judge_copies(data, lambda random: damage(data, random), COPIES)
    if kind == "xg":
        records = xg_records(name)
        judge_copies(data, lambda random: packed_xg(damage(records, random)), 100)
    else:
        body = smile(bgf_match(name))
        judge_copies(data, lambda random: BGF_LINE + gzipped(damage(body, random)), 100)

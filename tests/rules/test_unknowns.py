"""What a record leaves open is listed beside its verdict, game by game."""

import json
from dataclasses import replace

import pytest

from rules.actions import Conceded
from rules.codes import UNKNOWNS
from rules.formats import read
from rules.options import MatchLaws, MoneyLaws
from rules.record import Record
from rules.replay import replay
from rules.sides import Side
from rules.verdict import Unknown, Verdict
from tests.rules.sample_records import sample, sheet

ONE = "      Wins 1 point"
BLACK_ONE = " " * 34 + "Wins 1 point"


def left_open(record, laws=None):
    """What is unknown of a record with a date, by code."""
    dated = replace(record, facts={"date": "2026.11.21", **record.facts})
    return dict(replay(dated, laws).unknown)


def ended(record):
    """The same with the resignation of the loser, so that the end is recorded."""
    game = record.games[0]
    actions = (*game.actions, Conceded(Side.BLACK, game.points))
    return replace(record, games=(replace(game, actions=actions),))


def test_a_record_that_says_everything_leaves_nothing_open():
    assert left_open(ended(sheet("31: 8/5 6/5", result=ONE))) == {}


def test_when_it_was_played():
    record = ended(sheet("31: 8/5 6/5", result=ONE))
    assert replay(record).unknown == (Unknown("unknown_time"),)
    assert replay(replace(record, facts={"time": "20.15"})).unknown == ()


def test_what_was_played_before_and_whether_the_crawford_game_was():
    assert left_open(ended(sheet("31: 8/5 6/5", score=(2, 0), result=ONE))) == {"unknown_before": (1,)}
    assert left_open(ended(sheet("31: 8/5 6/5", score=(6, 0), result=ONE))) == {"unknown_before": (1,)}
    assert left_open(ended(sheet("31: 8/5 6/5", score=(6, 6), result=ONE))) == {"unknown_before": (1,)}
    midway = ended(sheet("31: 8/5 6/5", score=(6, 2), result=ONE))
    assert left_open(midway) == {"unknown_before": (1,), "unknown_crawford": (1,)}
    text = replace(midway, games=(replace(midway.games[0], is_crawford=False),))
    assert left_open(text) == {"unknown_before": (1,)}
    unlined = replace(midway, games=(replace(midway.games[0], score_before=None),))
    assert left_open(unlined) == {}
    assert left_open(Record(("A", "B"), 7)) == {}


def test_who_rolled_first_when_no_dice_are_written():
    assert left_open(sheet("Losses 1 point", result=BLACK_ONE)) == {"unknown_opening": (1,)}
    assert left_open(sheet("", result=ONE)) == {"unknown_opening": (1,), "unknown_ending": (1,)}


def test_how_a_roll_was_played():
    assert left_open(sheet("31: ????", result=BLACK_ONE))["unknown_play"] == (1,)
    middle = sheet("31: 8/5 6/5 | 64: ????\n21: 13/11 6/5", result=ONE)
    assert left_open(middle)["unknown_play"] == (1,)


@pytest.mark.law("conduct.illegal-play")
def test_whether_an_unlawful_play_was_condoned():
    record = ended(sheet("31: 8/5 | 64: 24/14", result=ONE))
    assert left_open(record) == {"unknown_condoned": (1,)}
    assert left_open(record, MatchLaws(illegal_plays="condone")) == {}


def test_whether_doubles_were_in_time_and_how_they_were_answered():
    result = ended(sheet("31: 8/5 6/5 | Doubles => 2\nTakes", result="      Wins 2 points"))
    assert left_open(result) == {"unknown_doubling": (1,)}
    dropped = sheet("31: 8/5 6/5 | Doubles => 2", result=BLACK_ONE)
    assert left_open(dropped) == {"unknown_doubling": (1,), "unknown_answer": (1,)}


def test_how_a_game_ended_and_at_what_level_it_was_resigned():
    assert left_open(sheet("31: 8/5 6/5", result=ONE)) == {"unknown_ending": (1,)}
    silent = ended(replace(sheet("31: 8/5 6/5", result=ONE)))
    unsaid = replace(silent.games[0], points=None, actions=(silent.games[0].actions[0], Conceded(Side.BLACK)))
    assert left_open(replace(silent, games=(unsaid,))) == {"unknown_level": (1,)}
    clipped = sheet("31: 8/5 6/5 | Doubles => 2\nTakes", length=1, result=ONE)
    assert left_open(clipped, MatchLaws(dead_cube="allow"))["unknown_level"] == (1,)
    assert left_open(sheet("31: 8/5 6/5", result="      Wins 100 points"))["unknown_ending"] == (1,)


@pytest.mark.law("money.automatic")
def test_automatic_doubles_that_a_sheet_cannot_hold():
    record = ended(sheet("31: 8/5 6/5", length=0, result=ONE))
    assert left_open(record, MoneyLaws()) == {"unknown_automatic": (1,)}
    assert left_open(record, MoneyLaws(automatic_doubles=0)) == {}
    assert left_open(replace(record, format="sgf"), MoneyLaws()) == {}
    doubled = ended(sheet("31: 8/5 6/5 | Doubles => 2\nTakes", length=0, result="      Wins 2 points"))
    assert left_open(doubled, MoneyLaws()) == {"unknown_doubling": (1,)}


@pytest.mark.law("money.jacoby")
def test_whether_the_jacoby_rule_applied_where_a_gammon_depends_on_it():
    gammon = replace(ended(sheet("31: 8/5 6/5", length=0, result="      Wins 2 points")), format="sgf")
    assert left_open(gammon) == {"unknown_jacoby": (1,)}
    assert left_open(replace(gammon, facts={"jacoby": "Off"})) == {}
    assert left_open(gammon, MoneyLaws(jacoby=False)) == {}
    turned = ended(sheet("31: 8/5 6/5 | Doubles => 2\nTakes", length=0, result="      Wins 4 points"))
    assert left_open(replace(turned, format="sgf")) == {"unknown_doubling": (1,)}


def test_each_code_is_in_the_table_and_survives_being_stored():
    verdict = replay(read(sample("m054_7pt.mat").encode()))
    assert {each.code for each in verdict.unknown} <= set(UNKNOWNS)
    assert Verdict.from_json(json.loads(json.dumps(verdict.to_json()))).unknown == verdict.unknown


def test_a_verdict_of_the_first_version_is_still_read():
    verdict = replay(read(sample("m054_7pt.mat").encode()))
    old = json.loads(json.dumps(verdict.to_json())) | {"version": 1}
    del old["unknown"]
    for game in old["games"]:
        del game["score_after"]
    old["games"].append({**old["games"][0], "winner": None, "points": 0, "kind": "unfinished"})
    again = Verdict.from_json(old)
    assert (again.version, again.unknown, again.status) == (1, (), verdict.status)
    ends = [game.score_after for game in again.games]
    assert ends[:-2] == [game.score_after for game in verdict.games][:-1]
    assert ends[-1] == again.games[-1].score_before

"""The terms of a record: the given rules, the statements of its header, and remarks on differences."""

from dataclasses import replace

import pytest

from rules.formats import read
from rules.options import UNLIMITED, MatchLaws, MoneyLaws
from rules.replay import replay
from rules.terms import determine_terms
from tests.rules.sample_records import manifest, sample, sheet

MATCH = sheet("31: 8/5 6/5", result="      Wins 1 point")
POINTS = replace(MATCH, length=0)


def under(record, laws=None, posted=None, **facts):
    return determine_terms(replace(record, facts=facts), laws, posted)


def codes(terms):
    return [(fault.code, fault.facts.get("option"), fault.severity) for fault in terms.faults]


@pytest.mark.law("money.jacoby")
@pytest.mark.parametrize(
    ("header_value", "jacoby", "expected"), [("On", True, True), ("Off", False, True), ("?", False, False)]
)
def test_the_header_says_whether_the_jacoby_rule_holds(header_value, jacoby, expected):
    terms = under(POINTS, jacoby=header_value)
    assert (terms.laws.jacoby, terms.knows_jacoby) == (jacoby, expected)


@pytest.mark.law("money.cube-limit")
@pytest.mark.parametrize(
    ("header_value", "limit"), [("1024", 1024), ("64", 64), ("63", 0), ("1", 0), ("9999999", 0)]
)
def test_the_header_says_how_high_the_cube_goes(header_value, limit):
    assert under(POINTS, cubelimit=header_value).laws.cube_limit == limit


@pytest.mark.law("money.animals")
@pytest.mark.parametrize(
    ("header_value", "animals"), [("On", UNLIMITED), ("No", 0), ("2", 2), ("999", UNLIMITED)]
)
def test_the_header_says_whether_doubles_may_be_raised(header_value, animals):
    assert under(POINTS, beaver=header_value).laws.animals == animals


@pytest.mark.law("money.beaver")
@pytest.mark.parametrize(
    ("beavers", "raccoons", "animals"), [("Yes", "No", 1), ("Yes", "Yes", UNLIMITED), ("No", "No", 0)]
)
def test_a_header_of_beavers_without_raccoons_allows_one_raise(beavers, raccoons, animals):
    assert under(POINTS, beaver=beavers, raccoon=raccoons).laws.animals == animals


@pytest.mark.law("money.automatic")
@pytest.mark.parametrize(("header_value", "count"), [("Yes", UNLIMITED), ("Off", 0), ("1", 1)])
def test_the_header_says_how_many_automatic_doubles_there_are(header_value, count):
    assert under(POINTS, automatic_doubles=header_value).laws.automatic_doubles == count


def test_without_a_statement_money_play_is_limited_by_nothing():
    assert under(POINTS).laws == MoneyLaws(jacoby=False, animals=UNLIMITED, automatic_doubles=UNLIMITED)
    assert under(POINTS, MatchLaws(jacoby=True)).laws.jacoby
    assert under(POINTS, MatchLaws(jacoby=True)).knows_jacoby


@pytest.mark.law("money.session")
@pytest.mark.parametrize(
    ("facts", "option"),
    [
        ({"jacoby": "Off"}, "jacoby_rule"),
        ({"beaver": "Off"}, "animals"),
        ({"automatic_doubles": "Off"}, "automatic_doubles"),
        ({"cubelimit": "64"}, "cube_limit"),
    ],
)
def test_the_laws_given_prevail_and_a_header_that_differs_is_noted(facts, option):
    terms = under(POINTS, MoneyLaws(), **facts)
    assert (terms.laws, codes(terms)) == (MoneyLaws(), [("laws_differ", option, "note")])


def test_a_header_that_agrees_is_not_remarked_on():
    agreeing = {"jacoby": "On", "beaver": "On", "automatic_doubles": "1", "cubelimit": "1024"}
    assert codes(under(POINTS, MoneyLaws(), **agreeing)) == []


@pytest.mark.law("match.crawford")
def test_the_header_says_whether_the_crawford_rule_holds():
    assert not under(MATCH, crawford="Off").laws.crawford
    assert under(MATCH, crawford="Off", jacoby="On").laws == MatchLaws(crawford=False)
    assert codes(under(MATCH, MatchLaws(), crawford="Off")) == [("laws_differ", "crawford_rule", "note")]
    assert codes(under(MATCH, MatchLaws(), crawford="On")) == []
    assert codes(under(replace(MATCH, length=1), MatchLaws(), crawford="Off")) == []


@pytest.mark.law("match.length")
def test_a_match_of_another_length_than_announced_is_a_fault():
    verdict = replay(MATCH, length=9)
    (fault,) = [each for each in verdict.findings if each.severity == "error"]
    assert (fault.code, fault.law) == ("length_differs", "match.length")
    assert (fault.facts["length"], fault.facts["declared"]) == (9, 7)
    assert (verdict.status, verdict.length) == ("disputed", 7)
    assert [each.severity for each in replay(MATCH, length=7).findings].count("error") == 0


@pytest.mark.law("match.length")
@pytest.mark.parametrize("entry", [e for e in manifest() if e["length"] == 5][:3], ids=lambda e: e["file"])
def test_a_match_agreed_to_seven_and_played_to_five_is_found_whatever_else_is_right(entry):
    verdict = replay(read(sample(entry["file"]).encode()), length=7)
    assert [each.code for each in verdict.findings if each.severity == "error"] == ["length_differs"]
    assert max(verdict.score) == 5


def test_a_match_is_no_play_for_points_though_its_laws_were_given():
    terms = under(MATCH, MoneyLaws())
    assert (terms.length, terms.laws, codes(terms)) == (
        7,
        MatchLaws(),
        [("points_expected", None, "note")],
    )


def test_a_game_for_points_in_disguise_is_one_unless_the_length_was_announced():
    galaxy = replace(MATCH, length=16)
    assert under(galaxy, site="BackgammonGalaxy").laws.jacoby
    assert under(galaxy, MoneyLaws(stake=5), site="BackgammonGalaxy").laws == MoneyLaws(stake=5)
    assert under(galaxy, posted=16, site="BackgammonGalaxy").length == 16
    assert codes(under(galaxy, site="BackgammonGalaxy")) == [("money_assumed", None, "note")]

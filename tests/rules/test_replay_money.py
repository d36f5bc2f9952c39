"""Replay of money play: Jacoby, beavers and raccoons, automatic doubles, limits, running totals."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import Action, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.cube import Cube
from rules.formats import read
from rules.money_cube import Wager
from rules.notation import read_play
from rules.options import MatchLaws, MoneyLaws
from rules.position import Position
from rules.record import Record, RecordedGame
from rules.replay import replay
from rules.sides import Side
from tests.rules.sample_records import manifest, sample

WHITE, BLACK = Side.WHITE, Side.BLACK
LAST = Position.build({1: 2}, {1: 15}, WHITE)
PLAIN = MoneyLaws(jacoby=False)


def moved(side, dice, text):
    return Moved(side, dice, read_play(text, dice))


OPENING = moved(WHITE, (3, 1), "8/5 6/5")
REPLY = moved(BLACK, (6, 4), "24/14")
BEAR_OFF = moved(WHITE, (2, 1), "1/off(2)")


def game(*actions: Action, winner: Side | None = None, points: int | None = None, cube: int = 1) -> Record:
    played = RecordedGame(1, (0, 0), actions, winner, points, initial_cube=cube)
    return Record(("Anna", "Bea"), 0, (played,), {"date": "2026.11.21"}, "json")


def errors(verdict):
    return [(each.action, each.code) for each in verdict.findings if each.severity == "error"]


def notes(verdict):
    return [each.code for each in verdict.findings if each.severity == "note"]


@pytest.mark.law("money.jacoby")
def test_a_gammon_counts_only_once_the_cube_was_turned():
    gammon = (Placed(WHITE, LAST), BEAR_OFF)
    assert replay(game(*gammon, winner=WHITE, points=1), MoneyLaws()).score == (1, 0)
    assert replay(game(*gammon, winner=WHITE, points=2), PLAIN).score == (2, 0)
    turned = (Placed(WHITE, LAST), Doubled(WHITE, 2), Took(BLACK), BEAR_OFF)
    assert replay(game(*turned, winner=WHITE, points=4), MoneyLaws()).score == (4, 0)


@pytest.mark.law("money.jacoby")
@pytest.mark.law("money.automatic")
def test_automatic_doubles_raise_the_stake_and_do_not_wake_gammons():
    record = game(Placed(WHITE, LAST), BEAR_OFF, winner=WHITE, points=2, cube=2)
    verdict = replay(record, MoneyLaws())
    assert (verdict.score, verdict.games[0].kind, errors(verdict), notes(verdict)) == (
        (2, 0),
        "single",
        [],
        ["set_by_hand"],
    )
    assert replay(record, PLAIN).score == (4, 0)


@pytest.mark.law("money.jacoby")
@pytest.mark.law("game.resign")
def test_a_resignation_respects_the_jacoby_rule():
    record = game(OPENING, REPLY, Conceded(BLACK, 2), winner=WHITE, points=2)
    verdict = replay(record, MoneyLaws())
    assert (verdict.score, verdict.games[0].points) == ((1, 0), 1)
    assert notes(verdict)[0] == "points_wrong"
    assert replay(record, PLAIN).score == (2, 0)


@pytest.mark.law("money.automatic")
def test_more_automatic_doubles_than_agreed_are_a_fault():
    record = game(OPENING, Conceded(WHITE, 4), winner=BLACK, points=4, cube=4)
    assert errors(replay(record, MoneyLaws())) == [(-1, "automatic_limit")]
    assert errors(replay(record, MoneyLaws(automatic_doubles=2))) == []
    assert errors(replay(record)) == []
    high = game(OPENING, Conceded(WHITE, 4), winner=BLACK, points=4, cube=4)
    assert errors(replay(high, MoneyLaws(automatic_doubles=2, cube_limit=2))) == [(-1, "cube_limit_reached")]


@pytest.mark.law("money.automatic")
def test_automatic_doubles_seen_by_the_first_double_are_judged_too():
    record = game(OPENING, Doubled(BLACK, 8), Dropped(WHITE), winner=BLACK, points=4)
    verdict = replay(record, MoneyLaws())
    assert (verdict.score, errors(verdict)) == ((0, 4), [(1, "automatic_limit")])
    strange = game(OPENING, Doubled(BLACK, 6), Dropped(WHITE), winner=BLACK, points=1)
    assert errors(replay(strange, MoneyLaws())) == [(1, "cube_value_wrong")]


@pytest.mark.law("match.no-extras")
def test_a_match_starts_with_the_cube_at_one_unless_its_event_says_otherwise():
    record = replace(game(OPENING, Conceded(WHITE, 2), winner=BLACK, points=2, cube=2), length=7)
    assert errors(replay(record)) == [(-1, "automatic_in_match")]
    agreed = MatchLaws(automatic_doubles=True)
    assert errors(replay(record, agreed)) == []
    text = replace(game(OPENING, Doubled(BLACK, 4), Dropped(WHITE), winner=BLACK, points=2), length=7)
    assert errors(replay(text)) == [(1, "cube_value_wrong"), (-1, "points_wrong"), (-1, "final_score_wrong")]
    assert errors(replay(text, agreed)) == []


@pytest.mark.law("cube.values")
@pytest.mark.parametrize("cube", [0, 3, 8192])
def test_a_cube_that_starts_at_no_value_of_its_own_starts_at_one(cube):
    verdict = replay(game(OPENING, Conceded(WHITE, 1), winner=BLACK, points=1, cube=cube), MoneyLaws())
    assert (verdict.score, errors(verdict)) == ((0, 1), [(-1, "cube_value_wrong")])
    assert verdict.games[0].frames[0].cube == 1


@pytest.mark.law("money.animals")
@pytest.mark.parametrize(("animals", "fault"), [(0, [(2, "animal_not_agreed")]), (1, []), (2, [])])
def test_beavers_are_made_where_they_were_agreed(animals, fault):
    actions = (OPENING, Doubled(BLACK, 2), Beavered(WHITE, 4), Took(BLACK), REPLY, Conceded(BLACK, 4))
    verdict = replay(game(*actions, winner=WHITE, points=4), replace(PLAIN, animals=animals))
    assert (errors(verdict), verdict.score, verdict.games[0].cube) == (fault, (4, 0), 4)
    assert verdict.games[0].frames[-1].cube_owner is WHITE


@pytest.mark.law("money.animals")
def test_a_raccoon_needs_more_and_each_side_raises_in_its_turn():
    raises = (Doubled(BLACK, 2), Beavered(WHITE, 4), Beavered(BLACK, 8), Took(WHITE), REPLY)
    record = game(OPENING, *raises, Conceded(BLACK, 8), winner=WHITE, points=8)
    assert errors(replay(record, replace(PLAIN, animals=1))) == [(3, "animal_not_agreed")]
    assert (errors(replay(record, PLAIN)), replay(record, PLAIN).score) == ([], (8, 0))
    twice = game(OPENING, Doubled(BLACK, 2), Beavered(WHITE, 4), Beavered(WHITE, 8), Took(BLACK), REPLY)
    assert errors(replay(twice, PLAIN)) == [(3, "answer_by_doubler")]


@pytest.mark.law("money.animals")
@pytest.mark.law("money.beaver")
def test_the_doubler_who_refuses_a_beaver_loses_what_he_had_offered():
    items = (OPENING, Doubled(BLACK, 2), Beavered(WHITE, 4), Dropped(BLACK))
    verdict = replay(game(*items, winner=WHITE, points=2), MoneyLaws())
    assert (verdict.score, errors(verdict), verdict.games[0].kind) == ((2, 0), [], "drop")
    further = (OPENING, Doubled(BLACK, 2), Beavered(WHITE, 4), Beavered(BLACK, 8), Dropped(WHITE))
    assert replay(game(*further, winner=BLACK, points=4), MoneyLaws()).score == (0, 4)


@pytest.mark.law("money.cube-limit")
def test_the_cube_goes_no_higher_than_agreed():
    laws = replace(PLAIN, cube_limit=2)
    actions = (OPENING, Doubled(BLACK, 2), Took(WHITE), REPLY, Doubled(WHITE, 4), Dropped(BLACK))
    assert errors(replay(game(*actions, winner=WHITE, points=2), laws)) == [(4, "cube_limit_reached")]
    raised = (OPENING, Doubled(BLACK, 2), Beavered(WHITE, 4), Took(BLACK))
    assert errors(replay(game(*raised), laws)) == [(2, "cube_limit_reached")]


@pytest.mark.law("money.cube-limit")
@pytest.mark.parametrize("length", [0, 99])
def test_a_cube_doubled_without_end_stays_at_the_highest_value(length):
    sides = (BLACK, WHITE) * 8
    plays = [act for side in sides for act in (Doubled(side, 0), Took(side.other), Placed(side, LAST))]
    turns = tuple(
        act._replace(position=LAST.with_turn(act.side.other)) if isinstance(act, Placed) else act
        for act in plays
    )
    verdict = replay(replace(game(OPENING, *turns), length=length), MatchLaws(dead_cube="allow"))
    assert verdict.games[0].cube == 4096
    assert {code for _, code in errors(verdict)} == {"cube_limit_reached"}


@pytest.mark.law("money.session")
@pytest.mark.parametrize("entry", [e for e in manifest() if not e["length"]], ids=lambda entry: entry["file"])
def test_the_running_totals_of_a_session_stand_in_the_verdict(entry):
    verdict = replay(
        read(sample(entry["file"].replace(".mat", ".sgf")).encode()),
        MoneyLaws(animals=9, automatic_doubles=12),
    )
    afters = [each.score_after for each in verdict.games]
    befores = [each.score_before for each in verdict.games]
    assert (befores[0], befores[1:], afters[-1]) == ((0, 0), afters[:-1], verdict.score)
    assert verdict.score == tuple(entry["final_score"])
    assert errors(verdict) == []


@settings(max_examples=80, deadline=None)
@given(
    st.integers(0, 3),
    st.booleans(),
    st.booleans(),
    st.sampled_from([({1: 14}, 1), ({1: 15}, 2), ({25: 1, 1: 14}, 3), ({20: 1, 2: 14}, 3)]),
)
def test_a_game_played_out_is_worth_what_the_wager_says(automatic, turned, jacoby, lost):
    loser, level = lost
    laws = MoneyLaws(jacoby=jacoby, automatic_doubles=3)
    last = Position.build({1: 2}, loser, WHITE)
    cube = 1 << automatic
    double = (Doubled(WHITE, cube * 2), Took(BLACK)) if turned else ()
    verdict = replay(game(Placed(WHITE, last), *double, BEAR_OFF, winner=WHITE, cube=cube), laws)
    wager = Wager(laws, Cube(cube), automatic)
    wager = wager.double(WHITE).take(BLACK) if turned else wager
    assert verdict.games[0].points == wager.finish(WHITE, level).close.points
    assert errors(verdict) == []

"""The running score of a record by rules, by score lines and by claims, and their differences."""

import pytest

from rules.faults import Fault
from rules.match import MatchScore
from rules.record import RecordedGame
from rules.recorded_results import Ending
from rules.running_score import RunningScore
from rules.sides import Side

WHITE, BLACK = Side.WHITE, Side.BLACK
UNFINISHED = Fault("game_unfinished", "game.win", {}, "note")


def game(score=None, winner=None, points=None, **others):
    return RecordedGame(1, score_before=score, winner=winner, points=points, **others)


def running_score(length=7, score=None, *, crawford=True, **first):
    return RunningScore(length, game(score, **first), crawford=crawford)


def won(side, points):
    return Ending(side, points, "single")


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize(
    ("length", "score", "crawford", "marked", "state"),
    [
        (7, None, True, None, "pending"),
        (7, (5, 3), True, None, "pending"),
        (7, (6, 3), True, None, "expired"),
        (7, (6, 3), True, False, "expired"),
        (7, (6, 3), True, True, "active"),
        (7, (3, 6), True, True, "active"),
        (7, (6, 6), True, True, "expired"),
        (7, (6, 3), False, True, "none"),
        (2, None, True, None, "pending"),
        (1, None, True, None, "none"),
        (0, None, True, None, "none"),
    ],
)
def test_a_record_that_starts_midway_is_past_its_crawford_game_unless_marked(
    length, score, crawford, marked, state
):
    running = running_score(length, score, crawford=crawford, is_crawford=marked)
    assert running.score == MatchScore(length, *(score or (0, 0)), state)
    assert (running.computed_total, running.declared_total) == (list(score or (0, 0)), list(score or (0, 0)))


def test_a_record_without_games_starts_at_nothing():
    assert RunningScore(7, None, crawford=True).score == MatchScore(7, 0, 0, "pending")


@pytest.mark.law("match.no-overshoot")
def test_scores_are_credited_up_to_the_length():
    running = running_score()
    running.count(game(winner=WHITE, points=9), won(WHITE, 8))
    assert (running.computed_total, running.declared_total) == ([8, 0], [9, 0])
    assert (running.final, running.declared) == ((7, 0), (7, 0))
    money = running_score(0)
    money.count(game(winner=BLACK, points=9), won(BLACK, 8))
    assert (money.final, money.declared, money.score) == ((0, 8), (0, 9), MatchScore(0, 0, 8))


def test_what_is_claimed_runs_beside_what_the_laws_say():
    running = running_score()
    running.count(game(winner=BLACK, points=2), won(WHITE, 1))
    assert (running.final, running.declared) == ((1, 0), (0, 2))
    running.count(game(), won(BLACK, 4))
    assert (running.final, running.declared) == ((1, 4), (0, 6))
    running.count(game(winner=BLACK, points=1001), won(BLACK, 1))
    assert (running.final, running.declared) == ((1, 5), (0, 7))
    running.count(game(winner=WHITE, points=3), Ending(None, 0, "unfinished"))
    assert (running.final, running.declared, running.score) == (
        (1, 5),
        (0, 7),
        MatchScore(7, 1, 5, "pending"),
    )


@pytest.mark.law("match.crawford")
def test_the_crawford_game_is_the_one_after_the_first_arrival():
    running = running_score()
    states = []
    for winner, points in ((WHITE, 5), (WHITE, 1), (BLACK, 4), (BLACK, 2), (BLACK, 1)):
        running.count(game(), won(winner, points))
        states.append((running.score.white, running.score.black, running.score.crawford))
    assert states == [
        (5, 0, "pending"),
        (6, 0, "active"),
        (6, 4, "expired"),
        (6, 6, "expired"),
        (6, 7, "expired"),
    ]


def test_a_score_line_that_follows_says_nothing():
    running = running_score()
    running.count(game(), won(WHITE, 2))
    assert running.check_score_line(game((2, 0))) == running.check_score_line(game()) == []
    assert (running.score, running.declared_total) == (MatchScore(7, 2, 0, "pending"), [2, 0])


@pytest.mark.law("record.score-line")
@pytest.mark.parametrize(("length", "severity"), [(7, "error"), (0, "note")])
def test_a_score_line_that_follows_from_nothing_is_a_fault_and_stands_as_claimed(length, severity):
    running = running_score(length)
    running.count(game(), won(WHITE, 2))
    facts = {"declared": (3, 0), "computed": (2, 0), "line": 12}
    wrong = Fault("score_line_wrong", "record.score-line", facts, severity)
    assert running.check_score_line(game((3, 0), line=12)) == [wrong]
    assert (running.score.white, running.final, running.declared) == (2, (2, 0), (3, 0))


@pytest.mark.law("record.score-line")
def test_a_match_goes_on_from_the_line_the_writer_claims():
    running = running_score()
    running.count(game(winner=WHITE, points=3), won(WHITE, 2))
    assert running.check_score_line(game((3, 0))) == []
    assert (running.score, running.final) == (MatchScore(7, 3, 0, "pending"), (2, 0))
    money = running_score(0)
    money.count(game(winner=WHITE, points=3), won(WHITE, 2))
    assert (money.check_score_line(game((3, 0))), money.score) == ([], MatchScore(0, 2, 0))


@pytest.mark.law("match.crawford")
def test_without_the_crawford_rule_no_line_the_writer_claims_leads_to_such_a_game():
    running = running_score(crawford=False)
    running.count(game(winner=WHITE, points=6), won(WHITE, 2))
    assert running.check_score_line(game((6, 0))) == []
    assert running.score == MatchScore(7, 6, 0, "none")


@pytest.mark.law("match.no-overshoot")
def test_a_score_line_may_be_written_with_its_overshoot():
    running = running_score()
    running.count(game(), won(WHITE, 8))
    assert running.check_score_line(game((8, 0))) == []
    assert running.declared_total == [7, 0]


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize(
    ("score", "marked", "codes"),
    [
        ((5, 3), None, []),
        ((5, 3), False, []),
        ((5, 3), True, ["wrong"]),
        ((6, 3), None, ["inferred"]),
        ((6, 3), True, ["inferred"]),
        ((6, 3), False, ["inferred", "wrong"]),
    ],
)
def test_the_crawford_game_is_inferred_and_a_mark_against_it_noted(score, marked, codes):
    mapping = {
        "inferred": Fault("crawford_inferred", "match.crawford", {}, "inferred"),
        "wrong": Fault("crawford_mark_wrong", "match.crawford", {}, "note"),
    }
    running = running_score()
    for side, points in zip((WHITE, BLACK), score, strict=True):
        running.count(game(), won(side, points))
    running.score = MatchScore.at(7, *score)
    assert running.find_crawford_faults(game(is_crawford=marked)) == [mapping[code] for code in codes]


def test_no_mark_is_wrong_where_there_is_no_crawford_game():
    assert running_score(7, crawford=False).find_crawford_faults(game(is_crawford=True)) == []


@pytest.mark.law("record.result")
@pytest.mark.parametrize(
    ("line", "winner", "points"), [((3, 3), WHITE, 1), ((2, 5), BLACK, 2), ((4, 3), WHITE, 2)]
)
def test_the_next_score_line_tells_who_won(line, winner, points):
    inferred = Fault("result_inferred", "record.result", {"winner": winner.value, "points": points}, "note")
    result = running_score(7, (2, 3)).infer_result(game(line), [UNFINISHED])
    assert result == (Ending(winner, points, "adjudicated"), [inferred])


@pytest.mark.law("record.result")
@pytest.mark.parametrize("line", [(2, 3), (3, 4), (1, 3), (1, 4), (3, 2)])
def test_a_score_line_that_no_game_explains_makes_a_missing_end_an_error(line):
    result = running_score(7, (2, 3)).infer_result(game(line), [UNFINISHED])
    assert result == (Ending(None, 0, "unfinished"), [UNFINISHED._replace(severity="error")])


@pytest.mark.parametrize("following", [None, game()])
def test_without_a_next_score_line_the_game_stays_unfinished(following):
    assert running_score().infer_result(following, [UNFINISHED]) == (
        Ending(None, 0, "unfinished"),
        [UNFINISHED],
    )


@pytest.mark.law("match.length")
@pytest.mark.parametrize(
    ("length", "value", "declared", "faults"),
    [
        (7, (7, 7), None, []),
        (7, (7, 7), (7, 0), []),
        (7, (8, 9), (9, 0), []),
        (0, (2, 2), None, []),
        (0, (2, 2), (2, 0), []),
        (7, (2, 2), None, [("match_unfinished", {"score": (2, 0), "length": 7}, "note")]),
        (7, (6, 6), (6, 0), [("match_unfinished", {"score": (6, 0), "length": 7}, "note")]),
        (7, (2, 3), None, [("final_score_wrong", {"declared": (3, 0), "computed": (2, 0)}, "error")]),
        (7, (7, 7), (7, 1), [("final_score_wrong", {"declared": (7, 1), "computed": (7, 0)}, "error")]),
        (7, (2, 3), (2, 0), [("final_score_wrong", {"declared": (2, 0), "computed": (2, 0)}, "error")]),
        (0, (2, 3), None, [("final_score_wrong", {"declared": (3, 0), "computed": (2, 0)}, "note")]),
    ],
)
def test_the_end_of_a_record_is_weighed(length, value, declared, faults):
    running = running_score(length)
    running.count(game(winner=WHITE, points=value[1]), won(WHITE, value[0]))
    items = [(fault.code, fault.facts, fault.severity) for fault in running.check_final_score(declared)]
    assert items == faults
    assert {fault.law for fault in running.check_final_score(declared)} <= {"match.length"}

"""Scores in a replay: Crawford game, Holland rule, dead cubes, one-point matches, wrong marks."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import Action, Conceded, Doubled, Dropped, Moved, Took
from rules.crawford import must_be_crawford_game
from rules.cube import is_dead
from rules.match import GameOutcome, MatchScore
from rules.notation import read_play
from rules.options import MatchLaws
from rules.record import Record, RecordedGame
from rules.replay import replay
from rules.sides import SIDES, Side

WHITE, BLACK = Side.WHITE, Side.BLACK
RESIGNATIONS = {1: "resigned_single", 2: "resigned_gammon", 3: "resigned_backgammon"}


def moved(side, dice, text):
    return Moved(side, dice, read_play(text, dice))


OPENING = moved(WHITE, (3, 1), "8/5 6/5")
ROUND = (
    OPENING,
    moved(BLACK, (6, 4), "24/14"),
    moved(WHITE, (2, 1), "24/21"),
    moved(BLACK, (2, 1), "14/11"),
)


def won(side: Side, points: int, *actions: Action, **more: object) -> RecordedGame:
    """A game given up at once; `actions` come between the opening roll and the end."""
    rest = (OPENING, *actions, Conceded(side.other, points))
    return RecordedGame(0, actions=rest, winner=side, points=points, **more)  # type: ignore[arg-type]


def match(length: int, *games: RecordedGame) -> Record:
    numbered = tuple(replace(game, number=number) for number, game in enumerate(games, 1))
    return Record(("Anna", "Bea"), length, numbered, {"date": "2026.11.21"})


def found(verdict, *severities):
    kinds = severities or ("error", "note")
    return [(each.game, each.action, each.code) for each in verdict.findings if each.severity in kinds]


@pytest.mark.law("match.crawford")
def test_the_crawford_game_is_the_one_after_the_first_arrival_and_no_other():
    games = [won(WHITE, 1), won(WHITE, 3), won(BLACK, 1), won(BLACK, 2), won(BLACK, 1), won(WHITE, 1)]
    verdict = replay(match(5, *games))
    assert [game.is_crawford for game in verdict.games] == [False, False, True, False, False, False]
    assert (verdict.score, verdict.winner, verdict.games[4].score_after) == ((5, 4), WHITE, (4, 4))


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize(
    ("before", "codes"),
    [((), []), ((2,), ["crawford_double"]), ((2, 1), []), ((3,), [])],
    ids=["pending", "active", "expired", "over"],
)
def test_doubles_are_void_in_the_crawford_game_only(before, codes):
    winners = [won(WHITE, points) if not n else won(BLACK, points) for n, points in enumerate(before)]
    double = won(BLACK, 2, Doubled(BLACK, 2), Took(WHITE))
    verdict = replay(match(3, *winners, double), MatchLaws())
    assert [code for _, _, code in found(verdict, "error")] == codes


@pytest.mark.law("match.crawford")
def test_without_the_crawford_rule_or_in_one_point_there_is_no_such_game():
    games = [won(WHITE, 2), won(BLACK, 2, Doubled(BLACK, 2), Took(WHITE)), won(BLACK, 1)]
    assert found(replay(match(3, *games), MatchLaws(crawford=False))) == []
    assert [game.is_crawford for game in replay(match(1, won(BLACK, 1))).games] == [False]


@pytest.mark.law("match.crawford")
def test_a_mark_of_the_crawford_game_in_the_record_is_weighed():
    marked = [
        won(WHITE, 2, is_crawford=False),
        won(BLACK, 1, is_crawford=True),
        won(WHITE, 1, is_crawford=False),
    ]
    assert found(replay(match(3, *marked))) == []
    wrong = [replace(marked[0], is_crawford=True), replace(marked[1], is_crawford=False), marked[2]]
    assert found(replay(match(3, *wrong))) == [(1, -1, "crawford_mark_wrong"), (2, -1, "crawford_mark_wrong")]
    assert found(replay(match(1, won(WHITE, 1, is_crawford=True)))) == []


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize(("mark", "fault"), [(True, [(1, 1, "crawford_double")]), (False, []), (None, [])])
def test_a_record_that_starts_at_match_point_is_believed_about_the_crawford_game(mark, fault):
    game = won(BLACK, 2, Doubled(BLACK, 2), Took(WHITE), is_crawford=mark)
    verdict = replay(match(7, replace(game, score_before=(6, 3))))
    assert found(verdict, "error") == fault


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize("mark", [None, True, False])
@pytest.mark.parametrize("score", [(2, 0), (0, 2)])
def test_a_record_that_starts_a_point_short_against_none_starts_with_the_crawford_game(score, mark):
    game = won(BLACK, 1, Doubled(BLACK, 2), Took(WHITE), is_crawford=mark)
    verdict = replay(match(3, replace(game, score_before=score)), MatchLaws())
    assert verdict.games[0].is_crawford
    assert (1, 1, "crawford_double") in found(verdict, "error")
    assert "unknown_crawford" not in [each.code for each in verdict.unknown]


@pytest.mark.law("match.crawford")
def test_a_score_line_of_the_writers_own_leads_to_the_crawford_game_too():
    first = RecordedGame(0, (0, 0), (OPENING, Doubled(BLACK, 2), Dropped(WHITE)), BLACK, 2)
    verdict = replay(match(3, first, won(WHITE, 1, score_before=(0, 2))))
    assert [game.is_crawford for game in verdict.games] == [False, True]


@pytest.mark.law("cube.dead")
@pytest.mark.parametrize(("choice", "severity"), [("allow", []), ("note", ["note"]), ("refuse", ["error"])])
@pytest.mark.parametrize(
    ("length", "games", "action"),
    [
        (1, [won(BLACK, 1, Doubled(BLACK, 2), Took(WHITE))], 1),
        (3, [won(WHITE, 2), won(BLACK, 1), won(WHITE, 1, ROUND[1], Doubled(WHITE, 2), Dropped(BLACK))], 2),
        (2, [won(BLACK, 2, Doubled(BLACK, 2), Took(WHITE), ROUND[1], Doubled(WHITE, 4), Took(BLACK))], 4),
    ],
    ids=["one-point", "leader-after-crawford", "cube-at-two-away"],
)
def test_a_dead_cube_is_judged_by_the_chosen_setting(choice, severity, length, games, action):
    verdict = replay(match(length, *games), MatchLaws(dead_cube=choice))
    dead = [each for each in verdict.findings if each.code == "dead_cube"]
    assert [each.severity for each in dead] == severity
    assert {(each.game, each.action, each.law) for each in dead} == (
        {(len(games), action, "cube.dead")} if severity else set()
    )


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 9), st.integers(0, 8), st.integers(0, 8), st.integers(0, 3), st.booleans())
def test_a_double_is_dead_exactly_when_the_current_game_wins_the_match(length, white, black, doubles, after):
    white, black = min(white, length - 1), min(black, length - 1)
    takes = [act for n in range(doubles) for act in _turned((BLACK, WHITE)[n % 2], n)]
    game = RecordedGame(1, (white, black), (OPENING, *takes), is_crawford=not after)
    verdict = replay(match(length, game), MatchLaws(dead_cube="refuse"))
    after = after and not must_be_crawford_game(length, white, black)
    score = MatchScore.at(length, white, black, after_crawford=after)
    expected = [
        1 + 3 * n
        for n in range(doubles)
        if not score.is_crawford and is_dead(2**n, score.away((BLACK, WHITE)[n % 2]))
    ]
    assert [each.action for each in verdict.findings if each.code == "dead_cube"] == expected


def _turned(side: Side, number: int) -> tuple[Action, ...]:
    return (Doubled(side, 2 ** (number + 1)), Took(side.other), _PLAYS[number])


_PLAYS = (ROUND[1], ROUND[2], ROUND[3])


@pytest.mark.law("match.holland")
@pytest.mark.parametrize("rolls", [0, 1, 2, 3])
@pytest.mark.parametrize("holland", [False, True])
def test_the_holland_rule_waits_for_two_rolls_of_each_after_the_crawford_game(rolls, holland):
    doubler = WHITE if rolls % 2 else BLACK
    last = RecordedGame(
        0, None, (*ROUND[: rolls + 1], Doubled(doubler, 2), Dropped(doubler.other)), doubler, 1
    )
    verdict = replay(
        match(4, won(WHITE, 3), won(BLACK, 3), last), MatchLaws(holland=holland, dead_cube="allow")
    )
    too_soon = holland and rolls < 3
    assert found(verdict, "error") == ([(3, rolls + 1, "holland_double")] if too_soon else [])


@pytest.mark.law("match.holland")
def test_the_holland_rule_says_nothing_before_the_crawford_game():
    game = won(BLACK, 2, Doubled(BLACK, 2), Took(WHITE))
    assert found(replay(match(5, game), MatchLaws(holland=True)), "error") == []


@pytest.mark.law("match.length")
def test_a_match_to_one_point_is_one_game():
    verdict = replay(match(1, won(BLACK, 1), won(WHITE, 1)))
    assert (verdict.score, verdict.winner, len(verdict.games)) == ((0, 1), BLACK, 1)
    assert found(verdict) == [(2, -1, "games_after_end")]


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 11), st.lists(st.tuples(st.sampled_from(SIDES), st.integers(1, 3)), max_size=20))
def test_the_score_of_a_replay_is_the_fold_of_its_games(length, results):
    score = MatchScore.new(length)
    marks = []
    for side, level in results:
        if score.winner:
            break
        marks.append(score.is_crawford)
        score = score.after(GameOutcome(side, RESIGNATIONS[level]))
    verdict = replay(match(length, *(won(side, level) for side, level in results)))
    assert (verdict.score, verdict.winner) == ((score.white, score.black), score.winner)
    assert [game.is_crawford for game in verdict.games] == marks


@pytest.mark.law("record.score-line")
def test_a_wrong_score_line_is_reported_once_and_the_writer_is_followed():
    first, second = won(WHITE, 1, score_before=(0, 0)), won(WHITE, 1, score_before=(3, 0))
    third = won(WHITE, 1, score_before=(4, 0))
    verdict = replay(match(7, first, second, third))
    assert found(verdict, "error") == [(2, -1, "score_line_wrong"), (3, -1, "final_score_wrong")]
    assert [game.score_before for game in verdict.games] == [(0, 0), (1, 0), (4, 0)]

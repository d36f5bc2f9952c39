"""The Crawford rule: which game it is, the states before and after it, and that it has no cube."""

import pytest

from rules.crawford import (
    CRAWFORD_STATES,
    check_state,
    find_crawford_double_fault,
    find_cube_refusal,
    find_mark_faults,
    get_first_state,
    get_next_state,
    get_state_at,
    is_too_early_by_holland,
    must_be_crawford_game,
)
from rules.faults import Fault


def test_the_states_have_four_names():
    assert CRAWFORD_STATES == ("pending", "active", "expired", "none")
    assert [check_state(state) for state in CRAWFORD_STATES] == [*CRAWFORD_STATES]
    with pytest.raises(ValueError, match="crawford is one of pending, active, expired, none, not 'foo'"):
        check_state("foo")


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize(
    ("length", "is_in_force", "state"),
    [(7, True, "pending"), (2, True, "pending"), (1, True, "none"), (0, True, "none"), (7, False, "none")],
)
def test_there_is_a_crawford_game_in_matches_to_more_than_one_point(length, is_in_force, state):
    assert get_first_state(length, is_in_force=is_in_force) == state


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize(
    ("state", "is_one_away", "next_state"),
    [
        ("pending", False, "pending"),
        ("pending", True, "active"),
        ("active", True, "expired"),
        ("active", False, "expired"),
        ("expired", True, "expired"),
        ("none", True, "none"),
    ],
)
def test_the_crawford_game_is_played_once(state, is_one_away, next_state):
    assert get_next_state(state, is_one_away=is_one_away) == next_state


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize(
    ("score", "is_marked", "state"),
    [
        ((7, 5, 3), False, "pending"),
        ((7, 6, 3), True, "active"),
        ((7, 6, 3), False, "expired"),
        ((7, 3, 6), False, "expired"),
        ((7, 6, 0), False, "active"),
        ((7, 0, 6), False, "active"),
        ((1, 0, 0), True, "none"),
    ],
)
def test_a_score_one_point_short_is_past_the_crawford_game_unless_marked(score, is_marked, state):
    assert get_state_at(*score, is_marked=is_marked) == state
    assert get_state_at(*score, is_marked=is_marked, is_in_force=False) == "none"


def test_against_no_point_a_leader_one_point_short_is_in_the_crawford_game():
    scores = [(7, 6, 0), (7, 0, 6), (2, 1, 0), (7, 6, 1), (7, 5, 0), (1, 0, 0)]
    assert [must_be_crawford_game(*score) for score in scores] == [True, True, True, False, False, False]


@pytest.mark.law("match.crawford")
def test_a_double_in_the_crawford_game_is_a_fault():
    fault = Fault("crawford_double", "match.crawford", {"value": 2})
    assert [find_crawford_double_fault(state, 2) for state in CRAWFORD_STATES] == [None, fault, None, None]


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize(
    ("cube", "is_doubled", "is_refused"), [(1, False, False), (2, False, True), (1, True, True)]
)
def test_the_cube_is_neither_turned_nor_offered_in_the_crawford_game(cube, is_doubled, is_refused):
    refusal = find_cube_refusal("active", cube, is_doubled=is_doubled)
    assert bool(refusal) is is_refused
    if refusal:
        assert (refusal.code, refusal.law) == ("crawford_cube", "match.crawford")
        assert refusal.facts == {"cube": cube, "kind": ""}
    assert find_cube_refusal("expired", cube, is_doubled=is_doubled) is None


@pytest.mark.law("match.holland")
def test_the_holland_rule_forbids_doubling_in_two_turns_after_the_crawford_game():
    assert [is_too_early_by_holland("expired", rolls) for rolls in (0, 3, 4)] == [True, True, False]
    assert not any(is_too_early_by_holland(state, 0) for state in ("pending", "active", "none"))


@pytest.mark.parametrize(
    ("state", "is_marked", "codes"),
    [
        ("pending", None, []),
        ("pending", False, []),
        ("pending", True, ["crawford_mark_wrong"]),
        ("active", True, ["crawford_inferred"]),
        ("active", None, ["crawford_inferred"]),
        ("active", False, ["crawford_inferred", "crawford_mark_wrong"]),
        ("none", True, []),
    ],
)
def test_a_mark_of_the_crawford_game_is_compared_with_the_score(state, is_marked, codes):
    assert [fault.code for fault in find_mark_faults(state, is_marked)] == codes

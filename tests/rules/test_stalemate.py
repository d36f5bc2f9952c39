"""No legal play closes out both players: the argument of the rule texts, by exhaustive play."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import ROLLS, THROWS
from rules.plays import Play, legal_plays
from rules.position import BAR, Position
from rules.sides import SIDES, Side
from tests.rules.sample_records import random_position

GAMES, LONGEST = 60, 400


def is_closed_out(position: Position, side: Side) -> bool:
    """Whether a side is on the bar before six closed points."""
    return position.bar(side) > 0 and all(position.of(side.other)[point] >= 2 for point in range(1, 7))


def are_both_closed_out(position: Position) -> bool:
    return all(is_closed_out(position, side) for side in SIDES)


def threat(play: Play) -> int:
    """How near a play comes to closing the opponent out: points made in front of him, hits, no blots."""
    mover, after = play.before.turn, play.after
    result = after.of(mover)
    value = 3 * sum(result[point] >= 2 for point in range(1, 7)) + sum(
        result[point] >= 2 for point in range(7, 12)
    )
    blots = sum(result[point] == 1 for point in range(1, 25))
    idle = sum(max(count - 3, 0) for count in result[1:25]) + after.off(mover)
    return value + 4 * min(after.bar(mover.other), 2) - blots - idle


def met_in_a_game(random: Random) -> set[tuple[bool, ...]]:
    """Who was closed out at some moment of a game in which both do all they can to close the other out."""
    position, result = Position.start(), set()
    for _ in range(LONGEST):
        plays = legal_plays(position, random.choice(THROWS))
        value = max(plays, key=threat, default=None)
        position = value.after if value else position.with_turn(position.turn.other)
        result.add(tuple(is_closed_out(position, side) for side in SIDES))
        if position.winner:
            break
    return result


@pytest.mark.law("move.closed-out")
def test_players_who_do_all_they_can_to_close_each_other_out_never_both_succeed():
    random = Random(1)
    result = set().union(*(met_in_a_game(random) for _ in range(GAMES)))
    assert result == {(False, False), (True, False), (False, True)}


@pytest.mark.law("move.closed-out")
@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32))
def test_no_play_from_any_position_leads_to_it(seed):
    position = random_position(Random(seed))
    after = [play.after for dice in ROLLS for play in legal_plays(position, dice)]
    assert [board for board in after if are_both_closed_out(board)] == []


@pytest.mark.law("move.closed-out")
@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32))
def test_no_play_of_one_whose_opponent_is_closed_out_leads_to_it(seed):
    random = Random(seed)
    spare = [random.randint(7, 24) for _ in range(2)]
    mapping = dict.fromkeys(range(1, 7), 2)
    for point in spare:
        mapping[point] = mapping.get(point, 0) + 1
    result = random.sample(range(1, 7), 5)
    value = {point: 2 for point in result if not mapping.get(25 - point)} | {25: 1}
    position = Position.build(mapping | {BAR: random.randint(0, 1)}, value)
    after = [play.after for dice in ROLLS for play in legal_plays(position, dice)]
    assert [board for board in [position, *after] if are_both_closed_out(board)] == []

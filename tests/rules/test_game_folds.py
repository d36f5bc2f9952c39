"""Applying many actions at once equals applying them one by one, faults included."""

from random import Random

import pytest

from rules.action_replay import ActionReplay
from rules.actions import Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.formats import read
from rules.match import MatchScore
from rules.notation import BLANK, DANCE, read_play
from rules.options import MatchLaws
from rules.packed_board import pack, unpack
from rules.position import Position
from rules.sides import Side
from tests.rules.sample_records import sample

WHITE, BLACK = Side.WHITE, Side.BLACK
SHUT = dict.fromkeys(range(1, 7), 2)
SHUT_OUT = Position.build({25: 1, 8: 3}, SHUT)
SHEETS = ["m015_3pt.mat", "m254_5pt.mat", "s10_money.mat"]


def both(actions, length=7):
    """The state and the faults after folding at once and one by one."""
    together, alone = (ActionReplay(MatchScore(length), MatchLaws()) for _ in range(2))
    items = list(together.apply_all(actions))
    faults = [(number, alone.apply(action)) for number, action in enumerate(actions)]
    return (state(together), items), (state(alone), [(number, fault) for number, fault in faults if fault])


def state(game):
    return {name: getattr(game, name) for name in ActionReplay.__slots__ if name not in ("score", "laws")}


def test_nothing_has_happened_in_a_new_game():
    start = pack(Position.start().white)
    counts = dict.fromkeys(("offer", "raises", "rolls"), 0)
    nobody = dict.fromkeys(("owner", "turn", "keeper", "winner", "kind", "conceded"))
    assert state(ActionReplay(MatchScore(7), MatchLaws())) == {
        **counts,
        **nobody,
        "white": start,
        "black": start,
        "cube": 1,
        "has_turned": False,
        "steps": [],
    }


def recorded():
    return [game.actions for name in SHEETS for game in read(sample(name).encode()).games]


def test_recorded_games_fold_alike_at_once_and_one_by_one():
    for actions in recorded():
        together, alone = both(actions)
        assert together == alone
        assert together[1] == []


def moved(side, dice, text):
    return Moved(side, dice, read_play(text, dice))


def spoilt(random, actions):
    """The actions with one of them wrong, missing, repeated, or something put between two of them."""
    number = random.randrange(len(actions))
    action = actions[number]
    others = [
        [],
        [action, action],
        [action._replace(side=action.side.other)],
        [action, Doubled(random.choice([WHITE, BLACK]), 2)],
        [action, Conceded(action.side)],
        [action, Doubled(action.side.other, 2), Dropped(action.side)],
        [Took(action.side), action],
        [action, Placed(WHITE, SHUT_OUT)],
        [moved(action.side, (3, 1), "8/5 6/5")],
        [Moved(action.side, (6, 5), random.choice([BLANK, DANCE]))],
    ]
    return [*actions[:number], *random.choice(others), *actions[number + 1 :]]


@pytest.mark.parametrize("seed", range(6))
def test_spoilt_games_fold_alike_at_once_and_one_by_one(seed):
    random = Random(seed)
    for actions in recorded():
        together, alone = both(spoilt(random, actions))
        assert together == alone


@pytest.mark.law("move.bar-first")
def test_a_play_written_by_one_who_is_shut_out_is_no_dance():
    actions = [Placed(WHITE, SHUT_OUT), moved(WHITE, (2, 1), "8/6 8/7"), moved(BLACK, (2, 1), "6/4 6/5")]
    together, alone = both(actions)
    assert together == alone
    assert [(number, fault.code) for number, faults in together[1] for fault in faults] == [(1, "bar_first")]


def test_checkers_borne_off_leave_fifteen_blots_alone():
    blots = Position.build({6: 2, 5: 2}, dict.fromkeys(range(1, 16), 1))
    together, alone = both([Placed(WHITE, blots), moved(WHITE, (6, 5), "6/off 5/off")])
    assert together == alone
    assert (unpack(together[0]["black"]), together[1]) == (list(blots.black), [])


@pytest.mark.law("game.win")
def test_rolls_after_the_end_or_before_an_answer_are_found_in_any_fold():
    last = Position.build({1: 1}, {6: 14}, WHITE)
    off, on = moved(WHITE, (2, 1), "1/off"), moved(BLACK, (2, 1), "6/3")
    for actions, code in (
        ([Placed(WHITE, last), off, on], "action_after_end"),
        ([Placed(WHITE, last), Doubled(WHITE, 2), off], "double_unanswered"),
        ([Placed(WHITE, last), Conceded(BLACK), off], "action_after_end"),
    ):
        together, alone = both(actions)
        assert together == alone
        assert [fault.code for _, faults in together[1] for fault in faults] == [code]

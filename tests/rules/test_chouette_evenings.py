"""Random chouette sessions: balances sum to zero, the queue has all players, replays are equal."""

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.chouette.cubes import list_bets_to_answer
from rules.chouette.events import (
    AnsweredAsPartner,
    Doubled,
    DrewPartner,
    Dropped,
    Ended,
    Joined,
    Left,
    OfferedExtra,
    Opened,
    Raised,
    Settled,
    Threw,
    Took,
    read_event,
    write_event,
)
from rules.chouette.replay import apply, choices, fold, is_legal
from rules.errors import Unreadable
from tests.rules.chouettes import FREE, NAMES, after, any_event, any_laws, opened

STEPS = 60


def played(seed, players):
    """The laws, events and states of an evening by chance."""
    chance = random.Random(seed)
    laws = any_laws(chance)
    events = [Joined(name, chance.choice([0, 0, 2, 3])) for name in NAMES[:players]]
    states = [fold(laws, events)]
    for _ in range(STEPS):
        events.append(any_event(states[-1], chance, NAMES[:players]))
        states.append(apply(states[-1], events[-1]))
    return laws, events, states


SEEDS = st.integers(0, 2**32)
PLAYERS = st.integers(3, 10)


@pytest.mark.second_stage
@pytest.mark.law("chouette.ledger")
@settings(max_examples=25, deadline=None)
@given(SEEDS, PLAYERS)
@example(1, 3)
@example(2, 10)
def test_the_state_stays_valid_whatever_happens(seed, players):
    laws, events, states = played(seed, players)
    evening = states[-1]
    assert fold(laws, events) == evening
    assert sum(evening.totals.values()) == 0
    for row in evening.rows:
        assert sum(row.amounts.values()) == 0
        assert set(row.amounts) >= {row.box, row.captain}
    joined = Counter(event.player for event in events if isinstance(event, Joined))
    for state in states:
        assert len(set(state.queue)) == len(state.queue)
        assert set(state.queue) <= set(joined)
        check_line(state)


def check_line(state):
    """The box is first in the line, the captain leads the team, and every answer waited for can be given."""
    game = state.game
    if state.phase == "gathering":
        return
    assert not state.queue or game or state.box == state.queue[0]
    if game is None:
        return
    assert set(game.players) <= set(state.queue)
    assert state.captain in game.still_playing
    assert [bet.team_side for bet in game.own_bets] == list(game.members)
    waiting = [player for player in (game.box, *game.members) if list_bets_to_answer(game, player)]
    assert bool(waiting) == any(bet.wager.offer for bet in game.open_bets)


@pytest.mark.law("chouette.rotation")
@settings(max_examples=25, deadline=None)
@given(SEEDS, PLAYERS)
def test_the_line_moves_on_by_the_winner_of_the_captains_bet(seed, players):
    _, _, states = played(seed, players)
    for before, after_it in pairwise(states):
        if len(after_it.rows) > len(before.rows) and not before.leaving:
            check_rotation(before, after_it)


def check_rotation(before, after_it):
    row, box, queue = after_it.rows[-1], before.game.box, after_it.queue
    if before.laws.newcomers == "last":
        seated = len(before.game.players)
        assert set(queue[:seated]) == set(before.game.players)
        queue, before = queue[:seated], replace(before, queue=before.game.players)
    captains_line = next(line for line in row.lines if line.pair == (box, row.captain))
    assert Counter(queue) == Counter(before.queue)
    if row.rotation == "box_stays":
        assert queue[0] == box
        assert (queue[-1] == row.captain) != (captains_line.winner == row.captain)
    else:
        assert queue[-1] == box
        assert queue[0] in before.game.players
    is_first_captain = before.laws.box_keeps == "beats_captain" and before.laws.cubes == "several"
    if row.rotation == "captain_beat_box" and is_first_captain:
        assert (captains_line.winner, queue[0]) == (row.captain, row.captain)
    if row.rotation == "captain_beat_box":
        beaten = next(line for line in row.lines if line.pair == (box, queue[0]))
        assert beaten.winner == queue[0]
    if row.rotation == "double_stand_up":
        assert (captains_line.winner, queue[-2]) == (box, row.captain)


@settings(max_examples=8, deadline=None)
@given(SEEDS, PLAYERS, st.integers(0, STEPS))
def test_undoing_is_folding_fewer_events(seed, players, count):
    laws, events, states = played(seed, players)
    assert fold(laws, events[: players + count]) == states[count]


@settings(max_examples=8, deadline=None)
@given(SEEDS, PLAYERS)
def test_events_travel_as_plain_data(seed, players):
    _, events, _ = played(seed, players)
    assert [read_event(json.loads(json.dumps(write_event(event)))) for event in events] == events


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "Rolled"},
        {"kind": "Left"},
        {"kind": "Left", "player": 3},
        {"kind": "Left", "player": "a", "more": 1},
        {"kind": "Took", "by": "a", "against": [1]},
        {"kind": "Threw", "player": "a", "die": True},
    ],
)
def test_what_is_no_event_is_not_read(data):
    with pytest.raises(Unreadable) as caught:
        read_event(data)
    assert caught.value.code == "event_unreadable"


def test_there_is_always_a_way_on():
    for seed in range(4):
        _, _, states = played(seed, 5)
        assert all(choices(state) for state in states if len(state.queue) > 2)


def test_the_choices_between_two_games():
    assert choices(after(FREE, 3)) == (Opened(), Left("a"), Left("b"), Left("c"))
    assert choices(after(FREE, 8))[1].__class__.__name__ == "PartnerRequested"


def test_the_choices_before_the_order_stands():
    joined = [Joined("a"), Joined("b"), Joined("c")]
    expected = (Threw("a", 1), Threw("b", 1), Threw("c", 1), Left("a"), Left("b"), Left("c"))
    assert choices(fold(FREE, joined)) == expected


def test_the_choices_under_a_double():
    events = choices(opened(FREE, 3, Doubled("a", ("b",))))
    answers = (Took("b", ("a",)), Dropped("b", ("a",)), Raised("b", ("a",)))
    members = (Settled("a", "c", 1), Settled("c", "a", 1))
    assert [event for event in events if isinstance(event, (Took, Dropped, Raised))] == list(answers)
    assert tuple(event for event in events if isinstance(event, Settled)) == members
    assert [event for event in events if isinstance(event, (Ended, Doubled, OfferedExtra))] == []


def test_a_partner_is_invited_by_name():
    evening = after(
        FREE, 8, *(event for event in choices(after(FREE, 8)) if type(event).__name__ == "PartnerRequested")
    )
    items = [event for event in choices(evening) if not isinstance(event, Left)]
    assert items == [AnsweredAsPartner("b", True), AnsweredAsPartner("b", False)]
    assert is_legal(evening, DrewPartner("b")) is False

"""A money session: totals over its games, applied one by one or all at once."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.actions import Beavered, Doubled, Dropped, Took
from rules.errors import Illegal, Unreadable
from rules.match import GameOutcome
from rules.money import (
    DoubledAutomatically,
    Finished,
    MoneyGame,
    Resigned,
    Scored,
    Session,
    Settled,
    apply,
    choices,
    fold,
    read_event,
    score_game,
    write_event,
)
from rules.money_cube import Close, Wager
from rules.options import MoneyLaws
from rules.sides import SIDES

WHITE, BLACK = SIDES
LAWS = MoneyLaws(stake=5, animals=3, automatic_doubles=1)
EVENING = [
    Doubled(WHITE, 2),
    Dropped(BLACK),
    DoubledAutomatically(),
    Doubled(BLACK, 4),
    Beavered(WHITE, 8),
    Took(BLACK),
    Finished(WHITE, 2),
    Finished(BLACK, 3),
    Settled(BLACK, 1),
    Resigned(WHITE, 1),
]


def refused(laws, events):
    with pytest.raises(Illegal) as caught:
        fold(laws, events)
    return caught.value.code, caught.value.law, caught.value.facts


@pytest.mark.law("money.session")
def test_an_evening_adds_up():
    session = fold(LAWS, EVENING)
    assert session.games == (
        MoneyGame(1, Close(WHITE, "drop", 1, 1), 1, 0),
        MoneyGame(2, Close(WHITE, "gammon", 8, 16, ("automatic",)), 17, 0),
        MoneyGame(3, Close(BLACK, "backgammon", 1, 1, ("jacoby",)), 17, 1),
        MoneyGame(4, Close(BLACK, "settled", 1, 1), 17, 2),
        MoneyGame(5, Close(BLACK, "resigned_single", 1, 1), 17, 3),
    )
    assert (session.white, session.black, session.balance, session.owed) == (17, 3, 14, (BLACK, 70))
    assert session.game == Wager(LAWS)


def test_an_even_session_has_no_debts():
    session = fold(LAWS, [Finished(WHITE, 1), Finished(BLACK, 1)])
    assert (session.balance, session.owed) == (0, None)
    assert fold(LAWS, [Finished(BLACK, 1)]).owed == (WHITE, 5)


@pytest.mark.parametrize("length", range(len(EVENING) + 1))
def test_undoing_is_folding_fewer_events(length):
    states = [fold(LAWS, [])]
    for event in EVENING:
        states.append(apply(states[-1], event))
    assert fold(LAWS, EVENING[:length]) == states[length]


def test_a_game_added_at_once_is_worth_the_same():
    items = [Scored(GameOutcome(WHITE, "drop", 1)), Scored(GameOutcome(WHITE, "gammon", 8), 1)]
    assert fold(LAWS, items).games == fold(LAWS, EVENING[:7]).games


@pytest.mark.law("money.session")
def test_a_game_under_way_is_finished_first():
    scored = Scored(GameOutcome(WHITE, "single"))
    assert refused(LAWS, [Doubled(WHITE, 2), scored]) == ("game_under_way", "money.session", {})


@pytest.mark.law("money.jacoby")
@pytest.mark.parametrize(
    ("kind", "cube", "automatic", "points", "reasons"),
    [
        ("single", 1, 0, 1, ()),
        ("gammon", 1, 0, 1, ("jacoby",)),
        ("backgammon", 2, 1, 2, ("jacoby", "automatic")),
        ("resigned_gammon", 1, 0, 1, ("jacoby",)),
        ("gammon", 2, 0, 4, ()),
        ("backgammon", 4, 1, 12, ("automatic",)),
        ("drop", 2, 1, 2, ("automatic",)),
    ],
)
def test_a_game_added_at_once_respects_jacoby(kind, cube, automatic, points, reasons):
    assert score_game(LAWS, GameOutcome(WHITE, kind, cube), automatic) == Close(
        WHITE, kind, cube, points, reasons
    )


@pytest.mark.parametrize(
    ("outcome", "automatic", "code", "facts"),
    [
        (GameOutcome(WHITE, "single", 3), 0, "cube_value_impossible", {"cube": 3, "kind": "single"}),
        (GameOutcome(WHITE, "single", 4), 2, "automatic_limit", {"limit": 1}),
        (GameOutcome(WHITE, "single", 1), -1, "automatic_limit", {"limit": 1}),
        (GameOutcome(WHITE, "single", 1), 1, "cube_below_automatic", {"cube": 1, "least": 2}),
        (GameOutcome(WHITE, "single", 16), 0, "cube_limit_reached", {"value": 16, "limit": 8}),
        (GameOutcome(WHITE, "drop", 8), 0, "cube_limit_reached", {"value": 16, "limit": 8}),
    ],
)
def test_an_impossible_game_is_refused(outcome, automatic, code, facts):
    with pytest.raises(Illegal) as caught:
        score_game(MoneyLaws(cube_limit=8), outcome, automatic)
    assert (caught.value.code, caught.value.facts) == (code, facts)


@pytest.mark.parametrize(
    ("events", "expected"), [([Doubled(WHITE, 4)], 2), ([Doubled(WHITE, 0), Beavered(BLACK, 2)], 4)]
)
def test_a_wrong_value_on_the_cube_is_refused(events, expected):
    facts = {"declared": events[-1].value, "expected": expected}
    assert refused(LAWS, events) == ("cube_value_wrong", "cube.values", facts)


def test_impossible_options_are_refused_before_play():
    assert refused(MoneyLaws(stake=0), [])[0] == "laws_impossible"


def test_at_the_opening_everything_but_an_answer_may_happen():
    events = choices(fold(LAWS, []))
    ends = [kind(side, level) for side in SIDES for level in (1, 2, 3) for kind in (Finished, Resigned)]
    assert [event for event in events if type(event) in (Finished, Resigned)] == ends
    assert [event for event in events if type(event) not in (Finished, Resigned)] == [
        DoubledAutomatically(),
        Doubled(WHITE, 2),
        Doubled(BLACK, 2),
    ]


def test_a_double_leaves_three_answers():
    events = choices(fold(LAWS, [Doubled(WHITE, 2)]))
    assert [(type(event), *event) for event in events] == [
        (Took, BLACK, 0),
        (Dropped, BLACK, 0),
        (Beavered, BLACK, 4, 0),
    ]


@given(st.data())
def test_every_choice_may_be_made_and_totals_follow_the_games(data):
    session = fold(MoneyLaws(animals=3, automatic_doubles=2), [])
    for _ in range(20):
        session = apply(session, data.draw(st.sampled_from(choices(session))))
    closes = [game.close for game in session.games]
    assert session.white == sum(close.points for close in closes if close.winner is WHITE)
    assert session.black == sum(close.points for close in closes if close.winner is BLACK)
    assert [game.number for game in session.games] == list(range(1, len(closes) + 1))


def test_laws_travel_as_plain_data():
    assert MoneyLaws.from_json({**LAWS.to_json(), "older": 1}) == LAWS
    assert fold(LAWS, []) == Session(LAWS, (), Wager(LAWS))


EVENTS = [*EVENING, Settled(None, 0), Scored(GameOutcome(WHITE, "gammon", 8), 1)]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_travel_as_plain_data(event):
    read = read_event(json.loads(json.dumps(write_event(event))))
    assert (type(read), read) == (type(event), event)


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "Rolled"},
        {"kind": "Took"},
        {"kind": "Took", "side": "red"},
        {"kind": "Took", "side": None},
        {"kind": "Doubled", "side": "white", "value": True},
        {"kind": "Scored", "winner": "white", "level": "triple", "cube": 1, "automatic": 0},
        {"kind": "Scored", "winner": "white"},
        {"kind": "Scored", "winner": "white", "level": ["drop"], "cube": 1, "automatic": 0},
        {"kind": "DoubledAutomatically", "side": "white"},
    ],
)
def test_what_is_no_event_is_not_read(data):
    with pytest.raises(Unreadable) as caught:
        read_event(data)
    assert caught.value.code == "event_unreadable"

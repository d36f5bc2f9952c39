"""Replanning the remaining rounds of a stage in play, which leaves the played ones unchanged."""

import random
from dataclasses import replace
from typing import Any

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event
from tests.tournaments.journal.test_stages import planned
from tournaments.formats.plan import Plan, Stage
from tournaments.journal import commands, pairing_commands
from tournaments.journal.event_end import is_finished
from tournaments.journal.state import board

SWISS = Stage("swiss", "swiss", options={"rounds": 1})


def one_round_played() -> Event:
    event = planned(Plan((SWISS,)), 4, random.Random(3))
    event.do(pairing_commands.pair(event.state, "swiss"))
    for placed in event.playable:
        event.settle(placed.id)
    return event


def plan_anew(event: Event, **changes: Any) -> None:
    event.do(commands.set_plan(Plan((replace(SWISS, **changes),))))


def test_one_more_round_is_played() -> None:
    event = one_round_played()
    assert is_finished(event.state, board(event.state))
    with pytest.raises(Refusal) as over:
        pairing_commands.pair(event.state, "swiss")
    plan_anew(event, options={"rounds": 2})
    assert over.value.code == "rounds_over"
    assert not is_finished(event.state, board(event.state))
    event.do(pairing_commands.pair(event.state, "swiss"))
    assert {name for name in event.state.board if name.startswith("S2")} == {"S2-1", "S2-2"}


def test_results_stay_when_rounds_are_added() -> None:
    event = one_round_played()
    before = dict(event.state.results)
    plan_anew(event, options={"rounds": 5, "forbidden": [[1, 2]]}, name="Main Swiss")
    assert dict(event.state.results) == before


def test_newly_forbidden_pairs_do_not_meet() -> None:
    event = one_round_played()
    plan_anew(event, options={"rounds": 2})
    boards = pairing_commands.pair(event.state, "swiss").payload["boards"]
    pair = [boards[0]["white"], boards[0]["black"]]
    plan_anew(event, options={"rounds": 2, "forbidden": [pair]})
    new_pairs = [
        {pairing["white"], pairing["black"]}
        for pairing in pairing_commands.pair(event.state, "swiss").payload["boards"]
    ]
    assert set(pair) not in new_pairs


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"options": {"rounds": 2, "method": "fold"}}, "stage_published"),
        ({"options": {"rounds": 2}, "lengths": (9,)}, "stage_published"),
        ({"format": "score_swiss"}, "stage_published"),
        ({"key": "side"}, "stage_published"),
    ],
)
def test_options_of_played_rounds_cannot_change(changes: dict[str, Any], code: str) -> None:
    event = one_round_played()
    with pytest.raises(Refusal) as excinfo:
        plan_anew(event, **changes)
    assert excinfo.value.code == code


def test_there_cannot_be_fewer_rounds_than_were_paired() -> None:
    event = one_round_played()
    plan_anew(event, options={"rounds": 2})
    event.do(pairing_commands.pair(event.state, "swiss"))
    with pytest.raises(Refusal) as excinfo:
        plan_anew(event, options={"rounds": 1})
    assert (excinfo.value.code, excinfo.value.facts["paired"]) == ("rounds_paired", 2)

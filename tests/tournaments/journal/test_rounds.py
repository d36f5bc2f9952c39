"""Events paired round by round, with every intervention of a director, played to the end."""

import os
import random

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event, play_some, state_data
from tests.tournaments.journal.test_stages import ACTS, check, draw, planned
from tournaments.formats.plan import PLACES, Feed, Plan, Stage
from tournaments.journal import commands, draw_changes, pairing_commands
from tournaments.journal.commands import JournalCommand
from tournaments.journal.facts import StoredRow
from tournaments.journal.replay import fold

SIZES = (4, 5, 9, 14, 21, 32) if os.environ.get("PROVE") else (5, 9)
PLANS = {
    "swiss": Plan((Stage("swiss", "swiss", options={"rounds": 4}),)),
    "accelerated": Plan((Stage("swiss", "swiss", options={"rounds": 4, "acceleration": "baku"}),)),
    "lives": Plan((Stage("lives", "lives", options={"lives": 2}),)),
    "best four": Plan(
        (
            Stage("swiss", "swiss", options={"rounds": 3}),
            Stage("main", "knockout", Feed(PLACES, "swiss", first=1, last=4)),
        )
    ),
}


def late_now(event: Event, rng: random.Random) -> JournalCommand:
    """Enter a late player, who gets an opponent or the bye."""
    number = len(event.state.entries) + 1
    event.do(commands.enter(event.state, [f"p{number}"]))
    flight = next(iter(event.state.stages))
    event.do(draw_changes.add_late(event.state, number, flight))
    return pairing_commands.pair_late(event.state, flight, [number])


def live(event: Event, rng: random.Random, acts: int) -> None:
    """Play rounds with random interventions between matches; refused ones change nothing."""
    for _ in range(acts):
        if event.playable:
            play_some(event, rng, absences=0.1)
        elif not step(event, rng):
            return
        try:
            act = rng.choice((*ACTS, late_now))(event, rng)
            before = event.state
            foretold = commands.preview(event.rows, StoredRow(len(event.rows) + 1, act.kind, act.payload))
            event.do(act)
        except Refusal:
            continue
        assert state_data(foretold.after) == state_data(event.state) or event.state is before


def step(event: Event, rng: random.Random) -> bool:
    """Pair the next round of the first stage, else draw a waiting stage; return whether there was one."""
    flight = next(iter(event.state.stages))
    try:
        event.do(pairing_commands.pair(event.state, flight))
    except Refusal as refusal:
        if refusal.code != "rounds_over":
            return False
    else:
        return True
    waiting = [stage.key for stage in event.state.plan.stages if stage.key not in event.state.stages]
    for key in waiting:
        draw(event, rng, key)
        event.do(commands.publish(key))
    return bool(waiting)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("plan", sorted(PLANS))
def test_rounds_with_interventions_end_and_replay_equally(plan: str, size: int) -> None:
    for seed in range(3):
        rng = random.Random(f"{plan}-{size}-{seed}")
        event = planned(PLANS[plan], size, rng)
        live(event, rng, 12)
        check(event)
        assert state_data(fold(event.rows)) == state_data(event.state)
        while event.playable or step(event, rng):
            while event.playable:
                play_some(event, rng)
        check(event)


def test_a_correction_of_an_earlier_round_leaves_later_boards_and_changes_the_table() -> None:
    rng = random.Random(1)
    event = planned(PLANS["swiss"], 8, rng)
    for _ in range(2):
        step(event, rng)
        while event.playable:
            play_some(event, rng)
    boards = [pairing.id for pairing in event.state.graph.pairings]
    first = event.state.results["S1-1"]
    winner = {"white": "black", "black": "white"}[first.winner]
    scores = (7, 1) if winner == "white" else (1, 7)
    payload = dict(event.rows[-1].payload) | {
        "pairing": "S1-1",
        "white": first.white,
        "black": first.black,
        "winner": winner,
        "white_score": scores[0],
        "black_score": scores[1],
        "choices": {},
    }
    event.append("corrected", payload)
    assert [pairing.id for pairing in event.state.graph.pairings] == boards
    assert event.state.results["S1-1"].winner == winner

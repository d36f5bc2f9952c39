"""Ending a stage of rounds early: its standings are final, and the event goes on."""

import random

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event, play_some, state_data
from tests.tournaments.journal.test_stages import draw, planned
from tournaments.formats.plan import PLACES, Feed, Plan, Stage
from tournaments.journal import commands, draw_changes, pairing_commands
from tournaments.journal.event_end import is_finished
from tournaments.journal.final_places import find_final_places
from tournaments.journal.pairing_commands import can_pair_round
from tournaments.journal.replay import fold
from tournaments.journal.undo import make_undo_row

# Four players meet each other three times at most, so the fourth round cannot be paired.
ALONE = Plan((Stage("swiss", "swiss", options={"rounds": 6}),))
THEN_TWO = Plan((*ALONE.stages, Stage("main", "knockout", Feed(PLACES, "swiss", first=1, last=2))))
UNTIL_ONE_IS_LEFT = Plan((Stage("lives", "lives", options={"lives": 3}),))


def refused(event: Event, act: commands.JournalCommand) -> str:
    with pytest.raises(Refusal) as excinfo:
        event.do(act)
    return excinfo.value.code


def stuck(plan: Plan = ALONE, seed: int = 1) -> Event:
    """A Swiss of four players, after every round that can be paired."""
    rng = random.Random(seed)
    event = planned(plan, 4, rng)
    for _ in range(3):
        event.do(pairing_commands.pair(event.state, "swiss"))
        while event.playable:
            play_some(event, rng)
    return event


def test_a_swiss_with_nobody_left_to_meet_refuses_its_next_round_with_the_proof() -> None:
    event = stuck()
    with pytest.raises(Refusal) as excinfo:
        pairing_commands.pair(event.state, "swiss")
    assert excinfo.value.code == "no_pairing"
    assert can_pair_round(event.state, "swiss")
    assert not event.is_finished
    assert find_final_places(event.state) == {}


def test_ending_a_stage_gives_places_and_finishes_the_event() -> None:
    event = stuck()
    event.do(commands.end("swiss"))
    assert event.is_finished
    assert not can_pair_round(event.state, "swiss")
    spans = find_final_places(event.state)
    assert sorted(spans) == [1, 2, 3, 4]
    assert min(span[0] for span in spans.values()) == 1


def test_the_next_stage_can_be_drawn_and_played() -> None:
    rng = random.Random(5)
    event = stuck(THEN_TWO)
    event.do(commands.end("swiss"))
    assert not event.is_finished
    draw(event, rng, "main")
    event.do(commands.publish("main"))
    while event.playable:
        play_some(event, rng)
    assert event.is_finished


def test_an_ended_stage_takes_no_rounds_or_entries() -> None:
    event = stuck()
    event.do(commands.end("swiss"))
    with pytest.raises(Refusal) as excinfo:
        pairing_commands.pair(event.state, "swiss")
    assert excinfo.value.code == "stage_ended"
    event.do(commands.enter(event.state, ["p5"]))
    with pytest.raises(Refusal) as late:
        draw_changes.add_late(event.state, 5, "swiss")
    assert late.value.code == "stage_ended"
    assert refused(event, commands.JournalCommand("joined", {"flight": "swiss", "entry": 5})) == "stage_ended"
    paired = event.state.stages["swiss"].rounds[-1]
    repeated_row = next(row for row in reversed(event.rows) if row.kind == "paired")
    assert repeated_row.payload["round"] == paired.round
    assert refused(event, commands.JournalCommand("paired", dict(repeated_row.payload))) == "stage_ended"


@pytest.mark.parametrize("seed", range(4))
def test_undoing_the_end_of_a_stage_restores_the_state(seed: int) -> None:
    event = stuck(seed=seed)
    before = event.state
    row = event.do(commands.end("swiss"))
    ended = event.state
    event.append("undone", dict(make_undo_row(event.rows, row.seq).payload))
    assert state_data(event.state) == state_data(before)
    assert state_data(fold(event.rows)) == state_data(before)
    event.append("undone", dict(make_undo_row(event.rows, event.rows[-1].seq).payload))
    assert state_data(event.state) == state_data(ended)


def test_a_stage_ends_once_and_only_when_every_board_is_decided() -> None:
    rng = random.Random(3)
    event = planned(ALONE, 4, rng)
    event.do(pairing_commands.pair(event.state, "swiss"))
    assert refused(event, commands.end("swiss")) == "round_open"
    while event.playable:
        play_some(event, rng)
    event.do(commands.end("swiss"))
    assert event.is_finished
    assert refused(event, commands.end("swiss")) == "stage_ended"


def test_brackets_and_unpublished_or_undrawn_stages_cannot_be_ended() -> None:
    rng = random.Random(3)
    event = planned(Plan((Stage("main", "knockout"),)), 4, rng)
    assert refused(event, commands.end("main")) == "stage_of_lines"
    assert refused(event, commands.end("swiss")) == "not_drawn"
    event = Event()
    event.do(commands.set_plan(ALONE))
    event.do(commands.enter(event.state, ["p1", "p2"]))
    draw(event, rng)
    assert refused(event, commands.end("swiss")) == "draw_not_published"


def test_a_stage_nobody_can_be_paired_in_is_ended_before_its_first_round() -> None:
    rng = random.Random(3)
    event = planned(ALONE, 2, rng)
    event.do(commands.withdraw(2))
    with pytest.raises(Refusal):
        pairing_commands.pair(event.state, "swiss")
    event.do(commands.end("swiss"))
    assert event.is_finished
    assert sorted(find_final_places(event.state)) == [1, 2]


def test_a_result_of_an_ended_stage_is_corrected_and_its_places_follow() -> None:
    event = stuck()
    event.do(commands.end("swiss"))
    name, result = next(iter(event.state.results.items()))
    other = {"white": "black", "black": "white"}[result.winner]
    scores = {"white_score": result.black_score, "black_score": result.white_score}
    payload = {"pairing": name, "white": result.white, "black": result.black, "winner": other, **scores}
    event.append("corrected", {**payload, "ending": result.ending, "choices": {}})
    assert event.is_finished
    assert is_finished(fold(event.rows), fold(event.rows).board)


def test_rounds_for_lives_end_with_several_left() -> None:
    rng = random.Random(9)
    event = planned(UNTIL_ONE_IS_LEFT, 5, rng)
    event.do(pairing_commands.pair(event.state, "lives"))
    while event.playable:
        play_some(event, rng)
    assert not event.is_finished
    event.do(commands.end("lives"))
    assert event.is_finished
    assert sorted(find_final_places(event.state)) == [1, 2, 3, 4, 5]

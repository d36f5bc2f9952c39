"""Events of several stages, with random interventions of a director, played to the end."""

import os
import random
from itertools import product

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import LENGTH, Event, payload_of, play_some, seed_of, state_data
from tests.tournaments.formats.drawn_plans import PLANS
from tournaments.formats.plan import Plan
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import commands, draw_changes
from tournaments.journal.commands import JournalCommand
from tournaments.journal.correction import allowed_choices, lenient_chooser
from tournaments.journal.facts import CHOICES, StoredRow
from tournaments.journal.replay import apply_row as folded_on
from tournaments.journal.replay import fold
from tournaments.journal.undo import make_undo_row

PROVE = os.environ.get("PROVE") == "1"
SIZES = (2, 3, 5, 8, 9, 13, 16, 17, 33) if PROVE else (3, 8, 13)
SEEDS = 2 if PROVE else 1


def planned(plan: Plan, size: int, rng: random.Random) -> Event:
    """An event of a plan, drawn and published."""
    event = Event()
    event.do(commands.set_plan(plan))
    event.do(commands.enter(event.state, [f"p{number}" for number in range(1, size + 1)]))
    draw(event, rng)
    event.do(commands.publish())
    return event


def draw(event: Event, rng: random.Random, flight: str = "") -> None:
    seed = seed_of(rng)
    event.append("committed", {"commitment": compute_commitment(seed)})
    event.do(commands.draw(event.state, seed, flight=flight))


def someone(event: Event, rng: random.Random) -> int:
    return rng.choice(sorted(event.state.entries))


def withdraw(event: Event, rng: random.Random) -> JournalCommand:
    return commands.withdraw(someone(event, rng), rng.choice(["", *event.state.stages]))


def reinstate(event: Event, rng: random.Random) -> JournalCommand:
    withdrawn = [e.number for e in event.state.entries.values() if e.is_withdrawn] or [1]
    return commands.reinstate(rng.choice(withdrawn))


def late(event: Event, rng: random.Random) -> JournalCommand:
    number = len(event.state.entries) + 1
    event.do(commands.enter(event.state, [f"p{number}"]))
    return draw_changes.add_late(event.state, number, rng.choice(list(event.state.stages)))


def again(event: Event, rng: random.Random) -> JournalCommand:
    return draw_changes.re_enter(event.state, someone(event, rng), next(iter(event.state.stages)))


def swap(event: Event, rng: random.Random) -> JournalCommand:
    flight = next(iter(event.state.stages))
    return draw_changes.swap(event.state, flight, someone(event, rng), someone(event, rng))


def alternate(event: Event, rng: random.Random) -> JournalCommand:
    number = len(event.state.entries) + 1
    event.do(commands.enter(event.state, [f"p{number}"]))
    return draw_changes.use_alternate(
        event.state, next(iter(event.state.stages)), someone(event, rng), number
    )


def substitute(event: Event, rng: random.Random) -> JournalCommand:
    return commands.substitute(someone(event, rng), f"s{rng.random()}")


def lengthen(event: Event, rng: random.Random) -> JournalCommand:
    return commands.lengthen(rng.choice(list(event.state.stages)), rng.randint(1, 4), rng.randint(1, 15))


def undo(event: Event, rng: random.Random) -> JournalCommand:
    row = make_undo_row(event.rows, rng.randint(6, max(6, len(event.rows))))
    return JournalCommand(row.kind, dict(row.payload))


def correct(event: Event, rng: random.Random) -> JournalCommand:
    """A correction of a random earlier result, with random choices for all later results."""
    name = rng.choice(sorted(event.state.results) or ["none"])
    if name == "none":
        raise Refusal("not_settled", pairing=name)
    choices = {pairing: rng.choice(CHOICES) for pairing in event.state.board}
    chosen: dict[str, str] = {}

    def choose(pairing: str, allowed: tuple[str, ...]) -> str:
        chosen[pairing] = lenient_chooser(choices)(pairing, allowed)
        return chosen[pairing]

    placed = event.board[name]
    length = event.state.length(name) or LENGTH
    payload = payload_of(placed, rng.choice(["white", "black"]), "played", rng.randrange(length), length)
    row = StoredRow(len(event.rows) + 1, "corrected", {**payload, "choices": {}})
    folded_on(event.state, row, choose)
    return JournalCommand("corrected", {**payload, "choices": chosen})


ACTS = (withdraw, reinstate, late, again, swap, alternate, substitute, lengthen, undo, correct, correct)


def live(event: Event, rng: random.Random, acts: int) -> int:
    """Issue that many commands between matches; refused ones change nothing. Return how many passed."""
    number = 0
    for _ in range(acts):
        if event.playable and rng.random() < 0.5:
            play_some(event, rng, absences=0.2)
        before, length = event.state, len(event.rows)
        try:
            act = rng.choice(ACTS)(event, rng)
            before, length = event.state, len(event.rows)
            foretold = commands.preview(event.rows, StoredRow(length + 1, act.kind, act.payload))
            event.do(act)
        except Refusal:
            assert (event.state, len(event.rows)) == (before, length) or len(event.rows) == length + 1
            continue
        assert state_data(foretold.after) == state_data(event.state)
        number += 1
    return number


def check(event: Event) -> None:
    """No player is twice in a round or their own opponent, and only players of a pairing move on."""
    by_round: dict[tuple[str, int], list[int]] = {}
    for pairing in event.state.graph.pairings:
        placed = event.state.board[pairing.id]
        assert placed.winner in {None, 0, placed.white, placed.black}
        assert placed.white is None or placed.white == 0 or placed.white != placed.black
        if 0 in placed.seats and None not in placed.seats:
            assert (placed.winner, placed.result) == (max(seat or 0 for seat in placed.seats), None)
        by_round.setdefault((pairing.flight, pairing.round), []).extend(s for s in placed.seats if s)
    reentered = any(row.payload.get("cause") == "reentry" for row in event.rows)
    assert reentered or all(len(set(sitting)) == len(sitting) for sitting in by_round.values())


@pytest.mark.second_stage
def test_events_with_random_interventions_finish_and_replay_equally(subtests: pytest.Subtests) -> None:
    for plan, size in product(sorted(PLANS), SIZES):
        with subtests.test(plan=plan, size=size):
            for seed in range(SEEDS):
                rng = random.Random(f"{plan}-{size}-{seed}")
                event = planned(PLANS[plan], size, rng)
                live(event, rng, 25)
                check(event)
                assert state_data(fold(event.rows)) == state_data(event.state)
                while event.playable:
                    play_some(event, rng, absences=0.1)
                assert [p for p in event.state.board.values() if not p.is_decided] == []
                check(event)
                assert event.is_finished


def test_choices_are_all_allowed_where_two_players_sit() -> None:
    assert (allowed_choices((1, 2)), allowed_choices((1, 0)), allowed_choices((None, 2))) == (
        CHOICES,
        ("replay",),
        ("replay",),
    )

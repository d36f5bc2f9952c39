"""Late entries into a stage that others feed: only on a line that no player can still come to."""

import random
from itertools import product

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event, play_some
from tests.tournaments.formats.drawn_plans import PLANS
from tests.tournaments.journal.test_stages import planned
from tournaments.formats.graph import CONSOLATION
from tournaments.journal import commands, draw_changes
from tournaments.journal.final_places import find_flight_places
from tournaments.journal.seat_resolution import source_stages, vacant_lines

HANGING = sorted(
    name for name, plan in PLANS.items() if any(source_stages(stage, plan) for stage in plan.stages)
)


def newcomer(event: Event) -> int:
    event.do(commands.enter(event.state, [f"p{max(event.state.entries) + 1}"]))
    return max(event.state.entries)


def refused(event: Event, entry: int, flight: str) -> str:
    with pytest.raises(Refusal) as excinfo:
        draw_changes.add_late(event.state, entry, flight)
    return excinfo.value.code


def seated_in(event: Event, stage: str) -> set[int]:
    """The entries that sit, or have sat, in the flights of a stage."""
    flights = [flight for flight, key in event.state.index.stage_of.items() if key == stage]
    names = [name for flight in flights for name in event.state.index.by_flight.get(flight, ())]
    return {seat for name in names for seat in event.board[name].seats if seat}


def first_losers(size: int, seed: int = 1) -> Event:
    return planned(PLANS["first losers"], size, random.Random(seed))


def test_no_line_is_free_while_players_may_come_to_each() -> None:
    event = first_losers(8)
    assert vacant_lines(event.state, event.state.stages[CONSOLATION]) == ()
    assert refused(event, newcomer(event), CONSOLATION) == "no_line_free"


def test_a_late_entry_takes_the_line_of_a_double_no_show() -> None:
    event = first_losers(8)
    first, second = event.playable[:2]
    event.settle(first.id, "", "double_walkover")
    event.settle(second.id)
    assert vacant_lines(event.state, event.state.stages[CONSOLATION]) == (1,)
    late = newcomer(event)
    event.do(draw_changes.add_late(event.state, late, CONSOLATION))
    placed = event.board["C1-1"]
    assert set(placed.seats) == {late, event.board[second.id].loser}
    assert placed.is_seated


def test_a_late_entry_takes_no_line_of_a_coming_loser() -> None:
    event = first_losers(8)
    event.settle(event.playable[0].id, "", "double_walkover")
    first, second = newcomer(event), newcomer(event)
    event.do(draw_changes.add_late(event.state, first, CONSOLATION))
    assert refused(event, second, CONSOLATION) == "no_line_free"
    rng = random.Random(3)
    while event.playable:
        play_some(event, rng)
    assert event.is_finished
    losers = {event.board[f"M1-{at}"].loser for at in (2, 3, 4)}
    assert seated_in(event, CONSOLATION) >= {first, *losers}


def test_a_match_that_has_begun_goes_on() -> None:
    event = first_losers(8)
    for placed in event.playable[:1]:
        event.settle(placed.id, "", "double_walkover")
    for placed in event.playable[:3]:
        event.settle(placed.id)
    late = newcomer(event)
    waits = next(p for p in event.board.values() if p.id == "C2-1")
    assert not waits.is_decided
    final = frozenset(filter(None, waits.seats))
    if len(final) == 2:
        with pytest.raises(Refusal):
            draw_changes.add_late(event.state, late, CONSOLATION, [final])
    act = draw_changes.add_late(event.state, late, CONSOLATION)
    assert act.kind == "relined"


def test_players_still_in_or_seated_before_are_no_late_entries() -> None:
    event = first_losers(8)
    event.settle("M1-1", "", "double_walkover")
    event.settle("M1-2")
    winner, loser = event.board["M1-2"].winner or 0, event.board["M1-2"].loser
    assert refused(event, winner, CONSOLATION) == "entry_plays"
    assert refused(event, loser, CONSOLATION) == "already_joined"


def test_a_late_entry_leaves_the_other_lines_to_their_sources() -> None:
    """A re-entry must not take a line that is empty only until another stage fills it."""
    event = first_losers(8)
    event.settle("M1-3", "", "double_walkover")
    late = newcomer(event)
    event.do(draw_changes.add_late(event.state, late, CONSOLATION))
    for name in ("M1-1", "M1-2", "M1-4"):
        event.settle(name)
    with pytest.raises(Refusal) as excinfo:
        draw_changes.move_seed(event.state, CONSOLATION, late, 1)
    assert excinfo.value.code == "stage_hangs"
    event.settle("C1-2", "white" if event.board["C1-2"].black == late else "black")
    assert event.board["C1-2"].loser == late
    with pytest.raises(Refusal) as excinfo:
        draw_changes.re_enter(event.state, late, CONSOLATION)
    assert excinfo.value.code == "no_line_free"


@pytest.mark.second_stage
def test_a_late_entry_never_loses_players_or_results(subtests: pytest.Subtests) -> None:
    for plan, seed in product(HANGING, range(30)):
        with subtests.test(plan=plan, seed=seed):
            rng = random.Random(f"{plan} {seed}")
            event = planned(PLANS[plan], rng.choice((5, 6, 7, 9, 11)), rng)
            hanging = [
                stage.key for stage in event.state.plan.stages if source_stages(stage, event.state.plan)
            ]
            while event.playable:
                play_some(event, rng, absences=0.35)
                flight = rng.choice(hanging)
                late, seated_before = newcomer(event), seated_in(event, flight)
                before = dict(event.state.results)
                if not vacant_lines(event.state, event.state.stages[flight]):
                    assert refused(event, late, flight) == "no_line_free"
                    continue
                try:
                    event.do(draw_changes.add_late(event.state, late, flight))
                except Refusal:
                    continue
                assert late in seated_in(event, flight)
                assert seated_before <= seated_in(event, flight)
                assert sorted(event.state.results.values(), key=str) == sorted(before.values(), key=str)
            placed = {
                entry
                for flight in event.state.index.by_flight
                for entry in find_flight_places(event.state, flight)
            }
            for flight in hanging:
                members = set(event.state.stages[flight].members)
                assert members <= seated_in(event, flight)
                assert members <= placed

"""The count of rounds not yet paired and of brackets not yet drawn."""

import random

import pytest

from tests.tournaments.event_simulation import Event
from tests.tournaments.journal.test_stages import planned
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.plan import PLACES, Feed, Plan, Stage
from tournaments.formats.registry import make_plan
from tournaments.journal import pairing_commands
from tournaments.journal.upcoming_rounds import Layer, upcoming_layers

SWISS = Stage("swiss", "swiss", options={"rounds": 3}, lengths=(5, 7))
BEST = Stage("main", "knockout", Feed(PLACES, "swiss", first=1, last=6), lengths=(9, 11))


def at_start(plan: Plan, entrants: int) -> Event:
    return planned(plan, entrants, random.Random(1))


def boards(event: Event) -> list[tuple[str, int, int]]:
    return [(layer.flight, layer.round, layer.boards) for layer in upcoming_layers(event.state)]


def test_swiss_rounds_and_the_knockout_behind_them_wait_in_order() -> None:
    event = at_start(Plan((SWISS, BEST)), 9)

    assert upcoming_layers(event.state) == (
        Layer("swiss", 1, 4, 5, ("swiss",)),
        Layer("swiss", 2, 4, 7, ("swiss",)),
        Layer("swiss", 3, 4, 7, ("swiss",)),
        Layer("main", 1, 2, 9, ("swiss",)),
        Layer("main", 2, 2, 11, ("swiss",)),
        Layer("main", 3, 1, 11, ("swiss",)),
    )


def test_a_paired_round_is_not_upcoming() -> None:
    event = at_start(Plan((SWISS,)), 9)
    event.do(pairing_commands.pair(event.state, "swiss"))

    assert boards(event) == [("swiss", 2, 4), ("swiss", 3, 4)]


def test_no_rounds_are_upcoming_when_all_are_paired() -> None:
    assert boards(at_start(make_plan("knockout_consolation", FormatOptions()), 13)) == []


def test_a_last_chance_is_counted_by_those_who_can_lose_into_it() -> None:
    event = at_start(make_plan("progressive", FormatOptions()), 8)

    first_two = [
        pairing
        for pairing in event.state.graph.pairings
        if pairing.flight == "consolation" and pairing.round <= 2
    ]
    layers = [layer for layer in upcoming_layers(event.state) if layer.flight == "last_chance"]
    assert sum(layer.boards for layer in layers) == len(first_two) - 1
    assert {(layer.after, layer.until) for layer in layers} == {(("consolation",), 2)}


def test_a_last_chance_behind_rounds_of_byes_waits_for_the_rounds_that_are_played() -> None:
    event = at_start(make_plan("progressive", FormatOptions()), 33)

    layers = [layer for layer in upcoming_layers(event.state) if layer.flight == "last_chance"]
    assert {(layer.after, layer.until) for layer in layers} == {(("consolation",), 3)}
    assert sum(layer.boards for layer in layers) == 9 - 1


@pytest.mark.parametrize(("entrants", "lives"), [(2, 2), (7, 2), (16, 3), (33, 3)])
def test_rounds_for_lives_end_with_one_board(entrants: int, lives: int) -> None:
    event = at_start(Plan((Stage("lives", "lives", options={"lives": lives}),)), entrants)

    layers = upcoming_layers(event.state)
    assert layers[-1].boards == 1
    # All players but the winner lose all their lives, the winner at most all but one.
    count = sum(layer.boards for layer in layers)
    assert lives * (entrants - 1) <= count <= lives * entrants - 1

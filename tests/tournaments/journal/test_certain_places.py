"""A place that is shown while matches are to come is the place at the end, however the others go."""

import os
import random
from collections.abc import Callable
from itertools import product

import pytest

from tests.tournaments.event_simulation import Event, payload_of
from tests.tournaments.journal.test_final_places import LEAST, PLANS, check, planned, rounds_to_the_end
from tournaments.formats.plan import Feed, Plan, Stage
from tournaments.journal import commands
from tournaments.journal.final_places import find_final_places, find_flight_places
from tournaments.journal.state import EventState, Placement

PROVE = os.environ.get("PROVE") == "1"
# The share of states that the independent checker compares.
CHECKED = 0.5
Places = dict[int, tuple[int, int]]
DOUBLE = ("double", "double advantage", "double none", "double reset")
BRACKETS = (*DOUBLE, "all places", "knockout", "third place", "backdraw drawn later")


def _settle_at_random(event: Event, placed: Placement, rng: random.Random, absences: float) -> None:
    """Settle a pairing: with a winner, who has played or whose opponent has not come."""
    ending = rng.choice(["walkover", "forfeit"]) if rng.random() < absences else "played"
    event.append("settled", payload_of(placed, rng.choice(["white", "black"]), ending))


def _withdraw_at_random(event: Event, rng: random.Random) -> bool:
    """Withdraw an entry that is still in."""
    entries = [entrant.number for entrant in event.state.entries.values() if not entrant.is_withdrawn]
    if len(entries) < 2:
        return False
    event.do(commands.withdraw(rng.choice(entries)))
    return True


def _play_on(
    event: Event,
    rng: random.Random,
    absences: float,
    shown: dict[int, Places],
    find_places: Callable[[EventState], Places] = find_final_places,
) -> None:
    """Play an event to its end; `shown` gets the places after each row."""
    for _turn in range(200):
        while event.playable:
            if rng.random() >= absences / 4 or not _withdraw_at_random(event, rng):
                _settle_at_random(event, rng.choice(event.playable), rng, absences)
            shown[len(event.rows)] = find_places(event.state)
            if rng.random() < CHECKED:
                assert check(event) == [], len(event.rows)
        if not rounds_to_the_end._goes_on(event, rng):
            return


def _find_changes(shown: dict[int, Places]) -> list[str]:
    """Describe each place that was shown and is another one at the end."""
    end = shown[max(shown)]
    return [
        f"after row {row} {entry} had {span}, and has {end.get(entry)}"
        for row, places in shown.items()
        for entry, span in places.items()
        if end.get(entry) != span
    ]


@pytest.mark.parametrize("absences", [0.0, 0.4, 0.8])
@pytest.mark.parametrize("name", [*BRACKETS, "groups"])
def test_a_place_that_was_shown_is_the_place_at_the_end(name: str, absences: float) -> None:
    for size, seed in product(range(LEAST.get(name, 3), 18 if PROVE else 10), range(60 if PROVE else 2)):
        rng = random.Random(f"{name}-{size}-{seed}-{absences}")
        event = planned(PLANS[name], size, rng)
        shown: dict[int, Places] = {}
        _play_on(event, rng, absences, shown)
        assert _find_changes(shown) == [], (name, size, seed)
        taken = sorted(place for span in shown[max(shown)].values() for place in span)
        assert (taken[0], taken[-1]) == (1, size), (name, size, seed)
        assert check(event) == [], (name, size, seed)


@pytest.mark.parametrize("absences", [0.0, 0.4])
@pytest.mark.parametrize("name", ["first losers", "progressive", "progressive to 2", "last chance"])
def test_a_place_of_a_consolation_that_was_shown_is_the_place_at_the_end(name: str, absences: float) -> None:
    for size, seed in product(range(4, 18 if PROVE else 10), range(60 if PROVE else 2)):
        rng = random.Random(f"{name}-{size}-{seed}-{absences}")
        event = planned(PLANS[name], size, rng)
        shown: dict[int, Places] = {}
        _play_on(event, rng, absences, shown, lambda state: find_flight_places(state, "consolation"))
        assert _find_changes(shown) == [], (name, size, seed)


def test_places_of_a_mini_bracket_are_open_while_absences_can_move_them() -> None:
    """Two who do not come to their match of round 1 leave an empty line: one of the five others is fourth."""
    rolling = {"size": 8, "hours": [[1440, 5]], "again": False}
    event = planned(Plan((Stage("mini_1", "knockout", options={"rolling": rolling}),)), 8, random.Random(1))
    event.settle("KA1-1", winner="", ending="double_walkover")

    assert set(find_final_places(event.state).values()) == {(4, 8)}


def test_the_loser_beside_a_bye_of_the_backdraw_is_fifth_at_once() -> None:
    """Two neighbours did not come to round 1: nobody plays the first match of the backdraw between them."""
    event = planned(PLANS["double"], 8, random.Random("two absent"))
    event.settle("M1-1", ending="walkover")
    event.settle("M1-2", ending="walkover")
    for name in ("M1-3", "M1-4", "M2-1", "M2-2", "B1-2"):
        event.settle(name)
    loser = event.board["B2-2"]
    event.settle("B2-2")
    assert find_final_places(event.state)[loser.black or 0] == (5, 5)


def test_a_knockout_of_three_from_a_table_has_one_third_place() -> None:
    plan = Plan(
        (
            Stage("league", "round_robin"),
            Stage("main", "knockout", Feed("places", "league", first=1, last=4)),
        )
    )
    rng = random.Random("three")
    event = planned(plan, 3, rng)
    shown: dict[int, Places] = {}
    _play_on(event, rng, 0.0, shown)
    assert _find_changes(shown) == []
    assert sorted(shown[max(shown)].values()) == [(1, 1), (2, 2), (3, 3)]

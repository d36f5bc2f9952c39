"""The length or deadline of a round that cannot exist is a finding of the checker."""

from typing import Any

import pytest

from tests.tournaments.checker.edited_exports import Event, append, promises
from tournaments.formats.plan import PLACES, Feed, Plan, Stage

KNOCKOUT = Stage("main", "knockout")
SWISS = Stage("swiss", "swiss", options={"rounds": 4})
# Three rounds leave one of eight undefeated.
OPEN_SWISS = Stage("swiss", "swiss")
LIVES = Stage("lives", "lives", options={"lives": 2})
GROUPS = Stage("group", "groups", options={"size": 4})
UNDRAWN = Stage("swiss", "swiss", Feed(PLACES, "main", first=1, last=4), options={"rounds": 2})


def lengthened(flight: str, number: int) -> tuple[str, dict[str, Any]]:
    return "lengthened", {"flight": flight, "round": number, "length": 9}


def dated(flight: str, number: int) -> tuple[str, dict[str, Any]]:
    return "dated", {"flight": flight, "until": {str(number): "2026-12-01"}}


@pytest.mark.parametrize("make_row", [lengthened, dated])
@pytest.mark.parametrize(
    ("stages", "flight", "number", "exists"),
    [
        ((KNOCKOUT,), "main", 3, True),
        ((KNOCKOUT,), "main", 4, False),
        ((KNOCKOUT,), "main", 0, False),
        ((KNOCKOUT,), "other", 1, False),
        ((SWISS,), "swiss", 4, True),
        ((SWISS,), "swiss", 5, False),
        ((OPEN_SWISS,), "swiss", 3, True),
        ((OPEN_SWISS,), "swiss", 4, False),
        # How many rounds are played until one is left, results decide.
        ((LIVES,), "lives", 9, True),
        ((GROUPS,), "group", 3, True),
        ((GROUPS,), "group_2", 3, True),
        ((GROUPS,), "group", 4, False),
        ((GROUPS,), "group_2", 4, False),
        ((GROUPS,), "group_3", 1, False),
        # The number of its players is not known before the draw.
        ((KNOCKOUT, UNDRAWN), "swiss", 9, True),
        ((KNOCKOUT, UNDRAWN), "swiss_1", 1, False),
    ],
)
def test_the_length_and_the_deadline_of_a_round_that_cannot_exist_are_findings(
    make_row: Any, stages: tuple[Stage, ...], flight: str, number: int, exists: bool
) -> None:
    file = Event(Plan(stages), 8).file()
    append(file, *make_row(flight, number))

    assert promises(file) == (set() if exists else {("I14", "round_unknown")})


@pytest.mark.parametrize(("number", "exists"), [(1, True), (2, False)])
def test_a_stage_that_was_ended_has_no_further_round(number: int, exists: bool) -> None:
    event = Event(Plan((SWISS,)), 8)
    event.pair("swiss")
    event.play(1)
    event.append_row("ended", {"flight": "swiss"})
    file = event.file()
    append(file, *dated("swiss", number))

    assert promises(file) == (set() if exists else {("I14", "round_unknown")})


@pytest.mark.parametrize(("rounds", "has_places"), [(2, True), (0, False)])
def test_rounds_for_lives_are_over_after_their_planned_rounds(rounds: int, has_places: bool) -> None:
    """After two rounds of eight players with three lives everybody is still in."""
    event = Event(Plan((Stage("lives", "lives", options={"lives": 3, "rounds": rounds}),)), 8)
    for _ in range(2):
        event.pair("lives")
        event.play()
    file = event.file()

    assert (bool(file["projection"]["places"]), promises(file)) == (has_places, set())

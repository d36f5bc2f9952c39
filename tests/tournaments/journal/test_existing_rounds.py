"""A match length or a deadline is set for rounds that exist, or can still come."""

import random

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event, play_some
from tests.tournaments.journal.test_stages import planned
from tournaments.formats.plan import PLACES, Feed, Plan, Stage
from tournaments.journal import commands, pairing_commands
from tournaments.journal.commands import JournalCommand

KNOCKOUT = Stage("main", "knockout")
SWISS = Stage("swiss", "swiss", options={"rounds": 4})
LIVES = Stage("lives", "lives", options={"lives": 2})
GROUPS = Stage("group", "groups", options={"size": 4})
THEN_TWO = Stage("main", "knockout", Feed(PLACES, "swiss", first=1, last=2))


def outcome(event: Event, command: JournalCommand) -> str:
    """Return "" if a command is accepted, else the code of its refusal."""
    try:
        event.do(command)
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize(
    ("stages", "flight", "number", "code"),
    [
        ((KNOCKOUT,), "main", 3, ""),
        ((KNOCKOUT,), "main", 4, "round_unknown"),
        ((SWISS,), "swiss", 4, ""),
        ((SWISS,), "swiss", 5, "round_unknown"),
        # How many rounds are played until one is left, results decide.
        ((LIVES,), "lives", 9, ""),
        ((GROUPS,), "group", 3, ""),
        ((GROUPS,), "group_2", 3, ""),
        ((GROUPS,), "group", 4, "round_unknown"),
        ((GROUPS,), "group_2", 4, "round_unknown"),
        # The number of its players is not known before the draw.
        ((SWISS, THEN_TWO), "main", 2, ""),
        ((SWISS,), "main", 1, "flight_unknown"),
    ],
)
def test_a_round_that_cannot_exist_has_no_length_and_no_deadline(
    stages: tuple[Stage, ...], flight: str, number: int, code: str
) -> None:
    event = planned(Plan(stages), 8, random.Random(1))
    until = {"flight": flight, "until": {str(number): "2026-12-01"}}

    lengthened = outcome(event, commands.lengthen(flight, number, 9))
    dated = outcome(event, JournalCommand("dated", until))

    assert (lengthened, dated) == (code, code)


def test_a_stage_that_was_ended_has_no_further_round() -> None:
    rng = random.Random(1)
    event = planned(Plan((SWISS,)), 8, rng)
    event.do(pairing_commands.pair(event.state, "swiss"))
    while event.playable:
        play_some(event, rng)
    event.do(commands.end("swiss"))

    assert outcome(event, commands.lengthen("swiss", 2, 9)) == "round_unknown"

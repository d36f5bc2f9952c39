"""A later stage that too few players reach does not keep an event from ending."""

import random

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event, play_some
from tests.tournaments.journal.test_stages import draw, planned
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.graph import LIVES, PLAYOFF
from tournaments.formats.plan import LIVES as HAVING_LIVES
from tournaments.formats.plan import Feed, Plan, Stage
from tournaments.formats.registry import make_plan
from tournaments.journal import commands, pairing_commands
from tournaments.journal.eligibility import eligible_entries
from tournaments.journal.event_end import is_finished
from tournaments.journal.state import board


def played_out(scheme: str, entrants: int) -> Event:
    rng = random.Random(entrants)
    event = planned(make_plan(scheme, FormatOptions()), entrants, rng)
    while event.playable:
        play_some(event, rng)
    return event


@pytest.mark.parametrize("entrants", [2, 3])
def test_a_last_chance_of_fewer_than_two_does_not_delay_the_end(entrants: int) -> None:
    event = played_out("progressive", entrants)

    assert is_finished(event.state, board(event.state))


def test_a_last_chance_of_two_delays_the_end() -> None:
    event = played_out("progressive", 8)

    assert not is_finished(event.state, board(event.state))
    draw(event, random.Random(1), "last_chance")
    event.do(commands.publish("last_chance"))
    while event.playable:
        play_some(event, random.Random(2))
    assert is_finished(event.state, board(event.state))


def test_a_stage_that_players_can_still_reach_delays_the_end() -> None:
    event = planned(make_plan("progressive", FormatOptions()), 3, random.Random(1))

    assert not is_finished(event.state, board(event.state))


def test_rounds_of_byes_do_not_count_as_feeding_rounds() -> None:
    # One entrant over 32: the consolation begins with byes but for one match in its second round.
    event = played_out("progressive", 33)

    losers_by_round = {
        number: sum(bool(placed.loser) for placed in event.board.values() if at(event, placed.id) == number)
        for number in (("consolation", 1), ("consolation", 2), ("consolation", 3))
    }
    assert losers_by_round == {("consolation", 1): 0, ("consolation", 2): 1, ("consolation", 3): 8}
    draw(event, random.Random(1), "last_chance")
    assert len(event.state.stages["last_chance"].members) == 9


def at(event: Event, pairing: str) -> tuple[str, int]:
    placed = event.state.graph.by_id[pairing]
    return placed.flight, placed.round


def test_a_play_off_of_three_with_an_absentee_does_not_delay_the_end() -> None:
    event = before_the_play_off()
    three = eligible_entries(event.state, event.state.plan["playoff"])
    assert (len(three), is_finished(event.state, board(event.state))) == (3, False)

    event.append(*commands.mark_presence([three[0]], "away"))
    assert is_finished(event.state, board(event.state))
    event.append(*commands.mark_presence([three[0]], "here"))
    assert not is_finished(event.state, board(event.state))


def before_the_play_off() -> Event:
    """Rounds for lives with three paid places, played until three of one record are left."""
    play_off = Stage(PLAYOFF, "contingent", Feed(HAVING_LIVES, LIVES))
    plan = Plan((Stage(LIVES, "lives", options={"lives": 2, "places": 3}), play_off))
    for seed in range(40):
        rng = random.Random(seed)
        event = planned(plan, 7, rng)
        try:
            while True:
                event.append(*pairing_commands.pair(event.state, "lives"))
                while event.playable:
                    play_some(event, rng)
        except Refusal as refusal:
            if refusal.code == "play_off_of_three":
                return event
    raise AssertionError("no play-off of three")

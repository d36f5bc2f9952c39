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
from tournaments.journal.pairing_requests import make_pairing_request
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


def test_who_sits_out_in_the_play_off_of_three_has_the_fewest_byes() -> None:
    sitting_out = []
    for seed in range(8):
        event = before_the_play_off(40 * seed)
        cards = make_pairing_request(event.state, event.state.stages[LIVES], number=9).cards
        byes = {card.entry: len(card.byes) for card in cards}
        draw(event, random.Random(seed), PLAYOFF)
        lines = event.state.stages[PLAYOFF].lines
        fewest = min(byes[entry] for entry in lines)
        assert byes[lines[0]] == fewest
        assert set(event.state.stages[PLAYOFF].seeds) == {entry for entry in lines if byes[entry] == fewest}
        sitting_out.append(len({byes[entry] for entry in lines}) > 1)
    assert any(sitting_out)


def before_the_play_off(first_seed: int = 0) -> Event:
    """Rounds for lives with three paid places, played until three of one record are left."""
    play_off = Stage(PLAYOFF, "contingent", Feed(HAVING_LIVES, LIVES))
    plan = Plan((Stage(LIVES, "lives", options={"lives": 2, "places": 3}), play_off))
    for seed in range(first_seed, first_seed + 40):
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

"""A round needs at least one board; a journal that has one of byes only, from a file, goes on."""

import random

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event
from tests.tournaments.journal.test_stages import planned
from tournaments.formats.plan import Plan, Stage
from tournaments.journal import pairing_commands
from tournaments.journal.standings import table_rows

ROUND_PLANS = {
    "swiss": Plan((Stage("swiss", "swiss", options={"rounds": 3}),)),
    "monrad": Plan((Stage("swiss", "swiss", options={"rounds": 3, "method": "monrad"}),)),
    "score_swiss": Plan((Stage("swiss", "score_swiss", options={"rounds": 3}),)),
    "lives": Plan((Stage("lives", "lives", options={"lives": 3}),)),
}


def an_event(plan: str, entrants: int) -> tuple[Event, str]:
    event = planned(ROUND_PLANS[plan], entrants, random.Random(entrants))
    return event, next(iter(event.state.stages))


@pytest.mark.parametrize("plan", sorted(ROUND_PLANS))
@pytest.mark.parametrize(
    ("entrants", "away", "asking", "fixed"),
    [
        (2, (), (1,), ()),
        (2, (), (1, 2), ()),
        (2, (1, 2), (), ()),
        (4, (1, 2), (3,), ()),
        (3, (1, 2), (), ()),
        (3, (1,), (), ((2, 0),)),
        (4, (), (), ((1, 0), (2, 0), (3, 0))),
    ],
)
def test_a_round_of_byes_only_is_refused(
    plan: str,
    entrants: int,
    away: tuple[int, ...],
    asking: tuple[int, ...],
    fixed: tuple[tuple[int, int], ...],
) -> None:
    event, flight = an_event(plan, entrants)
    expected = entrants - len(away) - len(asking) - len(fixed)

    with pytest.raises(Refusal) as excinfo:
        pairing_commands.pair(event.state, flight, away=away, asking=asking, fixed=fixed)

    assert (excinfo.value.code, excinfo.value.facts) == (
        "nobody_to_pair",
        {"flight": flight, "present": expected},
    )


@pytest.mark.parametrize("plan", sorted(ROUND_PLANS))
def test_a_manual_board_is_a_round(plan: str) -> None:
    event, flight = an_event(plan, 3)

    command = pairing_commands.pair(event.state, flight, away=(3,), fixed=((2, 1),))

    assert [(board["white"], board["black"]) for board in command.payload["boards"]] == [(2, 1)]


@pytest.mark.parametrize("plan", sorted(ROUND_PLANS))
def test_an_event_goes_on_after_a_round_of_byes_in_its_file(plan: str) -> None:
    event, flight = an_event(plan, 4)
    payload = pairing_commands.pair(event.state, flight).payload
    byes = [{"entry": number, "kind": "full", "reasons": []} for number in range(1, 5)]
    event.append("paired", {**payload, "boards": [], "byes": byes})

    event.do(pairing_commands.pair(event.state, flight))

    assert len(event.playable) == 2
    assert [row.entry for row in table_rows(event.state, flight, event.board)] != []

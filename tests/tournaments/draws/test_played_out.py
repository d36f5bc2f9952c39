"""Every static format, played out with chance results from 2 entrants on: everybody placed, nobody stuck."""

import os
from collections import Counter

import pytest

from tests.tournaments.draws.events import PLANS, draw
from tests.tournaments.draws.playing import Played, play, spans
from tournaments.draws.field import Origin, Pairing

SIZES = range(2, 130) if os.environ.get("PROVE") else (*range(2, 20), 31, 32, 33, 63, 65, 127, 129)
BRACKETS = sorted(set(PLANS) - {"round robin", "double round robin", "groups"})


def cases(names: list[str]) -> list[object]:
    return [
        pytest.param(name, entrants, id=f"{name}-{entrants}")
        for name in names
        for entrants in SIZES
        if entrants <= (40 if "robin" in name and not os.environ.get("PROVE") else 512)
    ]


def one_target_each(pairings: tuple[Pairing, ...]) -> None:
    used = Counter(
        (source.origin, source.pairing)
        for pairing in pairings
        for source in pairing.sources
        if source.origin in {Origin.WINNER, Origin.LOSER, Origin.FIRST_LOSS}
    )
    assert set(used.values()) <= {1}
    lost = [name for (origin, name) in used if origin in {Origin.LOSER, Origin.FIRST_LOSS}]
    assert len(lost) == len(set(lost))


def everybody_placed_once(played: Played) -> None:
    """Inside every flight the players' places are 1, 2, 3, ... once each."""
    for flight in {pairing.flight for pairing in played.pairings}:
        found = spans(played.places(flight))
        assert found == list(range(found[0] if found else 1, len(found) + (found[0] if found else 1)))


@pytest.mark.parametrize(("name", "entrants"), cases(sorted(PLANS)))
def test_it_is_played_to_the_end(name: str, entrants: int) -> None:
    pairings = draw(PLANS[name], entrants)
    one_target_each(pairings)
    for seed in range(2):
        played = play(pairings, seed)
        assert {entry for seats in played.seats.values() for entry in seats if entry} == set(
            range(1, entrants + 1)
        )
        assert all(seats[0] != seats[1] or seats == (0, 0) for seats in played.seats.values())


@pytest.mark.parametrize(("name", "entrants"), cases([name for name in BRACKETS if name != "first losers"]))
def test_everybody_comes_in_somewhere_and_no_place_is_taken_twice(name: str, entrants: int) -> None:
    everybody_placed_once(play(draw(PLANS[name], entrants), entrants))

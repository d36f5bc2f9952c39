"""Every static format played to the end with random results: everybody is placed, no seat stays open."""

from random import Random

import pytest

from tests.tournaments.formats.drawn_plans import PLANS, draw, entries
from tests.tournaments.formats.playouts import faults, gaps, play
from tournaments.formats.drop_table import make_feed_in_lines
from tournaments.formats.feed_in import feed_in
from tournaments.formats.feeds import first_losses, pooled_losers
from tournaments.formats.graph import MAIN
from tournaments.formats.knockout import make_bracket

SIZES = (*range(2, 20), 31, 32, 33, 63, 65, 127, 129)
TABLES = {"round robin", "double round robin"}
SHARED = TABLES | {"groups", "first losers"}
LARGEST_TABLE = 33


def sizes(name: str) -> list[int]:
    return [entrants for entrants in SIZES if name not in TABLES or entrants <= LARGEST_TABLE]


@pytest.mark.parametrize("name", sorted(PLANS))
def test_every_format_is_played_to_the_end_with_one_target_per_player(name: str) -> None:
    for entrants in sizes(name):
        assert faults(play(draw(PLANS[name], entrants), entrants), entrants) == []


@pytest.mark.parametrize("name", sorted(set(PLANS) - SHARED))
def test_every_player_has_a_place_and_no_place_is_taken_twice(name: str) -> None:
    for entrants in sizes(name):
        assert gaps(play(draw(PLANS[name], entrants), entrants)) == {}


@pytest.mark.parametrize("byes", range(7))
def test_no_player_is_stuck_behind_a_bye(byes: int) -> None:
    for seed in range(20):
        lines = [*range(1, 9 - byes), *[0] * byes]
        Random(seed).shuffle(lines)
        main = make_bracket(MAIN, entries(lines), placed=0)
        feeds = {
            "consolation": feed_in("consolation", make_feed_in_lines(main, MAIN)),
            "backdraw": make_bracket("backdraw", first_losses(main, MAIN)),
            "last_chance": make_bracket("last_chance", pooled_losers(main, MAIN, 2)),
        }
        for fed in feeds.values():
            played = play((*main, *fed), seed)
            assert set(played.winner) == {pairing.id for pairing in (*main, *fed)}
            assert all(winner or not any(played.seats[name]) for name, winner in played.winner.items())


@pytest.mark.parametrize("name", sorted(set(PLANS) - TABLES - {"groups"}))
def test_double_no_shows_do_not_block_other_matches(name: str) -> None:
    for seed in range(5):
        rng = Random(seed)
        pairings = draw(PLANS[name], 21)
        played = play(pairings, seed, absent=lambda rng=rng: rng.random() < 0.2)
        assert set(played.winner) == {pairing.id for pairing in pairings}
        assert all(played.winner[name] in {*seats} for name, seats in played.seats.items() if not all(seats))

"""The play-off of three: its places, and the chances of equal players over all possible results."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules.errors import Refusal
from tests.tournaments.formats.playouts import play
from tournaments.formats import FORMATS, play_off_of_three
from tournaments.formats.graph import entry_source
from tournaments.formats.plan import DrawEntry, Stage

STAGE = Stage("playoff", "contingent")
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def chances() -> dict[str, list[Fraction]]:
    """For A, B and C, the chances of the three places if every match is even."""
    places: Counter[tuple[str, int]] = Counter()
    for first, second in product((True, False), repeat=2):
        opening = ("B", "C") if first else ("C", "B")
        for place, name in enumerate(
            play_off_of_three.order_places("A", opening, "A" if second else opening[0])
        ):
            places[name, place] += 1
    return {name: [Fraction(places[name, place], 4) for place in range(3)] for name in "ABC"}


def test_chances_of_equal_players() -> None:
    assert chances() == {
        "A": [HALF, 0, HALF],
        "B": [QUARTER, HALF, QUARTER],
        "C": [QUARTER, HALF, QUARTER],
    }


def test_places_when_the_bye_holder_wins() -> None:
    assert play_off_of_three.order_places(1, (2, 3), 1) == (1, 2, 3)


def test_places_when_the_bye_holder_loses() -> None:
    assert play_off_of_three.order_places(1, (2, 3), 2) == (2, 3, 1)


def test_the_bye_is_drawn_among_those_with_the_fewest() -> None:
    people = [DrawEntry(entry) for entry in (4, 7, 9)]
    counts = Counter(
        FORMATS["contingent"].draw(STAGE, people, (4, 9), f"{seed:032x}").lines[0] for seed in range(200)
    )
    assert set(counts) == {4, 9}
    assert min(counts.values()) > 60


def test_it_takes_two_matches() -> None:
    sources = [entry_source(entry) for entry in (1, 2, 3)]
    pairings = FORMATS["contingent"].pairings(STAGE, sources)
    assert [pairing.id for pairing in pairings] == ["P1-1", "P2-1"]
    assert play(pairings, 1).seats["P2-1"][0] == 1


@pytest.mark.parametrize("entrants", [2, 4])
def test_others_than_three_are_refused(entrants: int) -> None:
    with pytest.raises(Refusal) as refusal:
        play_off_of_three.draw_three([DrawEntry(entry) for entry in range(1, entrants + 1)], (), "0" * 32)
    with pytest.raises(Refusal) as second:
        play_off_of_three.make_pairings("playoff", [entry_source(1)] * entrants)
    assert (refusal.value.code, second.value.code) == ("play_off_of_three", "play_off_of_three")

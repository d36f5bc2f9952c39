"""A pot is split to the coin; equal places are paid equally, in any order of entries."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.finances.prizes.paid_places import FinalPlace, rank_among, with_open_places
from tournaments.finances.prizes.sharing import EQUAL, HORT, PLACE, SHARING, Split, split_pot

ALONE = [FinalPlace(entry, entry, entry) for entry in range(1, 9)]
SEMI = [FinalPlace(1, 1, 1), FinalPlace(2, 2, 2), FinalPlace(3, 3, 4), FinalPlace(4, 3, 4)]


def paid(split: Split) -> dict[int, int]:
    return {share.entry: share.amount for share in split.shares}


def test_a_pot_is_split_by_the_parts_of_its_table():
    split = split_pot(12_000, {"main": (4, 2, 1, 1)}, {"main": SEMI})
    assert (paid(split), split.rest) == ({1: 6000, 2: 3000, 3: 1500, 4: 1500}, 0)


def test_a_share_has_the_figures_of_its_calculation():
    share = split_pot(12_001, {"main": (5, 3, 2, 1)}, {"main": SEMI}).shares[2]
    figures = (share.flight, share.first, share.last, share.parts, share.tied, share.whole, share.exact)
    assert figures == ("main", 3, 4, 3, 2, 11, Fraction(12_001 * 3, 22))


def test_shared_places_take_the_mean_of_their_prizes():
    tied = [FinalPlace(1, 1, 2), FinalPlace(2, 1, 2), FinalPlace(3, 3, 3)]
    assert paid(split_pot(100_00, {"main": (50, 30, 20)}, {"main": tied})) == {1: 40_00, 2: 40_00, 3: 20_00}


def test_equal_sharing_ignores_tie_breaks():
    level = [FinalPlace(1, 1, 1, 5), FinalPlace(2, 2, 2, 4), FinalPlace(3, 3, 3, 4), FinalPlace(4, 4, 4, 4)]
    table = {"main": (50, 30, 20)}
    assert paid(split_pot(90_00, table, {"main": level}, sharing=EQUAL)) == {
        1: 45_00,
        2: 15_00,
        3: 15_00,
        4: 15_00,
    }
    assert paid(split_pot(90_00, table, {"main": level}, sharing=PLACE)) == {1: 45_00, 2: 27_00, 3: 18_00}


def test_the_hort_method_pays_half_by_place_and_shares_half():
    level = [FinalPlace(1, 1, 1, 4), FinalPlace(2, 2, 2, 4), FinalPlace(3, 3, 3, 4)]
    split = split_pot(120_00, {"main": (3, 2, 1)}, {"main": level}, sharing=HORT)
    assert paid(split) == {1: 50_00, 2: 40_00, 3: 30_00}


@pytest.mark.parametrize(
    ("pot", "unit", "expected", "rest"),
    [
        (100, 1, {1: 34, 2: 33, 3: 33}, 0),
        (10_03, 5_00, {1: 5_03, 2: 5_00, 3: 0}, 0),
        (17_00, 5_00, {1: 7_00, 2: 5_00, 3: 5_00}, 0),
        (19_00, 5_00, {1: 9_00, 2: 5_00, 3: 5_00}, 0),
    ],
)
def test_the_remainder_of_rounding_goes_to_the_first(pot, unit, expected, rest):
    split = split_pot(pot, {"main": (1, 1, 1)}, {"main": ALONE[:3]}, unit=unit)
    assert (paid(split), split.rest) == (expected, rest)


def test_remaining_units_go_to_the_largest_fractions():
    split = split_pot(100_00, {"main": (54, 28, 18)}, {"main": ALONE[:3]}, unit=10_00)
    assert paid(split) == {1: 50_00, 2: 30_00, 3: 20_00}


def test_a_coin_that_cannot_be_shared_equally_is_the_rest():
    two = [FinalPlace(1, 1, 2), FinalPlace(2, 1, 2)]
    split = split_pot(101, {"main": (1,)}, {"main": two})
    assert (paid(split), split.rest) == ({1: 50, 2: 50}, 1)


def test_parts_of_places_beyond_the_field_go_to_the_others():
    split = split_pot(90_00, {"main": (3, 2, 1), "consolation": (4,)}, {"main": ALONE[:2], "consolation": ()})
    assert paid(split) == {1: 54_00, 2: 36_00}


def test_a_pot_without_entrants_is_not_split():
    assert split_pot(90_00, {"main": (1,)}, {}) == Split(90_00, (), 90_00)


def test_sharing_by_an_unknown_method_is_refused():
    with pytest.raises(Refusal, match="sharing_unknown"):
        split_pot(1, {"main": (1,)}, {"main": ALONE}, sharing="lots")


@pytest.mark.parametrize(("pot", "unit"), [(-1, 1), (1, 0)])
def test_negative_pots_and_zero_units_are_errors(pot, unit):
    with pytest.raises(ValueError, match="pot"):
        split_pot(pot, {"main": (1,)}, {"main": ALONE}, unit=unit)


def test_entrants_of_a_pool_are_ranked_among_themselves():
    final_places = rank_among([*SEMI, FinalPlace(5, 5, 8, 1), FinalPlace(6, 5, 8, 1)], {2, 4, 5, 6})
    assert final_places == (
        FinalPlace(2, 1, 1),
        FinalPlace(4, 2, 2),
        FinalPlace(5, 3, 4, 1),
        FinalPlace(6, 3, 4, 1),
    )


def test_open_places_are_added_as_they_will_be_shared():
    final_places = with_open_places([FinalPlace(7, 3, 4)], [(3, 4), (1, 1)], 5)
    assert final_places == (
        FinalPlace(7, 3, 4),
        *(FinalPlace(0, place, place) for place in (1, 2)),
        FinalPlace(0, 3, 4),
        FinalPlace(0, 5, 5),
    )


@st.composite
def fields(draw):
    """Final places of a flight with unbroken ties of up to four, in blocks of equal level."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=8))
    places, place, level = [], 1, 0
    for size in sizes:
        level += draw(st.integers(0, 1))
        places += [FinalPlace(place + i, place, place + size - 1, level) for i in range(size)]
        place += size
    return places


@st.composite
def pots(draw):
    """A pot, its table for two flights, their final places, the unit and the sharing method."""
    row = st.lists(st.integers(0, 60), min_size=1, max_size=12)
    table = {name: tuple(sorted(draw(row), reverse=True)) for name in ("main", "consolation")}
    table["main"] = (table["main"][0] + 1, *table["main"][1:])
    standings = {name: draw(fields()) for name in table}
    pot = draw(st.integers(0, 10**7))
    return (
        pot,
        table,
        standings,
        draw(st.sampled_from([1, 5, 100, 500, 1000])),
        draw(st.sampled_from(SHARING)),
    )


@given(pots())
def test_shares_and_rest_add_up_to_the_pot(case):
    pot, table, standings, unit, sharing = case
    split = split_pot(pot, table, standings, unit=unit, sharing=sharing)
    assert sum(share.amount for share in split.shares) + split.rest == pot
    assert all(share.amount >= 0 for share in split.shares)
    assert split.rest < max(len(field) for field in standings.values())


@given(pots())
def test_a_better_place_is_not_paid_less(case):
    pot, table, standings, unit, sharing = case
    split = split_pot(pot, table, standings, unit=unit, sharing=sharing)
    for flight in table:
        amounts = [share.amount for share in split.shares if share.flight == flight]
        assert amounts == sorted(amounts, reverse=True)


@given(pots(), st.randoms())
def test_ties_are_paid_equally_in_any_order_of_entries(case, order):
    pot, table, standings, unit, sharing = case
    split = split_pot(pot, table, standings, unit=unit, sharing=sharing)
    mixed = {flight: order.sample(field, len(field)) for flight, field in standings.items()}
    assert split_pot(pot, table, mixed, unit=unit, sharing=sharing) == split
    for flight, field in standings.items():
        spans = {(final_place.first, final_place.last) for final_place in field}
        for span in spans:
            amounts = [
                share.amount
                for share in split.shares
                if share.flight == flight and (share.first, share.last) == span
            ]
            assert len(set(amounts)) <= 1


@given(pots())
def test_shares_other_than_the_first_differ_from_the_exact_amount_by_less_than_a_unit(case):
    pot, table, standings, unit, sharing = case
    split = split_pot(pot, table, standings, unit=unit, sharing=sharing)
    best = {(share.flight, share.exact) for share in split.shares[:1]}
    off = [
        abs(share.amount - share.exact) for share in split.shares if (share.flight, share.exact) not in best
    ]
    assert all(gap < unit for gap in off)

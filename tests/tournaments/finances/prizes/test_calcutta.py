"""In an auction the buyer of a player gets the prize of their place, and the player the bought-back half."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.finances.prizes.calcutta import BUYER, PLAYER, SoldLot, check_lots, divide_among_lots
from tournaments.finances.prizes.paid_places import FinalPlace
from tournaments.finances.prizes.sharing import split_pot

STANDINGS = {"main": [FinalPlace(entry, entry, entry) for entry in range(1, 5)]}


def payouts(pot: int, lots: list[SoldLot]) -> list[tuple[int, str, int, int]]:
    shares = split_pot(pot, {"main": (5, 3, 2)}, STANDINGS).shares
    return [
        (claim.lot, claim.side, claim.share.entry, claim.amount) for claim in divide_among_lots(shares, lots)
    ]


def test_a_lot_is_paid_for_each_of_its_players():
    lots = [SoldLot(1, (1,), 80_00), SoldLot(2, (2, 3), 60_00), SoldLot(3, (4,), 10_00)]
    assert payouts(150_00, lots) == [
        (1, BUYER, 1, 75_00),
        (2, BUYER, 2, 45_00),
        (2, BUYER, 3, 30_00),
    ]


def test_a_player_who_bought_back_half_pays_and_gets_half():
    lot = SoldLot(1, (1,), 81_01, bought_back=True)
    assert (lot.due_of_buyer, lot.due_of_player) == (40_51, 40_50)
    assert payouts(101, [lot])[:2] == [(1, BUYER, 1, 26), (1, PLAYER, 1, 25)]


def test_the_prize_of_an_unsold_player_is_claimed_by_lot_0():
    assert payouts(100, [SoldLot(7, (1,), 5)])[1] == (0, BUYER, 2, 30)


@pytest.mark.parametrize(
    ("lots", "code"), [([SoldLot(1, ())], "lot_empty"), ([SoldLot(1, (1, 2)), SoldLot(2, (2,))], "lot_twice")]
)
def test_empty_and_overlapping_lots_are_refused(lots, code):
    with pytest.raises(Refusal, match=code):
        check_lots(lots)


@given(st.integers(0, 10**6), st.lists(st.booleans(), min_size=4, max_size=4), st.integers(0, 10**6))
def test_claims_add_up_to_the_pot_and_dues_to_the_price(pot, halves, price):
    lots = [SoldLot(n, (n,), price, bought_back=half) for n, half in enumerate(halves, start=1)]
    split = split_pot(pot, {"main": (5, 3, 2)}, STANDINGS)
    assert sum(claim.amount for claim in divide_among_lots(split.shares, lots)) == pot
    assert all(lot.due_of_buyer + lot.due_of_player == price for lot in lots)

"""Random order at a money play table: reproducible from the seed, and uniformly distributed."""

import hashlib
from collections import Counter

import pytest

from matches.moneyplay import random_order

SEED = "0123456789abcdef0123456789abcdef"


def test_a_dice_throw_can_be_recomputed_manually() -> None:
    block = hashlib.sha256(f"{SEED}:order of Ada:1".encode()).digest()
    byte = next(byte for byte in block if byte < 252)

    assert random_order.roll_die(SEED, "Ada", 1) == byte % 6 + 1


def test_every_number_is_equally_likely() -> None:
    thrown = Counter(random_order.roll_die(SEED, f"Player {number}", 1) for number in range(6000))

    assert sorted(thrown) == [1, 2, 3, 4, 5, 6]
    assert all(850 < count < 1150 for count in thrown.values())


def test_a_partner_is_drawn_from_the_candidates() -> None:
    names = ("Bo", "Cy", "Di", "Ed")
    counts = Counter(random_order.draw_name(SEED, names, game) for game in range(4000))

    assert sorted(counts) == sorted(names)
    assert all(850 < count < 1150 for count in counts.values())


@pytest.mark.parametrize("count", [0, 257])
def test_a_draw_of_no_or_too_many_candidates_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="No choice"):
        random_order.draw_name(SEED, ["x"] * count, 1)

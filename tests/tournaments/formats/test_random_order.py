"""The random order of a draw: reproducible from its description, committed beforehand, and uniform."""

import hashlib
from collections import Counter
from itertools import permutations

from tournaments.formats.random_order import compute_commitment, is_seed, shuffle

SEED = "000102030405060708090a0b0c0d0e0f"


def computed_order(names: list[str], seed: str) -> list[str]:
    """The draw, implemented a second time from its description."""
    numbers = []
    for block in range(100):
        digest = hashlib.sha256(f"{seed}:{block}".encode()).hexdigest()
        numbers += [int(digest[start : start + 16], 16) for start in (0, 16, 32, 48)]
    order = list(names)
    for last in reversed(range(1, len(order))):
        while numbers[0] >= 2**64 // (last + 1) * (last + 1):
            numbers.pop(0)
        place = numbers.pop(0) % (last + 1)
        order[last], order[place] = order[place], order[last]
    return order


def test_a_draw_can_be_repeated_from_the_description() -> None:
    names = [f"player {number}" for number in range(50)]
    assert list(shuffle(names, SEED)) == computed_order(names, SEED)


def test_the_first_eight_of_a_known_seed_never_change() -> None:
    assert "".join(shuffle("ABCDEFGH", SEED)) == "GDEBCHFA"


def test_the_commitment_is_the_sha256_of_the_seed_as_text() -> None:
    assert compute_commitment(SEED) == hashlib.sha256(SEED.encode()).hexdigest()


def test_a_seed_is_32_lower_case_hexadecimal_digits() -> None:
    assert [is_seed(text) for text in (SEED, SEED.upper(), SEED[:-1], SEED + "0", "g" * 32)] == [
        True,
        False,
        False,
        False,
        False,
    ]


def test_every_order_of_four_is_about_equally_frequent() -> None:
    orders = Counter(shuffle((1, 2, 3, 4), f"{number:032x}") for number in range(24_000))
    assert set(orders) == set(permutations((1, 2, 3, 4)))
    assert max(abs(count - 1000) for count in orders.values()) < 150

"""Clock reserves and delays of the rule sets."""

import pytest

from matches.clocks import CLOCKS, Clock

MINUTE = 60


@pytest.mark.parametrize(
    ("name", "length", "score", "reserve", "delay"),
    [
        ("us", 7, (0, 0), 14 * MINUTE, 12),
        ("us", 9, (3, 2), 13 * MINUTE, 12),
        ("ukbgf", 11, (0, 0), 22 * MINUTE, 12),
        ("nova", 5, (0, 0), 10 * MINUTE, 15),
        ("doubles", 7, (0, 0), 17.5 * MINUTE, 18),
        ("doubles", 7, (2, 1), 13.75 * MINUTE, 18),
        ("us", 5, (4, 4), 2 * MINUTE, 12),
    ],
)
def test_the_reserve_shrinks_with_the_points_already_scored(
    name: str, length: int, score: tuple[int, int], reserve: float, delay: int
) -> None:
    clock = CLOCKS[name]
    assert (clock.seconds(length, *score), clock.delay) == (reserve, delay)


def test_a_reserve_is_never_negative() -> None:
    assert Clock(reserve=60, played=60, delay=12).seconds(3, 2, 2) == 0

"""Penalties for lateness, minute by minute."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.lateness import PENALTY_SCALES, Lateness, PenaltyScale, compute_lateness

CALLED = datetime(2026, 11, 22, 20, 0, tzinfo=UTC)
UKBGF, NOVA = PENALTY_SCALES["ukbgf"], PENALTY_SCALES["nova"]

scales = st.builds(PenaltyScale, st.integers(1, 60), st.integers(1, 60), st.booleans())
lengths = st.integers(1, 99)
waits = st.integers(-60, 20_000).map(lambda seconds: timedelta(seconds=seconds))


def after(minutes: float) -> datetime:
    return CALLED + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("scale", "minutes", "expected"),
    [
        (UKBGF, 0, Lateness(0, False, after(5))),
        (UKBGF, 4.99, Lateness(0, False, after(5))),
        (UKBGF, 5, Lateness(1, False, after(10))),
        (UKBGF, 14.99, Lateness(2, False, after(15))),
        (UKBGF, 15, Lateness(3, False, after(20))),
        (UKBGF, 20, Lateness(4, True, None)),
        (UKBGF, 500, Lateness(4, True, None)),
        (NOVA, 20, Lateness(4, False, after(25))),
        (NOVA, 35, Lateness(7, True, None)),
        (PenaltyScale(15, 10, loses=True), 25, Lateness(2, False, after(35))),
    ],
)
def test_a_match_to_seven_is_lost_point_by_point(
    scale: PenaltyScale, minutes: float, expected: Lateness
) -> None:
    assert compute_lateness(CALLED, after(minutes), 7, scale) == expected


@pytest.mark.parametrize(("length", "lost_at"), [(1, 1), (2, 2), (3, 2), (5, 3), (6, 4), (7, 4), (11, 6)])
def test_more_than_half_the_length_loses(length: int, lost_at: int) -> None:
    lateness = compute_lateness(CALLED, after(5 * lost_at), length, UKBGF)
    before = compute_lateness(CALLED, after(5 * lost_at - 0.1), length, UKBGF)
    assert (lateness, before) == (
        Lateness(lost_at, True, None),
        Lateness(lost_at - 1, False, after(5 * lost_at)),
    )


@pytest.mark.second_stage
@given(scales, lengths, waits, waits)
def test_the_penalty_never_shrinks_and_stops_at_the_loss(
    scale: PenaltyScale, length: int, one: timedelta, other: timedelta
) -> None:
    sooner, later = (compute_lateness(CALLED, CALLED + wait, length, scale) for wait in sorted((one, other)))
    assert (sooner.points <= later.points, sooner.forfeited <= later.forfeited) == (True, True)
    most = length // 2 + 1 if scale.loses else length
    assert (later.points <= most, later.forfeited) == (True, later.points == most)


@given(scales, lengths, waits)
def test_the_next_step_is_the_first_moment_with_a_larger_penalty(
    scale: PenaltyScale, length: int, wait: timedelta
) -> None:
    lateness = compute_lateness(CALLED, CALLED + wait, length, scale)
    if lateness.next_at is None:
        assert lateness.forfeited
        return
    next_step = compute_lateness(CALLED, lateness.next_at, length, scale)
    just_before = compute_lateness(CALLED, lateness.next_at - timedelta(microseconds=1), length, scale)
    assert (next_step.points, just_before.points, lateness.next_at > CALLED + wait) == (
        lateness.points + 1,
        lateness.points,
        True,
    )

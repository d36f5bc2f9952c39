"""Tallies of settled matches: wins by match length, and winning streaks."""

import pytest

from matches.queries.player_history import (
    LengthTally,
    PlayerOutcome,
    get_longest_run,
    get_outcomes,
    tally_by_length,
)
from matches.services import rulings
from tests import factories


def outcome(letter: str, length: int = 5) -> PlayerOutcome:
    """An outcome of a match: won (w), lost (l), or without a winner (-)."""
    return PlayerOutcome(
        match=1, opponent=2, has_won=letter == "w", has_lost=letter == "l", year=2026, length=length
    )


def test_every_length_has_its_own_tally_and_a_match_nobody_won_has_none() -> None:
    outcomes = [outcome("w", 7), outcome("l", 3), outcome("w", 3), outcome("w", 3), outcome("-", 9)]

    assert [(tally, tally.played, tally.share) for tally in tally_by_length(outcomes)] == [
        (LengthTally(3, 2, 1), 3, 67),
        (LengthTally(7, 1, 0), 1, 100),
    ]


def test_a_streak_is_ended_by_a_loss_and_not_by_a_match_without_winner() -> None:
    runs = {"": 0, "l": 0, "wwlwww": 3, "ww-wl": 3, "w": 1}

    assert {letters: get_longest_run(map(outcome, letters)) for letters in runs} == runs


@pytest.mark.django_db
def test_a_walk_over_is_neither_won_nor_lost() -> None:
    match = factories.a_called_match()
    official = factories.a_user()
    match.desk.officials.add(official)
    rulings.walk_over(match=match, winner="white", by=official, reason="")

    for player in (match.white, match.black):
        (only,) = get_outcomes(player)
        assert (only.match, only.has_won, only.has_lost) == (match.pk, False, False)

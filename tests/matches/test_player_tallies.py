"""Tallies of settled matches: wins by match length, and winning streaks."""

from matches.queries.player_history import LengthTally, PlayerOutcome, get_longest_run, tally_by_length


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

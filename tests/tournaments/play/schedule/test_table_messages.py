"""Labels of tie-breaks and of the parts of their figures, and how figures are written."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from tournaments.messages import tie_break_texts as table_messages
from tournaments.standings.round_scores import FigurePart, RoundKind
from tournaments.standings.survival import AT_THE_START, LEFT
from tournaments.standings.tiebreaks import CUT, DUMMY, DUMMY_WALKOVER, NOT_ALL_MET, OPEN, REST, TIE_BREAKS


def test_every_tie_break_has_a_name_and_a_description() -> None:
    assert set(table_messages.TIE_BREAK_TEXTS) == set(TIE_BREAKS)
    assert all(all(table_messages.describe_tie_break(name)) for name in TIE_BREAKS)


def test_every_part_has_a_label() -> None:
    of_ratings = {"rated", "pr_lower", "pr_higher", "pr_equal", "pr_ruled", "pr_missing"}
    level_matches = {"again_won", "again_lost", "again_drawn", "again_shared"}
    of_rounds = {turn.value for turn in RoundKind} | {DUMMY, DUMMY_WALKOVER, CUT, REST, OPEN, NOT_ALL_MET}
    of_rounds |= {"shared"}
    of_lives = {AT_THE_START, LEFT}
    assert set(table_messages.PARTS) == of_rounds | of_ratings | level_matches | of_lives


def test_a_part_states_both_performance_ratings() -> None:
    prs = (Fraction("4.25"), Fraction("5.1"))
    part = FigurePart("pr_lower", Fraction(1), 2, prs=prs)
    assert table_messages.describe_part(part, "Ada") == "Round 2: lower PR, 4.250 vs 5.100 for Ada"
    assert table_messages.format_figure("performance", Fraction("-4.25")) == "4.250"


def test_a_part_names_round_and_opponent() -> None:
    won, lost = FigurePart("won", Fraction(1), 3), FigurePart("walkover_lost", Fraction(0), 1)
    assert table_messages.describe_part(won, "Ada") == "Round 3: won against Ada"
    assert table_messages.describe_part(lost, "") == "Round 1: walk-over for no player"


def test_a_part_says_which_score_the_opponent_has_where_another_one_counts() -> None:
    part = FigurePart("won", Fraction(2), 2, opponent=4, opponent_score=Fraction(1))
    assert (
        table_messages.describe_part(part, "Giulia")
        == "Round 2: won against Giulia (score 1; final rounds not paired count as draws)"
    )


@pytest.mark.parametrize(("name", "expected"), [("points_against", 7), ("performance", 7), ("score", -7)])
def test_negated_figures_are_displayed_as_they_are(name: str, expected: int) -> None:
    assert table_messages.get_displayed_amount(name, Fraction(-7)) == expected


@pytest.mark.parametrize(
    ("amount", "english", "italian"),
    [
        ("3", "3", "3"),
        ("7/2", "3½", "3½"),
        ("1/2", "½", "½"),
        ("-5/2", "−2½", "−2½"),
        ("7/3", "2.33", "2,33"),
    ],
)
def test_figures_are_written_as_fractions_or_decimals(amount: str, english: str, italian: str) -> None:
    assert table_messages.format_figure("score", Fraction(amount)) == english
    with override("it"):
        assert table_messages.format_figure("score", Fraction(amount)) == italian


def test_the_difference_of_teams_counts_boards() -> None:
    with override("en"):
        assert (
            table_messages.describe_tie_break("difference")[1] == "Match points won minus match points lost."
        )
        assert (
            table_messages.describe_tie_break("difference", is_of_teams=True)[1]
            == "Boards won minus boards lost."
        )
        assert table_messages.describe_tie_break(
            "buchholz", is_of_teams=True
        ) == table_messages.describe_tie_break("buchholz")
        assert set(table_messages.TEAM_TIE_BREAK_TEXTS) <= set(table_messages.TIE_BREAK_TEXTS)

"""League divisions: deadlines, late matches, promotion and relegation."""

from datetime import date

import pytest

from rules.errors import Refusal
from tournaments.standings.divisions import (
    DivisionMove,
    deadlines_by_duration,
    division_placings,
    get_division_moves,
    overdue_rounds,
)
from tournaments.standings.tables import TableRow

FIRST = date(2026, 9, 1)


def rows(*entries: int) -> list[TableRow]:
    return [TableRow(entry, place, place) for place, entry in enumerate(entries, start=1)]


def test_every_round_has_a_deadline() -> None:
    assert deadlines_by_duration(FIRST, 3, 14) == (date(2026, 9, 14), date(2026, 9, 28), date(2026, 10, 12))


@pytest.mark.parametrize(("rounds", "days"), [(0, 14), (3, 0)])
def test_rounds_and_days_count_from_one(rounds: int, days: int) -> None:
    with pytest.raises(Refusal) as excinfo:
        deadlines_by_duration(FIRST, rounds, days)
    assert excinfo.value.code == "deadlines_impossible"


def test_a_round_is_late_the_day_after_its_deadline() -> None:
    last_days = deadlines_by_duration(FIRST, 3, 14)
    assert overdue_rounds(date(2026, 9, 14), last_days) == ()
    assert overdue_rounds(date(2026, 9, 15), last_days) == (1,)
    assert overdue_rounds(date(2027, 1, 1), last_days) == (1, 2, 3)


def test_one_is_promoted_and_two_relegated() -> None:
    division_moves = get_division_moves([rows(1, 2, 3, 4), rows(5, 6, 7, 8), rows(9, 10)], up=1, down=2)
    assert division_moves == (
        DivisionMove(3, 1, 2),
        DivisionMove(4, 1, 2),
        DivisionMove(5, 2, 1),
        DivisionMove(7, 2, 3),
        DivisionMove(8, 2, 3),
        DivisionMove(9, 3, 2),
    )


def test_a_withdrawal_saves_another_from_relegation() -> None:
    assert get_division_moves([rows(1, 2, 3), rows(4, 5)], up=0, down=2, departed={1}) == (
        DivisionMove(3, 1, 2),
    )


def test_a_shared_place_at_the_boundary_must_be_decided_first() -> None:
    tied = [TableRow(1, 1, 1), TableRow(2, 2, 3), TableRow(3, 2, 3)]
    with pytest.raises(Refusal) as excinfo:
        get_division_moves([tied, rows(4, 5)], up=1, down=1)
    assert (excinfo.value.code, excinfo.value.facts) == ("promotion_tied", {"division": 1, "entries": [2, 3]})


def test_no_player_is_promoted_and_relegated() -> None:
    with pytest.raises(Refusal) as excinfo:
        get_division_moves([rows(1, 2), rows(3), rows(4, 5)], up=1, down=1)
    assert excinfo.value.code == "division_too_small"


def test_a_player_promoted_by_a_play_off_is_not_relegated() -> None:
    divisions = [rows(1, 2), rows(3, 4), rows(5, 6)]

    def after(first: tuple[int, int], second: tuple[int, int]) -> dict[int, int]:
        placed = division_placings(divisions, up=0, down=0, playoffs={2: second, 1: first})
        return {placing.entry: placing.after for placing in placed}

    assert after((3, 2), (5, 3)) == {1: 1, 3: 1, 2: 2, 4: 2, 5: 3, 6: 3}
    assert after((2, 3), (5, 3)) == {1: 1, 2: 1, 4: 2, 5: 2, 3: 3, 6: 3}

"""League divisions: deadlines, promotion and relegation."""

from datetime import date

import pytest

from rules.errors import Refusal
from tournaments.leagues.deadlines import spread_deadlines
from tournaments.standings.divisions import (
    CHAMPION,
    GOES_DOWN,
    GOES_UP,
    LEFT,
    STAYS,
    DivisionPlacing,
    division_placings,
)
from tournaments.standings.tables import TableRow

FIRST = date(2026, 9, 1)


def rows(*entries: int) -> list[TableRow]:
    return [TableRow(entry, place, place) for place, entry in enumerate(entries, start=1)]


def test_the_deadlines_are_spread_evenly_and_end_with_the_last_day() -> None:
    assert spread_deadlines(FIRST, date(2026, 10, 12), 3) == (
        date(2026, 9, 14),
        date(2026, 9, 28),
        date(2026, 10, 12),
    )


@pytest.mark.parametrize(("rounds", "last_day"), [(0, 30), (3, 2)])
def test_every_round_has_a_day(rounds: int, last_day: int) -> None:
    with pytest.raises(Refusal) as excinfo:
        spread_deadlines(FIRST, date(2026, 9, last_day), rounds)
    assert excinfo.value.code == "deadlines_impossible"


def test_one_is_promoted_and_two_relegated() -> None:
    placings = division_placings([rows(1, 2, 3, 4), rows(5, 6, 7, 8), rows(9, 10)], up=1, down=2)
    assert placings == (
        DivisionPlacing(1, 1, 1, 1, CHAMPION),
        DivisionPlacing(2, 1, 1, 2, STAYS),
        DivisionPlacing(3, 1, 2, 3, GOES_DOWN),
        DivisionPlacing(4, 1, 2, 4, GOES_DOWN),
        DivisionPlacing(5, 2, 1, 1, GOES_UP),
        DivisionPlacing(6, 2, 2, 2, STAYS),
        DivisionPlacing(7, 2, 3, 3, GOES_DOWN),
        DivisionPlacing(8, 2, 3, 4, GOES_DOWN),
        DivisionPlacing(9, 3, 2, 1, GOES_UP),
        DivisionPlacing(10, 3, 3, 2, STAYS),
    )


def test_a_withdrawal_saves_another_from_relegation() -> None:
    assert division_placings([rows(1, 2, 3), rows(4, 5)], up=0, down=2, departed={1}) == (
        DivisionPlacing(2, 1, 1, 2, CHAMPION),
        DivisionPlacing(3, 1, 2, 3, GOES_DOWN),
        DivisionPlacing(1, 1, 0, 1, LEFT),
        DivisionPlacing(4, 2, 2, 1, STAYS),
        DivisionPlacing(5, 2, 2, 2, STAYS),
    )


def test_a_shared_place_at_the_boundary_is_decided_by_lot() -> None:
    tied = [TableRow(1, 1, 1), TableRow(2, 2, 3), TableRow(3, 2, 3)]
    assert division_placings([tied, rows(4, 5)], up=1, down=1)[:3] == (
        DivisionPlacing(1, 1, 1, 1, CHAMPION),
        DivisionPlacing(2, 1, 1, 2, STAYS, is_by_lot=True),
        DivisionPlacing(3, 1, 2, 2, GOES_DOWN, is_by_lot=True),
    )


def test_no_player_is_promoted_and_relegated() -> None:
    with pytest.raises(Refusal) as excinfo:
        division_placings([rows(1, 2), rows(3), rows(4, 5)], up=1, down=1)
    assert excinfo.value.code == "division_too_small"


def test_a_player_promoted_by_a_play_off_is_not_relegated() -> None:
    divisions = [rows(1, 2), rows(3, 4), rows(5, 6)]

    def after(first: tuple[int, int], second: tuple[int, int]) -> dict[int, int]:
        placed = division_placings(divisions, up=0, down=0, playoffs={2: second, 1: first})
        return {placing.entry: placing.after for placing in placed}

    assert after((3, 2), (5, 3)) == {1: 1, 3: 1, 2: 2, 4: 2, 5: 3, 6: 3}
    assert after((2, 3), (5, 3)) == {1: 1, 2: 1, 4: 2, 5: 2, 3: 3, 6: 3}

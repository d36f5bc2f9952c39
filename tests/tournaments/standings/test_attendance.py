"""Attendance: a grid of evenings and players, with totals and streaks."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.attendance import SeasonAttendance, attendance_rows, list_players_present
from tournaments.standings.season_results import SettledRow

NIGHTS = st.lists(st.frozensets(st.integers(1, 6)), max_size=8)


def test_each_player_has_evenings_and_streaks() -> None:
    nights = [frozenset({1, 2}), frozenset({1}), frozenset(), frozenset({1, 3}), frozenset({3})]
    assert attendance_rows(nights) == [
        SeasonAttendance(1, (True, True, False, True, False), run=0, longest=2),
        SeasonAttendance(3, (False, False, False, True, True), run=2, longest=2),
        SeasonAttendance(2, (True, False, False, False, False), run=0, longest=1),
    ]


def test_rows_are_sorted_by_total_then_streak() -> None:
    nights = [frozenset({1, 2}), frozenset({1}), frozenset({2, 3}), frozenset({1, 3})]
    assert [(one.player, one.total, one.run, one.longest) for one in attendance_rows(nights)] == [
        (1, 3, 1, 2),
        (3, 2, 2, 2),
        (2, 2, 0, 1),
    ]


def test_no_evenings_give_an_empty_grid() -> None:
    assert attendance_rows([]) == []


def test_nobody_attends_where_nothing_was_played() -> None:
    assert list_players_present({1, 2, 3}, []) == set()
    played = SettledRow(1, 2, 5, 5, 3, "white", "played")
    missed = SettledRow(1, 3, 5, 0, 0, "white", "walkover")
    assert list_players_present({1, 2, 3, 4}, [played, missed]) == {1, 2, 4}


@given(NIGHTS)
def test_each_player_is_listed_once_with_their_own_evenings(nights: list[frozenset[int]]) -> None:
    presences = attendance_rows(nights)
    assert sorted(one.player for one in presences) == sorted(frozenset().union(*nights))
    assert all(
        one.attended == tuple(one.player in night for night in nights)
        and one.run <= one.longest <= one.total == sum(one.attended)
        for one in presences
    )

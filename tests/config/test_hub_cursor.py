"""The reader's place among ids that appear out of order, judged on values alone."""

from hypothesis import given
from hypothesis import strategies as st

from config.hub import Cursor


def test_ids_in_order_leave_no_gaps() -> None:
    cursor = Cursor(10)
    cursor.advance([11, 12, 13], now=0)
    assert (cursor.position, cursor.gaps, cursor.resume) == (13, [], 13)


def test_a_skipped_id_is_fetched_again_and_delays_those_who_reconnect() -> None:
    cursor = Cursor(10)
    cursor.advance([12, 14], now=0)
    assert (cursor.position, cursor.gaps, cursor.resume) == (14, [11, 13], 10)


def test_a_late_id_fills_its_gap() -> None:
    cursor = Cursor(10)
    cursor.advance([12], now=0)
    cursor.advance([11], now=1)
    assert (cursor.position, cursor.gaps, cursor.resume) == (12, [], 12)


def test_a_leap_of_a_restored_database_is_not_searched_for_gaps() -> None:
    cursor = Cursor(10)
    cursor.advance([5_000_000], now=0)
    assert (cursor.position, len(cursor.gaps), cursor.resume) == (5_000_000, 500, 4_999_499)


def test_an_id_that_never_comes_is_given_up() -> None:
    cursor = Cursor(10, patience=30)
    cursor.advance([12], now=0)
    cursor.advance([], now=29.9)
    assert cursor.gaps == [11]
    cursor.advance([], now=30)
    assert (cursor.gaps, cursor.resume) == ([], 12)


@given(st.permutations(range(1, 30)), st.lists(st.integers(1, 6), min_size=29, max_size=29))
def test_whatever_the_order_of_commits_every_id_is_read_once(order: list[int], sizes: list[int]) -> None:
    visible: set[int] = set()
    read: list[int] = []
    cursor = Cursor(0)
    for size in sizes:
        visible.update(order[:size])
        order = order[size:]
        batch = [row for row in visible if row > cursor.position or row in cursor.gaps]
        cursor.advance(batch, now=0)
        read += batch
    assert (sorted(read), cursor.resume) == (list(range(1, 30)), 29)

"""`Cursor`: the position of the reader of notices whose IDs become visible out of order."""

from hypothesis import given
from hypothesis import strategies as st

from config.hub import Cursor


def test_ids_in_order_leave_no_gaps() -> None:
    cursor = Cursor(10)
    cursor.advance([11, 12, 13], now=0)
    assert (cursor.position, cursor.gaps, cursor.resume) == (13, [], 13)


def test_a_skipped_id_is_fetched_again_and_holds_back_the_resume_position() -> None:
    cursor = Cursor(10)
    cursor.advance([12, 14], now=0)
    assert (cursor.position, cursor.gaps, cursor.resume) == (14, [11, 13], 10)


def test_a_late_id_fills_its_gap() -> None:
    cursor = Cursor(10)
    cursor.advance([12], now=0)
    cursor.advance([11], now=1)
    assert (cursor.position, cursor.gaps, cursor.resume) == (12, [], 12)


def test_at_most_500_gaps_are_remembered_after_a_jump_of_ids() -> None:
    cursor = Cursor(10)
    cursor.advance([5_000_000], now=0)
    assert (cursor.position, len(cursor.gaps), cursor.resume) == (5_000_000, 500, 4_999_499)


def test_a_missing_id_is_abandoned_after_a_while() -> None:
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

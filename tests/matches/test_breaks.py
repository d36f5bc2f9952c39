"""Playing time between two moments, without the breaks."""

from datetime import UTC, datetime, timedelta

import pytest

from matches.breaks import Interval, add_playing_time, find_end_of_break, measure_playing_time
from matches.lateness import Lateness, PenaltyScale, compute_lateness

LUNCH = Interval(datetime(2026, 10, 5, 13, 0, tzinfo=UTC), datetime(2026, 10, 5, 15, 0, tzinfo=UTC))
SPEECH = Interval(datetime(2026, 10, 5, 14, 30, tzinfo=UTC), datetime(2026, 10, 5, 15, 10, tzinfo=UTC))
NIGHT = Interval(datetime(2026, 10, 6, 0, 0, tzinfo=UTC), datetime(2026, 10, 6, 10, 0, tzinfo=UTC))
BREAKS = (NIGHT, SPEECH, LUNCH)


def at(text: str) -> datetime:
    day, clock = text.split()
    return datetime.fromisoformat(f"2026-10-{day}T{clock}:00+00:00")


@pytest.mark.parametrize(
    ("since", "until", "minutes"),
    [
        ("05 12:00", "05 12:30", 30),
        ("05 12:50", "05 13:30", 10),
        ("05 13:30", "05 14:30", 0),
        ("05 12:50", "05 15:20", 20),
        ("05 12:00", "06 10:30", 60 + 8 * 60 + 50 + 30),
        ("05 12:30", "05 12:00", -30),
    ],
)
def test_breaks_do_not_count_as_playing_time(since: str, until: str, minutes: int) -> None:
    assert measure_playing_time(at(since), at(until), BREAKS) == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("start", "minutes", "end"),
    [
        ("05 12:00", 30, "05 12:30"),
        ("05 12:50", 10, "05 13:00"),
        ("05 12:50", 11, "05 15:11"),
        ("05 14:00", 5, "05 15:15"),
        ("05 12:00", 60 + 8 * 60 + 50 + 30, "06 10:30"),
    ],
)
def test_a_time_is_due_so_much_playing_time_later(start: str, minutes: int, end: str) -> None:
    due = add_playing_time(at(start), timedelta(minutes=minutes), BREAKS)

    assert due == at(end)
    assert measure_playing_time(at(start), due, BREAKS) == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("moment", "end"),
    [("05 12:59", None), ("05 13:00", "05 15:10"), ("05 15:10", None), ("06 09:00", "06 10:00")],
)
def test_breaks_that_overlap_are_one(moment: str, end: str | None) -> None:
    assert find_end_of_break(at(moment), BREAKS) == (at(end) if end else None)


def test_a_break_that_was_ended_at_its_beginning_is_none() -> None:
    assert find_end_of_break(at("05 13:00"), [Interval(LUNCH.begins, LUNCH.begins)]) is None


def test_lateness_stands_still_in_a_break() -> None:
    scale, called_at = PenaltyScale(5, 5), at("05 12:58")

    assert compute_lateness(called_at, at("05 14:59"), 7, scale, BREAKS) == Lateness(0, False, at("05 15:13"))
    assert compute_lateness(called_at, at("05 15:13"), 7, scale, BREAKS) == Lateness(1, False, at("05 15:18"))

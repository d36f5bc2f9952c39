"""Calendar feeds follow RFC 5545: folded lines, CRLF, escaped texts, times in UTC."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.exchange.ics import OCTETS, CalendarEvent, fold_line, write_calendar

ROME = timezone(timedelta(hours=2))
NIGHT = CalendarEvent(
    uid="abc.tournament@crawford",
    sequence=7,
    changed_at=datetime(2026, 10, 1, 12, 0, tzinfo=UTC),
    start=datetime(2026, 10, 5, 20, 30, tzinfo=ROME),
    end=None,
    title="Monday, night; \\ first\nround",
    place="Club",
    text="",
    link="https://example.org/clubs/a/b/",
)


def unfolded(feed: str) -> list[str]:
    """The lines of a feed, unfolded."""
    return feed.replace("\r\n ", "").removesuffix("\r\n").split("\r\n")


def test_a_date_is_written_whole() -> None:
    assert unfolded(write_calendar("Club", [NIGHT])) == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Crawford//Backgammon tournaments//EN",
        "CALSCALE:GREGORIAN",
        "X-WR-CALNAME:Club",
        "BEGIN:VEVENT",
        "UID:abc.tournament@crawford",
        "DTSTAMP:20261001T120000Z",
        "LAST-MODIFIED:20261001T120000Z",
        "SEQUENCE:7",
        "DTSTART:20261005T183000Z",
        "SUMMARY:Monday\\, night\\; \\\\ first\\nround",
        "LOCATION:Club",
        "URL:https://example.org/clubs/a/b/",
        "STATUS:CONFIRMED",
        "END:VEVENT",
        "END:VCALENDAR",
    ]


def test_an_end_is_written_if_known_and_after_the_start() -> None:
    def lines(end: datetime) -> list[str]:
        date = CalendarEvent(**{name: getattr(NIGHT, name) for name in NIGHT.__slots__} | {"end": end})
        return [line for line in unfolded(write_calendar("Club", [date])) if line.startswith("DTEND")]

    assert lines(NIGHT.start + timedelta(hours=3)) == ["DTEND:20261005T213000Z"]
    assert lines(NIGHT.start) == []


def test_a_time_without_a_zone_is_not_written() -> None:
    no_zone = datetime(2026, 1, 1)  # noqa: DTZ001
    date = CalendarEvent(**{name: getattr(NIGHT, name) for name in NIGHT.__slots__} | {"start": no_zone})
    with pytest.raises(ValueError, match="zone"):
        write_calendar("Club", [date])


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_folding_splits_no_character_and_is_reversible(line: str) -> None:
    pieces = list(fold_line(line))

    assert all(len(piece.encode()) <= OCTETS for piece in pieces)
    assert all(piece.startswith(" ") for piece in pieces[1:])
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == line


@given(st.text(), st.text())
def test_a_name_cannot_inject_a_line(name: str, title: str) -> None:
    date = CalendarEvent(
        **{name: getattr(NIGHT, name) for name in NIGHT.__slots__} | {"title": title, "place": name}
    )
    feed = write_calendar(name, [date])

    heads = [line.partition(":")[0] for line in unfolded(feed)]
    assert heads == [
        *(
            "BEGIN",
            "VERSION",
            "PRODID",
            "CALSCALE",
            "X-WR-CALNAME",
            "BEGIN",
            "UID",
            "DTSTAMP",
            "LAST-MODIFIED",
        ),
        *("SEQUENCE", "DTSTART", "SUMMARY"),
        *(["LOCATION"] if name else []),
        *("URL", "STATUS", "END", "END"),
    ]
    assert all(len(line.encode()) <= OCTETS for line in feed.split("\r\n"))
    assert "\n" not in feed.replace("\r\n", "")

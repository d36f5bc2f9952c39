"""iCalendar feeds by RFC 5545; equal events give equal text."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

ICS_TYPE = "text/calendar; charset=utf-8"
# RFC 5545, 3.1: a line has at most 75 octets without its end.
OCTETS = 75
ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """One calendar event. `uid` never changes; `sequence` and `changed_at` increase with every change.

    Times have a time zone. `end` is None if unknown.
    """

    uid: str
    sequence: int
    changed_at: datetime
    start: datetime
    end: datetime | None
    title: str
    place: str
    text: str
    link: str
    is_cancelled: bool = False


def write_calendar(name: str, events: Iterable[CalendarEvent]) -> str:
    """Return the whole feed, folded, with CRLF. Raises ValueError for a time without a zone."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Crawford//Backgammon tournaments//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{_text(name)}",
        *(line for event in events for line in _event_lines(event)),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in fold_line(line))


def fold_line(line: str) -> Iterator[str]:
    """Split a line into pieces of at most 75 octets between characters.

    All but the first begin with a space.
    """
    piece, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > OCTETS:
            yield piece
            piece, size = " ", 1
        piece, size = piece + letter, size + octets
    yield piece


def _event_lines(event: CalendarEvent) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(event.uid)}"
    yield f"DTSTAMP:{_time(event.changed_at)}"
    yield f"LAST-MODIFIED:{_time(event.changed_at)}"
    yield f"SEQUENCE:{event.sequence}"
    yield f"DTSTART:{_time(event.start)}"
    if event.end is not None and event.end > event.start:
        yield f"DTEND:{_time(event.end)}"
    yield f"SUMMARY:{_text(event.title)}"
    if event.place:
        yield f"LOCATION:{_text(event.place)}"
    if event.text:
        yield f"DESCRIPTION:{_text(event.text)}"
    yield f"URL:{event.link}"
    yield f"STATUS:{'CANCELLED' if event.is_cancelled else 'CONFIRMED'}"
    yield "END:VEVENT"


def _time(at: datetime) -> str:
    if at.tzinfo is None:
        raise ValueError("A time without a zone")
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    normalized = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(letter for letter in normalized if letter == "\n" or letter.isprintable()).translate(
        ESCAPES
    )

"""Entries of a list as lines of the entry box, which previews them. Pure."""

from collections.abc import Iterator

from matches.names import format_pair_name
from tournaments.exchange.lists.reading import ListReading, PersonRow
from tournaments.name_lists.entry_details import CLUB, COUNTRY, FAMILY, RATING, TEXTS, write_line


def write_entry_lines(reading: ListReading) -> tuple[str, ...]:
    """Return a line for each person and pair, in the order of the list."""
    numbered = [*_write_persons(reading), *_write_pairs(reading)]
    return tuple(text for _line, text in sorted(numbered, key=lambda one: one[0]))


def list_unused_notes(reading: ListReading) -> list[tuple[int, str]]:
    """Return what is typed beside names and has no place in the entry box, with the row of each."""
    is_typed = not reading.columns
    return [(person.line, person.note) for person in reading.persons if person.note and is_typed]


def _write_persons(reading: ListReading) -> Iterator[tuple[int, str]]:
    """Yield the persons with their details; two who name each other as partners stay two lines."""
    for person in reading.persons:
        yield person.line, write_line(person.name, _get_details(person) | dict(person.unread))


def _get_details(person: PersonRow) -> dict[str, str]:
    return {
        CLUB: person.club[: TEXTS[CLUB].longest],
        COUNTRY: person.country,
        RATING: str(round(person.rating)) if person.rating else "",
        FAMILY: person.family[: TEXTS[FAMILY].longest],
    }


def _write_pairs(reading: ListReading) -> Iterator[tuple[int, str]]:
    for pair in reading.pairs:
        yield pair.line, write_line(format_pair_name(*pair.names), {CLUB: pair.club[: TEXTS[CLUB].longest]})

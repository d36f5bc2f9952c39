"""What the preview of a list of members says of its rows: faults, vague dates, nicknames."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.exchange.lists import member_lists
from tournaments.exchange.lists.birth_cells import BIRTHPLACE
from tournaments.exchange.lists.new_members import NewMembers
from tournaments.importing.messages import describe_row_note
from tournaments.importing.services.listed_records import count_filled_by_list
from tournaments.importing.views.filled_sentences import describe_filled
from tournaments.models import Club

# Notes of many rows, of which the page makes one.
VAGUE_CODES = (member_lists.JOINED_YEAR, member_lists.JOINED_MONTH)
# Notes that the page shows apart.
APART_CODES = (*VAGUE_CODES, member_lists.NICKNAME, member_lists.CONTACT_DIVIDED)


def describe_member_rows(
    club: Club, members: NewMembers, notes: Sequence[member_lists.RowNote], players: Mapping[int, int]
) -> dict[str, Any]:
    """Return what seems wrong or is vaguely known, nicknames, and what is filled in for existing members."""
    filled = count_filled_by_list(club, members.people, players)
    return {
        "vague_rows": _describe_vague_rows(members, notes),
        "filled": describe_filled(filled),
        "row_notes": [
            (note.line, describe_row_note(note))
            for note in notes
            if note.code not in APART_CODES and note.role != BIRTHPLACE
        ],
        "birthplaces": ", ".join(f"{note.line} {note.text}" for note in notes if note.role == BIRTHPLACE),
        "nicknames": _list_nicknames(notes),
        "divided_rows": _list_divided_rows(members, notes),
    }


def _describe_vague_rows(members: NewMembers, notes: Sequence[member_lists.RowNote]) -> str:
    """Return the rows of which only year or month of joining is known, with the name and what is known."""
    names = {person.line: person.name for person in members.people}
    texts = []
    for note in (note for note in notes if note.code in VAGUE_CODES):
        joined = note.text[:4] if note.code == member_lists.JOINED_YEAR else note.text[:7]
        texts.append(f"{note.line} {names[note.line]} ({joined})")
    return ", ".join(texts)


def _list_divided_rows(
    members: NewMembers, notes: Sequence[member_lists.RowNote]
) -> list[tuple[int, str, str]]:
    """Return row, name and contacts of each person with a telephone number and an address in one cell."""
    names = {person.line: person.name for person in members.people}
    divided = (note for note in notes if note.code == member_lists.CONTACT_DIVIDED)
    return [(note.line, names[note.line], note.text) for note in divided]


def _list_nicknames(notes: Sequence[member_lists.RowNote]) -> list[tuple[int, str]]:
    """Return the rows of members with a nickname, and the name that it makes."""
    return [(note.line, note.text) for note in notes if note.code == member_lists.NICKNAME]

"""A list pasted into the entry box, as lines of the box: each name with its labelled details. Pure."""

import re
from collections.abc import Collection, Mapping
from datetime import date
from typing import NamedTuple

from matches.names import fold_name
from tournaments.exchange.lists import headings, reader
from tournaments.exchange.lists.capital_names import has_capitals
from tournaments.exchange.lists.chat_lines import EMOJI, FLAG, REGION_FLAG
from tournaments.exchange.lists.chosen_columns import list_unused
from tournaments.exchange.lists.entry_box_lines import (
    USED_ROLES,
    UnusedNote,
    list_entry_lines,
    list_unused_notes,
)
from tournaments.exchange.lists.entry_lines import AMOUNT, NO_MARK, NOT_PAID, PAID, YES_MARK
from tournaments.exchange.lists.entry_lists import split_pair
from tournaments.exchange.lists.headings import find_role
from tournaments.exchange.lists.member_lists import LeftOutRow
from tournaments.exchange.lists.new_members import list_left_out_rows
from tournaments.exchange.lists.reading import ENTRIES, ListQuestion
from tournaments.exchange.lists.tables import TOTAL_TERMS
from tournaments.exchange.lists.text_cells import read_text
from tournaments.exchange.lists.written_names import NameOrder
from tournaments.name_lists.column_kinds import get_column_kind
from tournaments.name_lists.line_cells import tidy
from tournaments.name_lists.line_labels import split_label

# What a name and its details have not, as the entry box reads them.
MARKS = (EMOJI, FLAG, REGION_FLAG, AMOUNT, NO_MARK, NOT_PAID, PAID, YES_MARK)
SIGNS = re.compile(r"[()\[\]~&+?•·▪◦●►➢\ufe0f\u20e3]|\s[-–—]\s|^\s*[*–—]\s|[:!]\s*$|^\s*\"")
RATING_BEHIND = re.compile(r"[^\W\d_]\s+\d{3,4}(?:[.,]\d{1,2})?\s*$|\d[.,]\d{3}\b")
CELLS = re.compile(r"[;,\t|]")
LONGEST_TEXT = 60_000
PAYMENT_ROLES = (headings.PAID, headings.FEE, headings.PAID_ON, headings.METHOD)


class PastedLines(NamedTuple):
    """The lines of the entry box, the questions about the list, the rows left out, and what is not stored.

    `notes` are typed beside names, `unused` the headings of columns, `name_orders` the
    readings of names of which it is not clear which part is the surname.
    """

    text: str
    questions: tuple[ListQuestion, ...]
    left_out: tuple[LeftOutRow, ...]
    notes: tuple[UnusedNote, ...]
    unused: tuple[str, ...]
    name_orders: Mapping[int, NameOrder]


def read_pasted_lines(
    text: str, known_names: Collection[str], answers: Mapping[str, str], today: date
) -> PastedLines | None:
    """Return a pasted list as lines of the entry box; None if it has nothing that the box does not read.

    Lines that are a known name (folded), or have labelled details already, stay as they are.
    """
    raw_lines = dict(enumerate(text[:LONGEST_TEXT].splitlines(), start=1))
    unchanged = {number for number, line in raw_lines.items() if _is_unchanged(line, known_names)}
    if not any(_is_list_line(line) for number, line in raw_lines.items() if number not in unchanged):
        return None
    reading = reader.read_list(read_text(text), ENTRIES, answers, today, known_names)
    lines = [(number, line) for number, line in list_entry_lines(reading) if number not in unchanged]
    if not lines:
        return None
    lines += [(number, raw_lines[number].strip()) for number in unchanged]
    return PastedLines(
        "\n".join(line for _number, line in sorted(lines, key=lambda one: one[0])),
        tuple(one for one in reading.questions if not one.lines or not unchanged.issuperset(one.lines)),
        tuple(row for row in list_left_out_rows(reading) if row.line not in unchanged),
        tuple(note for note in list_unused_notes(reading) if note.line not in unchanged),
        tuple(list_unused(reading, USED_ROLES)),
        {line: order for line, order in reading.name_orders.items() if order.is_asked},
    )


def _is_unchanged(line: str, known_names: Collection[str]) -> bool:
    if fold_name(tidy(line)) in known_names:
        return True
    return any(split_label(cell) for cell in CELLS.split(line)[1:])


def _is_list_line(line: str) -> bool:
    """Return whether a line has signs, marks or tokens that are read as a list only."""
    tokens = line.casefold().split()
    if not tokens:
        return False
    cells = [get_column_kind(cell) or find_role(cell) in PAYMENT_ROLES for cell in CELLS.split(line)]
    is_heading = len(cells) > 1 and sum(map(bool, cells)) >= 2
    is_list = SIGNS.search(line) or RATING_BEHIND.search(line) or tokens[0].strip(".:") in TOTAL_TERMS
    has_capital_name = has_capitals(CELLS.split(line)[0])
    return bool(
        is_heading
        or is_list
        or has_capital_name
        or any(mark.search(line) for mark in MARKS)
        or split_pair(line)
    )

"""Reads a list of any kind: a pure function of the file and the answers given so far."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date

from rules.errors import Refusal
from rules.formats.text_encodings import REPLACEMENT
from tournaments.exchange.lists.capital_names import settle_capitals
from tournaments.exchange.lists.entry_lists import has_lines, has_marked_lines, read_entry_lines
from tournaments.exchange.lists.file_cells import CellRow, FileCells
from tournaments.exchange.lists.headless_matches import read_headless_matches
from tournaments.exchange.lists.match_tables import read_match_tables
from tournaments.exchange.lists.person_tables import read_person_tables
from tournaments.exchange.lists.place_rows import is_of_places
from tournaments.exchange.lists.reading import (
    ENTRIES,
    OPEN,
    RESULTS,
    SEASON,
    Interview,
    LineRefusal,
    ListReading,
)
from tournaments.exchange.lists.season_tables import is_season_file, read_season_table
from tournaments.exchange.lists.swiss_reports import is_report, read_report
from tournaments.exchange.lists.tables import find_chosen_headings
from tournaments.exchange.lists.text_cells import CHARACTER_SETS
from tournaments.exchange.lists.title_days import find_file_date_order, find_file_year
from tournaments.exchange.lists.typed_brackets import read_bracket
from tournaments.exchange.lists.typed_results import read_typed_results


def read_list(
    file: FileCells,
    kind: str,
    answers: Mapping[str, str],
    today: date,
    known_names: Collection[str] = (),
    own_fields: Mapping[str, str] | None = None,
) -> ListReading:
    """Return what a file says as a list of a kind (one of `KINDS`); `today` bounds dates of birth.

    `known_names` are those of people whom the club has already: they tell first names from surnames.
    `own_fields` are the names of the fields that the club has defined for its members, by their roles.

    Raises `text_letters_unknown` if the chosen character set is not that of the file, and the refusals of
    `trf.read` for a damaged report of a Swiss.
    """
    interview = Interview(answers, today.year)
    interview.today, interview.file_year = today, find_file_year(file)
    interview.known_names, interview.own_fields = known_names, own_fields or {}
    interview.file_date_order = find_file_date_order(file)
    interview.chosen_headings = find_chosen_headings(file, interview)
    _ask_about_letters(file, interview)
    if is_report(file):
        return read_report(file, kind, interview)
    if kind == RESULTS:
        return _read_results(file, interview, today)
    if kind == SEASON:
        return read_season_table(file, interview)
    is_of_lines = has_lines(file, interview) if kind == ENTRIES else has_marked_lines(file)
    reading = (
        read_entry_lines(file, kind, interview)
        if is_of_lines
        else read_person_tables(file, kind, interview, today)
    )
    if kind != ENTRIES:
        # Of a list of members the question follows once it is known who becomes one.
        return reading
    persons = settle_capitals(reading.persons, interview)
    return replace(reading, persons=persons, questions=interview.questions)


def _ask_about_letters(file: FileCells, interview: Interview) -> None:
    """Ask for the character set of a text in which letters would be a guess."""
    answer = interview.get_answer("letters")
    if answer and REPLACEMENT in file.text:
        raise Refusal("text_letters_unknown")
    if answer or not file.is_encoding_certain:
        interview.ask("letters", choices=CHARACTER_SETS, guess=OPEN)


def _read_results(file: FileCells, interview: Interview, today: date) -> ListReading:
    """Return matches, else the points of a season, else places, else lines, else matches without headings."""
    reading = read_match_tables(file, interview)
    if reading is None and is_season_file(file, interview):
        return read_season_table(file, interview)
    reading = reading or read_match_tables(file, interview, is_of_places)
    reading = reading or read_typed_results(file, interview, today)
    reading = reading or read_headless_matches(file, interview)
    if reading is None and not interview.get_answer("heading_row"):
        reading = read_bracket(file, interview)
    if reading is not None:
        return reading
    row = next((sheet.rows[0] for sheet in file.sheets if sheet.rows), CellRow(0, ()))
    given = interview.get_answer("columns").split(",")
    refusal = LineRefusal("no_player_columns", row.line, ", ".join(filter(None, row.texts)))
    return ListReading(
        kind=RESULTS,
        refusals=(refusal,),
        questions=interview.questions,
        columns=tuple(zip(row.texts, given, strict=False)) if any(given) else (),
        encoding=file.encoding,
    )

"""Days of titles and names of sheets without a year, and the year that a file lets guess. Pure."""

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date

from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.reading import DAY_FIRST, MONTH_FIRST, OPEN, Interview
from tournaments.exchange.lists.written_dates import (
    find_date_in_text,
    find_date_order,
    list_numeric_dates,
    read_date,
)

# A year in which every day exists.
LEAP_YEAR = 2000
MOST_YEARS = 30
YEAR = re.compile(r"(?<!\d)(20\d\d)(?!\d)")
# "Serata 14/3" and "14.3.": the whole text, or one token before it; the day first.
SHORT_DAY = re.compile(r"^(?:[^\W\d_]+\.?,?\s+)?(\d{1,2})[./-](\d{1,2})\.?$")


def find_title_day(text: str, sheet: str) -> date | None:
    """Return the day that titles, the nearest row first, or else the sheet's name state, in a leap year."""
    for row in (*reversed(text.splitlines()), sheet):
        if day := _read_title(row.strip()):
            return day
    return None


def _read_title(text: str) -> date | None:
    if match := SHORT_DAY.match(text):
        try:
            return date(LEAP_YEAR, int(match[2]), int(match[1]))
        except ValueError:
            return None
    day = find_date_in_text(text, LEAP_YEAR)
    return day if day and day.year == LEAP_YEAR else None


def has_whole_date(title: str, sheet: str) -> bool:
    """Return whether a title or the name of its sheet states a day with its year, in whatever order."""
    return bool(_find_whole_date(title, DAY_FIRST) or _find_whole_date(sheet, DAY_FIRST))


def _find_whole_date(text: str, order: str = "") -> date | None:
    """Return the date with its year in a text, or of the last of its rows that is nothing else."""
    days = (read_date(row.strip(), order) for row in reversed(text.splitlines()))
    return find_date_in_text(text, order=order) or next((day for day in days if day), None)


def read_title_date(title: str, sheet: str, interview: Interview) -> date | None:
    """Return the day with its year that a title states, else the name of its sheet.

    If neither it nor another date of the file tells whether the day comes first, that is a question.
    """
    text = title if _find_whole_date(title, DAY_FIRST) else sheet
    numeric = [one for row in text.splitlines() for one in list_numeric_dates(row)]
    order = find_date_order(numeric) or interview.file_date_order
    if not order and not _find_whole_date(text) and _find_whole_date(text, DAY_FIRST):
        order = interview.ask(
            "date_order",
            sheets=(sheet,),
            facts={"example": numeric[0]},
            choices=(DAY_FIRST, MONTH_FIRST),
            guess=OPEN,
        )
    return _find_whole_date(text, order)


def find_file_date_order(file: FileCells) -> str:
    """Return which comes first in the dates in figures of a file; "" if none of them tells."""
    texts = [sheet.name for sheet in file.sheets]
    texts += [
        cell for sheet in file.sheets for row in sheet.rows for cell in row.cells if isinstance(cell, str)
    ]
    dates = [text for one in texts for text in list_numeric_dates(one)]
    return find_date_order(dates) if dates else ""


def find_file_year(file: FileCells) -> str:
    """Return the year of most dates and titles of a workbook; "" if it has none."""
    years: Counter[str] = Counter()
    for sheet in file.sheets:
        years.update(YEAR.findall(sheet.name))
        for row in sheet.rows:
            years.update(str(cell.year) for cell in row.cells if isinstance(cell, date))
            if len(row.filled) == 1:
                years.update(YEAR.findall(row.text))
    return max(years, key=lambda year: years[year]) if years else ""


def ask_for_year(
    days: Iterable[date], interview: Interview, *, rows: Iterable[tuple[int, str]] = (), title_year: str = ""
) -> str:
    """Return the year of days without one as it is answered; "" while it is not.

    The guess is the year of the title, of other dates of the file, else the last one if a day is still
    to come. Only a title has a question of its own, named by its sheet.
    """
    lines = tuple(rows)
    years = tuple(str(year) for year in range(interview.year, interview.year - MOST_YEARS, -1))
    guess = title_year or (interview.file_year if interview.file_year in years else "")
    today = interview.today
    if not guess and today and any((day.month, day.day) > (today.month, today.day) for day in days):
        guess = str(interview.year - 1)
    return interview.ask(
        "season_year",
        place=lines[0][1] if title_year and lines else "",
        lines=tuple(line for line, _sheet in lines),
        sheets=tuple(sheet for _line, sheet in lines),
        choices=years,
        guess=guess or OPEN,
    )

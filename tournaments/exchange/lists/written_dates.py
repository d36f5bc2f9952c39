"""Dates as people write them; whether day or month comes first is found in the file, or queried. Pure."""

import re
from collections.abc import Iterable
from datetime import date
from functools import cache

from babel import Locale

from matches.plain_letters import strip_accents
from tournaments.exchange.lists.file_cells import CellValue, ClockCell
from tournaments.exchange.lists.reading import DAY_FIRST, MONTH_FIRST

ISO_DATE = re.compile(r"^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$")
NUMERIC_DATE = re.compile(
    r"^(\d{1,2})\s*([-/. ])\s*(\d{1,2})\s*[-/. ]\s*(\d{4}|\d{2})\.?(?:[ ,T]+\d{1,2}[:.]\d{2}.*)?$"
)
YEAR = re.compile(r"^(19|20)\d\d$")
DAY_AND_MONTH = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th|er|º|°|\.)?[\s\-]+(?:of |de |di )?([^\W\d_]{2,12})"
    r"\.?,?[\s\-]*(?:de |del |di )?(\d{4})?"
)
MONTH_AND_DAY = re.compile(r"\b([^\W\d_]{2,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?!\d),?\s*(\d{4})?")
IN_TEXT = re.compile(
    r"\b(\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})|\d{1,2}-\d{1,2}-(?:19|20)\d\d|\d{4}-\d{2}-\d{2})\b"
)
# Years of two digits from 70 on are in the 20th century.
FIRST_YEAR_OF_1900S = 70
LONGEST_DATE = 40
MONTHS_OF_YEAR = 12
MONTH_OF_YEAR = re.compile(r"^(?:(\d{1,2})\s*[-./ ]\s*((?:19|20)\d\d)|((?:19|20)\d\d)\s*[-./]\s*(\d{1,2}))$")
# How much of a date is known.
YEAR_ONLY, MONTH_ONLY = "year", "month"
# 12 sett. '25, where the whole cell is a date.
DAY_AND_SHORT_YEAR = re.compile(r"^(\d{1,2})[\s.\-]+([^\W\d_]{2,12})[\s.,\-]*['’]?(\d{2})$")
# mag-12, dic. 22, giugno '98, Sept 2019.
MONTH_AND_YEAR = re.compile(r"^([^\W\d_]{2,12})[\s.,\-/]*['’]?(\d{4}|\d{2})$")
# Marzo 2025, March.
MONTH_IN_TEXT = re.compile(r"\b([^\W\d_]{3,12})\b(?:[\s.,\-/]*(?:de |del )?((?:19|20)\d\d)\b)?")
LEAST_MONTH_LETTERS = 4
# The seasons 2003/04 and 2003-2004: only the first year is taken.
SEASON = re.compile(r"^((?:19|20)\d\d)\s*[-/–]\s*((?:19|20)?\d\d)$")
# What stands before and behind a year that is not exact.
BEFORE_YEAR = re.compile(
    r"^(?:dal(?:l')?|da|nel|since|from|in|about|ca|circa|seit|ab|um|etwa|depuis|en|vers|env|environ|desde|"
    r"aprox|hacia|siden|fra|omkring|yaklasik|stagione|season|saison|temporada|saeson)\b[\s.:']*"
)
BEHIND_YEAR = re.compile(
    r"[\s,]*(?:\(?(?:ca|circa|about|env|environ|aprox|etwa|omkring|yaklasik|den beri)\.?\)?|\?)$"
)
# What stands before a year of birth: *1958, n. 1958, classe '63, b. 1985, geb. 1958, (1958).
WRITTEN_BIRTH_YEAR = re.compile(
    r"^\(?(?:\*|(?:nato|nata|nati|n|cl|classe|anno|born|b|geboren|geb|jahrgang|jg|ne|nee|nacido|nacida|nac|"
    r"fodt|f|dogum|d|ur)\b\.?)?\s*(?:nel|in|en|im|i|:)?\s*(?:((?:19|20)\d\d)|['’‘`](\d\d))\)?$"
)
# Abbreviations that are usual beside those of the CLDR, by the number of the month.
USUAL_MONTHS = {
    1: "genn gen januar jaen jaenner janner jan janv ene ener oca ocak",
    2: "febbr febb feb febr fev fevr subat sub",
    3: "marz mar mrz maerz mars mart",
    4: "apr april aprile avr abr nis nisan",
    5: "magg mag mai may maj mayis",
    6: "giu giugn jun juni juin haz",
    7: "lug lugl lu jul juli juil juill tem temm",
    8: "ag ago agos aug agu aou aout agost",
    9: "sett set settem sep sept septb eyl",
    10: "ott ottob okt oct eki",
    11: "nov novem kas",
    12: "dic dicem dez dec des ara",
}
MONTH_LANGUAGES = ("en", "it", "de", "fr", "es", "da", "tr", "pl", "nl", "pt", "sv", "nb", "cs")


def find_date_order(texts: Iterable[str]) -> str:
    """Return which comes first in the numeric dates of a file; "" if nothing decides it.

    A number above 12 decides for all, also in a date beside other text; dates with dots are written with the
    day first. Two numbers that are no date in either order decide nothing.
    """
    first_is_day = second_is_day = has_dots = is_unclear = False
    matches = (NUMERIC_DATE.match(one) for text in texts for one in list_numeric_dates(text))
    for match in filter(None, matches):
        first, second = int(match[1]), int(match[3])
        if min(first, second) > MONTHS_OF_YEAR:
            continue
        first_is_day |= first > 12
        second_is_day |= second > 12
        has_dots |= match[2] == "."
        is_unclear |= first <= 12 and second <= 12 and first != second
    if first_is_day != second_is_day:
        return DAY_FIRST if first_is_day else MONTH_FIRST
    if has_dots or not is_unclear:
        return DAY_FIRST
    return ""


def list_numeric_dates(text: str) -> list[str]:
    """Return the dates in figures that a cell or title is or contains."""
    stripped = text.strip()
    return [stripped] if NUMERIC_DATE.match(stripped) else IN_TEXT.findall(text)


def is_date_text(text: str) -> bool:
    """Return whether a text is a numeric or ISO date, whatever its order."""
    return bool(NUMERIC_DATE.match(text.strip()) or ISO_DATE.match(text.strip()))


def read_date(cell: CellValue, order: str) -> date | None:
    """Return a date; None if the cell is none, or its order is not known ("")."""
    if isinstance(cell, date):
        return cell
    if isinstance(cell, int | float | bool | ClockCell):
        return None
    text = cell.strip()
    if match := ISO_DATE.match(text):
        return _make_date(int(match[1]), int(match[2]), int(match[3]))
    if match := NUMERIC_DATE.match(text):
        return _read_numeric(int(match[1]), int(match[3]), _read_year(match[4]), order)
    if match := DAY_AND_SHORT_YEAR.match(text):
        month = _get_months().get(strip_accents(match[2].casefold()), 0)
        return _make_date(_read_year(match[3]), month, int(match[1])) if month else None
    return find_date_in_text(text, order=order) if len(text) <= LONGEST_DATE else None


def _read_numeric(first: int, second: int, year: int, order: str) -> date | None:
    """Return a date of two numbers and a year; a number above 12 is a day whatever the order."""
    is_month_first = second > 12 or (order == MONTH_FIRST and first <= 12)
    is_known = bool(order) or first > 12 or second > 12 or first == second
    month, day = (first, second) if is_month_first else (second, first)
    return _make_date(year, month, day) if is_known else None


def read_birth_date(cell: CellValue, order: str, today: date) -> date | None:
    """Return a date of birth; a year of two digits that is still to come is one of the last century."""
    born = read_date(cell, order)
    if born is not None and born > today:
        return _make_date(born.year - 100, born.month, born.day)
    return born


def read_year_of_date(cell: CellValue, today: date) -> int | None:
    """Return the year of a date of birth whose order of day and month is not known; None if it is no date."""
    dates = (read_birth_date(cell, order, today) for order in (DAY_FIRST, MONTH_FIRST))
    years = {born.year for born in dates if born is not None}
    return years.pop() if len(years) == 1 else None


def read_year(cell: CellValue) -> int | None:
    """Return a year of four digits; None if the cell is none."""
    text = str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell).strip()
    return int(text) if YEAR.match(text) else None


def read_birth_year(cell: CellValue, today: date) -> int | None:
    """Return a year of birth as it is written below such a heading; None if the cell is none.

    "1958", "*1958", "n. 1958", "classe 1958", "geb. 1958", "(1958)", and of two digits "'63": the last such
    year that is not after `today`.
    """
    year = read_year(cell)
    if year is not None or not isinstance(cell, str):
        return year
    match = WRITTEN_BIRTH_YEAR.match(strip_accents(cell.casefold()).strip())
    if match is None:
        return None
    if match[1]:
        return read_year(match[1])
    year = today.year - today.year % 100 + int(match[2])
    return year if year <= today.year else year - 100


def read_vague_date(cell: CellValue, today: date | None = None) -> tuple[date, str] | None:
    """Return the first day of a year or a month, and which it is; None if the cell is neither.

    "2009", "03/2013", "2013-03", "March 2013", "giugno '98", "dal 2003", "2019 ca.". Of the season "2003/04"
    the first year is known. A year of two digits after `today` is none.
    """
    year = read_year(cell)
    if year is not None:
        return date(year, 1, 1), YEAR_ONLY
    text = strip_accents(cell.casefold()).strip() if isinstance(cell, str) else ""
    text = BEHIND_YEAR.sub("", BEFORE_YEAR.sub("", text)).strip()
    if match := SEASON.match(text):
        first, last = int(match[1]), int(match[2])
        if last in (first + 1, (first + 1) % 100):
            return date(first, 1, 1), YEAR_ONLY
    if (year := read_year(text)) is not None:
        return date(year, 1, 1), YEAR_ONLY
    first_day = _read_month_of_year(text)
    is_past = first_day is not None and (today is None or first_day <= today)
    return (first_day, MONTH_ONLY) if first_day is not None and is_past else None


def find_month_in_text(text: str) -> tuple[int, int] | None:
    """Return the month that a title names and its year, 0 without one: "Marzo 2025", "Results of March".

    A short name such as "Mar" counts only with a year behind it, or if there is nothing else.
    """
    if first_day := _read_month_of_year(strip_accents(text.casefold()).strip()):
        return first_day.month, first_day.year
    for match in MONTH_IN_TEXT.finditer(strip_accents(text.casefold())):
        month = _get_months().get(match[1], 0)
        is_sure = len(match[1]) >= LEAST_MONTH_LETTERS or match[2] or match[0] == text.casefold().strip()
        if month and is_sure:
            return month, int(match[2] or 0)
    return None


def _read_month_of_year(text: str) -> date | None:
    """Return the first day of a month with its year, in figures or letters."""
    if match := MONTH_OF_YEAR.match(text):
        return _make_date(int(match[2] or match[3]), int(match[1] or match[4]), 1)
    match = MONTH_AND_YEAR.match(re.sub(r"\s+(?:de|del|di|of)\s+", " ", text))
    month = _get_months().get(match[1], 0) if match else 0
    return _make_date(_read_year(match[2]), month, 1) if match and month else None


def find_date_in_text(text: str, year: int | None = None, order: str = "") -> date | None:
    """Return the date in a title, such as "Tuesday 13 January 2026", or beside a place: "Bari, 12/03/1958".

    `year` is the one if it names none, `order` that of day and month where the numbers do not tell.
    """
    for pattern, day_group, month_group in ((DAY_AND_MONTH, 1, 2), (MONTH_AND_DAY, 2, 1)):
        for match in pattern.finditer(text):
            month = _get_months().get(strip_accents(match[month_group].casefold()))
            found_year = int(match[3]) if match[3] else year
            if month and found_year:
                return _make_date(found_year, month, int(match[day_group]))
    numeric = IN_TEXT.search(text)
    if numeric is None or numeric[1] == text.strip():
        return _make_iso(text) if numeric else None
    return read_date(numeric[1], find_date_order([numeric[1]]) or order)


def is_month(term: str) -> bool:
    """Return whether a term is the name of a month, or short for one."""
    return strip_accents(term.casefold()).rstrip(".") in _get_months()


def is_weekday(term: str) -> bool:
    """Return whether a term is the name of a day of the week, or short for one."""
    return strip_accents(term.casefold()).rstrip(".") in _get_weekdays()


def _make_iso(text: str) -> date | None:
    match = ISO_DATE.match(text.strip())
    return _make_date(int(match[1]), int(match[2]), int(match[3])) if match else None


@cache
def _get_months() -> dict[str, int]:
    months: dict[str, int] = {}
    for language in MONTH_LANGUAGES:
        for width in ("wide", "abbreviated"):
            for form in ("format", "stand-alone"):
                for number, name in Locale(language).months[form][width].items():
                    months.setdefault(strip_accents(name.casefold()).rstrip("."), number)
    for number, names in USUAL_MONTHS.items():
        for name in names.split():
            months.setdefault(name, number)
    return months


@cache
def _get_weekdays() -> frozenset[str]:
    return frozenset(
        strip_accents(name.casefold()).rstrip(".")
        for language in MONTH_LANGUAGES
        for width in ("wide", "abbreviated")
        for form in ("format", "stand-alone")
        for name in Locale(language).days[form][width].values()
    ) | {"tues", "weds", "thur", "thurs"}


def _read_year(text: str) -> int:
    year = int(text)
    return year if year >= 100 else year + (1900 if year >= FIRST_YEAR_OF_1900S else 2000)


def _make_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None

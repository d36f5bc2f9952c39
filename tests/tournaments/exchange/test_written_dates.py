"""Dates as secretaries write them: abbreviated months of seven languages, months and years, seasons."""

from datetime import date

import pytest

from tournaments.exchange.lists.reading import DAY_FIRST, MONTH_FIRST
from tournaments.exchange.lists.written_dates import (
    MONTH_ONLY,
    YEAR_ONLY,
    read_date,
    read_vague_date,
    read_year_of_date,
)

TODAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("text", "month"),
    [
        *[(name, 1) for name in ("genn.", "gen", "Jan.", "Jän.", "janv.", "ene.", "jan", "Oca")],
        *[(name, 2) for name in ("febbr.", "febb.", "Feb.", "févr.", "fév.", "feb", "Şub")],
        *[(name, 3) for name in ("mar.", "März", "mars", "marzo", "Mrz.", "Mar")],
        *[(name, 4) for name in ("apr.", "avr.", "abr.", "Nis")],
        *[(name, 5) for name in ("magg.", "mag", "Mai", "maj", "May")],
        *[(name, 6) for name in ("giu.", "Juni", "juin", "jun.", "Haz")],
        *[(name, 7) for name in ("lugl.", "lug", "lu.", "Juli", "juil.", "jul.", "Tem")],
        *[(name, 8) for name in ("ag.", "ago", "Aug.", "août", "Ağu")],
        *[(name, 9) for name in ("sett.", "set", "Sept.", "sep.", "Eyl")],
        *[(name, 10) for name in ("ott.", "Okt.", "oct.", "Eki")],
        *[(name, 11) for name in ("nov.", "Nov", "Kas")],
        *[(name, 12) for name in ("dic.", "Dez.", "déc.", "dec.", "Ara")],
    ],
)
def test_the_usual_abbreviations_of_months_are_read(text, month):
    assert read_date(f"12 {text} 2025", DAY_FIRST) == date(2025, month, 12)
    assert read_date(f"12 {text} '25", DAY_FIRST) == date(2025, month, 12)
    assert read_vague_date(f"{text} 2015") == (date(2015, month, 1), MONTH_ONLY)


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("mag-12", (date(2012, 5, 1), MONTH_ONLY)),
        ("dic. 22", (date(2022, 12, 1), MONTH_ONLY)),
        ("giugno '98", (date(1998, 6, 1), MONTH_ONLY)),
        ("dal marzo 2019", (date(2019, 3, 1), MONTH_ONLY)),
        ("septiembre de 2019", (date(2019, 9, 1), MONTH_ONLY)),
        ("2010-03", (date(2010, 3, 1), MONTH_ONLY)),
        ("dal 2003", (date(2003, 1, 1), YEAR_ONLY)),
        ("seit 2003", (date(2003, 1, 1), YEAR_ONLY)),
        ("2019 ca.", (date(2019, 1, 1), YEAR_ONLY)),
        ("ca. 2019", (date(2019, 1, 1), YEAR_ONLY)),
        ("2019?", (date(2019, 1, 1), YEAR_ONLY)),
        ("2003/04", (date(2003, 1, 1), YEAR_ONLY)),
        ("2003-2004", (date(2003, 1, 1), YEAR_ONLY)),
        ("stagione 2003/04", (date(2003, 1, 1), YEAR_ONLY)),
        ("1999/00", (date(1999, 1, 1), YEAR_ONLY)),
        ("dic. 31", None),
        ("da poco", None),
        ("2003 (fondatore)", None),
    ],
)
def test_a_month_or_a_year_of_joining_is_read_as_far_as_it_is_known(text, joined):
    assert read_vague_date(text, TODAY) == joined


@pytest.mark.parametrize(
    ("order", "born"), [(DAY_FIRST, date(1958, 3, 12)), (MONTH_FIRST, date(1958, 12, 3)), ("", None)]
)
def test_a_date_beside_a_place_is_read_in_the_order_of_the_list(order: str, born: date | None) -> None:
    assert read_date("Bari, 12/03/1958", order) == born
    assert read_date("nato a Bari il 14/06/1958", order) == date(1958, 6, 14)


def test_the_year_of_a_date_beside_a_place_is_known_whatever_its_order() -> None:
    assert read_year_of_date("Bari, 12/03/1958", date(2026, 12, 2)) == 1958

"""CSV and XLSX files: cells are read back as written, and none is a formula."""

import csv
import locale
import zipfile
from fractions import Fraction
from io import BytesIO, StringIO

import pytest

from tournaments.exchange.lists.files import read_file
from tournaments.exchange.spreadsheets import Sheet, as_csv, as_xlsx, decimal, write_decimal_commas

RISKY = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "\0x", "=cmd|' /C calc'!A0"]
# East Asian settings of spreadsheets read these as well.
FULL_WIDTH = ["\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20SUM(A1)"]


def rows_of(data: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("text", [*RISKY, *FULL_WIDTH])
def test_a_cell_that_resembles_a_formula_is_a_text(text: str) -> None:
    sheet = Sheet("Entries", ["Name"], [[text]])
    assert rows_of(as_csv(sheet))[1][0] == "'" + text.replace("\0", "")
    with zipfile.ZipFile(BytesIO(as_xlsx([sheet]))) as packed:
        page = packed.read("xl/worksheets/sheet1.xml")
    assert b"<f>" not in page
    assert page.count(b't="s"') == 2


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("x;=1+1;y", "x;'=1+1;y"),
        ("x;@SUM(A1);-2", "x;'@SUM(A1);'-2"),
        ("x\t+1|=2", "x\t'+1|'=2"),
        ("x;\uff1d1+1", "x;'\uff1d1+1"),
        ("Smith; Jones - 2", "Smith; Jones - 2"),
    ],
)
def test_a_part_of_a_cell_that_resembles_a_formula_is_a_text(text: str, escaped: str) -> None:
    """A program set to another separator splits cells of the file."""
    heads = ["Name", "Club", "Country", "Rating", "Family"]
    data = as_csv(Sheet("Entries", heads, [[text, "a", "b", "c", "d"]]))
    assert rows_of(data)[1][0] == escaped
    (sheet,) = read_file(data, {}).sheets
    assert sheet.rows[1].texts[0] == " ".join(text.split())


def test_numbers_have_decimal_commas_and_texts_stay_as_they_are() -> None:
    sheet = Sheet("x", ["Name", "Rating"], [["Rossi, A.; B.", Fraction(7, 2)], ["v1.5", -12], ["=1", None]])
    data = write_decimal_commas(as_csv(sheet))
    assert list(csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";")) == [
        ["Name", "Rating"],
        ["Rossi, A.; B.", "3,5"],
        ["v1.5", "-12"],
        ["'=1", ""],
    ]


def test_commas_quotes_and_line_ends_in_a_name_are_read_back() -> None:
    names = ['Rossi, "Il Conte"', "two\nlines", "Ωmega ß", "plain"]
    assert rows_of(as_csv(Sheet("x", ["Name"], [[name] for name in names])))[1:] == [[n] for n in names]


def test_a_lone_surrogate_is_written() -> None:
    sheet = Sheet("x", ["Name"], [["a\ud800b"]])
    assert rows_of(as_csv(sheet))[1] == ["a?b"]
    assert as_xlsx([sheet])[:2] == b"PK"


def test_numbers_have_a_point_in_every_locale() -> None:
    previous_locale = locale.setlocale(locale.LC_NUMERIC)
    for name in ("it_IT.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "C"):
        try:
            locale.setlocale(locale.LC_NUMERIC, name)
        except locale.Error:
            continue
        row: list[str | int | Fraction | None] = [Fraction(7, 2), Fraction(1, 3), Fraction(-1, 2), 12, None]
        assert rows_of(as_csv(Sheet("x", ["a"], [row])))[1] == ["3.5", "0.3333", "-0.5", "12", ""]
    locale.setlocale(locale.LC_NUMERIC, previous_locale)
    assert decimal(Fraction(4, 2)) == "2"


def test_equal_tables_give_equal_workbooks_whatever_they_are_called() -> None:
    sheets = [Sheet("A/B: [x]" + "y" * 40, ["a"], [[1]]), Sheet("", ["a"], [[Fraction(1, 2)]])]
    assert as_xlsx(sheets) == as_xlsx(sheets)

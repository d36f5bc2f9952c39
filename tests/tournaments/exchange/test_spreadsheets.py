"""Files of several formats are read to cells, within limits; hostile files are refused."""

import zipfile
from contextlib import ExitStack
from datetime import date, datetime
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
import xlsxwriter

from rules.errors import Refusal
from tournaments.exchange import spreadsheets, workbook_reader
from tournaments.exchange.lists import files
from tournaments.exchange.lists.text_cells import MAX_CELL_LETTERS, MAX_LINES, MAX_TEXT_COLUMNS
from tournaments.exchange.spreadsheets import MAX_BYTES, MAX_ROWS


def read(data):
    """Return the texts of the first sheet of a file with anything on it, by the numbers of its rows."""
    sheets = files.read_file(data, {}).sheets
    return {row.line: row.texts for row in next(sheet for sheet in sheets if sheet.rows).rows}


def rows_of(data):
    return list(read(data).values())


def a_book(*rows, first=()):
    """Return a workbook with these rows on its second sheet, or on its only one if `first` is None."""
    buffer = BytesIO()
    book = xlsxwriter.Workbook(buffer, {"default_date_format": "dd.mm.yyyy"})
    sheets = [rows] if first is None else [first, rows]
    for sheet_rows in sheets:
        sheet = book.add_worksheet()
        for line, cells in enumerate(sheet_rows):
            sheet.write_row(line, 0, cells)
    book.close()
    return buffer.getvalue()


def repacked(data, part, text):
    """The same archive with one part replaced or added."""
    buffer = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            if info.filename != part:
                new.writestr(info, old.read(info))
        new.writestr(part, text)
    return buffer.getvalue()


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_text_is_split_at_its_separator(separator):
    lines = [["Name", "Points"], ["Łukasz Żółć", "7"], ["O'Neil", ""]]
    data = "\r\n".join(separator.join(line) for line in lines).encode("utf-8-sig")
    assert rows_of(data) == [("Name", "Points"), ("Łukasz Żółć", "7"), ("O'Neil", "")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_is_decoded_by_its_encoding(encoding):
    assert rows_of("Niccolò;Zoë\n".encode(encoding)) == [("Niccolò", "Zoë")]


def test_cells_of_a_workbook_are_read_as_people_write_them():
    rows = rows_of(
        a_book(
            ["When", "By", "Points"],
            [datetime.fromisoformat("2024-03-05T20:30"), "Anna", 7.0],
            [None, "Bruno", 0.5],
        )
    )
    assert rows == [("When", "By", "Points"), ("2024-03-05", "Anna", "7"), ("", "Bruno", "0.5")]
    assert rows_of(a_book([date(2024, 3, 5), True])) == [("2024-03-05", "yes")]


def test_the_first_sheet_with_anything_on_it_is_read():
    assert rows_of(a_book(["Anna"])) == [("Anna",)]
    assert rows_of(a_book(["Anna"], first=[["Bruno"]])) == [("Bruno",)]


def test_what_this_site_writes_reads_back():
    sheet = spreadsheets.Sheet("Names", ["Name", "Points"], [["=Anna", 7], ["-Bruno", None]])
    assert rows_of(spreadsheets.as_csv(sheet)) == [("Name", "Points"), ("=Anna", "7"), ("-Bruno", "")]
    assert rows_of(spreadsheets.as_xlsx([sheet])) == [("Name", "Points"), ("=Anna", "7"), ("-Bruno",)]


def refused(data, code):
    with pytest.raises(Refusal) as excinfo:
        read(data)
    assert excinfo.value.code == code


def test_tables_beyond_the_limits_are_refused():
    refused(b"x" * (MAX_BYTES + 1), "sheet_too_large")
    refused(b"x\n" * (MAX_ROWS + 2), "sheet_rows_many")
    refused(b"\n" * (MAX_LINES + 2) + b"x", "sheet_rows_many")
    refused(b",".join([b"x"] * (MAX_TEXT_COLUMNS + 1)), "sheet_columns_many")
    refused(a_book(*[["x"]] * (MAX_ROWS + 2)), "sheet_rows_many")
    # More than a form can keep between two requests.
    refused(Random(1).randbytes(1_200_000).hex().encode(), "sheet_too_large")
    # A small file with a very large sheet.
    refused(a_book(*[["x" * 1_000] * 40] * 300), "sheet_unpacks_too_large")
    assert len(rows_of(b"x" * 5000)[0][0]) == MAX_CELL_LETTERS


@pytest.mark.parametrize("data", [b"", b" \n;;\n", "\ufeff".encode(), a_book()])
def test_an_empty_file_is_refused(data):
    refused(data, "sheet_empty")


def test_a_damaged_workbook_is_refused():
    whole = a_book(["Anna", 7])
    refused(whole[: len(whole) // 2], "sheet_unreadable")
    refused(repacked(whole, "xl/workbook.xml", "<not xml"), "sheet_unreadable")
    refused(repacked(whole, "xl/worksheets/sheet2.xml", "<not xml"), "sheet_unreadable")


def test_a_zip_bomb_is_not_unpacked():
    bomb = repacked(a_book(["Anna"]), "xl/worksheets/sheet9.xml", b" " * 70_000_000)
    refused(bomb, "sheet_unpacks_too_large")
    many = BytesIO()
    with zipfile.ZipFile(many, "w") as opened:
        for number in range(400):
            opened.writestr(f"{number}.xml", "")
    refused(many.getvalue(), "sheet_unpacks_too_large")


MAIN = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LIMIT = 10_000
MANY = LIMIT + 1
CROWDED = {
    "shared strings": ("xl/sharedStrings.xml", b"<sst " + MAIN + b">" + b"<si/>" * MANY + b"</sst>"),
    "texts of one": ("xl/sharedStrings.xml", b"<sst " + MAIN + b"><si>" + b"<t/>" * MANY + b"</si></sst>"),
    "formats": ("xl/styles.xml", b"<styleSheet " + MAIN + b">" + b"<xf/>" * MANY + b"</styleSheet>"),
    "cells": (
        "xl/worksheets/sheet1.xml",
        b"<worksheet " + MAIN + b"><sheetData><row>" + b"<c/>" * MANY + b"</row></sheetData></worksheet>",
    ),
    "depth": ("xl/sharedStrings.xml", b"<sst " + MAIN + b">" + b"<si>" * MANY),
    "attributes": (
        "xl/styles.xml",
        b"<styleSheet " + MAIN + b">" + b'<xf a="" b="" c=""/>' * (MANY // 3) + b"</styleSheet>",
    ),
    "any name": ("picture.png", b"<sst>" + b"<si/>" * MANY + b"</sst>"),
}


@pytest.mark.parametrize("what", CROWDED)
def test_every_element_and_attribute_of_a_workbook_counts(what, monkeypatch):
    monkeypatch.setattr(workbook_reader, "MAX_ELEMENTS", LIMIT)
    with pytest.raises(workbook_reader.RefusedWorkbook) as excinfo:
        workbook_reader.check_size(repacked(a_book(["Anna"]), *CROWDED[what]))
    assert excinfo.value.code == "sheet_elements_many"


@pytest.fixture
def no_wall_limit(monkeypatch):
    """Remove the wall time limit of the reader, so that only its processor time is limited."""
    monkeypatch.setattr(spreadsheets, "WALL_SECONDS", 600)


def test_millions_of_elements_are_refused_before_the_workbook_is_read(no_wall_limit):
    """80 kB packed, 55 MB unpacked; building objects of all elements would take minutes."""
    strings = b"<sst " + MAIN + b">" + b"<si/>" * 11_000_000 + b"</sst>"
    data = repacked(a_book(["Anna"]), "xl/sharedStrings.xml", strings)
    assert len(data) < 100_000
    refused(data, "sheet_elements_many")


def test_counting_stops_at_the_limit():
    counter = workbook_reader.ElementCounter()
    with pytest.raises(workbook_reader.RefusedWorkbook):
        counter.count_part("sheet", iter([b"<sst>", *[b"<si/>" * 1000] * 10_000]))
    assert counter.elements == workbook_reader.MAX_ELEMENTS + 1


def test_a_full_table_stays_far_below_the_limits_of_its_workbook():
    names = [f"Player {number}" for number in range(300)]
    book = a_book(*[[names[row % 300], names[row % 299], 7, row % 7, "2024-03-05"] for row in range(10_000)])
    assert workbook_reader.check_size(book).elements < workbook_reader.MAX_ELEMENTS // 5


def test_a_workbook_that_takes_too_long_is_ended_by_the_system(no_wall_limit):
    """Just below the limit of elements, of which each is counted."""
    strings = b"<sst " + MAIN + b">" + b"<si/>" * (workbook_reader.MAX_ELEMENTS - 1_000) + b"</sst>"
    data = repacked(a_book(["Anna"]), "xl/sharedStrings.xml", strings)
    with pytest.raises(Refusal) as excinfo:
        spreadsheets.read_workbook(data, cpu_seconds=1)
    assert (excinfo.value.code, excinfo.value.facts) == ("sheet_slow", {"most": 1})


def test_only_a_few_workbooks_are_read_at_once():
    """Further requests are refused while others wait, so that threads stay free for other pages."""
    with ExitStack() as admitted:
        for _ in range(spreadsheets.MAX_RUNNING + spreadsheets.MAX_WAITING):
            admitted.enter_context(spreadsheets.limit_readers())
        refused(a_book(["Anna"]), "sheets_busy")
    assert rows_of(a_book(["Anna"])) == [("Anna",)]


def test_entities_of_its_own_are_not_expanded():
    bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><x>&b;</x>'
    refused(repacked(a_book(["Anna"]), "xl/sharedStrings.xml", bomb), "sheet_unreadable")
    padded = " " * ((1 << 20) - 5) + "<!DOCTYPE x>"
    refused(repacked(a_book(["Anna"]), "xl/sharedStrings.xml", padded), "sheet_unreadable")


def test_a_formula_is_read_as_its_stored_result():
    assert rows_of(b"Name,Points\n'=1+1,@SUM(A1)\n")[1] == ("=1+1", "@SUM(A1)")
    buffer = BytesIO()
    book = xlsxwriter.Workbook(buffer)
    book.add_worksheet().write_formula(0, 0, '="An"&"na"', None, "Anna")
    book.close()
    assert rows_of(buffer.getvalue()) == [("Anna",)]


LISTS = Path(__file__).parent.parent.parent / "data" / "lists"


@pytest.mark.parametrize(
    ("name", "first_row"),
    [
        ("m08_old_excel.xls", ("Member #", "Last", "First", "E-Mail Address", "Expires", "Rating")),
        (
            "m09_swiss.ods",
            ("Name / Nom", "Vorname / Prénom", "Ort / Lieu", *("Eintritt / Entrée", "Jahrgang", "PR")),
        ),
    ],
)
def test_a_workbook_of_another_program_is_read(name, first_row):
    assert rows_of((LISTS / name).read_bytes())[0] == first_row


def an_open_document(rows):
    """Return an ODS file of one sheet with these rows as XML."""
    names = ["office", "style", "text", "table", "fo", "xlink", "dc", "meta", "number", "svg", "calcext"]
    spaces = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in names)
    sheet = f'<table:table table:name="A">{rows}</table:table>'
    body = f"<office:body><office:spreadsheet>{sheet}</office:spreadsheet></office:body>"
    content = f"<office:document-content {spaces}>{body}</office:document-content>"
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
        archive.writestr("META-INF/manifest.xml", manifest)
    return buffer.getvalue()


A_CELL = '<table:table-cell office:value-type="string"{}><text:p>{}</text:p></table:table-cell>'
A_ROW = "<table:table-row{}>{}</table:table-row>"


def test_rows_that_an_open_document_repeats_are_read_as_often():
    twice = A_ROW.format(' table:number-rows-repeated="2"', A_CELL.format("", "Anna"))
    empty = A_ROW.format(' table:number-rows-repeated="1048570"', "<table:table-cell/>")
    assert read(an_open_document(twice + empty)) == {1: ("Anna",), 2: ("Anna",)}


def list_hidden(data):
    return [row.line for sheet in files.read_file(data, {}).sheets for row in sheet.rows if row.is_hidden]


def test_rows_that_an_open_document_hides_are_marked():
    rows = A_ROW.format("", A_CELL.format("", "Anna"))
    rows += A_ROW.format(' table:visibility="filter"', A_CELL.format("", "Bruno"))
    assert list_hidden(an_open_document(rows)) == [2]


def a_far_cell():
    """Return a workbook whose second cell is in the last row and column of a sheet."""
    buffer = BytesIO()
    book = xlsxwriter.Workbook(buffer)
    sheet = book.add_worksheet()
    sheet.write(0, 0, "Anna")
    sheet.write(1_048_575, 16_383, "Bruno")
    book.close()
    return buffer.getvalue()


def test_a_workbook_that_would_fill_the_memory_is_refused(no_wall_limit):
    """A few kilobytes that mean thousands of millions of cells."""
    full = A_ROW.format(' table:number-rows-repeated="1000000"', A_CELL.format("", "Anna"))
    wide = A_CELL.format(' table:number-columns-repeated="16000"', "Anna")
    square = A_ROW.format(' table:number-rows-repeated="1000000"', wide)
    for data in (an_open_document(square), a_far_cell()):
        assert len(data) < 20_000
        refused(data, "sheet_elements_many")
    refused(an_open_document(full * 3), "sheet_elements_many")


@pytest.mark.parametrize("name", ["xl/workbook.bin", "xl/worksheets/sheet1.bin", "content.xml"])
def test_a_packed_workbook_of_any_kind_is_unpacked_within_limits(name):
    refused(repacked(a_book(["Anna"]), name, b" " * 70_000_000), "sheet_unpacks_too_large")


def test_an_old_workbook_that_is_damaged_is_refused_in_time():
    whole = (LISTS / "m08_old_excel.xls").read_bytes()
    refused(whole[: len(whole) // 3], "sheet_unreadable")
    refused(whole[:8] + b"\xff" * 100_000, "sheet_unreadable")


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7\n1 0 obj\n",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"\x1f\x8b\x08\0\0\0\0\0",
        b"<html><table><tr><td>Anna</td></tr></table>",
        b'<?xml version="1.0"?><Workbook/>',
        b"{\\rtf1 Anna}",
        b"SQLite format 3\0\x10\x01\x01",
    ],
)
def test_a_file_that_is_no_table_is_refused_by_its_first_bytes(data):
    refused(data, "sheet_unreadable")


def test_letters_are_never_replaced():
    assert rows_of((LISTS / "cp1250.csv").read_bytes())[1:] == [
        ("Łukasz Żak", "Kraków", "1650"),
        ("Jiří Dvořák", "Praha", "1500"),
    ]
    assert not files.read_file("Name\nZoë Müller\n".encode() + b"\xff", {}).is_encoding_certain
    refused(a_book(["Zo\ufffd"]), "text_letters_unknown")


def test_the_line_that_tells_the_separator_is_no_row():
    assert rows_of((LISTS / "sep.csv").read_bytes())[:2] == [
        ("Nome", "Circolo", "Elo"),
        ("Anna Rossi", "Roma", "1712,45"),
    ]
    assert rows_of(b"SEP=|\nRossi, Anna|Roma; Lazio") == [("Rossi, Anna", "Roma; Lazio")]


@pytest.mark.parametrize(
    "data", [b"\nName\n\nAnna\n,\nBruno\n", a_book([""], ["Name"], [""], ["Anna"], [""], ["Bruno"])]
)
def test_rows_have_the_numbers_of_the_file_with_its_blank_rows(data):
    assert {line: texts[0] for line, texts in read(data).items()} == {2: "Name", 4: "Anna", 6: "Bruno"}


def test_hidden_rows_are_marked():
    assert list_hidden((LISTS / "m10_hidden_formulas.xlsx").read_bytes()) == [4, 7]

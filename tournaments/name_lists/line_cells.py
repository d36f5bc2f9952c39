"""The cells of a pasted line: split at its separator, or at the brackets and figures behind a name. Pure."""

import csv
import re
from collections.abc import Callable

from tournaments import countries

SEPARATORS = ("\t", ";", ",")
BLANKS = "\\s\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"
FIGURES = re.compile(r"^\d{3,4}([.,]\d{1,3})?$")
# 1,650 and 1.650 and 1 650, alone in a cell or behind a label.
THOUSANDS = re.compile(rf"^([1-9])[.,'’{BLANKS}](\d{{3}})(?:[.,]\d{{1,3}})?$")
THOUSANDS_IN_LINE = re.compile(rf"(?<=[\s(:])([12])[.,'’{BLANKS}](\d{{3}})(?![\d])(?![.,]\d{{3}})")
SEVERAL_BLANKS = re.compile(" {2,}")
LOWEST, HIGHEST = 100, 9999
# A figure that can be the year of birth of a player, and a rating too.
BIRTH_YEAR = re.compile(r"^(?:19\d\d|20[0-2]\d)$", re.ASCII)
BULLET = re.compile(r"^\s*(?:[*•·▪–—-]\s+|[•·▪]\s*)")
LISTED_BEFORE_NAME = re.compile(r"^\s*\d{1,3}\s*[.):\-\t]\s*|^\s*\d{1,3}\s+(?=\S)")
BULLET_BEFORE_NAME = re.compile(r"^\s*[-*•–]\s*")
BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]{1,60})[)\]]\s*$")
TRAILING_FIGURE = re.compile(r"\s+(\d{3,4}(?:[.,]\d{1,3})?)$")
LABELLED_FIGURE = re.compile(r"\s+((?:rating|elo|fibs)\s*:?\s*\d[\d.,]*)$", re.IGNORECASE)


def rating_of(text: str) -> int:
    """Return the rounded rating of a cell, 0 if it has none: "1712", "1534.6", "1,650" and "1.650"."""
    figure = text.strip()
    if thousands := THOUSANDS.match(figure):
        figure = thousands[1] + thousands[2]
    if not FIGURES.match(figure):
        return 0
    rating = round(float(figure.replace(",", ".")))
    return rating if LOWEST <= rating <= HIGHEST else 0


def means_nobody(_name: str) -> bool:
    """Return that no name with a mark in brackets is one."""
    return False


def split_line(text: str, is_marked_name: Callable[[str], bool] = means_nobody) -> list[str]:
    """Return the cells of a line.

    "Young, Derek (ENG) 1720" are the cells Derek Young, ENG and 1720: details that follow the comma without
    another one say that it stands between surname and first name. A year in brackets stays behind a name for
    which it tells people apart (`is_marked_name`); it is a rating behind others.
    """
    plain = "".join(letter if letter.isprintable() or letter == "\t" else " " for letter in text)
    # One blank each: the patterns would take long on runs of them.
    line = THOUSANDS_IN_LINE.sub(r"\1\2", BULLET.sub("", SEVERAL_BLANKS.sub(" ", plain)))
    separator = next((sign for sign in SEPARATORS if sign in line.strip()), "")
    if not separator:
        return _split_details(line.strip(), is_marked_name)
    (row,) = csv.reader([line.strip("\n ")], delimiter=separator, skipinitialspace=True)
    cells = [" ".join(cell.split()) for cell in row]
    if separator == "," and len(cells) == 2:
        first_name, *details = _split_details(cells[1], means_nobody, bare_figure=True)
        if details and cells[0] and first_name and not any(map(str.isdigit, cells[0] + first_name)):
            return [f"{first_name} {cells[0]}", *details]
    return cells


def _split_details(
    text: str, is_marked_name: Callable[[str], bool], *, bare_figure: bool = False
) -> list[str]:
    """Return a name and the country and rating behind it: in brackets, labelled, or as a bare figure."""
    name, details = text, list[str]()
    while True:
        bracketed, labelled = BRACKETS.search(name), LABELLED_FIGURE.search(name)
        figure = TRAILING_FIGURE.search(name) if bare_figure else None
        if bracketed and BIRTH_YEAR.match(bracketed[1].strip()) and is_marked_name(name):
            return [name, *details]
        if bracketed and (rating_of(bracketed[1]) or countries.code_of(bracketed[1])):
            match = bracketed
            details.insert(0, bracketed[1].strip())
        elif labelled:
            match = labelled
            label, _, value = labelled[1].replace(":", " ").partition(" ")
            details.insert(0, f"{label}: {value.strip()}")
        elif figure:
            match = figure
            details.insert(0, figure[1])
        else:
            return [name, *details]
        if not name[: match.start()].strip():
            return [text]
        name = name[: match.start()].rstrip()


def tidy(raw: str) -> str:
    """Return a name without list number, bullet, extra spaces and control characters."""
    printable = "".join(letter if letter.isprintable() else " " for letter in raw.replace("\t", " "))
    return " ".join(BULLET_BEFORE_NAME.sub("", LISTED_BEFORE_NAME.sub("", printable)).split())

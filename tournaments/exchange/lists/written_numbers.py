"""Figures and marks as people write them: ratings, amounts, yes and no, countries. Pure."""

import re
from datetime import date

from matches.plain_letters import strip_accents
from tournaments.exchange.lists.file_cells import CellValue, ClockCell, show_cell
from tournaments.exchange.lists.token_sets import make_tokens

LOWEST_RATING, HIGHEST_RATING = 100, 9999
BLANKS = " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"
# 1,650 and 1.650 and 1'650 and 1 650, with or without decimals.
THOUSANDS = re.compile(rf"^([1-9]\d?)[.,'’{BLANKS}](\d{{3}})(?:[.,](\d{{1,4}}))?$")
PLAIN_NUMBER = re.compile(r"^(\d{1,7})(?:[.,](\d{1,4}))?$")
AMOUNT = re.compile(
    r"^[-+]?\s*(?:[€$£]|eur|euro|chf|gbp|usd|kr|zł|tl)?\s*(\d[\d.,'’ ]*)\s*"
    r"(?:[€$£]|eur|euro|chf|gbp|usd|kr|zł|tl)?\.?$",
    re.IGNORECASE,
)
NO_RATING = make_tokens("unrated none no new nr keine senza non nessuno - – — 0 n/a na ? unr")
YES = make_tokens(
    "yes y ja j si s oui o tak t evet e true vero wahr vrai verdadero ok paid bezahlt gezahlt pagato "
    "pagata pagado pagada paye payee regle reglee betalt odendi x ✓ ✔ ✅ ☑ 1 ano da oplacone versato "
    "versata saldato saldata "
    "done"
)
NO = make_tokens(
    "no n nein non nie hayir h nej false falso falsch faux unpaid open offen 0 ✗ ✘ ❌ ☐ ne due owed - – "
    "impaye ubetalt odenmedi"
)
# Marks that begin other phrases in Italian: "da pagare" is still to be paid, "due rate" are two instalments.
ALONE = frozenset(("da", "due"))
MARKS = make_tokens("x ✓ ✔ ✅ ☑")


def read_rating(cell: CellValue) -> float | None:
    """Return a rating; None if the cell has none: "1.712,4", "1,650", "1 588", "1499,7"."""
    if isinstance(cell, bool | date | ClockCell):
        return None
    number = float(cell) if isinstance(cell, int | float) else _read_rating_text(cell)
    if number is None or not LOWEST_RATING <= number <= HIGHEST_RATING:
        return None
    return int(number) if number == int(number) else number


def means_no_rating(cell: CellValue) -> bool:
    """Return whether a cell says that somebody has no rating."""
    return show_cell(cell).casefold().strip(" .()") in NO_RATING


def read_number(cell: CellValue) -> float | None:
    """Return a number, with a decimal point or comma; None if the cell is none."""
    if isinstance(cell, bool | date | ClockCell):
        return None
    if isinstance(cell, int | float):
        return cell
    match = PLAIN_NUMBER.match(cell.strip())
    if match is None:
        return None
    return float(f"{match[1]}.{match[2]}") if match[2] else int(match[1])


def read_amount(cell: CellValue) -> float | None:
    """Return an amount of money, with or without a currency; None if the cell is none."""
    if isinstance(cell, bool | date | ClockCell):
        return None
    if isinstance(cell, int | float):
        return cell
    match = AMOUNT.match(cell.strip())
    if match is None:
        return None
    digits = re.sub(rf"['’{BLANKS}]", "", match[1]).rstrip(".,")
    decimals = re.search(r"[.,](\d{1,2})$", digits)
    whole = re.sub(r"[.,]", "", digits[: decimals.start()] if decimals else digits)
    amount = float(f"{whole}.{decimals[1]}") if decimals else float(whole)
    return int(amount) if amount == int(amount) else amount


def read_whole_number(cell: CellValue) -> int | None:
    """Return a number without decimals from 0 on; None if the cell is none."""
    number = read_number(cell)
    return int(number) if number is not None and number == int(number) and number >= 0 else None


def read_yes_no(cell: CellValue) -> bool | None:
    """Return what a mark says, in the languages of the lists; None if it says neither."""
    if isinstance(cell, bool):
        return cell
    if isinstance(cell, int | float):
        return cell > 0
    text = strip_accents(show_cell(cell).casefold()).strip(" .!")
    token = re.split(r"[\s(,;:]", text, maxsplit=1)[0]
    if text in YES or (token in YES and token not in ALONE):
        return True
    if text in NO or (token in NO and token not in ALONE):
        return False
    amount = read_amount(text)
    return amount > 0 if amount is not None else None


def is_mark(cell: CellValue) -> bool:
    """Return whether a cell is a mark that leaves its column empty where it is not true."""
    return show_cell(cell).casefold() in MARKS


def _read_rating_text(text: str) -> float | None:
    figure = text.strip()
    if thousands := THOUSANDS.match(figure):
        whole = thousands[1] + thousands[2]
        return float(f"{whole}.{thousands[3]}") if thousands[3] else float(whole)
    match = PLAIN_NUMBER.match(figure)
    return float(f"{match[1]}.{match[2] or 0}") if match else None

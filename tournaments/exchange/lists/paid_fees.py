"""What a list of members says of who has paid the fee of a year: a mark, an amount, a day, a method. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from matches.plain_letters import strip_accents
from tournaments.exchange.lists.file_cells import CellValue, show_cell
from tournaments.exchange.lists.headings import FEE, METHOD, PAID, PAID_ON
from tournaments.exchange.lists.reading import DAY_FIRST, ListedFee
from tournaments.exchange.lists.written_dates import find_date_in_text, is_date_text, read_date
from tournaments.exchange.lists.written_numbers import YES, read_amount, read_yes_no
from tournaments.name_lists.payment_terms import (
    LETTERS,
    OTHER_TERMS,
    PART_TERMS,
    WAY_TERMS,
    fold_terms,
    is_unpaid,
    list_methods,
    read_method,
)

YEAR = re.compile(r"\b(20\d\d)\b")
# Quota 26, Subs '26.
SHORT_YEAR = re.compile(r"[^\W\d_][\s'’]+(\d\d)\s*$")
# Smaller figures, such as 1, are marks.
LEAST_AMOUNT = 2
NUMERIC_DAY = re.compile(r"\b\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})\b|\b\d{4}-\d{2}-\d{2}\b")
# 3/9 and 3.9., while 3.90 is an amount.
DAY_AND_MONTH = re.compile(r"(?<![\d./-])(\d{1,2})(?:[/-](\d{1,2})|\.(\d{1,2})\.)(?![\d./-])")
HALF = re.compile(r"½|50\s*%|^1/2$")
# Behind the day of a date in terms.
NAMED_MONTH = r"(?:st|nd|rd|th|er|\.)?[\s\-]+(?:of |de |di )?[^\W\d_]+\.?,?"
FIGURE = re.compile(r"\d+(?:[.,'’]\d+)*")
# Of a day of payment that can be meant.
FIRST_PAID_YEAR, LAST_PAID_YEAR = 1950, 2100


def read_listed_fee(paid: CellValue, fee: CellValue, order: str, year: int = 0) -> ListedFee | None:
    """Return the fee of a row from the cells of who has paid and how much; None if it is not paid.

    `year` is that of a day without one, such as 3/9; 0 if it is not known.
    """
    text, amount_due = show_cell(paid), read_money(fee)
    is_paid, day = read_yes_no(paid), read_date(paid, order)
    amount = read_money(paid) if day is None else None
    description = _read_description(text, order, year) if isinstance(paid, str) and amount is None else None
    is_open = is_paid is False or is_unpaid(fold_terms(text))
    if not text or (is_open and day is None and amount is None):
        return None
    if description is not None:
        is_due = description.amount is None and not description.part
        return replace(description, amount=amount_due) if is_due else description
    if day is not None or amount is not None:
        return ListedFee(amount or amount_due, day)
    is_clear = is_paid and not any(map(str.isdigit, text))
    return ListedFee(amount_due) if is_clear else ListedFee(unclear=text)


def add_payment_details(
    fee: ListedFee, paid_on: CellValue, method: CellValue, *, order: str, year: int = 0
) -> ListedFee:
    """Return a fee with the day and the method of cells of their own, and those that cannot be read.

    Without an order of day and month, a day that needs one is left to the question about it.
    """
    day_text, method_text = show_cell(paid_on), show_cell(method)
    day, known_method = read_payment_day(paid_on, order, year), read_method(method_text)
    is_unread_day = bool(day_text) and day is None and (order != "" or not is_date_text(day_text))
    unread = [(PAID_ON, day_text)] if is_unread_day else []
    if method_text and not known_method:
        unread.append((METHOD, method_text))
    day = day or fee.paid_on
    if day is not None and not FIRST_PAID_YEAR <= day.year <= LAST_PAID_YEAR:
        unread.append((PAID_ON, day.isoformat()))
        day = None
    return replace(fee, paid_on=day, method=known_method or fee.method, unread=tuple(unread))


def read_payment_day(cell: CellValue, order: str, year: int = 0) -> date | None:
    """Return the day in a cell of one, `year` being that of a day without one; None if it is none."""
    day = read_date(cell, order)
    return day or (
        _take_day(strip_accents(cell.casefold()), order, year)[0] if isinstance(cell, str) else None
    )


def describes_payment(cell: CellValue) -> bool:
    """Return whether a cell names a method or a day of a payment, or says that only a part is paid."""
    description = _read_description(cell, DAY_FIRST, 0) if isinstance(cell, str) else None
    return description is not None and bool(description.method or description.paid_on or description.part)


def find_fee_year(columns: Sequence[tuple[str, str]]) -> int | None:
    """Return the year in the heading of the column of who has paid; None if it names none."""
    for role in (PAID, FEE):
        for heading, role_of_column in columns:
            if role_of_column == role and (match := YEAR.search(heading) or SHORT_YEAR.search(heading)):
                return int(match[1]) % 100 + 2000
    return None


def _read_description(text: str, order: str, year: int) -> ListedFee | None:
    """Return what terms and figures say, as in "bonifico 12/02/26" and "pagata 20"; None if it is unclear."""
    day, rest = _take_day(fold_terms(HALF.sub(" ", text)), order or DAY_FIRST, year)
    terms = set(LETTERS.findall(rest))
    amounts = [Decimal(str(figure)) for one in FIGURE.findall(rest) if (figure := read_amount(one))]
    part = text if terms & PART_TERMS or HALF.search(text) else ""
    methods = list_methods(terms)
    is_known = terms <= PART_TERMS | OTHER_TERMS | YES | frozenset().union(*WAY_TERMS.values())
    is_sum = len(amounts) > 1 and rest.count("+") == len(amounts) - 1
    amount = round(sum(amounts, Decimal()), 2) if len(amounts) == 1 or is_sum else None
    if part:
        return ListedFee(amount, day, text, methods[0] if len(methods) == 1 else "", part)
    if not is_known or len(methods) > 1 or (amounts and (amount is None or amount < LEAST_AMOUNT)):
        return None
    return ListedFee(amount, day, "", next(iter(methods), "")) if amount or day or methods else None


def _take_day(text: str, order: str, year: int) -> tuple[date | None, str]:
    """Return the day in a text and the rest of the text."""
    if match := NUMERIC_DAY.search(text):
        return read_date(match[0], order), text.replace(match[0], " ")
    if year and (match := DAY_AND_MONTH.search(text)):
        day = read_date(f"{match[1]}/{match[2] or match[3]}/{year}", order)
        return (day, text.replace(match[0], " ")) if day else (None, text)
    day = find_date_in_text(text, year or None)
    if day is None:
        return None, text
    match_of_day = re.search(rf"\b0?{day.day}{NAMED_MONTH}(?:\s*(?:de |del )?{day.year})?", text)
    return (day, text.replace(match_of_day[0], " ")) if match_of_day else (None, text)


def read_money(cell: CellValue) -> Decimal | None:
    """Return the amount of money in a cell; None if it has none, or a figure that is a mark."""
    text = re.sub(r"[.,]\s*[-–—]+\s*$", "", cell.strip()) if isinstance(cell, str) else cell
    amount = read_amount(text)
    return None if amount is None or amount < LEAST_AMOUNT else round(Decimal(str(amount)), 2)

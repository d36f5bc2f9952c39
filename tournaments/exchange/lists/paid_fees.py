"""What a list of members says of who has paid the fee of a year: a mark, an amount or a day. Pure."""

import re
from collections.abc import Sequence
from decimal import Decimal

from tournaments.exchange.lists.file_cells import CellValue, show_cell
from tournaments.exchange.lists.headings import FEE, PAID
from tournaments.exchange.lists.reading import ListedFee
from tournaments.exchange.lists.written_dates import read_date
from tournaments.exchange.lists.written_numbers import read_amount, read_yes_no

YEAR = re.compile(r"\b(20\d\d)\b")
# Smaller figures, such as 1, are marks.
LEAST_AMOUNT = 2


def read_listed_fee(paid: CellValue, fee: CellValue, order: str) -> ListedFee | None:
    """Return the fee of a row from the cells of who has paid and how much; None if it is not paid."""
    text = show_cell(paid)
    amount_due = _read_money(fee)
    if not text:
        return None
    day = read_date(paid, order)
    if day is not None:
        return ListedFee(amount_due, day)
    amount = _read_money(paid)
    if amount is not None:
        return ListedFee(amount)
    is_paid = read_yes_no(paid)
    if is_paid is None:
        return ListedFee(unclear=text)
    return ListedFee(amount_due) if is_paid else None


def find_fee_year(columns: Sequence[tuple[str, str]]) -> int | None:
    """Return the year in the heading of the column of who has paid; None if it names none."""
    for role in (PAID, FEE):
        for heading, role_of_column in columns:
            if role_of_column == role and (match := YEAR.search(heading)):
                return int(match[1])
    return None


def _read_money(cell: CellValue) -> Decimal | None:
    amount = read_amount(cell)
    return None if amount is None or amount < LEAST_AMOUNT else round(Decimal(str(amount)), 2)

"""What a list of members says that is due from single people: exempt, half, reduced, still to pay. Pure."""

import re
from dataclasses import replace
from decimal import Decimal

from matches.plain_letters import strip_accents
from tournaments.exchange.lists.file_cells import CellValue, show_cell
from tournaments.exchange.lists.paid_fees import FIGURE, HALF, LEAST_AMOUNT, read_money
from tournaments.exchange.lists.reading import ListedFee
from tournaments.exchange.lists.written_numbers import YES, read_amount
from tournaments.name_lists.payment_terms import (
    HALF_TERMS,
    LETTERS,
    OTHER_TERMS,
    REDUCED_TERMS,
    UNPAID,
    fold_terms,
    is_exempt,
)

# Headings of amounts that were paid, so that they are not what is due.
OF_PAYMENTS = re.compile(
    r"paid|received|pagat|versat|incassat|bezahlt|gezahlt|paye|regle|verse|pagad|abonad|betalt|oden|zaplac|oplac"
)


def add_amount_due(listed: ListedFee | None, text: str, stated: CellValue, heading: str) -> ListedFee | None:
    """Return a fee with what is due from the person: by the terms of a text, else by a column of amounts.

    `stated` is the cell of that column and `heading` its heading: what was paid is not what is due. "Half" in
    that column is what is due, whatever was paid of it.
    """
    is_due_column = bool(heading) and not OF_PAYMENTS.search(strip_accents(heading.casefold()))
    if is_due_column and is_half(stated_text := show_cell(stated)):
        half = listed or ListedFee(is_unpaid=True)
        return replace(half, due_text=stated_text, is_half=True)
    described = _read_due(text)
    if described is not None:
        return described if listed is None else replace(described, paid_on=listed.paid_on)
    due = read_money(stated) if is_due_column else None
    if due is None or (listed is not None and listed.part):
        return listed
    return ListedFee(due=due, is_unpaid=True) if listed is None else replace(listed, due=due)


def is_half(text: str) -> bool:
    """Return whether a text says "half" and nothing else, such as "metà" and "1/2"."""
    terms = set(LETTERS.findall(fold_terms(text)))
    if terms or not HALF.search(text):
        return bool(terms & HALF_TERMS) and terms <= HALF_TERMS | OTHER_TERMS | {"quota", "fee"}
    return True


def says_half(text: str) -> bool:
    """Return whether a text says "half" among others, and no amount, such as "x (half)"."""
    folded = fold_terms(text)
    return bool(HALF.search(text)) or bool(HALF_TERMS & set(LETTERS.findall(folded)))


def _read_due(text: str) -> ListedFee | None:
    """Return what the terms of a text say that is due; None if they say nothing of it."""
    if is_exempt(text):
        return ListedFee(unclear=text, due=Decimal(0), due_text=text)
    folded = fold_terms(text)
    rest = UNPAID.sub(" ", folded)
    terms = set(LETTERS.findall(rest))
    amounts = [Decimal(str(figure)) for one in FIGURE.findall(rest) if (figure := read_amount(one))]
    is_open, is_reduced = rest != folded, bool(terms & REDUCED_TERMS)
    is_known = terms <= OTHER_TERMS | REDUCED_TERMS | YES | {"quota", "fee", "ancora", "still", "noch"}
    if not (is_open or is_reduced) or not is_known or len(amounts) != 1 or amounts[0] < LEAST_AMOUNT:
        return None
    due = round(amounts[0], 2)
    if terms & YES and not is_open:
        return ListedFee(due, due=due, due_text=text)
    return ListedFee(unclear=text, due=due, due_text=text, is_rest=is_open)

"""What lines of the entry box say of money: the price that somebody pays, and what is paid already. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from matches.plain_letters import strip_accents
from tournaments.name_lists.payment_terms import (
    LETTERS,
    OTHER_TERMS,
    PART_TERMS,
    WAY_TERMS,
    fold_terms,
    is_unpaid,
    read_method,
)

PRICE, PAID = "price", "paid"
# The day alone says that all is paid; beside "paid: 15" it is the day of that payment.
DAY_LABELS = {"paid on": PAID, "pagato il": PAID}
LABELS = {PRICE: PRICE, "prezzo": PRICE, PAID: PAID, "pagato": PAID, **DAY_LABELS}
# What a line says that is paid without an amount.
YES = "yes"
YES_TERMS = frozenset((YES, "y", "si", "s", "x", "ok", PAID, "pagato", "pagata"))
NO_TERMS = frozenset(("no", "n", "-"))
FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
# Signs that say nothing more beside letters and figures.
SIGNS = re.compile(r"[\s€£$().,:;/]|(?<=\s)[-–—](?=\s)")
# The day of a payment: 2026-11-20, 20/11/2026, 20.11.26.
ISO_DAY = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)", re.ASCII)
DAY_FIRST = re.compile(r"(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)", re.ASCII)
AMOUNT = re.compile(r"^\d{1,6}(?:[.,]\d{1,2})?$", re.ASCII)
LONGEST_PRICE = LONGEST_PAID = 40
MEMBER, JUNIOR, GUEST = "member", "junior", "guest"
# How lists call the people who pay a price of their own, in the languages of the lists.
CATEGORY_TERMS: Mapping[str, str] = {
    MEMBER: "member members socio socia soci tesserato tesserata iscritto mitglied mitglieder membre membres "
    "adherent adherente miembro medlem medlemmer uye czlonek",
    JUNIOR: "junior juniores juniors juniorin under jugend jugendlich jugendlicher jeune jeunes juvenil "
    "ungdom genc giovane giovani",
    GUEST: "guest guests ospite ospiti gast gaste invite invitee invitado invitada gaest gjest misafir gosc "
    "visitor esterno esterna",
}


@dataclass(frozen=True, slots=True)
class ListedPayment:
    """What a line of a list says: its number, the player (key, None if new), the price, and what is paid.

    `price` is the text of the list, such as "socio"; `paid` is "yes", an amount in figures, or "".
    `method` is how it was paid, "" if the line names no way, and `paid_on` the day, None if it is not known.
    """

    number: int
    player: int | None
    price: str
    paid: str
    method: str = ""
    paid_on: date | None = None


class ReadPayment(NamedTuple):
    """What the text of a payment says: "yes" or an amount, the way, what is not understood, and the day."""

    paid: str = ""
    paid_by: str = ""
    unread_paid: str = ""
    paid_on: date | None = None

    @property
    def text(self) -> str:
        """Return the text that is read to the same values."""
        day = self.paid_on.isoformat() if self.paid_on else ""
        return self.unread_paid or " ".join(filter(None, (self.paid, self.paid_by, day)))


def read_payment_label(heading: str, value: str) -> tuple[str, str] | None:
    """Return kind and value of a label such as "price: member" or "paid: 15"; None if it is neither."""
    kind = LABELS.get(heading.casefold(), "")
    if kind == PRICE:
        return (PRICE, value) if value and len(value) <= LONGEST_PRICE else None
    if kind == PAID:
        return (PAID, value) if value and len(value) <= LONGEST_PAID else None
    return None


def read_payment(text: str) -> ReadPayment:
    """Return what a text such as "yes", "15 transfer", "deposit 5" or "15 on 20/11/2026" says.

    A part without an amount, several amounts or ways, and other terms are not understood.
    """
    day, rest = _take_day(text.strip())
    folded = fold_terms(rest)
    if day and not folded:
        return ReadPayment(YES, paid_on=day)
    if not folded or folded in NO_TERMS or is_unpaid(folded):
        return ReadPayment()
    terms, amounts = set(LETTERS.findall(folded)), FIGURE.findall(folded)
    known_terms = YES_TERMS | PART_TERMS | OTHER_TERMS | frozenset().union(*WAY_TERMS.values())
    is_known = terms <= known_terms and not SIGNS.sub("", LETTERS.sub("", FIGURE.sub("", folded)))
    method = read_method(folded)
    is_one_way = bool(method) or not terms & frozenset().union(*WAY_TERMS.values())
    if is_known and is_one_way and len(amounts) == 1 and AMOUNT.match(amounts[0]):
        return ReadPayment(amounts[0].replace(",", "."), method, paid_on=day)
    if is_known and is_one_way and not amounts and not terms & PART_TERMS and (terms & YES_TERMS or method):
        return ReadPayment(YES, method, paid_on=day)
    return ReadPayment(unread_paid=text.strip())


def _take_day(text: str) -> tuple[date | None, str]:
    """Return the day of a payment in a text and the rest; None if it has none, or one that does not exist."""
    match, year, month, day = ISO_DAY.search(text), 1, 2, 3
    if match is None:
        match, year, month, day = DAY_FIRST.search(text), 4, 3, 1
    if match is None:
        return None, text
    full_year = match[year] if len(match[year]) == 4 else f"20{match[year]}"
    try:
        paid_on = date(int(full_year), int(match[month]), int(match[day]))
    except ValueError:
        return None, text
    return paid_on, f"{text[: match.start()]} {text[match.end() :]}".strip()


def read_category(text: str) -> str:
    """Return whom a text means: "member", "junior" or "guest"; "" if it says neither."""
    parts = re.findall(r"[^\W\d_]+", strip_accents(text.casefold()))
    if "non" in parts or "not" in parts or "no" in parts:
        return GUEST if {"socio", "socia", "member", "tesserato"} & set(parts) else ""
    categories = [name for name, terms in CATEGORY_TERMS.items() if set(parts) & set(terms.split())]
    # A junior member is a junior.
    return JUNIOR if JUNIOR in categories else categories[0] if len(categories) == 1 else ""

"""What lines of the entry box say of money: the price that somebody pays, and what is paid already. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from matches.plain_letters import strip_accents

PRICE, PAID = "price", "paid"
LABELS = {PRICE: PRICE, "prezzo": PRICE, PAID: PAID, "pagato": PAID}
# What a line says that is paid without an amount.
YES = "yes"
YES_TERMS = frozenset((YES, "si", "x", "ok"))
AMOUNT = re.compile(r"^\d{1,6}(?:[.,]\d{1,2})?$", re.ASCII)
LONGEST_PRICE = 40
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
    """

    number: int
    player: int | None
    price: str
    paid: str


def read_payment_label(heading: str, value: str) -> tuple[str, str] | None:
    """Return kind and value of a label such as "price: member" or "paid: 15"; None if it is neither."""
    kind = LABELS.get(heading.casefold(), "")
    if kind == PRICE:
        return (PRICE, value) if value and len(value) <= LONGEST_PRICE else None
    if kind == PAID:
        text = strip_accents(value.casefold())
        paid = YES if text in YES_TERMS else value.replace(",", ".") if AMOUNT.match(value) else ""
        return (PAID, paid) if paid else None
    return None


def read_category(text: str) -> str:
    """Return whom a text means: "member", "junior" or "guest"; "" if it says neither."""
    parts = re.findall(r"[^\W\d_]+", strip_accents(text.casefold()))
    if "non" in parts or "not" in parts or "no" in parts:
        return GUEST if {"socio", "socia", "member", "tesserato"} & set(parts) else ""
    categories = [name for name, terms in CATEGORY_TERMS.items() if set(parts) & set(terms.split())]
    # A junior member is a junior.
    return JUNIOR if JUNIOR in categories else categories[0] if len(categories) == 1 else ""

"""Telephone numbers and e-mail addresses of a row, of which one cell may have both. Pure."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from tournaments.exchange.lists.headings import EMAIL, MOBILE, OTHER_EMAIL, PHONE

CONTACT_ROLES = (EMAIL, OTHER_EMAIL, MOBILE, PHONE)
# An e-mail address within a cell.
ADDRESS = re.compile(r"[^\s,;/|<>()]+@[^\s,;/|<>()]+\.[^\s,;/|<>()]+")


class Contacts(NamedTuple):
    """What the cells of a row give: the address and number that are stored, and further numbers.

    `divided_contacts` are number and address out of a cell with both, as far as they are stored.
    """

    email: str = ""
    phone: str = ""
    other_phones: tuple[str, ...] = ()
    divided_contacts: tuple[str, ...] = ()


def split_contact(text: str) -> tuple[str, str]:
    """Return the telephone number and the e-mail address of a cell that may have both; "" for neither."""
    match = ADDRESS.search(text)
    if match is None:
        return ("", text) if "@" in text else (text, "")
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    number = " ".join(rest.split()).strip(" -–—/|;,·:") if _has_digit(rest) else ""
    return number, match[0] if number else text


def read_contacts(cells: Mapping[str, str]) -> Contacts:
    """Return the contacts of a row by the texts of its cells, by role; any of the cells may have both."""
    pairs = [split_contact(cells[role]) for role in (MOBILE, PHONE, EMAIL)]
    phones = [number for number, _address in pairs if _has_digit(number)]
    addresses = [address for _number, address in (pairs[-1], *pairs[:-1]) if address]
    email, phone = next(iter(addresses), ""), next(iter(phones), "")
    divided = [
        text
        for number, address in pairs
        if _has_digit(number) and address
        for text in (number, address)
        if text in (phone, email)
    ]
    return Contacts(email, phone, tuple(phones[1:]), tuple(dict.fromkeys(divided)))


def list_unstored_contacts(cells: Mapping[str, str], contacts: Contacts) -> list[tuple[str, str]]:
    """Return the roles and texts of what the record of a member does not take from these cells.

    Of a cell with a number and an address, only the one that is not stored is returned.
    """
    unstored = []
    for role in CONTACT_ROLES:
        text = cells[role]
        if role == OTHER_EMAIL:
            unstored += [(role, text)] if "@" in text else []
            continue
        number, address = split_contact(text)
        is_number_lost = bool(number) and number != contacts.phone
        is_address_lost = bool(address) and address != contacts.email
        if is_number_lost and not is_address_lost and address:
            unstored.append((PHONE if role == EMAIL else role, number))
        elif is_address_lost and not is_number_lost and number:
            unstored.append((OTHER_EMAIL, address))
        elif is_number_lost or is_address_lost:
            unstored.append((role, text))
    return unstored


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))

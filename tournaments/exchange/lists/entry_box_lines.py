"""Entries of a list as lines of the entry box, which previews them. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from matches.names import format_pair_name
from tournaments.exchange.lists import headings
from tournaments.exchange.lists.member_lists import ENTRIES
from tournaments.exchange.lists.reading import ListReading, PersonRow
from tournaments.name_lists.details import CLUB, COUNTRY, DETAILS, RATING, TEXTS
from tournaments.name_lists.entry_details import write_line
from tournaments.name_lists.listed_payments import LONGEST_PAID, LONGEST_PRICE, PRICE, YES, ReadPayment
from tournaments.name_lists.listed_payments import PAID as PAID_LABEL
from tournaments.name_lists.payment_terms import is_exempt

# The roles of columns of which the entry box takes something.
USED_ROLES = frozenset(
    (
        *ENTRIES,
        headings.TAG,
        headings.FIRM,
        headings.POSITION,
        headings.STATUS,
        headings.PAID,
        headings.FEE,
        headings.PAID_ON,
        headings.METHOD,
    )
)
UNPAID = "unpaid"


class UnusedNote(NamedTuple):
    """What is typed beside a name and not stored: its row, what it is (a code), and its text."""

    line: int
    code: str
    text: str


def write_entry_lines(reading: ListReading) -> tuple[str, ...]:
    """Return a line for each person and pair, in the order of the list."""
    return tuple(text for _line, text in list_entry_lines(reading))


def list_entry_lines(reading: ListReading) -> list[tuple[int, str]]:
    """Return the number of the row and the line of each person and pair, in the order of the list."""
    return sorted((*_write_persons(reading), *_write_pairs(reading)), key=lambda one: one[0])


def list_unused_notes(reading: ListReading) -> list[UnusedNote]:
    """Return what is typed beside names and has no place in the entry box, in the order of the rows."""
    if reading.columns:
        return []
    notes = [
        UnusedNote(person.line, code, text)
        for person in reading.persons
        for code, text in _list_marks(person).items()
        if text or code == UNPAID
    ]
    notes += [UnusedNote(pair.line, "team", pair.team) for pair in reading.pairs if pair.team]
    return sorted(notes)


def _list_marks(person: PersonRow) -> dict[str, str]:
    amount = "" if person.fee_paid_amount is None else f"{person.fee_paid_amount:g}"
    marks = {
        "title": person.title,
        "nickname": person.nickname,
        "note": person.note,
    }
    return marks if person.fee_paid is not False else {UNPAID: amount} | marks


def _write_persons(reading: ListReading) -> Iterator[tuple[int, str]]:
    """Yield the persons with their details; two who name each other as partners stay two lines."""
    for person in reading.persons:
        yield (
            person.line,
            write_line(person.name, _get_details(person) | _get_payment(person) | dict(person.unread)),
        )


def _get_payment(person: PersonRow) -> dict[str, str]:
    """Return the price that the list names, also one that is no category of ours, and what is paid."""
    paid = _write_paid(person)
    if is_exempt(paid):
        # In the column of payments, too, it is the price.
        return {PRICE: paid[:LONGEST_PRICE], PAID_LABEL: ""}
    fee = person.listed_fee
    due = f"{fee.due:.2f}" if fee is not None and fee.is_unpaid and fee.due is not None else ""
    return {PRICE: (person.status or due)[:LONGEST_PRICE], PAID_LABEL: paid[:LONGEST_PAID]}


def _write_paid(person: PersonRow) -> str:
    """Return what is paid and how, or the text that says neither clearly; "" if nothing is paid."""
    fee = person.listed_fee
    if fee is None or fee.is_unpaid:
        amount = f"{person.fee_paid_amount:.2f}" if person.fee_paid_amount else YES
        return ReadPayment(amount, person.fee_paid_by).text if person.fee_paid else ""
    unread = " ".join(text for role, text in fee.unread if role == headings.METHOD)
    if fee.unclear and not (fee.part and fee.amount):
        return " ".join(filter(None, (fee.unclear, unread)))
    amount = f"{fee.amount:.2f}" if fee.amount else YES
    return " ".join(filter(None, (ReadPayment(amount, fee.method, paid_on=fee.paid_on).text, unread)))


def _get_details(person: PersonRow) -> dict[str, str]:
    values = {
        **{name: text[: TEXTS[name].longest] for name, text in person.other_details},
        CLUB: person.club[: TEXTS[CLUB].longest],
        COUNTRY: person.country,
        RATING: str(round(person.rating)) if person.rating else "",
    }
    return {name: values.get(name, "") for name in DETAILS}


def _write_pairs(reading: ListReading) -> Iterator[tuple[int, str]]:
    for pair in reading.pairs:
        yield pair.line, write_line(format_pair_name(*pair.names), {CLUB: pair.club[: TEXTS[CLUB].longest]})

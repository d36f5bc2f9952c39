"""Answers of an online form: two people in one answer, the partner of a double, by a first name only."""

import re
from collections.abc import Sequence
from dataclasses import replace

from matches.names import fold_name
from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow
from tournaments.exchange.lists.person_rows import RowContext, read_person
from tournaments.exchange.lists.reading import LEAVE_OUT, TAKE, TWO_PEOPLE, Interview, PersonRow
from tournaments.exchange.lists.token_sets import make_tokens
from tournaments.exchange.lists.written_names import WrittenName, capitalise_name, is_name, read_name
from tournaments.exchange.lists.written_numbers import read_rating

# What stands between two people; a slash too, if a name is on both sides.
BETWEEN = re.compile(r"\s*[&+/]\s*|\s+(?:and|und|et|e|y|og|ve|i|con|mit|with|avec|med)\s+", re.IGNORECASE)
YES_WITH = re.compile(
    r"^(?:yes|ja|si|sì|sí|oui|evet|tak)?[\s,.;:\-]*(?:with|mit|con|avec|med|ile|z)?\s+", re.IGNORECASE
)
NOBODY = make_tokens(
    "no none nein non nej hayir hayır nie nobody n/a - – ? keine keiner nessuno yes ja si sì oui"
)


def split_people(text: str) -> list[str]:
    """Return the two names of a text, such as "Ueli Gerber & Annelies Zurbriggen"; else the text alone.

    "Anna & Marco Rossi" are two of one surname.
    """
    parts = [part.strip() for part in BETWEEN.split(text)]
    if len(parts) != 2 or not all(is_name(part) for part in parts):
        return [text]
    first, second = parts
    if " " not in first and "," not in first and len(second.split()) == 2:
        first = f"{first} {second.split()[-1]}"
    return [first, second]


def read_two_people(context: RowContext, row: CellRow, as_written: WrittenName) -> list[PersonRow]:
    """Return the two persons of a row that names two, if they are to be taken so; else none."""
    names = split_people(context.get_text(row, headings.NAME) or as_written.name)
    if len(names) != 2:
        return []
    answer = context.interview.ask(
        "two_names",
        place=str(row.line),
        lines=(row.line,),
        facts={"name": names[0], "other_name": names[1]},
        choices=(TWO_PEOPLE, TAKE),
        guess=TWO_PEOPLE,
    )
    if answer != TWO_PEOPLE:
        return []
    both = [read_name(name) for name in names]
    both = [one._replace(name=capitalise_name(one.name)) for one in both]
    ratings = [read_rating(part) for part in re.split(r"\s*[/&]\s*", context.get_text(row, headings.RATING))]
    if len(ratings) != 2:
        ratings = [None, None]
    person = read_person(replace(context, has_two_people=True), row, both[0])
    partner = PersonRow(line=row.line, name=both[1].name, first=both[1].first, last=both[1].last)
    return [
        replace(person, rating=ratings[0], partner=partner.name),
        replace(partner, rating=ratings[1], partner=person.name, club=person.club),
    ]


def settle_partners(persons: Sequence[PersonRow], interview: Interview) -> list[PersonRow]:
    """Return the persons with the full names of their partners; a partner named in part is queried about."""
    settled = []
    for person in persons:
        partner_name = read_partner(person.partner)
        if not partner_name:
            settled.append(replace(person, partner=""))
            continue
        others = [other for other in persons if other is not person and _fits(partner_name, other.name)]
        if len(others) != 1:
            settled.append(replace(person, partner=partner_name if is_name(partner_name) else ""))
            continue
        other = others[0]
        lines = tuple(sorted({person.line, other.line}))
        answer = TAKE
        if person.line != other.line and fold_name(partner_name) != fold_name(other.name):
            answer = interview.ask(
                "partner",
                place="-".join(map(str, lines)),
                lines=lines,
                facts={"name": person.name, "text": partner_name, "other_name": other.name},
                choices=(TAKE, LEAVE_OUT),
                guess=TAKE,
            )
        settled.append(replace(person, partner=other.name if answer == TAKE else ""))
    return settled


def read_partner(text: str) -> str:
    """Return whom an answer such as "Yes, with Bettina" names; "" for nobody."""
    plain = " ".join(text.split())
    name = YES_WITH.sub("", f"{plain} ", count=1).strip() if " " in plain else plain
    return "" if name.casefold().strip(".! ") in NOBODY else name or plain


def _fits(partner_name: str, name: str) -> bool:
    parts = set(fold_name(partner_name).split())
    return bool(parts) and parts <= set(fold_name(name).split())

"""The labels of details in a line of the entry box, such as "club: Roma". Pure."""

import re
from typing import NamedTuple

from matches.plain_letters import strip_accents
from tournaments.name_lists.column_kinds import HEADINGS
from tournaments.name_lists.listed_payments import LABELS as PAYMENT_LABELS
from tournaments.name_lists.listed_payments import read_payment_label
from tournaments.name_lists.name_headings import FIRST, NAME, NUMBER, SURNAME

# A line with "person: other" means another person than the one of this name who is entered.
PERSON, OTHER_PERSON = "person", "other"
PERSON_LABELS = frozenset((PERSON, "persona"))
OTHER_PERSON_WORDS = frozenset((OTHER_PERSON, "another", "altra", "altro"))
# With "person: new" it means somebody new, with "person: 7k3m9x2p" the player of this code.
NEW_PERSON = "new"
NEW_PERSON_WORDS = frozenset((NEW_PERSON, "nuova", "nuovo"))
PLAYER_CODES = re.compile(r"[2-9a-z]{8}( [2-9a-z]{8})?")
# Headings of a column of names that say something else before a colon: "member: yes", "socio: no".
NO_NAME_LABELS = frozenset(
    (
        *("member", "members", "entrant", "entry", "people", "person", "contact name", "who", "names"),
        *("socio", "soci", "iscritto", "nomi", "chi"),
    )
)
LONGEST_LABEL = 40
SIGNS_OF_LABELS = str.maketrans("", "", " .'’-/")


class LabelledCell(NamedTuple):
    """A cell of the shape "label: value"; `is_known` if the label is one that a line can have."""

    label: str
    value: str
    is_known: bool


def split_label(cell: str) -> LabelledCell | None:
    """Return label and value of a cell of the shape "label: value"; None for any other cell."""
    # No regular expression, as it would backtrack on long runs of blanks.
    label, colon, value = (part.strip() for part in cell.partition(":"))
    has_letters = label.translate(SIGNS_OF_LABELS).isalpha()
    if not colon or not has_letters or len(label) > LONGEST_LABEL:
        return None
    folded = label.casefold()
    is_known = folded in PERSON_LABELS or folded in PAYMENT_LABELS or bool(_get_kind(label))
    return LabelledCell(label, value, is_known)


def read_label(cell: str) -> tuple[str, str] | None:
    """Return kind and value of a detail with its label, such as "club: Roma"; None if it is none."""
    heading, _, value = (part.strip() for part in cell.partition(":"))
    if heading.casefold() in PERSON_LABELS:
        person = _read_person(value.casefold())
        return (PERSON, person) if person else None
    if payment := read_payment_label(heading, value):
        return payment
    kind = _get_kind(heading)
    return (kind, value) if value and kind else None


def _get_kind(label: str) -> str:
    """Return the kind of detail that has this label; "" if none has."""
    key = strip_accents(" ".join(label.casefold().split()))
    if key in NO_NAME_LABELS or not key.replace(" ", "").isalpha():
        return ""
    kind = HEADINGS.get(key, "")
    # "nome: Anna Rossi" is the whole name.
    return NAME if kind == FIRST else "" if kind in {NUMBER, SURNAME} else kind


def _read_person(value: str) -> str:
    if value in OTHER_PERSON_WORDS:
        return OTHER_PERSON
    return NEW_PERSON if value in NEW_PERSON_WORDS else value if PLAYER_CODES.fullmatch(value) else ""

"""The labels that a line of the entry box can have, for pages and refusals."""

from difflib import get_close_matches

from rules.errors import Refusal
from tournaments.messages.details import get_line_label
from tournaments.messages.names import PAID_LABEL, PERSON_LABEL, PRICE_LABEL
from tournaments.name_lists.details import DETAILS


def list_line_labels() -> list[str]:
    """Return the labels of a line in the language of the page, as “club: Roma” has one."""
    return [*map(get_line_label, DETAILS), str(PRICE_LABEL), str(PAID_LABEL), str(PERSON_LABEL)]


def find_nearest_label(label: str) -> str:
    """Return the label that is written like an unknown one; "" if none is."""
    return next(iter(get_close_matches(label.casefold(), list_line_labels(), n=1)), "")


def make_label_refusal(name: str, label: str) -> Refusal:
    """Return the refusal of a line of this name with an unknown label."""
    labels = ", ".join(list_line_labels())
    if nearest := find_nearest_label(label):
        return Refusal("line_label_misspelt", name=name, label=label, nearest=nearest, labels=labels)
    return Refusal("line_label_unknown", name=name, label=label, labels=labels)

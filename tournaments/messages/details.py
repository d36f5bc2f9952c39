"""Texts of the details of an entry, from their declarations in `name_lists.details`."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from tournaments.name_lists.details import DETAILS, SIGN_UP_LABELS, DetailKind

# The headings of columns and the labels of fields.
DETAIL_TITLES = {name: gettext_lazy(detail.title) for name, detail in DETAILS.items()}


class DetailColumn(NamedTuple):
    """A detail as pages show it, in a column or beside a name."""

    name: str
    kind: DetailKind
    title: str | Promise


DETAIL_COLUMNS = {
    name: DetailColumn(name, detail.kind, DETAIL_TITLES[name]) for name, detail in DETAILS.items()
}
# What stands below the fields at the desk.
DETAIL_HINTS = {name: gettext_lazy(detail.hint) for name, detail in DETAILS.items() if detail.hint}
# The labels of the fields of those who sign up.
SIGN_UP_TITLES = {name: gettext_lazy(label) for name, label in SIGN_UP_LABELS.items()}


def get_line_label(name: str) -> str:
    """Return the label of a detail in a line of the entry box, in the language of the page."""
    return str(DETAIL_TITLES[name]).casefold()


def show_beside_name(name: str, value: str | int) -> str:
    """Return a detail as the desk shows it beside a name, such as "family Rossi"."""
    return gettext(DETAILS[name].beside) % {"value": value}

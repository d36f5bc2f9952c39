"""Texts of the details of an entry, from their declarations in `name_lists.details`."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from tournaments.name_lists.details import DETAILS

# The headings of columns and the labels of fields.
DETAIL_TITLES: Mapping[str, str | Promise] = {
    name: gettext_lazy(detail.title) for name, detail in DETAILS.items()
}


def get_line_label(name: str) -> str:
    """Return the label of a detail in a line of the entry box, in the language of the page."""
    return str(DETAIL_TITLES[name]).casefold()


def show_beside_name(name: str, value: str | int) -> str:
    """Return a detail as the desk shows it beside a name, such as "family Rossi"."""
    return gettext(DETAILS[name].beside) % {"value": value}

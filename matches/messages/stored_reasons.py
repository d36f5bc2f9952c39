"""Reasons that the site itself stores beside those that people type: codes that pages translate."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SELF_CHECK_IN = "self_check_in"
IMPORT_WITHDRAWN = "import_withdrawn"
NIGHT = "night_break"
UNTIL_START = "until_start"
STARTING_RATINGS = "starting_ratings"
BOTH_HEARD = "both_heard"
GIVEN_BY_MISTAKE = "given_by_mistake"

_texts: dict[str, str | Promise] = {
    SELF_CHECK_IN: _("at the door"),
    IMPORT_WITHDRAWN: _("Import withdrawn."),
    NIGHT: _("Night"),
    UNTIL_START: _("Draw published before the day of the start"),
    STARTING_RATINGS: _("Starting ratings"),
    BOTH_HEARD: _("Both players were heard."),
    GIVEN_BY_MISTAKE: _("Given by mistake"),
}


def add_stored_reasons(texts: Mapping[str, str | Promise]) -> None:
    """Add the reasons that an app stores, by code."""
    _texts.update(texts)


def describe_stored_reason(stored: str) -> str:
    """Return a stored reason as people read it: the text of a code, or what somebody has typed."""
    return str(_texts.get(stored, stored))

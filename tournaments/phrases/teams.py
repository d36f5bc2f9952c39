"""What is wrong with a team as it was typed, in words."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FAULTS: Mapping[str, str | Promise] = {
    "no_name": _("Write a team as its name, a colon and its members."),
    "nobody": _("This team has no members."),
    "too_many": _("A team can have up to 16 people."),
    "too_long": _("This name is too long: %(names)s."),
    "twice": _("A person can be in only one team, once: %(names)s."),
    "two_captains": _("A team has only one captain."),
    "named_twice": _("Another line has a team with this name."),
}


def fault(code: str, names: Sequence[str]) -> str:
    """The sentence of a fault."""
    return str(FAULTS[code]) % {"names": ", ".join(names)}

"""What is wrong with a team as it was typed, in words."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FAULTS: Mapping[str, str | Promise] = {
    "no_name": _("A team is written with its name, a colon, and its people."),
    "nobody": _("Nobody is in this team."),
    "too_many": _("A team has up to 16 people."),
    "too_long": _("This name is too long: %(names)s."),
    "twice": _("One person is in one team, once: %(names)s."),
    "two_captains": _("A team has one captain."),
    "named_twice": _("Another line has a team of this name."),
}


def fault(code: str, names: Sequence[str]) -> str:
    """The sentence of a fault."""
    return str(FAULTS[code]) % {"names": ", ".join(names)}

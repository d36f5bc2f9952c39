"""What may become of a match whose players a correction changes, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CHOICES: dict[str, str | Promise] = {
    "rename": _("The right players played: correct only the names"),
    "replay": _("The wrong players played: replay the match"),
    "void": _("Void match: it stays on record but does not count"),
    "rule:white": _("No new match: %(white)s advances"),
    "rule:black": _("No new match: %(black)s advances"),
}


def correction_choice(choice: str, white: str, black: str) -> str:
    """A choice of the journal, for a match that these two would get."""
    return str(CHOICES[choice]) % {"white": white, "black": black}

"""What may become of a match whose players a correction changes, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CHOICES: dict[str, str | Promise] = {
    "rename": _("The right people sat there: only put the right names"),
    "replay": _("The wrong people played: play it again"),
    "void": _("Set it aside: it stays on record and counts for nobody"),
    "rule:white": _("No new match: %(white)s goes on"),
    "rule:black": _("No new match: %(black)s goes on"),
}


def correction_choice(choice: str, white: str, black: str) -> str:
    """A choice of the journal, for a match that these two would get."""
    return str(CHOICES[choice]) % {"white": white, "black": black}

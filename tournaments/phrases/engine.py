"""What is said when a draw, a plan, a round or a table cannot be made as asked."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ENGINE: dict[str, str | Promise] = {
    "challenge_too_far": _("A challenge goes up to %(reach)s places, and never downwards."),
    "deadlines_impossible": _("Rounds and their days count from one."),
    "division_too_small": _("Division %(division)s has too few players for those who go up and down."),
    "promotion_tied": _(
        "In division %(division)s players share the places around the line. Let them play it off, or draw."
    ),
    "criteria_unknown": _("These tie-breaks are not known: %(names)s."),
    "flight_unknown": _("There is no flight “%(flight)s”."),
}

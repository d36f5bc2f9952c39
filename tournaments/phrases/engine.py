"""What is said when a draw, a plan, a round or a table cannot be made as asked."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ENGINE: dict[str, str | Promise] = {
    "criteria_unknown": _("These tie-breaks are not known: %(names)s."),
    "flight_unknown": _("There is no flight “%(flight)s”."),
}

"""What is said when a round cannot be paired as asked."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ROUNDS: dict[str, str | Promise] = {
    "card_twice": _("An entry appears twice among those to be paired."),
    "fixed_wrong": _("Each manual pairing needs two different entries of this flight."),
    "no_pairing": _(
        "This round cannot be paired: these groups can only meet among themselves, and each "
        "has an odd number (%(parts)s)."
    ),
    "nobody_to_pair": _("A round needs two checked-in players; there are %(present)s."),
}

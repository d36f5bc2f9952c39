"""What is said when a round cannot be paired as asked."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ROUNDS: dict[str, str | Promise] = {
    "card_twice": _("An entry stands twice among those to be paired."),
    "fixed_wrong": _("Boards made by hand need two entries of this flight each, and nobody twice."),
    "no_pairing": _(
        "No pairing of this round is possible: these groups have only themselves left to meet, and each has "
        "an odd number (%(parts)s)."
    ),
    "nobody_to_pair": _("A round needs two players who are here; there are %(present)s."),
}

"""Words for the work that is done in the background, and for what is refused about it."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

UPKEEP: dict[str, str | Promise] = {
    "work_done": _("This work is done meanwhile, or was not tried yet."),
}
WORKS: dict[str, str | Promise] = {
    "mail_invitation": _("Mail of an invitation"),
    "note_season": _("Note what moved a season"),
    "rate_club": _("Ratings of earlier years"),
    "rate_match": _("Ratings of a match"),
    "rate_people": _("Ratings of a person"),
    "read_bundled_file": _("Reading a record of a zip"),
    "rebuild_list": _("A rating list folded anew"),
}

"""Words for the work that is done in the background, and for what is refused about it."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

UPKEEP: dict[str, str | Promise] = {
    "work_done": _("This task has been completed in the meantime, or has not been tried yet."),
}
WORKS: dict[str, str | Promise] = {
    "mail_invitation": _("Invitation e-mail"),
    "note_season": _("Record season changes"),
    "rate_club": _("Ratings from earlier years"),
    "rate_match": _("Rating update for a match"),
    "rate_people": _("Rating update for a player"),
    "read_bundled_file": _("Reading a match file from a zip"),
    "rebuild_list": _("Rating list recalculation"),
}

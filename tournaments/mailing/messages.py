"""Refusals of the e-mail preferences."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MAILING: dict[str, str | Promise] = {
    "mail_badge_needed": _("Only a player of this tournament, with their badge, can choose this."),
    "mail_no_address": _("There is no e-mail address to write to. Nothing was saved."),
    "mail_no_player": _(
        "This account is not linked to a player yet. Nothing was saved: link your badge first."
    ),
    "mail_stopped": _("This e-mail subscription has already ended."),
}

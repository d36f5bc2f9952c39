"""Refusals of the e-mail preferences."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MAILING: dict[str, str | Promise] = {
    "mail_badge_needed": _("Only the badge of a player of this tournament can choose this."),
    "mail_no_address": _("There is no e-mail address to write to. Nothing was saved."),
    "mail_no_player": _("This account is no player yet. Claim your badge first; nothing was saved."),
    "mail_stopped": _("This e-mail subscription has already ended."),
}

"""Month names, so that our catalogue can override Django's Italian ones, which are capitalised.

The list is not used in code; entries of our catalogue take precedence over Django's.
"""

from django.utils.translation import gettext_noop as _

MONTHS = (
    _("January"),
    _("February"),
    _("March"),
    _("April"),
    _("May"),
    _("June"),
    _("July"),
    _("August"),
    _("September"),
    _("October"),
    _("November"),
    _("December"),
)

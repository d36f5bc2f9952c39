"""The months, so that a catalogue may say them its own way: Django's Italian gives them capitals.

Nothing reads this list; where our catalogue has a word, it goes before Django's own.
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

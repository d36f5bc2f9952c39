"""Why something about a screen is refused."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SCREENS: dict[str, str | Promise] = {
    "screen_flight_unknown": _("There is nothing drawn by this name. The screen shows what it showed."),
    "screen_pace_impossible": _("A screen shows each page for %(least)s to %(most)s seconds."),
    "screen_part_unknown": _("A screen cannot show “%(part)s”."),
    "screen_taken": _("Screen %(figures)s is run from another desk. Let it go there first."),
    "screen_unknown": _("There is no screen %(figures)s. Read the figures on it again."),
    "screens_many": _("There is no room for more than %(most)s screens. Let one go first."),
}

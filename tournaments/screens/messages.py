"""Messages of refused actions on screens."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SCREEN_REFUSALS: dict[str, str | Promise] = {
    "screen_flight_unknown": _("There is no drawn bracket with this name. The screen was not changed."),
    "screen_pace_impossible": _("A screen shows each page for %(least)s to %(most)s seconds."),
    "screen_part_unknown": _("A screen cannot show “%(part)s”."),
    "screen_taken": _("Screen %(figures)s is controlled by another desk. Disconnect it there first."),
    "screen_unknown": _("Screen %(figures)s does not exist. Check the code shown on the screen."),
    "screens_many": _("There can be at most %(most)s screens. Disconnect one first."),
}

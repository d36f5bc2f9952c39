"""What is said when a file is taken into the house, or given out."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

EXCHANGE: dict[str, str | Promise] = {
    "event_number_unknown": _(
        "No event has number %(number)s. `check_event --list` shows the numbers of all events."
    ),
    "event_file_damaged": _(
        "This is not an event file, or it was changed on the way (%(place)s). Nothing was "
        "imported: get the file again."
    ),
    "event_here_already": _("%(event)s is already on this site."),
    "journals_differ": _(
        "From line %(seq)s on, the file differs from the activity log here. Nothing was changed."
    ),
    "nothing_new": _("The file contains nothing new for %(event)s."),
    "trf_draw": _("Number %(line)s of this report has a drawn match, which is not possible in backgammon."),
    "trf_unreadable": _("Line %(line)s of this report cannot be read or does not add up."),
    "player_elsewhere": _("%(name)s belongs to another club on this site."),
}

"""What is said when a file is taken into the house, or given out."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

EXCHANGE: dict[str, str | Promise] = {
    "event_number_unknown": _(
        "There is no event with the number %(number)s. `check_event --list` shows the numbers of all events."
    ),
    "event_file_damaged": _(
        "This is no event file, or it was changed on its way (%(place)s). Nothing was taken over."
    ),
    "event_here_already": _("%(event)s is in this house already."),
    "journals_differ": _(
        "From line %(seq)s on the file tells another course than the journal here. Nothing was changed."
    ),
    "nothing_new": _("The file tells nothing that %(event)s does not know already."),
    "trf_draw": _("Number %(line)s of this report has a drawn match, which backgammon does not know."),
    "trf_unreadable": _("Line %(line)s of this report cannot be read, or does not add up."),
    "player_elsewhere": _("%(name)s belongs to another club of this house."),
}

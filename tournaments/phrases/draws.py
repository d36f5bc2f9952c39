"""What is said when a bracket, a table or groups cannot be drawn as asked."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DRAWS: dict[str, str | Promise] = {
    "criteria_unknown": _("These tie-breaks are not known: %(names)s."),
    "crossing_impossible": _("A knockout needs at least two who come out of the groups."),
    "drop_unknown": _("No drop table feeds %(fed)s of %(rounds)s rounds: the largest bracket has 512 lines."),
    "feed_not_knockout": _("“%(flight)s” is no knockout, so its losers cannot join round by round."),
    "final_of_two": _("A final is played between two, not %(sources)s."),
    "flight_unknown": _("There is no flight “%(flight)s”."),
    "format_options_wrong": _("“%(value)s” is no possible choice for “%(option)s”."),
    "groups_impossible": _(
        "%(entrants)s players cannot make %(groups)s groups: each needs %(smallest)s or more."
    ),
    "lines_misshapen": _("No bracket of this kind has %(lines)s lines."),
    "play_off_of_three": _("This play-off is for three, not for %(entrants)s."),
    "schedule_impossible": _(
        "%(players)s players cannot play exactly %(matches)s matches each, always against somebody new."
    ),
    "starters_misshapen": _(
        "In the backdraw %(lines)s begin, as many as the main bracket has lines, not %(starters)s."
    ),
}

"""What is said when a bracket, a table or groups cannot be drawn as asked."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DRAWS: dict[str, str | Promise] = {
    "criteria_unknown": _("Unknown tie-breaks: %(names)s."),
    "crossing_impossible": _("A knockout needs at least two qualifiers from the groups."),
    "drop_unknown": _("No drop table feeds %(fed)s of %(rounds)s rounds: the largest bracket has 512 lines."),
    "feed_not_knockout": _("“%(flight)s” is not a knockout, so its losers cannot join round by round."),
    "final_of_two": _("A final has two players, not %(sources)s."),
    "flight_unknown": _("The flight “%(flight)s” does not exist."),
    "format_options_wrong": _("“%(value)s” is not a possible choice for “%(option)s”."),
    "groups_impossible": _(
        "%(entrants)s players are not enough for %(groups)s groups: each needs at least %(smallest)s."
    ),
    "lines_misshapen": _("No bracket of this kind has %(lines)s lines."),
    "play_off_of_three": _("This play-off is for three players, not %(entrants)s."),
    "schedule_impossible": _(
        "%(players)s players cannot each play exactly %(matches)s matches against different opponents."
    ),
    "starters_misshapen": _(
        "In the backdraw %(lines)s start, as many as the main bracket has lines, not %(starters)s."
    ),
}

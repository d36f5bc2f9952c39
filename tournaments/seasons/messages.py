"""Messages of seasons: refusals, presets, what the figures of a season are called."""

from dataclasses import replace
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.standings.season_results import folded_name
from tournaments.standings.season_settings import RULE_PRESETS, Figure, SeasonRules

SEASONS: dict[str, str | Promise] = {
    "season_dates_reversed": _("The season would end before it begins."),
    "season_division_unknown": _("The season has no division %(division)s."),
    "season_divisions_wrong": _(
        "Divisions need different names, and promotion and relegation need at least two of them."
    ),
    "season_figure_impossible": _("“%(text)s” is not valid: enter a number from 0 to %(most)s."),
    "season_figure_unreadable": _("“%(text)s” is not a usable number for a season."),
    "season_has_results": _("“%(name)s” has results and stays. Only a season without any can be deleted."),
    "season_names_many": _("The list has too many items: at most %(most)s for one season. Shorten it."),
    "season_rule_unknown": _("A season has no rule called %(names)s."),
    "season_value_unknown": _("A season cannot be scored by “%(word)s”."),
    "tiebreak_unknown": _("No tie-break is called “%(name)s”."),
}

WINS: dict[str, str | Promise] = {
    "flat": _("per match won"),
    "length": _("per point of match length"),
    "root": _("times the square root of the match length"),
}

UNITS: dict[str, str | Promise] = {
    "points": _("points"),
    "percent": _("percent of the number of players"),
    "pool": _("shares of a pool of one point per player"),
    "log": _("times the binary logarithm of the number of players"),
}

# The events that presets name, as the reader's language calls them.
PRESET_EVENTS: dict[str, str | Promise] = {
    "intermediate": pgettext_lazy("event", "Intermediate"),
    "novice": pgettext_lazy("event", "Novice"),
}

SEASON_PRESETS: dict[str, str | Promise] = {
    "wins": _("1 point per match won"),
    "length": _("Points equal to the length of each match won"),
    "places": _("Points for places only, shared between tied players"),
    "length-and-places": _("Points for wins (by match length) and for places"),
    "doubled-months": _(
        "Points for wins (by match length) and for places, doubled in May and November, halved for the "
        "Intermediate event"
    ),
    "entrants": _("1 point per win and 1 for attendance; places by number of players"),
    "best-of": _("Length of matches won plus attendance; best 8 tournaments, at least 4"),
    "attendance": _("Attendance only"),
    "league": _("3 points for a win, 1 for a match played and lost"),
    "divisions": _(
        "3 points for a win, 1 for a match played and lost; two divisions, two promoted, two relegated"
    ),
    "one-up": _(
        "3 points for a win, 1 for a match played and lost; two divisions, one promoted, two relegated"
    ),
    "master": _("Master points: square root of the length, places by field size"),
    "tour": _("Tour points: in total one per player, with twice as many for 1st as for 2nd"),
}


PARTS: dict[str, str | Promise] = {
    "win": _("matches won"),
    "loss": _("matches lost"),
    "attendance": _("attendance"),
    "bonus": _("places"),
    "imported": _("season table from a file"),
}


def get_division_name(name: str) -> str:
    """Return the name of a division; a bare number is prefixed with a label."""
    return gettext("Division %(name)s") % {"name": name} if name.isdecimal() else name


def format_points(amount: Figure | float) -> str:
    """Return points to two decimals without unneeded ones: 12, 7.5, 6.25; a third of 8 is 2.67."""
    hundredths = round(Fraction(amount) * 100)
    decimals = 0 if hundredths % 100 == 0 else 1 if hundredths % 10 == 0 else 2
    return number_format(hundredths / 100, decimal_pos=decimals)


def get_preset(name: str) -> SeasonRules:
    """Return the scoring system of this name, with its events called as in the reader's language."""
    rules = RULE_PRESETS[name]
    names = {event: folded_name(str(PRESET_EVENTS[event])) for event in rules.weights}
    return replace(rules, weights={names[event]: factor for event, factor in rules.weights.items()})

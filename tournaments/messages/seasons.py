"""Messages of seasons, rating lists and imported tables: refusals, presets, constants."""

from dataclasses import replace
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.standings.season_results import folded_name
from tournaments.standings.season_settings import RULE_PRESETS, Figure, SeasonRules

SEASONS: dict[str, str | Promise] = {
    "import_broke_off": _(
        "The import was interrupted several times and has been cancelled. Upload the file again."
    ),
    "past_choice_unknown": _("“%(choice)s” is ambiguous: one name cannot be two people."),
    "past_file_twice": _("The matches of %(name)s have already been imported from the same file."),
    "past_names_open": _(
        "Names still to be chosen as a club member or a new player: %(count)s, including %(names)s."
    ),
    "past_nobody": _("This list contains no names."),
    "past_nothing": _("This file contains neither matches nor places."),
    "past_taken_back": _("The matches of %(name)s have already been withdrawn."),
    "past_unready": _("This file cannot be imported as it is. Check the preview."),
    "sheet_columns_many": _(
        "A spreadsheet can have at most %(most)s columns. Remove the columns you do not need."
    ),
    "sheet_elements_many": _(
        "This workbook contains more than %(most)s cells, texts and formats, far more than a "
        "list needs. Copy only the list into a new workbook, or save it as CSV, and upload "
        "that."
    ),
    "sheet_empty": _("This file is empty."),
    "sheet_is_old_workbook": _(
        "This is a workbook of Excel 97-2003 (XLS). Save it as an Excel workbook (XLSX) or as CSV and upload "
        "that."
    ),
    "sheet_is_opendocument": _(
        "This is an OpenDocument spreadsheet (ODS). Save it as an Excel workbook (XLSX) or as CSV and upload "
        "that."
    ),
    "sheet_rows_many": _("A spreadsheet can have at most %(most)s rows. Split it into several files."),
    "sheet_slow": _(
        "This workbook takes more than %(most)s seconds to read. Copy only the list into a "
        "new workbook, or save it as CSV, and upload that."
    ),
    "sheet_too_large": _("A spreadsheet can have at most %(most)s MB. Split it into several files."),
    "sheet_unpacks_too_large": _(
        "Uncompressed, this workbook is larger than %(most)s MB. Copy only the list into a "
        "new workbook, or save it as CSV, and upload that."
    ),
    "sheet_unreadable": _("This file is not a spreadsheet. Upload it as CSV or as an Excel workbook (XLSX)."),
    "text_letters_unknown": _(
        "Some letters of this file cannot be read. Save it as CSV UTF-8, or as an Excel workbook (XLSX), and "
        "upload that."
    ),
    "sheets_busy": _("Other spreadsheets are being read right now. Upload the file again in a few seconds."),
    "length_not_rated": _("Only a match to 1 point or more can be rated, not one to %(length)s."),
    "rated_against_himself": _("A match against yourself is not rated."),
    "rating_constant_unknown": _("This rating system has no constant named %(names)s."),
    "rating_constant_unreadable": _("The constant “%(name)s” is not a usable number."),
    "rating_constant_wrong": _("The constant “%(name)s” must be between %(least)s and %(most)s."),
    "rating_counts_unknown": _("A rating list cannot count “%(counts)s”: choose singles, doubles or both."),
    "rating_system_unknown": _("The rating system “%(system)s” is not available on this site."),
    "starting_rating_unlikely": _(
        "A starting rating is between %(lowest)s and %(highest)s; %(rating)s is out of range."
    ),
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

RATING_PRESETS: dict[str, str | Promise] = {
    "fibs": _("FIBS, with the ramp for newcomers"),
    "no-ramp": _("FIBS without a ramp"),
    "short-ramp": _("FIBS with a short ramp, from 2"),
    "elo": _("Elo with the square root of the length"),
    "elo-steep": _("Elo with the square root of the length and the chess scale"),
    "elo-skill": _("Elo with a skill factor that grows half as fast as the length"),
    "elo-flat": _("Elo as in chess, ignoring match length"),
    "elo-length": _("Elo with gains in proportion to the length, from 1000 (Japan)"),
    "glicko2": _("Glicko-2, ignoring match length"),
    "glicko2-length": _("Glicko-2, longer matches count more"),
}

CONSTANTS: dict[str, str | Promise] = {
    "base": _("Starting rating for new players"),
    "spread": _("Spread: rating gap for 10-to-1 odds in a 1-point match"),
    "step": _("Step: rating change per match"),
    "ramp_start": _("Ramp: multiplier for new players"),
    "ramp_length": _("Ramp ends after (points of match length played)"),
    "length_cap": _("Longest match length that counts (0: any)"),
    "provisional_below": _("Provisional below this experience (points of match length played)"),
    "exponent": _("Exponent of the length (0: ignored, 0.5: square root)"),
    "step_exponent": _("Exponent of the length in the rating change (1: proportional)"),
    "skill": _("Skill: growth with match length (2: proportional)"),
    "deviation": _("Deviation of a new player"),
    "volatility": _("Volatility of a new player"),
    "tau": _("Tau: how fast volatility changes"),
    "period_days": _("Days until a rating becomes one period less certain"),
    "provisional_above": _("Provisional above this rating deviation"),
}

PARTS: dict[str, str | Promise] = {
    "win": _("matches won"),
    "loss": _("matches lost"),
    "attendance": _("attendance"),
    "bonus": _("places"),
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

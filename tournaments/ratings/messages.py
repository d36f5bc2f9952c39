"""Messages of rating lists: refusals, and what rating systems and their constants are called."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

RATINGS: dict[str, str | Promise] = {
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

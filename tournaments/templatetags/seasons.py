"""Template tags for values of a season, its rules, and lines of its table."""

from collections.abc import Mapping
from fractions import Fraction

from django import template
from django.utils.dates import MONTHS
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.messages.tie_break_texts import TIE_BREAK_TEXTS
from tournaments.seasons.messages import PARTS, UNITS, WINS, format_points, get_division_name
from tournaments.standings.season_changes import ReasonChange
from tournaments.standings.season_settings import SeasonRules

register = template.Library()
# A fraction with at most this many decimals is shown as a decimal number.
MOST_DECIMALS = 3


@register.filter
def figure(value: object) -> str:
    """Return a number for display: 3, 0.625, 1/3."""
    fraction = Fraction(str(value))
    if 10**MOST_DECIMALS % fraction.denominator:
        return f"{fraction.numerator}/{fraction.denominator}"
    return number_format(float(fraction) if fraction.denominator > 1 else int(fraction))


@register.simple_tag
def win_value(rules: SeasonRules) -> str:
    """Return the points for a won match as text."""
    return f"{figure(rules.win_value)} {WINS[rules.win]}"


@register.filter
def unit(name: str) -> str:
    """Return the unit of placing points."""
    return str(UNITS[name])


@register.filter
def tiebreak(name: str) -> str:
    """Return the name of a tie-break."""
    return str(TIE_BREAK_TEXTS[name][0])


@register.filter
def month(number: int) -> str:
    """Return the name of a month."""
    return str(MONTHS[number])


@register.filter
def part(reason_part: ReasonChange) -> str:
    """Return the points of one kind of reason before and after a change: "matches won 35 → 7"."""
    before, after = (format_points(amount) for amount in (reason_part.before, reason_part.after))
    return f"{PARTS[reason_part.code]} {before} → {after}"


@register.simple_tag
def place_change(before: int | None, after: int | None) -> str:
    """Return a change of place as text for screen readers."""
    if before is None or after is None:
        return _("new entry in the standings") if before is None else _("no longer in the standings")
    return _("up") if after < before else _("down") if after > before else _("as before")


register.filter("division", get_division_name)


@register.filter
def choice_for(choices: Mapping[str, str], number: int) -> str:
    """Return the choice made for a name of an imported file by its number; "" without one."""
    return choices.get(f"who_{number}", "")


@register.filter
def row_text_for(texts: Mapping[int, str], number: int) -> str:
    """Return what the row of a name says, by the number of the name; "" where it is not shown."""
    return texts.get(number, "") if texts else ""


@register.filter
def unknown_for(texts: Mapping[int, str], number: int) -> str:
    """Return what was typed for a name and is no player's name, by the number of the name; "" without one."""
    return texts.get(number, "") if texts else ""


@register.filter
def distinction_for(choices: Mapping[str, str], number: int) -> str:
    """Return what was typed to tell a person of an imported file apart by the number of the name."""
    return choices.get(f"distinction_{number}", "")


@register.filter
def share(chance: float) -> str:
    """Return a chance in percent."""
    return f"{number_format(round(100 * chance))} %"

"""Performance ratings of a match in words: both figures, or who has the point for the lower one and why."""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.phrases.tables import rating

RULINGS: Mapping[str, str | Promise] = {
    "white": _("PR point to the first player, by ruling"),
    "black": _("PR point to the second player, by ruling"),
    "half": _("PR point shared, by ruling"),
    "nobody": _("no PR point, by ruling"),
}


def ratings_told(white: str, black: str, ruling: str) -> str:
    """What a line tells of a match: "4.250 – 5.100", a ruling, or that its figures were taken back."""
    if ruling in RULINGS:
        return str(RULINGS[ruling])
    if not white or not black:
        return gettext("import withdrawn")
    return f"{rating(Fraction(white))} – {rating(Fraction(black))}"

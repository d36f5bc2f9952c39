"""Fields a format is asked with: points by round, points by the hour, what a round is worth, tie-breaks."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.phrases.tables import TIE_BREAK_TEXTS

LONGEST, MOST_ROUNDS, MOST_TIES = 99, 12, 6
MINUTES, DAY = 60, 24
UNTIL = re.compile(r"([0-9]{1,2})[^0-9,;]*\s([0-9]{1,2})[:.h]([0-9]{2})")
DIFFERENCE = re.compile(r"[0-9](\.[0-9]{1,3})?", re.ASCII)
WORTH = re.compile(r"(-?[0-9]{1,3})(?:/([1-9][0-9]?)|[.,]([0-9]))?")
USUAL, OWN = "", "own"
TIE_PRESETS: Mapping[str, tuple[str, ...]] = {
    "buchholz": ("score", "buchholz_cut_1", "buchholz", "sonneborn_berger", "head_to_head"),
    "worst_left_out": ("score", "head_to_head", "buchholz_cut_1"),
    "points": ("score", "head_to_head", "difference", "points_for"),
    "progress": ("score", "cumulative", "buchholz_cut_1"),
    "playoff": ("score", "playoff"),
}
TIES = [
    (USUAL, _("head to head, then the default criteria")),
    ("buchholz", _("Buchholz, then Sonneborn-Berger")),
    ("worst_left_out", _("head to head, then Buchholz without the worst opponent")),
    ("points", _("head to head, then the difference in points")),
    ("progress", _("sum of the scores after each round")),
    ("playoff", _("a play-off")),
    (OWN, _("custom order, as below")),
]


class Lengths(forms.CharField):
    """Points by round: "7", or "7 7 9 11" where later rounds are longer."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=60, widget=forms.TextInput(attrs={"inputmode": "numeric"}), **kwargs)

    def to_python(self, value: Any) -> Any:
        """The lengths as a tuple; anything but one to twelve lengths from 1 to 99 is asked for again."""
        text = (super().to_python(value) or "").strip()
        if not text:
            return ()
        parts = re.split(r"[\s,;/–-]+", text)
        lengths = tuple(int(part) for part in parts if part.isascii() and part.isdecimal() and len(part) <= 2)
        if (
            len(lengths) != len(parts)
            or len(parts) > MOST_ROUNDS
            or not all(1 <= n <= LONGEST for n in lengths)
        ):
            raise forms.ValidationError(_("Enter points from 1 to 99: one number, or one per round: 7 7 9."))
        return lengths


class Hours(forms.CharField):
    """Points by the hour: "5 until 20:30, 3 until 21:10, 1 until 22:10"."""

    def to_python(self, value: Any) -> Any:
        """Minutes of the day, beyond 24 hours after midnight, each with the points of what starts before."""
        text = (super().to_python(value) or "").strip()
        limits: list[tuple[int, int]] = []
        for part in filter(None, (piece.strip() for piece in re.split(r"[,;\n]+", text))):
            matched = UNTIL.fullmatch(part)
            if matched is None:
                raise forms.ValidationError(self._format_error)
            points, hour, minute = (int(figure) for figure in matched.groups())
            if not (1 <= points <= LONGEST and hour < DAY and minute < MINUTES):
                raise forms.ValidationError(self._format_error)
            until = hour * MINUTES + minute
            if limits and until <= limits[-1][0]:
                until += DAY * MINUTES
            if limits and until <= limits[-1][0]:
                raise forms.ValidationError(self._format_error)
            limits.append((until, points))
        return tuple(limits)

    _format_error = _("Enter points and the time until which they apply: 5 until 20:30, 3 until 21:10.")


class Worth(forms.CharField):
    """What a round is worth: "1", "0", "1/2" or "0.5"."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal"}
        super().__init__(max_length=7, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> Any:
        """The worth as options hold it, "" where nothing is said."""
        text = (super().to_python(value) or "").strip().replace("½", "1/2")
        if not text:
            return ""
        matched = WORTH.fullmatch(text)
        if matched is None:
            raise forms.ValidationError(_("Enter a number such as 1, 0.5 or 1/2."))
        whole, part, tenth = matched.groups()
        if part:
            return str(Fraction(int(whole), int(part)))
        return str(Fraction(f"{whole}.{tenth}") if tenth else Fraction(whole))


class Tolerance(forms.CharField):
    """How far apart two ratings may be and still count as equal: "0.01"."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal"}
        super().__init__(max_length=5, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> Any:
        """The difference as options hold it, "" where nothing is said."""
        text = (super().to_python(value) or "").strip().replace(",", ".")
        if text and not DIFFERENCE.fullmatch(text):
            raise forms.ValidationError(_("Enter a difference from 0 to 9.999, such as 0.01."))
        return str(Fraction(text)) if text else ""


def _place_of_figure(place: int) -> str:
    return gettext("Digit %(place)s") % {"place": place}


def tie_field(place: int) -> forms.ChoiceField:
    """The choice for one place of an own order of criteria."""
    choices = [("", "–"), *((name, label) for name, (label, _meaning) in TIE_BREAK_TEXTS.items())]
    return forms.ChoiceField(label=lazy(_place_of_figure, str)(place), choices=choices, required=False)


def get_tie_breaks(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The criteria a form chose, none for the usual ones; a figure named twice counts where it is first."""
    if data.get("ties") != OWN:
        return TIE_PRESETS.get(str(data.get("ties")), ())
    custom_order = (data.get(f"tie_{place}") for place in range(1, MOST_TIES + 1))
    return tuple(dict.fromkeys(str(name) for name in custom_order if name))

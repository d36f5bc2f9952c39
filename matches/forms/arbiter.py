"""Forms of penalties, postponed matches and awards."""

import re
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import Match
from matches.states import Ending
from rules.match import LONGEST
from rules.sides import Side

SIDES = [(side.value, side.value) for side in Side]
# "12:34" is twelve minutes and thirty-four seconds, "12" twelve minutes.
CLOCK = re.compile(r"^\s*(\d{1,3})(?::([0-5]\d))?\s*$")


class PenaltyForm(forms.Form):
    """Points against one side."""

    side = forms.ChoiceField(choices=SIDES, label=_("Against"))
    points = forms.IntegerField(min_value=1, max_value=LONGEST, label=_("Points for the opponent"), initial=1)
    reason = forms.CharField(max_length=500, required=False, label=_("Reason"))
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        kwargs["initial"] = {"version": match.version, "points": 1}
        super().__init__(*args, **kwargs)
        self.fields["side"] = forms.ChoiceField(choices=_names(match), label=_("Against"))


class ClockField(forms.CharField):
    """Minutes and seconds a side has left, as seconds; empty when no clock was used."""

    def clean(self, value: Any) -> int | None:
        """The seconds, or None."""
        text = super().clean(value)
        if not text:
            return None
        read = CLOCK.match(text)
        if read is None:
            raise forms.ValidationError(_("Enter minutes and seconds as 12:34."))
        return 60 * int(read.group(1)) + int(read.group(2) or 0)


class PostponeForm(forms.Form):
    """Why a match is put off, when it goes on, and how it stood."""

    reason = forms.CharField(max_length=500, label=_("Reason"))
    resumes_at = forms.DateTimeField(
        required=False,
        label=_("Resumes at (if known)"),
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    white_clock = ClockField(required=False, max_length=6)
    black_clock = ClockField(required=False, max_length=6)
    position = forms.CharField(
        required=False, max_length=120, label=_("Position (XGID or GNU ID), if a game was in progress")
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        kwargs["initial"] = {"version": match.version}
        super().__init__(*args, **kwargs)
        for side, name in _names(match):
            self.fields[f"{side}_clock"].label = _("Time left for %(name)s (12:34)") % {"name": name}

    def clean(self) -> dict[str, Any]:
        """Both clocks or none."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if (cleaned.get("white_clock") is None) != (cleaned.get("black_clock") is None) and not self.errors:
            raise forms.ValidationError(_("Enter both clock times, or neither."))
        return cleaned

    def register(self) -> dict[str, Any]:
        """What is asked, by the names of the service."""
        data = self.cleaned_data
        resumes_at: datetime | None = data["resumes_at"]
        white, black = data["white_clock"], data["black_clock"]
        return {
            "reason": data["reason"],
            "resumes_at": resumes_at,
            "clocks": None if white is None or black is None else (white, black),
            "position": data["position"],
            "version": data["version"],
        }


class AwardForm(forms.Form):
    """A match that ends otherwise than at the board, as its score stands."""

    ENDINGS = [
        (Ending.WALKOVER.value, _("no-show")),
        (Ending.FORFEIT.value, _("disqualified")),
        (Ending.RETIRED.value, _("retired")),
        (Ending.DOUBLE_WALKOVER.value, _("double no-show")),
    ]

    ending = forms.ChoiceField(choices=ENDINGS, label=_("Ending"))
    winner = forms.ChoiceField(choices=SIDES, required=False)
    reason = forms.CharField(max_length=500, required=False, label=_("Reason"))
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        kwargs["initial"] = {"version": match.version}
        super().__init__(*args, **kwargs)
        choices = [("", _("No winner")), *_names(match)]
        self.fields["winner"] = forms.ChoiceField(choices=choices, required=False, label=_("Winner"))
        self.order_fields(("ending", "winner", "reason"))


def _names(match: Match) -> list[tuple[str, str]]:
    return [(Side.WHITE.value, match.white.name), (Side.BLACK.value, match.black.name)]

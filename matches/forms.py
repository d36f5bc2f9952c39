"""Forms of matches; they validate and never save."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.date_fields import MomentField
from matches.models import Match, Player
from matches.names import LONGEST_NAME
from matches.states import Ending
from rules.match import LONGEST_MATCH, MatchScore
from rules.sides import SIDES, Side

KEY_LENGTH = 64
POINTS_ERRORS = {
    "required": _("Tap the loser's points."),
    "invalid": _("Tap the loser's points."),
    "min_value": _("The loser must have fewer points than the match length."),
    "max_value": _("The loser must have fewer points than the match length."),
}
NO_AUTOCORRECT = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class KeyedForm(forms.Form):
    """A form that is safe to submit twice.

    `key` is the idempotency key, `table` the code of the table card in use, `version` the version of the
    match that the page showed.
    """

    key = forms.CharField(max_length=KEY_LENGTH, required=False)
    table = forms.CharField(max_length=8, required=False)
    version = forms.IntegerField(required=False)


@dataclass(frozen=True, slots=True)
class LosingPoints:
    """The points the loser can have if `winner` wins; `winner` is "" if they are the same for both sides."""

    winner: str
    values: range


def list_losing_points(score: MatchScore) -> tuple[LosingPoints, ...]:
    """Return the loser's possible points after the games on the sheet, for each side that can still win."""
    by_winner = [LosingPoints(side.value, score.losing_points(side)) for side in SIDES]
    possible = tuple(points for points in by_winner if points.values)
    if len({points.values for points in possible}) == 1 and len(possible) == len(by_winner):
        return (LosingPoints("", possible[0].values),)
    return possible


class ResultForm(KeyedForm):
    """A final score, entered as the winner and the loser's points.

    Points that only one winner allows are sent as "white:3"; with the other winner they count as missing.
    """

    winner = forms.ChoiceField(
        choices=[(side.value, side.value) for side in SIDES],
        error_messages={
            "required": _("Tap the winner's name first."),
            "invalid_choice": _("Tap the winner's name first."),
        },
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.length = match.length
        self.fields["points"] = forms.CharField(max_length=8, error_messages=POINTS_ERRORS)

    def clean_points(self) -> int:
        """The loser's points below the match length."""
        winner, _, points = str(self.cleaned_data["points"]).rpartition(":")
        if winner not in ("", self.cleaned_data.get("winner", "")):
            raise forms.ValidationError(POINTS_ERRORS["required"])
        field = forms.IntegerField(min_value=0, max_value=self.length - 1, error_messages=POINTS_ERRORS)
        return int(field.clean(points))

    def scores(self) -> dict[str, int]:
        """Return the final score as arguments of `services.reporting.report`."""
        lost = self.cleaned_data["points"]
        if self.cleaned_data["winner"] == Side.WHITE.value:
            return {"white_score": self.length, "black_score": lost}
        return {"white_score": lost, "black_score": self.length}


class ReportNumberForm(KeyedForm):
    """The number of the report that is answered."""

    report = forms.IntegerField(min_value=1)


class OutcomeForm(KeyedForm):
    """One game for the score sheet, sent by one button as "side:kind:cube"."""

    outcome = forms.RegexField(regex=r"^(white|black):[a-z]{1,12}:\d{1,4}$")

    def game(self) -> dict[str, Any]:
        """Return the game as arguments of `services.scoring.score_game`."""
        winner, kind, cube = self.cleaned_data["outcome"].split(":")
        return {"winner": winner, "kind": kind, "cube": int(cube)}


class VersionForm(KeyedForm):
    """An action with the version of the match on the page."""


class SecretField(forms.CharField):
    """A secret read from the fragment of a link or pasted; the whole link is accepted too."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=300, widget=forms.TextInput(attrs=NO_AUTOCORRECT), **options)

    def clean(self, value: Any) -> str:
        """The bare secret."""
        return str(super().clean(value)).rsplit("#", 1)[-1].strip()


class BadgeForm(forms.Form):
    """The secret of a badge, read from the link's fragment or pasted."""

    token = SecretField(label=_("The code on your badge, or its full link"))


class DecisionForm(forms.Form):
    """A result decided by an official: the score, the ending, and the reason."""

    ENDINGS = [
        (Ending.PLAYED.value, _("Played to completion")),
        (Ending.RETIRED.value, _("Retired during the match")),
        (Ending.FORFEIT.value, _("Forfeit")),
        (Ending.WALKOVER.value, _("Walk-over: one player is a no-show")),
        (Ending.DOUBLE_WALKOVER.value, _("Double no-show")),
    ]

    white_score = forms.IntegerField(min_value=0)
    black_score = forms.IntegerField(min_value=0)
    ending = forms.ChoiceField(choices=ENDINGS, initial=Ending.PLAYED.value, label=_("Ending"))
    reason = forms.CharField(label=_("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 2}))
    version = forms.IntegerField(widget=forms.HiddenInput)

    field_order = ("white_score", "black_score", "winner", "ending", "reason")

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        is_known = match.is_loser_score_known
        kwargs["initial"] = {
            "white_score": match.white_score if is_known or match.winner == "white" else None,
            "black_score": match.black_score if is_known or match.winner == "black" else None,
            # Played matches are won by their score: a corrected score alone must not contradict a winner.
            "winner": "" if match.ending == Ending.PLAYED.value else match.winner,
            "ending": match.ending or Ending.PLAYED.value,
            "version": match.version,
        }
        super().__init__(*args, **kwargs)
        self.fields["white_score"].label = match.white.desk_name
        self.fields["black_score"].label = match.black.desk_name
        self.fields["winner"] = forms.ChoiceField(
            choices=[("", _("Player with more points")), *_get_name_choices(match)],
            required=False,
            label=_("Winner"),
        )
        self.order_fields(self.field_order)


class RulingForm(forms.Form):
    """A ruling on a dispute: a score and the rule or reason behind it."""

    white_score = forms.IntegerField(min_value=0)
    black_score = forms.IntegerField(min_value=0)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    field_order = ("white_score", "black_score", "law", "reason")

    def __init__(self, *args: Any, match: Match, law_titles: dict[str, str], **kwargs: Any) -> None:
        kwargs["initial"] = {"law": "match.adjudication", "version": match.version}
        super().__init__(*args, **kwargs)
        self.fields["white_score"].label = match.white.desk_name
        self.fields["black_score"].label = match.black.desk_name
        self.fields["law"] = forms.ChoiceField(choices=list(law_titles.items()), label=_("Deciding rule"))
        self.order_fields(self.field_order)


class ReasonForm(forms.Form):
    """A decision that needs only its reason."""

    reason = forms.CharField(label=_("Reason"), max_length=500)
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)


def _get_name_choices(match: Match) -> list[tuple[str, str]]:
    return [(Side.WHITE.value, match.white.name), (Side.BLACK.value, match.black.name)]


class ShownForm(forms.Form):
    """How a person's name is displayed to the public."""

    shown = forms.ChoiceField(
        label=_("Public name"),
        widget=forms.RadioSelect,
        choices=[
            ("full", _("the full name")),
            ("initial", _("first name and initial")),
            ("code", _("a code name")),
        ],
    )
    code_name = forms.CharField(label=_("Code name"), max_length=40, required=False)


class ForgetForm(forms.Form):
    """Removal of a person's name, confirmed by typing the full name."""

    confirmation = forms.CharField(label=_("Enter full name"), max_length=200)
    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)


class NameForm(forms.Form):
    """A name to search for."""

    name = forms.CharField(label=_("Another name"), max_length=120, required=False)


class SpellingForm(forms.Form):
    """The corrected name."""

    full_name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)


class HistoryForm(forms.Form):
    """Filter of a player's matches by year and opponent."""

    year = forms.ChoiceField(label=_("Year"), required=False)
    against = forms.ChoiceField(label=_("Against"), required=False)

    def __init__(self, *args: Any, years: list[int], opponents: list[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("all years")), *((str(year), str(year)) for year in years)]
        self.fields["year"].choices = choices  # type: ignore[attr-defined]
        names = [("", _("all opponents")), *((player.code, player.name) for player in opponents)]
        self.fields["against"].choices = names  # type: ignore[attr-defined]


SIDE_NAMES = [(side.value, side.value) for side in Side]
# "12:34" is twelve minutes and thirty-four seconds, "12" twelve minutes.
CLOCK_FORMAT = re.compile(r"^\s*(\d{1,3})(?::([0-5]\d))?\s*$")


class PenaltyForm(forms.Form):
    """Points against one side."""

    side = forms.ChoiceField(choices=SIDE_NAMES, label=_("Against"))
    points = forms.IntegerField(
        min_value=1, max_value=LONGEST_MATCH, label=_("Points for the opponent"), initial=1
    )
    reason = forms.CharField(max_length=500, required=False, label=_("Reason"))
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        kwargs["initial"] = {"version": match.version, "points": 1}
        super().__init__(*args, **kwargs)
        self.fields["side"] = forms.ChoiceField(choices=_get_name_choices(match), label=_("Against"))
        # The browser asks for no more; the service refuses more with a sentence that names the length.
        self.fields["points"].widget.attrs["max"] = match.length


class ClockField(forms.CharField):
    """The time a side has left, entered as minutes and seconds; cleaned to seconds, None if left empty."""

    def clean(self, value: Any) -> int | None:
        """The seconds, or None."""
        text = super().clean(value)
        if not text:
            return None
        parts = CLOCK_FORMAT.match(text)
        if parts is None:
            raise forms.ValidationError(_("Enter minutes and seconds as 12:34."))
        return 60 * int(parts.group(1)) + int(parts.group(2) or 0)


class PostponeForm(forms.Form):
    """A postponement: reason, time of resumption, clocks and position."""

    reason = forms.CharField(max_length=500, label=_("Reason"))
    resumes_at = MomentField(
        required=False,
        label=_("Resumes at (if known)"),
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    white_clock = ClockField(required=False, max_length=6)
    black_clock = ClockField(required=False, max_length=6)
    position = forms.CharField(
        required=False, max_length=120, label=_("Position (XGID, OGID or GNU ID), if a game was in progress")
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        kwargs["initial"] = {"version": match.version}
        super().__init__(*args, **kwargs)
        for side, name in _get_name_choices(match):
            self.fields[f"{side}_clock"].label = _("Time left for %(name)s (12:34)") % {"name": name}

    def clean(self) -> dict[str, Any]:
        """Require both clocks or neither."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if (cleaned.get("white_clock") is None) != (cleaned.get("black_clock") is None) and not self.errors:
            raise forms.ValidationError(_("Enter both clock times, or neither."))
        return cleaned

    def to_service_arguments(self) -> dict[str, Any]:
        """Return the form data as arguments of `services.rulings.postpone_match`."""
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
    """The award of a match that was not played to its end, at its current score."""

    ENDINGS = [
        (Ending.WALKOVER.value, _("no-show")),
        (Ending.FORFEIT.value, _("disqualified")),
        (Ending.RETIRED.value, _("retired")),
        (Ending.DOUBLE_WALKOVER.value, _("double no-show")),
    ]

    ending = forms.ChoiceField(choices=ENDINGS, label=_("Ending"))
    winner = forms.ChoiceField(choices=SIDE_NAMES, required=False)
    reason = forms.CharField(max_length=500, required=False, label=_("Reason"))
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        kwargs["initial"] = {"version": match.version}
        super().__init__(*args, **kwargs)
        choices = [("", _("No winner")), *_get_name_choices(match)]
        self.fields["winner"] = forms.ChoiceField(choices=choices, required=False, label=_("Winner"))
        self.order_fields(("ending", "winner", "reason"))

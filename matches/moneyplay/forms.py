"""Forms of money sessions."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.date_fields import DayField
from matches.forms import KEY_LENGTH, NO_AUTOCORRECT, SecretField
from matches.moneyplay.models import CHOUETTE, HIGHEST_STAKE, MONEY
from rules.options import CHOUETTES, ChouetteLaws, MoneyLaws

LAST_TIME = "last"
HIGHEST_CUBES = [(0, _("No limit"))] + [(1 << turn, str(1 << turn)) for turn in range(3, 11)]
DEFAULT_CHOICE = ("", _("Default"))
YES = "yes"
YES_OR_NO: list[tuple[str, Any]] = [(YES, pgettext_lazy("law", "Yes")), ("no", pgettext_lazy("law", "No"))]
MIN_PLAYERS_LABEL = _("{number} players or more")
PARTNERS = range(4, 11)
CHOUETTE_OPTIONS: dict[str, tuple[Any, list[tuple[str, Any]]]] = {
    "cubes": (
        _("Cubes"),
        [("several", _("One for each member")), ("single", _("One for the whole team"))],
    ),
    "lone_taker": (
        _("Only taker"),
        [
            ("free", _("May keep playing")),
            ("must_drop", _("Must drop too, with five players or more")),
            ("must_beaver", _("Must beaver or drop")),
            ("accepts_extras", _("Must accept extra cubes")),
            (
                "must_drop_or_extras",
                _("Must drop too with five or more; with fewer, must accept extra cubes"),
            ),
        ],
    ),
    "extra_is_paid": (
        _("Extra cubes"),
        [
            (YES, _("Bought at the value of the game before the double")),
            ("no", _("Offered without a price")),
        ],
    ),
    "consultation": (
        _("Advice to the captain"),
        [
            ("free", _("Always")),
            ("after_cube", _("Once any player has doubled")),
            ("after_own_cube", _("For each, once their own cube is turned")),
            ("never", pgettext_lazy("advice", "Never")),
        ],
    ),
    "box_keeps": (
        _("Box is held"),
        [
            ("beats_acting_captain", _("until the captain wins, also one who took over during the game")),
            ("beats_captain", _("until the captain who began the game wins")),
            ("not_lose_overall", _("until it loses to the last player in the game")),
        ],
    ),
    "newcomers": (
        _("Joining during a game"),
        [
            ("before_losers", _("Joins the queue ahead of players who go to the back after this game")),
            ("last", _("Goes to the back of the queue")),
        ],
    ),
    "most_players": (
        _("Maximum players per table"),
        [("0", _("Any number")), *((str(number), str(number)) for number in range(4, 13))],
    ),
    "partner_from": (
        _("The box may have a partner"),
        [
            ("0", pgettext_lazy("partner", "Never")),
            *((str(number), format_lazy(MIN_PLAYERS_LABEL, number=number)) for number in PARTNERS),
        ],
    ),
    "partner_compulsory_from": (
        _("The box must have a partner"),
        [
            ("0", pgettext_lazy("partner", "Never")),
            *((str(number), format_lazy(MIN_PLAYERS_LABEL, number=number)) for number in PARTNERS),
        ],
    ),
    "captain_first": (
        _(
            "A box that doubles must double the captain too; if all double it, it takes the captain's "
            "cube and enough others to break even, or drops all"
        ),
        YES_OR_NO,
    ),
    "box_breaks_even": (_("The box passes on after losing points in a game"), YES_OR_NO),
}
# Choices of the form that set more than one option.
COMBINED_CHOICES: dict[str, dict[str, str]] = {
    "must_drop": {"lone_taker": "must_drop", "lone_taker_below": "free"},
    "must_drop_or_extras": {"lone_taker": "must_drop", "lone_taker_below": "accepts_extras"},
}
# Functions that convert the values of choices to those of options; other options are strings.
CONVERTERS: dict[str, Callable[[str], Any]] = {
    "most_players": int,
    "partner_from": int,
    "partner_compulsory_from": int,
    "extra_is_paid": YES.__eq__,
    "captain_first": YES.__eq__,
    "box_breaks_even": YES.__eq__,
}

DATE_INPUT = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class OpenSessionForm(forms.Form):
    """The kind of a session and its rules."""

    kind = forms.ChoiceField(
        choices=[(CHOUETTE, _("Chouette, three or more")), (MONEY, _("Money play (two players)"))],
        initial=CHOUETTE,
        label=_("Kind of session"),
        widget=forms.RadioSelect,
    )
    key = forms.CharField(max_length=KEY_LENGTH, required=False)
    title = forms.CharField(max_length=120, required=False, label=_("Table name, if any"))
    stake = forms.IntegerField(
        min_value=1,
        max_value=HIGHEST_STAKE,
        initial=1,
        label=_("Value of a point"),
        required=False,
        help_text=_(
            "A whole number, if need be of the smaller coin: 50 for 50 pence. With 1, balances are in points."
        ),
    )
    jacoby = forms.BooleanField(
        required=False, initial=True, label=_("Jacoby rule: gammons count only after the cube is turned")
    )
    played_out = forms.BooleanField(required=False, label=_("Every game is played out, without settlements"))
    animals = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        choices=[
            (0, _("No beavers")),
            (1, _("Beavers")),
            (2, _("Beavers and raccoons")),
            (3, _("Otters too")),
        ],
        initial=2,
        required=False,
        label=_("Beavers and raccoons"),
    )
    automatic_doubles = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        choices=[(number, str(number)) for number in range(4)],
        initial=1,
        required=False,
        label=_("Automatic doubles in a game"),
    )
    cube_limit = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        choices=HIGHEST_CUBES,
        initial=0,
        required=False,
        label=_("Highest cube"),
    )

    def __init__(self, *args: Any, latest: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        if latest:
            money = latest.get("money", latest)
            played_out = not money.get("settlements", True)
            kwargs["initial"] = {**money, "house": LAST_TIME, "played_out": played_out}
        super().__init__(*args, **kwargs)
        self.latest = latest or {}
        presets = [(name, name) for name in CHOUETTES]
        choices = [*([(LAST_TIME, LAST_TIME)] if latest else []), *presets]
        self.fields["house"] = forms.ChoiceField(
            choices=choices, initial="text", required=False, label=_("Chouette rules")
        )
        for name, (label, values) in CHOUETTE_OPTIONS.items():
            self.fields[name] = forms.ChoiceField(
                choices=[DEFAULT_CHOICE, *values], required=False, label=label
            )

    def laws(self) -> dict[str, Any]:
        """The chosen rules, as data for the service."""
        data = self.cleaned_data
        limits = {name: data[name] for name in ("stake", "animals", "automatic_doubles", "cube_limit")}
        limits_given = {name: value for name, value in limits.items() if value is not None}
        money = replace(
            MoneyLaws(), **limits_given, jacoby=data["jacoby"], settlements=not data["played_out"]
        )
        if data["kind"] == MONEY:
            return money.to_json()
        chouette_options = {
            name: CONVERTERS.get(name, str)(data[name]) for name in CHOUETTE_OPTIONS if data[name]
        }
        chouette_options |= COMBINED_CHOICES.get(data["lone_taker"], {})
        return replace(self._get_chouette_options(), money=money, **chouette_options).to_json()

    def _get_chouette_options(self) -> ChouetteLaws:
        if self.cleaned_data["house"] == LAST_TIME and "cubes" in self.latest:
            return ChouetteLaws.from_json(dict(self.latest))
        return CHOUETTES.get(self.cleaned_data["house"], CHOUETTES["text"])


class TableActionForm(forms.Form):
    """An action with its idempotency key, and the version of the session and the game on the page."""

    key = forms.CharField(max_length=KEY_LENGTH, required=False)
    version = forms.IntegerField(min_value=0, required=False)
    game = forms.IntegerField(min_value=1, required=False)


class TableEventForm(TableActionForm):
    """One event as JSON, sent by one button; the points of a settlement are a separate field."""

    event = forms.CharField(max_length=4000)
    points = forms.IntegerField(min_value=0, max_value=HIGHEST_STAKE, required=False)

    def clean_event(self) -> dict[str, Any]:
        """The event as data."""
        try:
            data = json.loads(self.cleaned_data["event"])
        except (ValueError, RecursionError) as error:
            raise forms.ValidationError("event") from error
        if not isinstance(data, dict):
            raise forms.ValidationError("event")
        return data

    def to_event_data(self) -> dict[str, Any]:
        """Return the event with the points of a settlement; with 0 points between two it has no winner."""
        data, points = dict(self.cleaned_data["event"]), self.cleaned_data["points"]
        if data.get("kind") != "Settled" or points is None:
            return data
        is_even = points == 0 and "loser" not in data
        return {**data, "points": points, **({"winner": None} if is_even else {})}


class SeatForm(TableActionForm):
    """A name for a seat, and the stake if it differs from the table's."""

    name = forms.CharField(max_length=120, label=_("Name"), widget=forms.TextInput(attrs=NO_AUTOCORRECT))
    stake = forms.IntegerField(
        min_value=1, max_value=HIGHEST_STAKE, required=False, label=_("Own stake, if different")
    )


class SeatLinkForm(forms.Form):
    """The name of the player whose seat goes to another phone."""

    name = forms.CharField(max_length=120)


class SessionCodeForm(forms.Form):
    """The code of a session or of a seat, read from the fragment of the link or pasted."""

    token = SecretField(label=_("The code shown at the table, or its full link"))


class PeriodForm(forms.Form):
    """The days and the desk of a history of sessions; each may be left out."""

    first = DayField(label=_("From"), required=False, widget=DATE_INPUT)
    last = DayField(label=pgettext_lazy("date", "To"), required=False, widget=DATE_INPUT)
    desk = forms.CharField(max_length=8, required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Refuse a period that ends before it begins."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and last < first:
            raise forms.ValidationError(_("The last day is before the first."))
        return cleaned

    def to_query_arguments(self) -> dict[str, Any]:
        """The period as arguments of `history.get_history`."""
        return {name: self.cleaned_data[name] for name in ("first", "last", "desk")}

"""Forms of the ruling assistant and of the rules of a desk; they validate and never save."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.conduct import messages
from matches.conduct.cases import MAX_DOUBLES, MAX_ROLLS, MAX_TEXT, Case
from matches.conduct.models import MAX_KEY
from matches.conduct.models import MAX_TEXT as MAX_RULING_TEXT
from matches.widgets import PositionField, PositionInput
from rules.match import LONGEST_MATCH
from rules.options import ConductLaws, MatchLaws

CHOICES: dict[str, Mapping[str, Any]] = {
    "landing_1": messages.LANDINGS,
    "landing_2": messages.LANDINGS,
    "doubler": messages.SIDES,
    "reply": messages.REPLIES,
    "taker": messages.SIDES,
    "moment": messages.MOMENTS,
    "ended": {"": _("Not over"), **messages.KINDS},
    "winner": messages.SIDES,
}
POSITIONS = ("position", "after", "start")
FLAGS = ("apart", "lifted", "answered", "played_on")
NUMBERS = {
    "rolls": MAX_ROLLS,
    "doubles": MAX_DOUBLES,
    "automatic": MAX_DOUBLES,
    "ended_cube": 1024,
    "length": LONGEST_MATCH,
    "played_to": LONGEST_MATCH,
    "white": LONGEST_MATCH,
    "black": LONGEST_MATCH,
}
NO_AUTOCORRECT = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


def make_field(name: str, players: Mapping[str, str]) -> forms.Field:
    """Return the form field for a field of a case; `conduct.cases.CaseData` validates its value.

    `players` are the names by side that a choice between the sides shows.
    """
    label, hint = messages.FIELDS[name], messages.HINTS.get(name, "")
    if name in CHOICES:
        choices = [(value, players.get(value, text)) for value, text in CHOICES[name].items()]
        return forms.ChoiceField(label=label, help_text=hint, choices=choices, required=False)
    if name in FLAGS:
        return forms.BooleanField(label=label, required=False)
    if name in NUMBERS:
        return forms.IntegerField(
            label=label, help_text=hint, min_value=0, max_value=NUMBERS[name], required=False
        )
    if name in POSITIONS:
        widget = PositionInput(is_board_first=True)
        return PositionField(label=label, help_text=hint, max_length=MAX_TEXT, required=False, widget=widget)
    return forms.CharField(
        label=label,
        help_text=hint,
        max_length=MAX_TEXT,
        required=False,
        widget=forms.TextInput(attrs=NO_AUTOCORRECT),
    )


class CaseForm(forms.Form):
    """The fields of one case."""

    def __init__(self, *args: Any, case: Case, players: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in case.fields:
            self.fields[name] = make_field(name, players)

    def entered_values(self) -> dict[str, Any]:
        """Return the values that were entered, by field."""
        return {name: value for name, value in self.cleaned_data.items() if value not in (None, "", False)}


class RecordForm(forms.Form):
    """A ruling to store: the chosen continuation, or the director's own decision, and notes."""

    continuation = forms.CharField(max_length=40, required=False)
    decision = forms.CharField(
        label=_("Decision"),
        max_length=MAX_RULING_TEXT,
        required=False,
        help_text=_("Needed only if you decide otherwise. The players see it."),
    )
    happened = forms.CharField(
        label=_("What happened"),
        max_length=MAX_RULING_TEXT,
        required=False,
        help_text=_("Only officials see this."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    note = forms.CharField(
        label=_("Note"), max_length=MAX_RULING_TEXT, required=False, help_text=_("Only officials see this.")
    )
    key = forms.CharField(max_length=MAX_KEY, required=False, widget=forms.HiddenInput)

    def ruling_texts(self) -> dict[str, str]:
        """The fields but the key, as arguments of `services.NewRuling`."""
        return {name: value for name, value in self.cleaned_data.items() if name != "key"}


MATCH_FIELDS = ("crawford", "holland", "dead_cube", "jacoby", "beavers", "automatic_doubles")
CONDUCT_FIELDS = ("illegal_plays", "premature_rolls", "waives_premature", "setup_turns", "dice_half")
OPTIONS = {
    "dead_cube": ("allow", "note", "refuse"),
    "illegal_plays": ("condone_or_correct", "correct"),
    "premature_rolls": ("void", "stands"),
    "dice_half": ("right", "either"),
}
RECORDED = {"refuse": messages.OPTIONS["recorded_refuse"], "condone": messages.OPTIONS["recorded_condone"]}


class DeskLawsForm(forms.Form):
    """The rules of a desk, a field for each point that the rule texts leave open."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in messages.SETTINGS:
            self.fields[name] = self._make_field(name)

    @staticmethod
    def _make_field(name: str) -> forms.Field:
        label, _law, hint = messages.SETTINGS[name]
        if name == "recorded_plays":
            return forms.ChoiceField(label=label, help_text=hint, choices=list(RECORDED.items()))
        if name in OPTIONS:
            choices = [(option, messages.OPTIONS[option]) for option in OPTIONS[name]]
            return forms.ChoiceField(label=label, help_text=hint, choices=choices)
        if name == "setup_turns":
            return forms.IntegerField(label=label, help_text=hint, min_value=0, max_value=MAX_ROLLS)
        return forms.BooleanField(label=label, help_text=hint, required=False)

    @staticmethod
    def initial_of(laws: MatchLaws, conduct: ConductLaws) -> dict[str, Any]:
        """Return the initial values of the form for these rules."""
        return {
            **{name: getattr(laws, name) for name in MATCH_FIELDS},
            "recorded_plays": laws.illegal_plays,
            **{name: getattr(conduct, name) for name in CONDUCT_FIELDS},
        }

    def laws(self) -> MatchLaws:
        """Return the chosen rules of matches."""
        data = {name: self.cleaned_data[name] for name in MATCH_FIELDS}
        return MatchLaws(**data, illegal_plays=self.cleaned_data["recorded_plays"])

    def conduct(self) -> ConductLaws:
        """Return the chosen rules on irregularities."""
        return ConductLaws(**{name: self.cleaned_data[name] for name in CONDUCT_FIELDS})

    def groups(self) -> list[tuple[str | Promise, list[tuple[forms.BoundField, str]]]]:
        """Return the headings of the form, each with its fields and the ids of their rules."""
        return [
            (heading, [(self[name], messages.SETTINGS[name][1]) for name in names])
            for heading, names in messages.SETTING_GROUPS
        ]

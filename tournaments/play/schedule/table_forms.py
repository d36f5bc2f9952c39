"""Forms about the tables of a desk and its times."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.lateness import PENALTY_SCALES, PenaltyScale
from matches.models import Desk, Table
from matches.models.desk import MAX_MINUTES
from tournaments.web.forms import CommandForm

MOST_TABLES = 256
POLICIES = [
    ("both", _("When both players confirm it")),
    ("trust", _("As soon as one player reports it")),
    ("desk", _("When the desk confirms it")),
]


class TableNamesForm(forms.Form):
    """The name of a table as the page shows it beside its number, to compare it with the stored one."""

    def __init__(self, tables: Iterable[Table]) -> None:
        super().__init__()
        for table in tables:
            self.fields[f"table-{table.number}"] = forms.CharField(
                label=gettext("Table %(table)s") % {"table": table.number}, initial=table.label
            )


class DeskTimesForm(CommandForm):
    """Lateness penalties, when a report becomes final by itself, and the match clock."""

    CUSTOM_SCALE: ClassVar = "own"
    SCALES: ClassVar = [
        ("", _("No penalties")),
        (
            "ukbgf",
            _(
                "UKBGF: 5 minutes, then 1 penalty point per 5 minutes; match lost beyond half its length "
                "in points"
            ),
        ),
        ("nova", _("NOVA: 5 minutes, then 1 point every 5")),
        (CUSTOM_SCALE, _("Custom minutes, as below")),
    ]
    CLOCKS: ClassVar = [
        ("", _("No clock shown")),
        ("us", _("US: 2 minutes per point, 12 s delay")),
        ("ukbgf", _("UKBGF: 2 minutes per point, 12 s delay")),
        ("nova", _("NOVA: 2 min per point, 15 s delay")),
        ("doubles", _("Doubles: 2.5 min per point, 18 s delay")),
    ]

    final_after = forms.IntegerField(
        label=_("Final automatically after (minutes; empty: never)"),
        min_value=1,
        max_value=MAX_MINUTES,
        required=False,
    )
    scale = forms.ChoiceField(label=_("Lateness penalty"), choices=SCALES, required=False)
    clock = forms.ChoiceField(label=_("Clock"), choices=CLOCKS, required=False)
    grace = forms.IntegerField(
        label=_("First point after (minutes)"), min_value=1, max_value=MAX_MINUTES, required=False
    )
    step = forms.IntegerField(
        label=_("Then one every (minutes)"), min_value=1, max_value=MAX_MINUTES, required=False
    )
    loses = forms.BooleanField(
        label=_("Match lost when penalty points exceed half its length"), required=False
    )

    @staticmethod
    def read_desk_times(desk: Desk) -> dict[str, Any]:
        """Return initial values from the desk."""
        scale = desk.scale
        scale_names = {value: name for name, value in PENALTY_SCALES.items()}
        initial: dict[str, Any] = {"final_after": desk.final_after, "clock": desk.clock}
        if scale is None:
            return initial
        scale_values = {"grace": scale.grace, "step": scale.step, "loses": scale.loses}
        return {**initial, "scale": scale_names.get(scale, DeskTimesForm.CUSTOM_SCALE), **scale_values}

    def clean(self) -> dict[str, Any]:
        """Replace the name of the penalty scale by the scale; a custom one needs both times.

        Times that are typed where stored ones are shown are a custom scale, unless another one is chosen too.
        """
        data: dict[str, Any] = super().clean() or self.cleaned_data
        scale_name = data.get("scale")
        if scale_name != self.CUSTOM_SCALE and self._has_typed_times(data):
            if "scale" in self.changed_data:
                self.add_error("scale", _("Choose the custom minutes, or leave those below unchanged."))
                return data
            scale_name = self.CUSTOM_SCALE
        if scale_name != self.CUSTOM_SCALE:
            return {**data, "scale": PENALTY_SCALES.get(str(scale_name))}
        for name in ("grace", "step"):
            if data.get(name) is None and name not in self.errors:
                self.add_error(name, self.fields["key"].error_messages["required"])
        if self.errors:
            return data
        return {**data, "scale": PenaltyScale(data["grace"], data["step"], data["loses"])}

    def _has_typed_times(self, data: Mapping[str, Any]) -> bool:
        """Return whether a custom scale was typed over the stored one; without a stored one none is known."""
        if not self.initial:
            return False
        has_minutes = any(data.get(name) and name in self.changed_data for name in ("grace", "step"))
        return has_minutes or ("loses" in self.changed_data and "scale" not in self.changed_data)

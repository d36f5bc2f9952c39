"""The shape of a new season of a club; nothing here saves."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.standings.presets import PRESETS

PRESET_NAMES = {
    "length-and-places": _("Points for wins by match length, and for places"),
    "entrants": _("A point for each win and for coming; places by the number of players"),
    "league": _("Three points for a win, one for a match played and lost"),
}


class SeasonForm(forms.Form):
    """A new season."""

    name = forms.CharField(label=_("Name"), max_length=80)
    starts_on = forms.DateField(
        label=_("First day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    ends_on = forms.DateField(
        label=_("Last day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    rules = forms.ChoiceField(
        label=_("Counting"), choices=[(name, PRESET_NAMES.get(name, name)) for name in PRESETS]
    )

    @staticmethod
    def proposal(today: date) -> dict[str, Any]:
        """The twelve months around today."""
        start = today.replace(month=1, day=1)
        return {"name": str(today.year), "starts_on": start, "ends_on": _last_day(start)}


def _last_day(start: date) -> date:
    return start.replace(year=start.year + 1) - timedelta(days=1)

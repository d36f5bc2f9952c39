"""Forms of rating lists."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.journal.facts import HIGHEST_RATING
from tournaments.models import Counted, RatingList
from tournaments.rating_systems.registry import SYSTEM_PRESETS, constants_of
from tournaments.ratings.messages import CONSTANTS, RATING_PRESETS
from tournaments.ratings.queries.ratings import StartingRating

LADDERS_LABEL = _("Matches on the club's ladders count too")
# Constants of rating systems that are whole numbers.
INTEGER_CONSTANTS = frozenset({"length_cap", "provisional_below", "ramp_length", "period_days"})


class NewRatingListForm(forms.Form):
    """A new rating list."""

    name = forms.CharField(label=_("Name"), max_length=80)
    preset = forms.ChoiceField(
        label=_("Rating system"), choices=[(name, RATING_PRESETS[name]) for name in SYSTEM_PRESETS]
    )
    counts = forms.ChoiceField(label=_("Counts"), choices=Counted.choices)
    ladders = forms.BooleanField(label=LADDERS_LABEL, required=False)


class RatingConstantsForm(forms.Form):
    """Name, counted matches and parameters of a list."""

    name = forms.CharField(label=_("Name"), max_length=80)
    counts = forms.ChoiceField(label=_("Counts"), choices=Counted.choices)
    ladders = forms.BooleanField(label=LADDERS_LABEL, required=False)
    reason = forms.CharField(label=_("Reason for the change"), max_length=300, required=False)

    def __init__(self, *args: Any, system: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        for name in constants_of(system):
            label = str(CONSTANTS[name])
            kind = forms.IntegerField if name in INTEGER_CONSTANTS else forms.FloatField
            self.fields[f"constant_{name}"] = kind(label=label)

    @property
    def constants(self) -> list[forms.BoundField]:
        """Return the parameter fields in order."""
        return [self[f"constant_{name}"] for name in constants_of(self.system)]

    def parameters(self) -> dict[str, float]:
        """Return the parameters that differ from the system's."""
        values = {name: self.cleaned_data[f"constant_{name}"] for name in constants_of(self.system)}
        return {name: value for name, value in values.items() if value != constants_of(self.system)[name]}

    @staticmethod
    def get_initial(rating_list: RatingList, preset: str) -> dict[str, Any]:
        """Return initial values of the list, optionally with a preset's parameters."""
        preset_system = SYSTEM_PRESETS.get(preset)
        overrides = preset_system.constants if preset_system else rating_list.parameters
        system = preset_system.system if preset_system else rating_list.system
        constants = {**constants_of(system), **overrides}
        constant_values = {f"constant_{name}": value for name, value in constants.items()}
        settings = {"name": rating_list.name, "counts": rating_list.counts, "ladders": rating_list.ladders}
        return {**settings, **constant_values}


class StartingRatingsForm(forms.Form):
    """Initial ratings of players; an empty field means the base of the system."""

    def __init__(self, *args: Any, rows: Sequence[StartingRating], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = rows
        for row in rows:
            self.fields[row.player.code] = forms.FloatField(
                label=row.player.desk_name,
                initial=row.starting,
                required=False,
                min_value=100,
                max_value=HIGHEST_RATING,
                widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
            )

    @property
    def lines(self) -> list[tuple[StartingRating, forms.BoundField]]:
        """Return each player with the rating field."""
        return [(row, self[row.player.code]) for row in self.rows]

    def ratings(self) -> dict[str, float]:
        """Return the ratings by player code."""
        return {code: rating for code, rating in self.cleaned_data.items() if rating is not None}

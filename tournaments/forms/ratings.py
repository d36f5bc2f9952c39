"""The shapes of a new rating list and of the constants of one; nothing here saves."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.journal.entrants import HIGHEST_RATING
from tournaments.models import Counted, RatingList
from tournaments.phrases.seasons import CONSTANTS, RATING_PRESETS
from tournaments.queries.rating_lists import StartingRating
from tournaments.ratings.systems import PRESETS, constants_of

LADDERS = _("Matches on the club's ladders count too")
WHOLE = frozenset({"length_cap", "provisional_below", "ramp_length", "period_days"})


class NewRatingList(forms.Form):
    """A further list."""

    name = forms.CharField(label=_("Name"), max_length=80)
    preset = forms.ChoiceField(
        label=_("Rating system"), choices=[(name, RATING_PRESETS[name]) for name in PRESETS]
    )
    counts = forms.ChoiceField(label=_("Counts"), choices=Counted.choices)
    ladders = forms.BooleanField(label=LADDERS, required=False)


class Constants(forms.Form):
    """Name, matches and every constant of a list of one system."""

    name = forms.CharField(label=_("Name"), max_length=80)
    counts = forms.ChoiceField(label=_("Counts"), choices=Counted.choices)
    ladders = forms.BooleanField(label=LADDERS, required=False)
    reason = forms.CharField(label=_("Reason for the change"), max_length=300, required=False)

    def __init__(self, *args: Any, system: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        for name in constants_of(system):
            label = str(CONSTANTS[name])
            kind = forms.IntegerField if name in WHOLE else forms.FloatField
            self.fields[f"constant_{name}"] = kind(label=label)

    @property
    def constants(self) -> list[forms.BoundField]:
        """The fields of the constants in their order."""
        return [self[f"constant_{name}"] for name in constants_of(self.system)]

    def parameters(self) -> dict[str, float]:
        """The constants that are not those of the system."""
        values = {name: self.cleaned_data[f"constant_{name}"] for name in constants_of(self.system)}
        return {name: value for name, value in values.items() if value != constants_of(self.system)[name]}

    @staticmethod
    def proposal(rating_list: RatingList, preset: str) -> dict[str, Any]:
        """The list as it stands, or with the constants of a preset."""
        preset_system = PRESETS.get(preset)
        overrides = preset_system.constants if preset_system else rating_list.parameters
        system = preset_system.system if preset_system else rating_list.system
        constants = {**constants_of(system), **overrides}
        constant_values = {f"constant_{name}": value for name, value in constants.items()}
        settings = {"name": rating_list.name, "counts": rating_list.counts, "ladders": rating_list.ladders}
        return {**settings, **constant_values}


class StartingRatings(forms.Form):
    """A rating for each player who brings one along; an empty field means the base of the system."""

    def __init__(self, *args: Any, rows: Sequence[StartingRating], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = rows
        for row in rows:
            self.fields[row.player.code] = forms.FloatField(
                label=row.player.full_name,
                initial=row.starting,
                required=False,
                min_value=100,
                max_value=HIGHEST_RATING,
                widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
            )

    @property
    def lines(self) -> list[tuple[StartingRating, forms.BoundField]]:
        """Each player with the field of their rating."""
        return [(row, self[row.player.code]) for row in self.rows]

    def ratings(self) -> dict[str, float]:
        """The ratings by the codes of the players."""
        return {code: rating for code, rating in self.cleaned_data.items() if rating is not None}

"""Shapes of what is asked before a draw: seeds, who is kept apart, who is here; and of an entry's details."""

import re
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments import countries
from tournaments.forms.changes import Stage
from tournaments.forms.desk import APART, Acting
from tournaments.journal.entrants import HIGHEST_RATING, LONGEST_CLUB, LONGEST_FAMILY, PRESENCES
from tournaments.particulars_text import Particulars

NONE, RATING, MANUAL, SAME = "none", "rating", "hand", "same"
SEEDINGS = [(NONE, _("no player")), (RATING, _("by rating")), (MANUAL, _("by hand")), (SAME, _("as before"))]
SEED_FIELD = re.compile(r"^seed-(\d{1,5})$")
MOST_SEEDS = 512


class Draw(Stage):
    """A draw of a flight with seeds; its wishes are only read when `wished` says they were shown."""

    seeding = forms.ChoiceField(choices=SEEDINGS, required=False)
    count = forms.IntegerField(label=_("Number of seeds"), min_value=1, max_value=MOST_SEEDS, required=False)
    wished = forms.BooleanField(required=False)
    blocks = forms.BooleanField(required=False)
    apart = forms.MultipleChoiceField(choices=APART, required=False)
    absent = forms.ChoiceField(choices=[("without", "without"), ("here", "here")], required=False)

    def clean(self) -> dict[str, Any]:
        """The seeds by hand in their order, as `order`: entries by the figure beside them, each once."""
        data = super().clean() or self.cleaned_data
        entries_by_seed: dict[int, int] = {}
        for name, value in self.data.items():
            seed_field = SEED_FIELD.match(name)
            text = str(value).strip()
            if seed_field is None or not text:
                continue
            if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MOST_SEEDS):
                self.add_error("seeding", _("Number the seeds 1, 2, 3 …"))
            elif int(text) in entries_by_seed:
                self.add_error("seeding", _("Two entries have number %(number)s.") % {"number": text})
            else:
                entries_by_seed[int(text)] = int(seed_field[1])
        data["order"] = tuple(entries_by_seed[figure] for figure in sorted(entries_by_seed))
        return data


class Presence(Acting):
    """Whether entries are here; none named means everybody of whom nothing was said."""

    entry = forms.IntegerField(min_value=1, required=False)
    presence = forms.ChoiceField(choices=[(word, word) for word in sorted(PRESENCES)], required=False)

    def __init__(self, data: QueryDict) -> None:
        """`mark` says both in one word, as the button of a line in a list does: "12 here"."""
        number, _, presence = data.get("mark", "").partition(" ")
        super().__init__({**data.dict(), "entry": number, "presence": presence} if number else data)


class StepIn(Acting):
    """Somebody of the waiting list for somebody who did not come."""

    absent = forms.IntegerField(min_value=1)
    alternate = forms.IntegerField(min_value=1)
    flight = forms.CharField(max_length=20)


class Details(Acting):
    """What is known of an entry."""

    club = forms.CharField(label=_("Club"), max_length=LONGEST_CLUB, required=False)
    country = forms.CharField(
        label=_("Country"),
        max_length=40,
        required=False,
        help_text=_("A code (ITA, GER, CH) or a name in English or Italian."),
    )
    rating = forms.IntegerField(label=_("Rating"), min_value=1, max_value=HIGHEST_RATING, required=False)
    family = forms.CharField(
        label=_("Family"),
        max_length=LONGEST_FAMILY,
        required=False,
        help_text=_("Give relatives the same word; the draw can keep them apart."),
    )

    def clean_country(self) -> str:
        """The code of the country, or nothing."""
        text: str = self.cleaned_data["country"].strip()
        code = countries.code_of(text)
        if text and not code:
            raise forms.ValidationError(_("No country has this name or code."))
        return code

    @property
    def particulars(self) -> Particulars:
        """What the clean form says."""
        data = self.cleaned_data
        club, family = (" ".join(data[name].split()) for name in ("club", "family"))
        return Particulars(club, data["country"], family, data["rating"] or 0)

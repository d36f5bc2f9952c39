"""How a match counts whose performance ratings are missing or wrong: figures by hand, or a ruling."""

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.desk import Acting
from tournaments.journal.facts import BY_FIGURES, UNMEASURED, Measure

# Nobody plays worse than this; it keeps a slip of the finger out.
MOST = 99
FIGURE = re.compile(r"[0-9]{1,2}([.,][0-9]{1,3})?", re.ASCII)
FIGURES, RECORD = "figures", "record"
RULINGS = [
    (FIGURES, _("by these PR values")),
    ("white", _("PR point to the first player")),
    ("black", _("PR point to the second player")),
    ("half", _("PR point shared")),
    ("nobody", _("no PR point")),
    (RECORD, _("as in the match file")),
]


class Rating(forms.CharField):
    """A performance rating as people write it: "4.25" or "4,25"."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "size": 6}
        super().__init__(max_length=6, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> str:
        """The rating with three decimals, "" where nothing is said."""
        text = (super().to_python(value) or "").strip()
        if not text:
            return ""
        if not FIGURE.fullmatch(text):
            raise forms.ValidationError(_("Enter a PR from 0 to 99.999, such as 4.25."))
        return str(Decimal(text.replace(",", ".")).quantize(Decimal("0.001")))


class Figures(Acting):
    """How one match counts."""

    pairing = forms.CharField(max_length=40)
    white_pr = Rating(label=_("PR of the first player"))
    black_pr = Rating(label=_("PR of the second player"))
    ruling = forms.ChoiceField(label=_("How it counts"), choices=RULINGS)

    def clean(self) -> dict[str, Any]:
        """Figures are asked for where they shall count."""
        data = super().clean() or self.cleaned_data
        both = data.get("white_pr") and data.get("black_pr")
        if data.get("ruling") == FIGURES and not both and not self.errors:
            raise forms.ValidationError(_("Enter both PRs, or choose how the match counts without them."))
        return data

    def measure(self) -> Measure:
        """The clean form as the journal takes it."""
        data = self.cleaned_data
        if data["ruling"] == FIGURES:
            return Measure(data["white_pr"], data["black_pr"], BY_FIGURES)
        return UNMEASURED if data["ruling"] == RECORD else Measure(ruling=data["ruling"])

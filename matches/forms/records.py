"""The shapes of what is sent with records: the match they are of, a zip of them, what engines say of them."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.archives import MOST_BYTES
from matches.models import Match
from matches.models.figure import MOST_DECISIONS, MOST_LOST
from matches.performance import lost_by

FIGURE = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})


class BundleForm(forms.Form):
    """A zip of records."""

    file = forms.FileField(label=_("Zip of records"), widget=forms.FileInput(attrs={"accept": ".zip"}))

    def bundle(self) -> tuple[str, bytes]:
        """Its name, and its bytes up to one more than a zip may have."""
        given = self.cleaned_data["file"]
        return given.name, given.read(MOST_BYTES + 1)


class FigureForm(forms.Form):
    """What an engine said of one side: its rating, or the equity lost in all, over how many decisions."""

    table = forms.CharField(max_length=8, required=False, widget=forms.HiddenInput)
    side = forms.ChoiceField(label=_("Player"))
    engine = forms.CharField(max_length=60, label=_("Engine"), help_text=_("Such as XG or GNU Backgammon."))
    settings = forms.CharField(
        max_length=120, required=False, label=_("Settings"), help_text=_("Such as 2-ply, World Class.")
    )
    decisions = forms.IntegerField(
        min_value=1, max_value=MOST_DECISIONS, label=_("Decisions counted"), widget=FIGURE
    )
    rating = forms.FloatField(
        localize=True,
        min_value=0,
        max_value=500,
        required=False,
        label=_("Performance rating (PR)"),
        widget=FIGURE,
    )
    lost = forms.FloatField(
        localize=True,
        min_value=0,
        max_value=MOST_LOST,
        required=False,
        label=_("Or equity lost in all"),
        widget=FIGURE,
    )
    luck = forms.FloatField(
        localize=True,
        min_value=-MOST_LOST,
        max_value=MOST_LOST,
        required=False,
        label=_("Luck, in points"),
        widget=FIGURE,
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "figure_%s"} | kwargs)
        self.fields["side"] = forms.ChoiceField(
            choices=[("white", match.white.name), ("black", match.black.name)], label=_("Player")
        )

    def clean(self) -> dict[str, Any]:
        """One of the two ways of saying it, in the sum that is stored."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        rating, lost = cleaned.get("rating"), cleaned.get("lost")
        if not self.errors and (rating is None) == (lost is None):
            raise forms.ValidationError(_("Give the rating or the equity lost, one of the two."))
        if rating is not None and "decisions" in cleaned:
            cleaned["lost"] = lost_by(rating, cleaned["decisions"])
        return cleaned

    def figure(self) -> dict[str, Any]:
        """The figure, by the names the service uses."""
        names = ("side", "engine", "settings", "decisions", "lost", "luck")
        return {name: self.cleaned_data[name] for name in names}


class MatchCodeForm(forms.Form):
    """The match somebody means, by its code or the address of its page."""

    match = forms.CharField(max_length=300)

    def code(self) -> str:
        """The bare code."""
        return (
            str(self.cleaned_data["match"]).strip().partition("?")[0].rstrip("/").rsplit("/", 1)[-1].lower()
        )

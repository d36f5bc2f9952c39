"""The shapes of what is sent with records that come without a match, one by one or as a zip."""

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.archives import MOST_BYTES


class BundleForm(forms.Form):
    """A zip of records."""

    file = forms.FileField(label=_("Zip of records"), widget=forms.FileInput(attrs={"accept": ".zip"}))

    def bundle(self) -> tuple[str, bytes]:
        """Its name, and its bytes up to one more than a zip may have."""
        given = self.cleaned_data["file"]
        return given.name, given.read(MOST_BYTES + 1)


class MatchCodeForm(forms.Form):
    """The match somebody means, by its code or the address of its page."""

    match = forms.CharField(max_length=300)

    def code(self) -> str:
        """The bare code."""
        return (
            str(self.cleaned_data["match"]).strip().partition("?")[0].rstrip("/").rsplit("/", 1)[-1].lower()
        )

"""The form by which an event comes into the house from its file."""

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_BYTES = 8 * 1024 * 1024


class EventFile(forms.Form):
    """An event file."""

    file = forms.FileField(label=_("Event file"), widget=forms.FileInput(attrs={"accept": ".json"}))

    def data_of(self) -> bytes:
        """Its bytes, up to one more than a file may have: the seal of a longer one cannot fit."""
        data: bytes = self.cleaned_data["file"].read(MOST_BYTES + 1)
        return data

"""Forms of event imports."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_BYTES = 8 * 1024 * 1024


LONGEST_REPORT = 1024 * 1024


class ReportFile(forms.Form):
    """A report of a Swiss, as a file or, once it was looked at, as its text."""

    file = forms.FileField(
        label=_("Report (TRF)"), required=False, widget=forms.FileInput(attrs={"accept": ".trf,.trfx,.txt"})
    )
    text = forms.CharField(max_length=LONGEST_REPORT, required=False, strip=False, widget=forms.HiddenInput)
    length = forms.IntegerField(label=_("Points for unplayed rounds"), min_value=1, max_value=99, initial=7)

    def clean(self) -> dict[str, Any]:
        """The text, of the file where one is sent."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("file"):
            data["text"] = data["file"].read(LONGEST_REPORT + 1).decode("utf-8-sig", "replace")
        elif not data.get("text"):
            self.add_error("file", self.fields["file"].error_messages["required"])
        return data


class EventFile(forms.Form):
    """An event file."""

    file = forms.FileField(label=_("Event file"), widget=forms.FileInput(attrs={"accept": ".json"}))

    def data_of(self) -> bytes:
        """Its bytes, up to one more than a file may have: the seal of a longer one cannot fit."""
        data: bytes = self.cleaned_data["file"].read(MOST_BYTES + 1)
        return data

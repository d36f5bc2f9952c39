"""Forms of the logos of sponsors."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import SponsorLogo
from tournaments.models.sponsor import LONGEST_SPONSOR, LONGEST_SPONSOR_LINK
from tournaments.play.tournaments.page_forms import PhotoForm


class SponsorForm(forms.Form):
    """The name and the link of a sponsor."""

    name = forms.CharField(
        label=_("Name of the sponsor"),
        max_length=LONGEST_SPONSOR,
        help_text=_("Read to those who cannot see the logo."),
    )
    link = forms.CharField(
        label=_("Link (optional)"),
        max_length=LONGEST_SPONSOR_LINK,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "url", "placeholder": "https://"}),
    )

    @staticmethod
    def initial_of(logo: SponsorLogo) -> dict[str, Any]:
        """Return the current values of a logo."""
        return {"name": logo.name, "link": logo.link}


class NewSponsorForm(PhotoForm, SponsorForm):
    """A logo to upload, with the name and the link of its sponsor."""

    field_order = ("name", "link", "file")


class SponsorPlaceForm(forms.Form):
    """The place of a logo in the list."""

    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=100)

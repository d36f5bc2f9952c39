"""The form of a publication."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.mirrors.models import LONGEST_ADDRESS


class PublicationForm(forms.Form):
    """Where a tournament is published: the page of a club on another site, and a token of that site."""

    address = forms.CharField(
        label=_("Page of your club on the other site"),
        max_length=LONGEST_ADDRESS,
        widget=forms.URLInput(
            attrs={"placeholder": "https://club.example/clubs/riverside/", "autocomplete": "off"}
        ),
    )
    token = forms.CharField(
        label=_("API token of the other site"),
        max_length=100,
        # A token that was refused stays in the field; one that is stored is never in it.
        widget=forms.PasswordInput(
            attrs={"autocomplete": "off", "placeholder": "crawford_…"}, render_value=True
        ),
        help_text=_(
            "Made there by a director of the club, under “My account”, “API tokens”: for the club, with the "
            "permission to publish tournaments only."
        ),
    )

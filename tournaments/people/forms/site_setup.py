"""The form that sets up an empty site."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import password_validation
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.accounts.forms import LONGEST_PASSWORD, PASSWORD_HELP, USERNAME_ATTRS
from matches.models import SiteSettings, User
from tournaments.people.forms.site_settings import SiteSettingsForm, get_time_zone_choices


class SiteSetupForm(SiteSettingsForm):
    """The first account, the first club, the settings of the site, and the language of the pages."""

    field_order = ("username", "password", "club_name", "site_name", "language", "time_zone", "currency")

    username = forms.CharField(
        label=_("Username"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput(attrs=USERNAME_ATTRS),
        help_text=_("This account administers the site."),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=PASSWORD_HELP,
    )
    club_name = forms.CharField(label=_("Club name"), max_length=120)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [("", gettext("Choose…")), *get_time_zone_choices()],
        help_text=_("Of all dates and times on the pages."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    @staticmethod
    def get_initial(site: SiteSettings) -> dict[str, Any]:
        """Return the values of the site. UTC is that of most servers, so it is not proposed."""
        initial = SiteSettingsForm.get_initial(site)
        return {**initial, "time_zone": "" if initial["time_zone"] == "UTC" else initial["time_zone"]}

    def clean(self) -> dict[str, Any]:
        """Validate the password, also against the username."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "password" in data:
            try:
                password_validation.validate_password(
                    data["password"], User(username=data.get("username", ""))
                )
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data

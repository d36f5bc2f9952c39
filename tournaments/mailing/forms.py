"""Forms of the e-mail preferences."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.mailing.models import LONGEST_EMAIL, MailSubscription


class AccountMailForm(forms.Form):
    """E-mail preferences of an account for all its tournaments."""

    announcements = forms.BooleanField(label=_("Messages from the tournament desk"), required=False)
    calls = forms.BooleanField(label=_("When my match is called"), required=False)

    @staticmethod
    def initial_of(subscription: MailSubscription | None) -> dict[str, object]:
        """Return the initial values of the form."""
        if subscription is None:
            return {}
        names = ("email", "announcements", "calls")
        return {name: getattr(subscription, name) for name in names}


class BadgeMailForm(AccountMailForm):
    """E-mail preferences of the holder of a badge for one tournament, with the address."""

    email = forms.EmailField(label=_("E-mail"), max_length=LONGEST_EMAIL, required=False)

    field_order = ("email",)

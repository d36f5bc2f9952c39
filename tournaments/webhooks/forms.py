"""Forms of webhooks."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Event
from tournaments.webhooks import queries, webhook_events
from tournaments.webhooks.messages import KIND_NAMES
from tournaments.webhooks.models import LONGEST_ADDRESS

KIND_CHOICES = [(kind, KIND_NAMES[kind]) for kind in webhook_events.KINDS]


class WebhookForm(forms.Form):
    """The address of a webhook and the kinds of its messages."""

    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.URLInput(attrs={"placeholder": "https://example.org/crawford", "autocomplete": "off"}),
        help_text=_("A public https address. It must respond within 10 seconds."),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Notify about"), choices=KIND_CHOICES, widget=forms.CheckboxSelectMultiple
    )


class NewWebhookForm(WebhookForm):
    """A new webhook, of the whole club or of one event."""

    event = forms.ChoiceField(label=_("Applies to"), required=False)

    def __init__(self, club: Club, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._events = {str(event.pk): event for event in queries.list_selectable_events(club)}
        choices = [(key, self._format_name(event)) for key, event in self._events.items()]
        field = self.fields["event"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", _("entire club")), *choices]

    def get_event(self) -> Event | None:
        """Return the event of the valid form, or None for the whole club."""
        return self._events.get(self.cleaned_data["event"])

    @staticmethod
    def _format_name(event: Event) -> str:
        tournament_name = event.tournament.name
        return tournament_name if tournament_name == event.name else f"{tournament_name}: {event.name}"

"""Forms of the breaks of a tournament."""

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.desk import DateTimeLocalInput, TimeInput
from tournaments.models import Tournament
from tournaments.models.breaks import LONGEST_BREAK, MAX_REASON_LENGTH


class BreakForm(forms.Form):
    """The times of a break, in local time, its reason, and the only event that has it."""

    begins_at = forms.DateTimeField(label=_("From (empty: now)"), required=False, widget=DateTimeLocalInput)
    ends_at = forms.DateTimeField(label=_("Until"), widget=DateTimeLocalInput)
    reason = forms.CharField(label=_("Reason"), max_length=MAX_REASON_LENGTH, required=False)
    event = forms.IntegerField(label=_("Event"), min_value=1, required=False)


class BreakNowForm(forms.Form):
    """A break that begins now: its minutes or the time it ends, and the only event that has it."""

    minutes = forms.IntegerField(
        label=_("Minutes"), min_value=1, max_value=LONGEST_BREAK // timedelta(minutes=1), required=False
    )
    until = forms.TimeField(label=_("Until"), widget=TimeInput, required=False)
    event = forms.IntegerField(label=_("Event"), min_value=1, required=False)

    def clean(self) -> dict[str, Any]:
        """Require the minutes or the time."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        has_end = any(data.get(name) is not None or name in self.errors for name in ("minutes", "until"))
        if not has_end:
            self.add_error("until", self.fields["until"].error_messages["required"])
        return data

    def get_end(self, now: datetime) -> datetime:
        """Return the end of the break: a time of the clock that has passed today is tomorrow's."""
        minutes, until = self.cleaned_data["minutes"], self.cleaned_data["until"]
        if minutes is not None:
            return now + timedelta(minutes=minutes)
        local_now = timezone.localtime(now)
        day = local_now.date() + timedelta(days=until <= local_now.time())
        return timezone.make_aware(datetime.combine(day, until))


USUAL_CLOSING, USUAL_OPENING = time(23), time(10)


class NightsForm(forms.Form):
    """When play ends in the evening, and when it goes on in the morning, in local time."""

    closes = forms.TimeField(label=_("Play ends at"), widget=TimeInput)
    opens = forms.TimeField(label=_("Play goes on at"), widget=TimeInput)

    @classmethod
    def propose(cls, tournament: Tournament) -> "NightsForm":
        """Return the form with the usual times; play goes on when it began on the first day, if known."""
        begins = timezone.localtime(tournament.starts_at).time()
        initial = {"closes": USUAL_CLOSING, "opens": begins if begins != time.min else USUAL_OPENING}
        return cls(initial=initial, auto_id="nights-%s")


class BreakNumberForm(forms.Form):
    """The break to end or to remove."""

    number = forms.IntegerField(min_value=1)

"""Forms of the breaks of a tournament."""

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.date_fields import MomentField
from tournaments.models import Tournament
from tournaments.models.breaks import LONGEST_BREAK, MAX_REASON_LENGTH
from tournaments.web.forms import DateTimeLocalInput, TimeInput

# A time of the clock that has passed today means tomorrow's only when it is so near, as at night.
LONGEST_PAST_MIDNIGHT = timedelta(hours=12)


class BreakForm(forms.Form):
    """The times of a break, in local time, its reason, and the only event that has it."""

    begins_at = MomentField(label=_("From (empty: now)"), required=False, widget=DateTimeLocalInput)
    ends_at = MomentField(label=_("Until"), widget=DateTimeLocalInput)
    reason = forms.CharField(label=_("Reason"), max_length=MAX_REASON_LENGTH, required=False)
    event = forms.IntegerField(label=_("Event"), min_value=1, required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse a break from now until a time that has passed."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        ends_at = data.get("ends_at")
        if ends_at is not None and data.get("begins_at", ends_at) is None and ends_at <= timezone.now():
            self.add_error("ends_at", _("This time has passed."))
        return data


class BreakNowForm(forms.Form):
    """A break that begins now: its minutes or the time it ends, and the only event that has it."""

    minutes = forms.IntegerField(
        label=_("Minutes"), min_value=1, max_value=LONGEST_BREAK // timedelta(minutes=1), required=False
    )
    until = forms.TimeField(label=_("Until"), widget=TimeInput, required=False)
    event = forms.IntegerField(label=_("Event"), min_value=1, required=False)

    def clean(self) -> dict[str, Any]:
        """Require the minutes, or a time of the clock that is still to come today or this night."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        minutes, until = data.get("minutes"), data.get("until")
        has_end = any(data.get(name) is not None or name in self.errors for name in ("minutes", "until"))
        if not has_end:
            self.add_error("until", self.fields["until"].error_messages["required"])
        elif minutes is None and until is not None:
            now = timezone.localtime()
            if until <= now.time() and _find_next(until, now) - now > LONGEST_PAST_MIDNIGHT:
                sentence = _(
                    "%(time)s has passed today. For a break until another day, enter its date in the "
                    "settings of the tables."
                )
                self.add_error("until", forms.ValidationError(sentence, params={"time": f"{until:%H:%M}"}))
        return data

    def get_end(self, now: datetime) -> datetime:
        """Return the end of the break."""
        minutes, until = self.cleaned_data["minutes"], self.cleaned_data["until"]
        return now + timedelta(minutes=minutes) if minutes is not None else _find_next(until, now)


def _find_next(clock: time, now: datetime) -> datetime:
    """Return the next moment at which the local clock shows this time."""
    local_now = timezone.localtime(now)
    day = local_now.date() + timedelta(days=clock <= local_now.time())
    return timezone.make_aware(datetime.combine(day, clock))


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

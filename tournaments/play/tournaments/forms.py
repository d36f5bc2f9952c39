"""Forms of tournaments: names, days, a new tournament and a further event."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.date_fields import DayField, MomentField
from tournaments.models import Event
from tournaments.play.schedule.table_forms import MOST_TABLES, POLICIES
from tournaments.play.tournaments.queries.tournaments import EventSummary
from tournaments.web.forms import FIRST_YEAR, DateTimeLocalInput, DayInput


class EventNameForm(forms.Form):
    """The name of an event, on a page with several such forms."""

    name = forms.CharField(label=_("Name"), max_length=120)

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data, initial={"name": event.name}, auto_id=f"id_{event.slug}_%s")
        self.event = event


class TournamentStartForm(forms.Form):
    """The name and the start of a tournament."""

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_at = MomentField(
        label=_("Start time"),
        widget=DateTimeLocalInput(),
    )

    def clean_starts_at(self) -> datetime:
        """Reject years outside the supported range."""
        moment: datetime = self.cleaned_data["starts_at"]
        if not FIRST_YEAR <= moment.year < date.max.year:
            raise forms.ValidationError(self.fields["starts_at"].error_messages["invalid"])
        return moment


class TournamentDatesForm(TournamentStartForm):
    """The name and the days of a tournament."""

    ends_on = DayField(
        label=_("Last day"),
        required=False,
        widget=DayInput(),
        help_text=_("Only if the tournament lasts more than one day."),
    )


class NewTournamentForm(TournamentStartForm):
    """A new tournament of one event: name, start time, tables and result confirmation."""

    tables = forms.IntegerField(label=_("Tables"), min_value=0, max_value=MOST_TABLES)
    policy = forms.ChoiceField(
        label=_("Result confirmation"),
        choices=POLICIES,
    )
    is_draft = forms.BooleanField(
        label=_("Draft, seen only by its officials until it is published"), required=False
    )

    @staticmethod
    def get_initial(now: datetime) -> dict[str, Any]:
        """Return initial values."""
        return {
            "name": _("Club night"),
            "starts_at": timezone.localtime(now).replace(minute=0, second=0, microsecond=0),
            "tables": 8,
            "policy": "both",
        }


class NewEventForm(forms.Form):
    """Another event of a tournament: its name and its first players."""

    name = forms.CharField(label=_("Name (empty: name of the format)"), max_length=120, required=False)
    players_of = forms.ChoiceField(label=_("Players"), required=False)

    def __init__(self, *args: Any, events: Sequence[EventSummary], **more: Any) -> None:
        super().__init__(*args, **more)
        player_choices = [
            (one.event.slug, _("All players in “%(event)s”") % {"event": one.event.name}) for one in events
        ]
        choices = [("", _("None yet: players are entered at the desk")), *player_choices]
        self.fields["players_of"].choices = choices  # type: ignore[attr-defined]

    @staticmethod
    def get_initial() -> dict[str, Any]:
        """Return initial values."""
        return {"name": "", "players_of": ""}

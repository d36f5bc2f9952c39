"""Forms of screens and announcements."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from matches.models import Match
from matches.models.desk import EVERYWHERE, MAX_ANNOUNCEMENT_LENGTH, SCREENS
from tournaments.models import Event
from tournaments.screens.models import CODE_LENGTH, LONGEST_SECONDS, SHORTEST_SECONDS, Screen

PART_NAMES = {
    "calls": _("Calls"),
    "clocks": _("Late players"),
    "brackets": _("Brackets"),
    "tables": _("Standings"),
    "results": _("Results"),
    "entries": _("Entries"),
    "news": _("Announcements"),
    "phone": _("Code for phones"),
}
SCREEN_ACTIONS = ("show", "flight", "pause", "go_on", "rename", "pace", "let_go")
DURATION_CHOICES = [
    ("", _("until withdrawn")),
    ("10", _("for 10 minutes")),
    ("30", _("for half an hour")),
    ("60", _("for an hour")),
    ("180", _("for three hours")),
]
REACH_CHOICES = [
    (EVERYWHERE, _("on screens, public pages and phones")),
    (SCREENS, _("on screens only")),
]


class AnnouncementForm(forms.Form):
    """The text, duration, reach and audience of an announcement."""

    english = forms.CharField(label=_("In English"), max_length=MAX_ANNOUNCEMENT_LENGTH, required=False)
    italian = forms.CharField(label=_("In Italian"), max_length=MAX_ANNOUNCEMENT_LENGTH, required=False)
    minutes = forms.TypedChoiceField(
        label=_("Duration"), choices=DURATION_CHOICES, coerce=int, empty_value=None, required=False
    )
    reach = forms.ChoiceField(label=_("Where"), choices=REACH_CHOICES)
    audience = forms.ChoiceField(label=_("To"), required=False)
    by_mail = forms.BooleanField(label=_("Also by e-mail, to players who asked for it"), required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        events: Iterable[Event] = (),
        matches: Iterable[Match] = (),
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        by_event = {f"event:{event.pk}": event for event in events}
        by_match = {f"match:{match.code}": match for match in matches}
        self.audiences: dict[str, Event | Match] = {**by_event, **by_match}
        event_choices = [(key, event.name) for key, event in by_event.items()]
        match_choices = [(key, str(match)) for key, match in by_match.items()]
        choices: list[Any] = [("", _("everyone at the tournament"))]
        choices += [(_("Players of an event"), event_choices)] if event_choices else []
        choices += [(_("Players of a match"), match_choices)] if match_choices else []
        self.fields["audience"].choices = choices  # type: ignore[attr-defined]

    def options(self) -> dict[str, Any]:
        """Return the announcement as the service takes it."""
        data = self.cleaned_data
        return {**data, "audience": self.audiences.get(data["audience"])}


class AnnouncementWithdrawalForm(forms.Form):
    """The announcement to withdraw."""

    announcement = forms.IntegerField(min_value=1)


class ScreenClaimForm(forms.Form):
    """The digits a screen shows; empty for a new screen."""

    figures = forms.RegexField(
        label=_("Screen code"), regex=rf"^\s*[0-9]{{{CODE_LENGTH}}}\s*$", required=False
    )

    def clean_figures(self) -> str:
        """Return the digits without the spaces a phone adds."""
        return str(self.cleaned_data["figures"]).strip()


class ScreenForm(forms.Form):
    """An action on a screen; the required fields depend on the action."""

    action = forms.ChoiceField(choices=[(name, name) for name in SCREEN_ACTIONS])
    part = forms.MultipleChoiceField(label=_("Pages"), choices=PART_NAMES.items(), required=False)
    flight = forms.RegexField(
        label=_("Only this bracket"), regex=r"^[0-9]{1,18}:[a-z_0-9]{0,20}$", required=False
    )
    name = forms.CharField(label=_("Name"), max_length=40, required=False)
    seconds = forms.IntegerField(
        label=_("Seconds per page"), min_value=SHORTEST_SECONDS, max_value=LONGEST_SECONDS, required=False
    )

    def clean(self) -> dict[str, Any]:
        """Require the field that the action needs."""
        cleaned = super().clean() or {}
        needed = {"flight": "flight", "pace": "seconds"}.get(cleaned.get("action", ""))
        if needed and not cleaned.get(needed):
            self.add_error(needed, _("This field is required."))
        return cleaned


# The field of each action that replaces a value of the screen.
VALUE_FIELDS = {"show": "part", "flight": "flight", "rename": "name", "pace": "seconds"}


def make_value_forms(screen: Screen, posted: QueryDict | None = None) -> dict[str, ScreenForm]:
    """Return the form of each action that replaces a value of a screen, with the value or what was sent."""
    stored = {
        "part": screen.shown_parts,
        "flight": f"{screen.event_id}:{screen.flight}" if screen.event_id else "",
        "name": screen.name,
        "seconds": screen.seconds,
    }
    made = {}
    for action, name in VALUE_FIELDS.items():
        data = posted if posted is not None and posted.get("action") == action else None
        form = ScreenForm(data, initial=stored, auto_id=f"%s-{screen.code}")
        form.fields = {name: form.fields[name]}
        made[action] = form
    return made

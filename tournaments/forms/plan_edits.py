"""Shapes of what a director plans later: one more event of an evening, one more stage, other lengths."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.terms import terms
from tournaments.forms.desk import Acting, Times
from tournaments.forms.fields import Lengths
from tournaments.forms.plans import Format
from tournaments.queries.events import EventSummary

HOLLAND = [
    ("", _("desk default")),
    ("no", _("disabled")),
    ("yes", _("enabled")),
]
ILLEGAL_PLAYS = [
    ("", _("desk default")),
    ("refuse", _("are errors")),
    ("condone", _("are accepted once the opponent plays on")),
]
ADD, DROP, SHAPE, FORMAT = "add", "drop", "shape", "format"
MOST_COUNT, LONGEST_NAME = 64, 60


class UnreadError(Exception):
    """A format that was filled in wrongly."""

    def __init__(self, form: Format) -> None:
        super().__init__("format")
        self.form = form


class NewEvent(forms.Form):
    """One more event of an evening; what is played there is chosen beside it."""

    name = forms.CharField(label=_("Name (empty: name of the format)"), max_length=120, required=False)
    players_of = forms.ChoiceField(label=_("Players"), required=False)

    def __init__(self, *args: Any, events: Sequence[EventSummary], **more: Any) -> None:
        super().__init__(*args, **more)
        everybody = [
            (one.event.slug, _("all players in “%(event)s”") % {"event": one.event.name}) for one in events
        ]
        choices = [("", _("none yet: players are entered at the desk")), *everybody]
        self.fields["players_of"].choices = choices  # type: ignore[attr-defined]

    @staticmethod
    def proposal() -> dict[str, Any]:
        """What the form says before anybody touches it."""
        return {"name": "", "players_of": ""}


class PlanChange(Acting):
    """A change of a plan: a stage more, less or of another shape, or another format altogether."""

    deed = forms.ChoiceField(choices=[(name, name) for name in (ADD, DROP, SHAPE, FORMAT)])
    what = forms.CharField(max_length=20, required=False)
    flight = forms.CharField(max_length=20, required=False)
    count = forms.IntegerField(label=_("How many"), min_value=1, max_value=MOST_COUNT, required=False)
    lengths = Lengths(label=_("Points"), required=False)
    name = forms.CharField(label=_("Custom name"), max_length=LONGEST_NAME, required=False)
    clock = forms.ChoiceField(label=_("Clock"), choices=Times.CLOCKS, required=False)
    holland = forms.ChoiceField(choices=HOLLAND, required=False)
    illegal_plays = forms.ChoiceField(choices=ILLEGAL_PLAYS, required=False)

    def terms(self) -> dict[str, Any]:
        """The clock and the laws that are chosen; what is empty is the desk's."""
        data = self.cleaned_data
        holland = {"": None, "no": False, "yes": True}[data["holland"]]
        return terms(data["clock"], holland=holland, illegal_plays=data["illegal_plays"])

    def clean(self) -> dict[str, Any]:
        """Two go on, or two rounds send their losers, where nothing was said."""
        data = super().clean() or self.cleaned_data
        data["count"] = data.get("count") or 2
        return data

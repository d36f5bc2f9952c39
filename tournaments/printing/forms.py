"""Forms of the printouts."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.printing.pdf.pages import PAPERS

EVENT, TOURNAMENT = "event", "tournament"
MISSING, EVERY = "missing", "all"


class BadgeIssueForm(forms.Form):
    """Options of issuing badges: events, players and paper."""

    scope = forms.ChoiceField(
        label=_("Events"),
        choices=[(EVENT, _("this event")), (TOURNAMENT, _("all events of the tournament"))],
        required=False,
    )
    players = forms.ChoiceField(
        label=_("Players"),
        choices=[
            (MISSING, _("players without a badge")),
            (EVERY, _("all players: badges issued before stop working")),
        ],
    )
    paper = forms.ChoiceField(
        label=_("Paper size"),
        choices=[(name, "Letter" if name == "letter" else name.upper()) for name in PAPERS],
        required=False,
    )

    def __init__(self, *args: Any, has_other_events: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_other_events:
            del self.fields["scope"]

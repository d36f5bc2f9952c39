"""Forms of the printouts."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import CertificateTemplate
from tournaments.models.certificate import (
    LONGEST_CERTIFICATE_SENTENCE,
    LONGEST_CERTIFICATE_TITLE,
    LONGEST_SIGNATURES,
)
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


class CertificateForm(forms.Form):
    """The texts of the certificates of a club."""

    title = forms.CharField(label=_("Title"), max_length=LONGEST_CERTIFICATE_TITLE, required=False)
    sentence = forms.CharField(
        label=_("Sentence below the name"), max_length=LONGEST_CERTIFICATE_SENTENCE, required=False
    )
    signatures = forms.CharField(
        label=_("Below the lines to sign on"),
        max_length=LONGEST_SIGNATURES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One per line, at most three."),
    )

    def get_values(self) -> dict[str, Any]:
        """Return the texts as the service takes them."""
        data = self.cleaned_data
        return {
            "title": data["title"],
            "sentence": data["sentence"],
            "signatures": data["signatures"].splitlines(),
        }

    @staticmethod
    def initial_of(template: CertificateTemplate) -> dict[str, Any]:
        """Return the current texts."""
        return {name: getattr(template, name) for name in ("title", "sentence", "signatures")}

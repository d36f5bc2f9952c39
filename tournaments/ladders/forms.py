"""Forms of ladders: rules, challenges and answers, moves."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.match import LONGEST_MATCH
from tournaments.ladders.journal import ladder_settings
from tournaments.ladders.journal.ladder_settings import LadderRules

WIN_CHOICES = [
    (ladder_settings.TAKE, _("takes the place; players in between move down one")),
    (ladder_settings.SWAP, _("swaps places with the loser")),
]
COST_CHOICES = [
    (ladder_settings.NOTHING, _("nothing")),
    (ladder_settings.DOWN, _("one place")),
    (ladder_settings.LOSS, _("same as a loss")),
]
ENTRY_CHOICES = [
    (ladder_settings.BOTTOM, _("at the bottom")),
    (ladder_settings.RATING, _("according to rating")),
]


def _integer_field(label: Any, minimum: int, maximum: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=minimum, max_value=maximum, help_text=help_text)


class LadderForm(forms.Form):
    """The rules of a ladder."""

    name = forms.CharField(label=_("Name"), max_length=80)
    reach = _integer_field(_("Challenge range in places (0: no limit)"), 0, ladder_settings.MAX_RUNGS)
    length = _integer_field(_("Match length"), 1, LONGEST_MATCH)
    answer_days = _integer_field(_("Days to answer"), 1, ladder_settings.MAX_DAYS)
    play_days = _integer_field(_("Days to play"), 1, ladder_settings.MAX_DAYS)
    win = forms.ChoiceField(label=_("A winning challenger"), choices=WIN_CHOICES)
    unanswered = forms.ChoiceField(label=_("Cost of refusing or not answering"), choices=COST_CHOICES)
    unplayed = forms.ChoiceField(
        label=_("A match not played in time costs the challenged player"), choices=COST_CHOICES
    )
    protected_days = _integer_field(_("Days of protection after a challenge"), 0, ladder_settings.MAX_DAYS)
    idle_days = _integer_field(
        _("Days without a match before losing a place (0: never)"), 0, ladder_settings.MAX_DAYS
    )
    entry = forms.ChoiceField(label=_("New players start"), choices=ENTRY_CHOICES)

    def rules(self) -> LadderRules:
        """Return the rules of the valid form."""
        return LadderRules(
            **{name: value for name, value in self.cleaned_data.items() if name not in ("name", "members")}
        )

    @staticmethod
    def proposal(ladder_rules: LadderRules, name: Any) -> dict[str, Any]:
        """Return initial values from existing rules."""
        return {"name": name, **ladder_rules.to_data()}


class NewLadderForm(LadderForm):
    """A new ladder with its first members."""

    members = forms.ChoiceField(
        label=_("On the ladder from day one"),
        choices=[
            ("all", _("all names of the page of the members, by rating")),
            ("results", _("players so far, in order of results")),
            ("nobody", _("none yet")),
        ],
        help_text=_(
            "In order of results: the club's matches are replayed from the first on. New players start at "
            "the bottom, and who beats somebody higher takes that place."
        ),
    )

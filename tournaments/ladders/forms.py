"""What people send to ladders: rules, challenges and answers, moves."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.desk import Acting
from tournaments.ladders.journal import rules
from tournaments.ladders.journal.rules import LadderRules

WINS = [
    (rules.TAKE, _("takes the place; those between move down one")),
    (rules.SWAP, _("changes places with the loser")),
]
COSTS = [
    (rules.NOTHING, _("nothing")),
    (rules.DOWN, _("one place")),
    (rules.LOST, _("as much as a defeat")),
]
STARTS = [(rules.BOTTOM, _("at the bottom")), (rules.RATING, _("where the rating puts them"))]


def _figure(label: Any, least: int, most: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=help_text)


class LadderForm(forms.Form):
    """The rules of a ladder."""

    name = forms.CharField(label=_("Name"), max_length=80)
    reach = _figure(_("Places up one may challenge (0: any)"), 0, rules.MOST_RUNGS)
    length = _figure(_("Points of a match"), 1, rules.LONGEST)
    answer_days = _figure(_("Days to answer"), 1, rules.MOST_DAYS)
    play_days = _figure(_("Days to play"), 1, rules.MOST_DAYS)
    win = forms.ChoiceField(label=_("A challenger who wins"), choices=WINS)
    unanswered = forms.ChoiceField(label=_("To refuse, or not to answer, costs"), choices=COSTS)
    unplayed = forms.ChoiceField(label=_("Not to play in time costs who was challenged"), choices=COSTS)
    protected_days = _figure(_("Days of peace after a challenge"), 0, rules.MOST_DAYS)
    idle_days = _figure(_("Days without a match that cost a place (0: never)"), 0, rules.MOST_DAYS)
    entry = forms.ChoiceField(label=_("Newcomers begin"), choices=STARTS)

    def rules(self) -> LadderRules:
        """The rules the clean form says."""
        return LadderRules(
            **{name: value for name, value in self.cleaned_data.items() if name not in ("name", "members")}
        )

    @staticmethod
    def proposal(held: LadderRules, name: Any) -> dict[str, Any]:
        """The rules as they are."""
        return {"name": name, **held.to_data()}


class NewLadder(LadderForm):
    """A ladder that opens, with whom it opens."""

    members = forms.ChoiceField(
        label=_("On it from the first day"),
        choices=[
            ("all", _("all members, by rating")),
            ("results", _("whoever has played, in the order of the results so far")),
            ("nobody", _("nobody yet")),
        ],
    )


class Call(Acting):
    """Somebody is challenged; the desk says by whom."""

    holder = forms.IntegerField(min_value=1, max_value=99_999)
    challenger = forms.IntegerField(min_value=1, max_value=99_999)


class Answer(Acting):
    """An answer to a challenge."""

    challenge = forms.IntegerField(min_value=1, max_value=99_999)
    answer = forms.ChoiceField(choices=[(word, word) for word in ("accept", "refuse", "call_off")])


class Newcomer(Acting):
    """Somebody comes on a ladder."""

    player = forms.CharField(max_length=8)


class OneMember(Acting):
    """A member of a ladder."""

    member = forms.IntegerField(min_value=1, max_value=99_999)


class Move(OneMember):
    """A member is put on another rung."""

    place = forms.IntegerField(min_value=1, max_value=rules.MOST_RUNGS)
    reason = forms.CharField(max_length=300)


class Strike(Acting):
    """A line that is undone."""

    seq = forms.IntegerField(min_value=1, max_value=999_999)

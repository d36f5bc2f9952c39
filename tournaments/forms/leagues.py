"""What people send to leagues and ladders: terms of a season, rules of a ladder, challenges, last days."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.leagues import MOST_CYCLES, MOST_DIVISIONS, MOST_MOVING, Terms
from tournaments.forms.desk import LONGEST, POLICIES, Acting, Day
from tournaments.ladders import rules
from tournaments.ladders.rules import LadderRules
from tournaments.models.league import ROUNDS, WHOLE
from tournaments.phrases.tables import TIE_BREAK_TEXTS
from tournaments.services.leagues import LISTED, RATING, Roster, Time
from tournaments.standings.tiebreaks import LEAGUE_TIE_BREAKS

PACES = [
    (ROUNDS, _("each round has its own last day")),
    (WHOLE, _("all matches have the last day of the season")),
]
PLACINGS = [(LISTED, _("in the order of the list")), (RATING, _("by rating"))]
TIE_CHOICES = [("", _("nothing more")), *((name, TIE_BREAK_TEXTS[name][0]) for name in LEAGUE_TIE_BREAKS)]
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


class Span(forms.Form):
    """From when to when a season is played."""

    starts_on = forms.DateField(label=_("First day"), widget=Day())
    ends_on = forms.DateField(label=_("Last day"), widget=Day())
    pace = forms.ChoiceField(label=_("Last days"), choices=PACES)

    def time(self) -> Time:
        """The time the clean form says."""
        asked = self.cleaned_data
        return Time(asked["starts_on"], asked["ends_on"], asked["pace"])


class League(Span):
    """A season that opens: who plays, in which divisions, by which terms."""

    name = forms.CharField(label=_("Name"), max_length=120)
    divisions = forms.CharField(
        label=_("Divisions, the highest first"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line, with a number behind it how many play there: Premier 6."),
    )
    names = forms.CharField(
        label=_("Players, one a line"),
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=_("The members of the club are proposed. Take out who does not play."),
    )
    placing = forms.ChoiceField(label=_("The divisions are filled"), choices=PLACINGS)
    length = _figure(_("Points of a match"), 1, LONGEST)
    cycles = _figure(_("Times everybody meets"), 1, MOST_CYCLES)
    up = _figure(_("Go up from each division"), 0, MOST_MOVING)
    down = _figure(_("Go down from each division"), 0, MOST_MOVING)
    playoff = forms.BooleanField(
        label=_("Play-off between the next in line and the last who would stay"), required=False
    )
    win = _figure(_("For a win"), 0, 99)
    loss = _figure(_("For a defeat"), 0, 99)
    clear = _figure(_("More for winning to nil"), 0, 99)
    close = _figure(_("More for a narrow defeat"), 0, 99)
    within = _figure(_("Narrow: points missing at most"), 0, 98)
    tie_1 = forms.ChoiceField(label=_("Ties are broken by"), choices=TIE_CHOICES, required=False)
    tie_2 = forms.ChoiceField(label=_("then by"), choices=TIE_CHOICES, required=False)
    tie_3 = forms.ChoiceField(label=_("and then by"), choices=TIE_CHOICES, required=False)
    policy = forms.ChoiceField(label=_("A result counts"), choices=POLICIES)

    def clean_divisions(self) -> tuple[tuple[str, int], ...]:
        """Names with sizes, 0 where none is said."""
        lines = [line.strip() for line in self.cleaned_data["divisions"].splitlines() if line.strip()]
        if not 1 <= len(lines) <= MOST_DIVISIONS:
            raise forms.ValidationError(_("Write from 1 to 12 divisions, one a line."))
        return tuple(_division(line) for line in lines)

    def roster(self) -> Roster:
        """Who plays, and how the divisions are filled."""
        asked = self.cleaned_data
        return Roster(asked["names"], tuple(size for _name, size in asked["divisions"]), asked["placing"])

    def terms(self) -> Terms:
        """The terms the clean form asks for."""
        asked = self.cleaned_data
        ties = tuple(dict.fromkeys(word for word in (asked["tie_1"], asked["tie_2"], asked["tie_3"]) if word))
        return Terms(
            divisions=tuple(name for name, _size in asked["divisions"]),
            cycles=asked["cycles"],
            length=asked["length"],
            up=asked["up"],
            down=asked["down"],
            playoff=asked["playoff"],
            scoring={name: str(asked[name]) for name in ("win", "loss", "clear", "close", "within")},
            criteria=("score", *ties),
        )

    @staticmethod
    def proposal(today: date, names: list[str]) -> dict[str, Any]:
        """What the form says before anybody touches it: three months from the next first of a month."""
        first = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
        last = first + timedelta(days=89)
        return {
            "name": _("League 1"),
            "divisions": "\n".join(map(str, (_("First division"), _("Second division")))),
            "names": "\n".join(names),
            "placing": RATING,
            "starts_on": first,
            "ends_on": last,
            "pace": ROUNDS,
            "length": 7,
            "cycles": 1,
            "up": 1,
            "down": 1,
            "win": 3,
            "loss": 1,
            "clear": 0,
            "close": 0,
            "within": 2,
            "tie_1": "head_to_head",
            "tie_2": "difference",
            "tie_3": "sonneborn_berger",
            "policy": "both",
        }


def _division(line: str) -> tuple[str, int]:
    name, _, size = line.rpartition(" ")
    if name and size.isascii() and size.isdecimal() and len(size) <= 3:
        return name.strip()[:60], int(size)
    return line[:60], 0


class Placement(Acting):
    """Which division everybody plays in: fields "entry-N" with the number of the division, 0 for none."""

    def where(self) -> dict[int, int]:
        """Entry -> division, of every field that reads well."""
        found = {}
        for name, value in self.data.items():
            entry = name.removeprefix("entry-")
            if name.startswith("entry-") and _is_number(entry) and _is_number(value):
                found[int(entry)] = int(value)
        return found


def _is_number(text: object) -> bool:
    return isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) <= 5


class UntilDay(Acting):
    """Another last day for one match, or for a round."""

    pairing = forms.CharField(max_length=16, required=False)
    flight = forms.CharField(max_length=20, required=False)
    round = forms.IntegerField(min_value=1, max_value=999, required=False)
    until = forms.DateField(label=_("until"), widget=Day())


class Verdict(Acting):
    """What becomes of a match nobody played."""

    pairing = forms.CharField(max_length=16)
    verdict = forms.RegexField(r"^(both|void|entry-[0-9]{1,5})$")
    reason = forms.CharField(max_length=300)


class Proposal(forms.Form):
    """A time one player proposes to the other."""

    match = forms.CharField(max_length=8)
    play_at = forms.DateTimeField(
        label=_("Day and time"),
        required=False,
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    note = forms.CharField(label=_("A word to your opponent"), max_length=200, required=False)


class Agreement(forms.Form):
    """The proposal somebody agrees to."""

    arrangement = forms.IntegerField(min_value=1, max_value=2**31 - 1)


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

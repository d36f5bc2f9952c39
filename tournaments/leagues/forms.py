"""Forms of leagues: terms of a season, its days, and the divisions of players."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from matches.date_fields import DayField
from rules.match import LONGEST_MATCH
from tournaments.formats.leagues import MOST_CYCLES, MOST_DIVISIONS, MOST_MOVING, LeagueTerms
from tournaments.leagues.models import ROUNDS, WHOLE
from tournaments.leagues.services.seasons import LISTED, RATING, Roster, SeasonSpan
from tournaments.messages.tie_break_texts import TIE_BREAK_TEXTS
from tournaments.play.schedule.table_forms import POLICIES
from tournaments.standings.tiebreaks import HEAD_TO_HEAD, HEAD_TO_HEAD_AGAIN, LEAGUE_TIE_BREAKS
from tournaments.web.forms import CommandForm, DayInput

PACES = [
    (ROUNDS, _("separate deadline for each round")),
    (WHOLE, _("all matches due by the end of the season")),
]
PLACINGS = [(LISTED, _("in list order")), (RATING, _("by rating"))]
TIE_CHOICES = [("", _("nothing more")), *((name, TIE_BREAK_TEXTS[name][0]) for name in LEAGUE_TIE_BREAKS)]


def add_last_comparison(*tie_breaks: str) -> tuple[str, ...]:
    """Return these tie-breaks; head to head is applied once more before chance to those still tied."""
    ties = [tie for tie in dict.fromkeys(tie_breaks) if tie]
    before_chance = ties.index("lots") if "lots" in ties else len(ties)
    if HEAD_TO_HEAD in ties[: max(before_chance - 1, 0)] and HEAD_TO_HEAD_AGAIN not in ties:
        ties.insert(before_chance, HEAD_TO_HEAD_AGAIN)
    return tuple(ties)


def _integer_field(label: Any, minimum: int, maximum: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=minimum, max_value=maximum, help_text=help_text)


class SpanForm(forms.Form):
    """The dates of a season."""

    starts_on = DayField(label=_("Starts"), widget=DayInput())
    ends_on = DayField(label=_("Ends"), widget=DayInput())
    pace = forms.ChoiceField(label=_("Deadlines"), choices=PACES)

    def span(self) -> SeasonSpan:
        """Return the dates of the valid form."""
        data = self.cleaned_data
        return SeasonSpan(data["starts_on"], data["ends_on"], data["pace"])


class LeagueForm(SpanForm):
    """A new season: players, divisions and terms."""

    name = forms.CharField(label=_("Name"), max_length=120)
    divisions = forms.CharField(
        label=_("Divisions, highest first"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One per line, followed by its number of players: Premier 6."),
    )
    names = forms.CharField(
        label=_("Players, one per line"),
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=_(
            "The names of the page of the members are listed. Remove those who do not play, and add others."
        ),
    )
    placing = forms.ChoiceField(label=_("Placement in divisions"), choices=PLACINGS)
    length = _integer_field(_("Match length"), 1, LONGEST_MATCH)
    cycles = _integer_field(_("Meetings per pair"), 1, MOST_CYCLES)
    up = _integer_field(_("Promoted from each division"), 0, MOST_MOVING)
    down = _integer_field(_("Relegated from each division"), 0, MOST_MOVING)
    playoff = forms.BooleanField(
        label=_("Play-off between the first player not promoted and the last not relegated"), required=False
    )
    win = _integer_field(_("For a win"), 0, 99)
    loss = _integer_field(_("For a loss"), 0, 99)
    clear = _integer_field(_("Bonus for a shutout win"), 0, 99)
    close = _integer_field(_("Bonus for a narrow loss"), 0, 99)
    within = _integer_field(_("Narrow loss: at most this many points short"), 0, 98)
    tie_1 = forms.ChoiceField(label=_("Tie-breaks"), choices=TIE_CHOICES, required=False)
    tie_2 = forms.ChoiceField(label=_("then by"), choices=TIE_CHOICES, required=False)
    tie_3 = forms.ChoiceField(label=_("finally by"), choices=TIE_CHOICES, required=False)
    policy = forms.ChoiceField(label=_("Result confirmation"), choices=POLICIES)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["names"].help_text = self._describe_listed_names()

    def _describe_listed_names(self) -> str:
        """Return who is listed: the names of the page of the members, counted as on that page."""
        if not self.initial.get("names"):
            return gettext("The page of the members has no names yet. Enter the players.")
        guests = self.initial.get("guest_count", 0)
        members = self.initial["names"].count("\n") + 1 - guests
        listed = ngettext("%(count)s member", "%(count)s members", members) % {"count": members}
        others = ngettext("%(count)s other, not a member", "%(count)s others, not members", guests)
        return gettext(
            "The names of the page of the members are listed (%(names)s). Remove those who do not play, "
            "and add others."
        ) % {"names": f"{listed}, {others % {'count': guests}}" if guests else listed}

    def clean_divisions(self) -> tuple[tuple[str, int], ...]:
        """Return names with sizes, 0 where none is given."""
        lines = [line.strip() for line in self.cleaned_data["divisions"].splitlines() if line.strip()]
        if not 1 <= len(lines) <= MOST_DIVISIONS:
            raise forms.ValidationError(_("Enter 1 to 12 divisions, one per line."))
        return tuple(_parse_division(line) for line in lines)

    def roster(self) -> Roster:
        """Return the players, and how the divisions are filled."""
        data = self.cleaned_data
        return Roster(data["names"], tuple(size for _name, size in data["divisions"]), data["placing"])

    def terms(self) -> LeagueTerms:
        """Return the terms of the valid form."""
        data = self.cleaned_data
        ties = add_last_comparison(data["tie_1"], data["tie_2"], data["tie_3"])
        return LeagueTerms(
            divisions=tuple(name for name, _size in data["divisions"]),
            cycles=data["cycles"],
            length=data["length"],
            up=data["up"],
            down=data["down"],
            playoff=data["playoff"],
            scoring={name: str(data[name]) for name in ("win", "loss", "clear", "close", "within")},
            tie_breaks=("score", *ties),
        )

    @staticmethod
    def proposal(today: date, names: list[str], guest_count: int = 0) -> dict[str, Any]:
        """Return initial values: a season of three months from the next first of a month.

        `guest_count` of the names are no members of the club.
        """
        first = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
        last = first + timedelta(days=89)
        return {
            "name": _("League 1"),
            "divisions": "\n".join(map(str, (_("First division"), _("Second division")))),
            "names": "\n".join(names),
            "guest_count": guest_count,
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


def _parse_division(line: str) -> tuple[str, int]:
    name, _, size = line.rpartition(" ")
    if name and size.isascii() and size.isdecimal() and len(size) <= 3:
        return name.strip()[:60], int(size)
    return line[:60], 0


class PlacementForm(CommandForm):
    """The division of every entry: fields "entry-N" with the number of the division, 0 for none.

    `former_version` is the version of the season before, where the divisions follow from its results.
    """

    former_version = forms.IntegerField(min_value=0, required=False)

    def divisions_by_entry(self) -> dict[int, int]:
        """Return entry -> division of every valid field."""
        divisions = {}
        for name, value in self.data.items():
            entry = name.removeprefix("entry-")
            if name.startswith("entry-") and _is_number(entry) and _is_number(value):
                divisions[int(entry)] = int(value)
        return divisions


def _is_number(text: object) -> bool:
    return isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) <= 5


class NewPlayerForm(CommandForm):
    """A player to enter before the season begins, and their division."""

    name = forms.CharField(label=_("Name"), max_length=120)
    division = forms.IntegerField(label=_("Division"), min_value=1, max_value=MOST_DIVISIONS)


class MatchForm(forms.Form):
    """The match that a player writes about."""

    match = forms.CharField(max_length=8)

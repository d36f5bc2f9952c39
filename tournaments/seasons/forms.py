"""Forms of seasons and their rules."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.date_fields import DayField
from rules.errors import Refusal
from tournaments.formats.graph import CONSOLATION, LAST_CHANCE, MAIN
from tournaments.messages import flight_name
from tournaments.messages.tie_break_texts import TIE_BREAK_TEXTS
from tournaments.seasons.messages import SEASON_PRESETS, UNITS, WINS, get_division_name
from tournaments.seasons.queries.season_tables import Standings
from tournaments.standings.season_settings import (
    BONUS_UNITS,
    MOST_NAMES,
    MOST_PLACES,
    RULE_PRESETS,
    WIN_KINDS,
    Figure,
    SeasonRules,
    figure,
    json_figure,
)
from tournaments.standings.tiebreaks import SEASON_FIGURES

LONGEST_FIGURE, LONGEST_TEXT = 20, 600
FLIGHTS = (MAIN, CONSOLATION, LAST_CHANCE)
SCORING_CHOICES = [(name, SEASON_PRESETS[name]) for name in RULE_PRESETS]
DAY: dict[str, Any] = {"format": "%Y-%m-%d", "attrs": {"type": "date"}}


class SeasonForm(forms.Form):
    """A new season."""

    name = forms.CharField(label=_("Name"), max_length=80)
    starts_on = DayField(label=_("Starts"), widget=forms.DateInput(**DAY))
    ends_on = DayField(label=_("Ends"), widget=forms.DateInput(**DAY))
    rules = forms.ChoiceField(label=_("Scoring"), choices=SCORING_CHOICES)
    after = forms.ChoiceField(
        label=_("Divisions continue from"),
        required=False,
        help_text=_(
            "Only if that season has divisions: players promoted and relegated there start in "
            "their new division here."
        ),
    )

    def __init__(self, *args: Any, earlier: Iterable[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        earlier_seasons = list(earlier)
        as_before = [
            (f"of:{slug}", gettext("As %(name)s") % {"name": name}) for slug, name in earlier_seasons
        ]
        for field, choices in (
            ("rules", [*SCORING_CHOICES, *as_before]),
            ("after", [("", "–"), *earlier_seasons]),
        ):
            choice = self.fields[field]
            if isinstance(choice, forms.ChoiceField):
                choice.choices = choices

    @staticmethod
    def get_initial(today: date) -> dict[str, Any]:
        """Return initial values: the current year."""
        start = today.replace(month=1, day=1)
        return {"name": str(today.year), "starts_on": start, "ends_on": _last_day(start)}


class NumberField(forms.CharField):
    """A number of a season's rules: 3, 0.5, 0,5 or 1/3."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "size": 6, "autocomplete": "off"})
        super().__init__(max_length=LONGEST_FIGURE, required=False, widget=widget, **kwargs)

    def clean(self, value: Any) -> Figure:
        """Parse the number; empty is 0."""
        text = super().clean(value)
        return _parse_number(text) if text else 0


class SeasonRulesForm(forms.Form):
    """Name, days and rules of a season."""

    name = forms.CharField(label=_("Name"), max_length=80)
    starts_on = DayField(label=_("Starts"), widget=forms.DateInput(**DAY))
    ends_on = DayField(label=_("Ends"), widget=forms.DateInput(**DAY))
    win_value = NumberField(label=_("Match won"))
    win = forms.ChoiceField(label=_("Counts"), choices=[(kind, WINS[kind]) for kind in WIN_KINDS])
    loss_value = NumberField(label=_("Match lost"))
    attendance = NumberField(label=_("Points for attendance"))
    walkovers_count = forms.BooleanField(label=_("A walk-over counts as a win"), required=False)
    bonus_unit = forms.ChoiceField(
        label=_("Points for places"), choices=[(unit, UNITS[unit]) for unit in BONUS_UNITS]
    )
    best_bonus_only = forms.BooleanField(
        label=_("Only a player's best finish in each tournament counts"), required=False
    )
    weights = forms.CharField(
        label=_("Events that count differently"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One per line, with its factor: Intermediate 1/2"),
    )
    months = forms.CharField(
        label=_("Months that count differently"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One per line, with its factor: 11 2 doubles November"),
    )
    best_evenings = forms.IntegerField(
        label=_("Best tournaments that count (0: all)"), min_value=0, max_value=400, required=False
    )
    minimum_evenings = forms.IntegerField(
        label=_("Minimum tournaments to be ranked"), min_value=0, max_value=400, required=False
    )
    divisions = forms.CharField(
        label=_("Divisions, highest first"),
        required=False,
        max_length=LONGEST_TEXT,
        help_text=_("Names separated by commas; empty for a single table"),
    )
    up = forms.IntegerField(label=_("Promoted"), min_value=0, max_value=64, required=False)
    down = forms.IntegerField(label=_("Relegated"), min_value=0, max_value=64, required=False)
    reason = forms.CharField(label=_("Reason for the change"), max_length=300, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number, flight in enumerate(FLIGHTS):
            self.fields[f"bonus_{flight}"] = forms.CharField(
                label=flight_name(flight),
                required=False,
                max_length=LONGEST_TEXT,
                help_text=gettext("From first place down: 50 25 12 12") if not number else "",
            )
        for number in range(len(SEASON_FIGURES)):
            self.fields[f"tie_{number}"] = forms.ChoiceField(
                label=gettext("Tie-break %(number)s") % {"number": number + 1},
                required=False,
                choices=[("", "–"), *((name, TIE_BREAK_TEXTS[name][0]) for name in SEASON_FIGURES)],
            )

    @property
    def bonuses(self) -> list[forms.BoundField]:
        """Return the fields of placing points, by flight."""
        return [self[f"bonus_{flight}"] for flight in FLIGHTS]

    @property
    def ties(self) -> list[forms.BoundField]:
        """Return the tie-break fields in order."""
        return [self[f"tie_{number}"] for number in range(len(SEASON_FIGURES))]

    def clean(self) -> dict[str, Any]:
        """Parse the text fields."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        parsers = {
            **{f"bonus_{flight}": _parse_places for flight in FLIGHTS},
            "weights": _parse_weights,
            "months": _parse_months,
        }
        for name, parse in parsers.items():
            try:
                data[name] = parse(data.get(name) or "")
            except forms.ValidationError as error:
                self.add_error(name, error)
        return data

    def rules(self) -> dict[str, Any]:
        """Return the rules as data for `SeasonRules.from_data`, which validates them."""
        data = self.cleaned_data
        return {
            **{name: data[name] for name in ("win", "bonus_unit", "walkovers_count", "best_bonus_only")},
            **{name: json_figure(data[name]) for name in ("win_value", "loss_value", "attendance")},
            **{name: data[name] or 0 for name in ("best_evenings", "minimum_evenings", "up", "down")},
            "bonuses": {flight: data[f"bonus_{flight}"] for flight in FLIGHTS if data[f"bonus_{flight}"]},
            "weights": data["weights"],
            "months": data["months"],
            "tiebreaks": list(dict.fromkeys(filter(None, (data[f.name] for f in self.ties)))),
            "divisions": [name.strip() for name in data["divisions"].split(",") if name.strip()],
        }

    @staticmethod
    def get_initial(rules: SeasonRules) -> dict[str, Any]:
        """Return initial values from the rules."""
        data = rules.to_data()
        initial = {name: data[name] for name in data if name not in ("bonuses", "weights", "months")}
        initial["divisions"] = ", ".join(rules.divisions)
        initial["weights"] = _format_factors(data["weights"])
        initial["months"] = _format_factors(data["months"])
        for flight in FLIGHTS:
            initial[f"bonus_{flight}"] = " ".join(map(str, data["bonuses"].get(flight, ())))
        for number, name in enumerate(rules.tiebreaks):
            initial[f"tie_{number}"] = name
        return initial


def _last_day(start: date) -> date:
    return start.replace(year=start.year + 1) - timedelta(days=1)


def _parse_number(text: str) -> Figure:
    try:
        return figure(text)
    except Refusal as refusal:
        raise forms.ValidationError(
            gettext("“%(text)s” is not a usable number. Enter 3, 0.5 or 1/3.") % {"text": text[:40]}
        ) from refusal


def _parse_places(text: str) -> list[int | str]:
    """Parse the points of the places, from the first down."""
    points = [json_figure(_parse_number(part)) for part in text.replace(";", " ").split()]
    if len(points) > MOST_PLACES:
        raise forms.ValidationError(gettext("At most %(most)s places are paid.") % {"most": MOST_PLACES})
    return points


def _parse_weights(text: str) -> dict[str, int | str]:
    return dict(_parse_factors(text))


def _parse_months(text: str) -> dict[str, int | str]:
    factors = dict(_parse_factors(text))
    wrong_months = [name for name in factors if not name.isdecimal() or not 1 <= int(name) <= 12]
    if wrong_months:
        raise forms.ValidationError(
            gettext("“%(text)s” is not a month from 1 to 12.") % {"text": wrong_months[0][:40]}
        )
    return {str(int(name)): each for name, each in factors.items()}


def _parse_factors(text: str) -> list[tuple[str, int | str]]:
    """Parse lines of a name and its factor."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    short = [line for line in lines if len(line) < 2]
    if short or len(lines) > MOST_NAMES:
        raise forms.ValidationError(gettext("One per line, followed by its factor."))
    return [(" ".join(line[:-1]), json_figure(_parse_number(line[-1]))) for line in lines]


def _format_factors(factors: Mapping[str, int | str]) -> str:
    return "\n".join(f"{name} {each}" for name, each in factors.items())


class DivisionsForm(forms.Form):
    """The division of each player of a season; an empty one is not changed."""

    def __init__(self, *args: Any, table: Standings, divisions: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(number, get_division_name(name)) for number, name in enumerate(divisions, start=1)]
        self._players = {f"division_{row.player.code}": row.player.pk for row in table.rows}
        for row in table.rows:
            self.fields[f"division_{row.player.code}"] = forms.TypedChoiceField(
                label=row.player.name, choices=choices, coerce=int, initial=row.division, required=False
            )

    def divisions(self) -> dict[int, int]:
        """Return the chosen divisions by the key of the player."""
        data = self.cleaned_data
        return {player: data[name] for name, player in self._players.items() if data[name]}

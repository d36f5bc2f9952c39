"""Forms of the plan of an event: format, match lengths, clock, points and tie-breaks, and later changes."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.match import LONGEST_MATCH
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.event_formats import BLITZ_PLANNERS
from tournaments.formats.plan import BEFORE_FINAL, FINAL_ONLY, PRESETS, Plan
from tournaments.formats.recognised_format import recognise_format
from tournaments.formats.registry import EVENT_FORMATS, VARIANTS, make_plan
from tournaments.formats.stage_terms import make_terms
from tournaments.formats.stated_options import read_format_options
from tournaments.messages.names import EVENT_FORMAT_GROUPS, EVENT_FORMAT_TEXTS
from tournaments.messages.tie_break_texts import TIE_BREAK_TEXTS
from tournaments.models import Event
from tournaments.play.draws.forms import APART
from tournaments.play.events.stages import PlannedStage
from tournaments.play.schedule.table_forms import DeskTimesForm
from tournaments.standings.tiebreaks import EVENT_TIE_BREAKS
from tournaments.web.forms import CommandForm

# The number of places that are played off with a match for third place.
THIRD_PLACE = 4
MOST_ROUNDS, MOST_TIES = 12, 6
MINUTES_PER_HOUR, HOURS_PER_DAY = 60, 24
# A match length and the time until which it applies: "5 until 20:30".
LENGTH_UNTIL = re.compile(r"([0-9]{1,2})[^0-9,;]*\s([0-9]{1,2})[:.h]([0-9]{2})")
TOLERANCE = re.compile(r"[0-9](\.[0-9]{1,3})?", re.ASCII)
# A number of points: "1", "1/2", "0.5" or "-1".
POINTS = re.compile(r"(-?[0-9]{1,3})(?:/([1-9][0-9]?)|[.,]([0-9]))?")
DEFAULT_TIES, CUSTOM_TIES = "", "own"
TIE_PRESETS: Mapping[str, tuple[str, ...]] = {
    "buchholz": ("score", "buchholz_cut_1", "buchholz", "sonneborn_berger", "head_to_head"),
    "worst_left_out": ("score", "head_to_head", "buchholz_cut_1"),
    "points": ("score", "head_to_head", "difference", "points_for"),
    "progress": ("score", "cumulative", "buchholz_cut_1"),
    "playoff": ("score", "playoff"),
}
TIES = [
    (DEFAULT_TIES, _("Head to head, then the default tie-breaks")),
    ("buchholz", _("Buchholz, then Sonneborn-Berger")),
    ("worst_left_out", _("Head to head, then Buchholz without the worst opponent")),
    ("points", _("Head to head, then the difference in points")),
    ("progress", _("Sum of the scores after each round")),
    ("playoff", _("A play-off")),
    (CUSTOM_TIES, _("Custom order, as below")),
]


LENGTHS_BY_ROUND = _(
    "One length for all rounds, or one per round: 7 7 7 9 11. The last one applies to all later rounds."
)


class MatchLengthsField(forms.CharField):
    """Match lengths by round: "7", or "7 7 9 11" with longer later rounds."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=60, widget=forms.TextInput(attrs={"inputmode": "numeric"}), **kwargs)

    def to_python(self, value: Any) -> Any:
        """Parse one to twelve match lengths from 1 to 99 to a tuple."""
        text = (super().to_python(value) or "").strip()
        if not text:
            return ()
        parts = re.split(r"[\s,;/–-]+", text)
        lengths = tuple(int(part) for part in parts if part.isascii() and part.isdecimal() and len(part) <= 2)
        if (
            len(lengths) != len(parts)
            or len(parts) > MOST_ROUNDS
            or not all(1 <= n <= LONGEST_MATCH for n in lengths)
        ):
            raise forms.ValidationError(_("Enter points from 1 to 99: one number, or one per round: 7 7 9."))
        return lengths


class HoursField(forms.CharField):
    """Match lengths of mini brackets by time of day: "5 until 20:30, 3 until 21:10, 1 until 22:10"."""

    def to_python(self, value: Any) -> Any:
        """Parse to pairs (minutes after midnight, length), with more than 24 hours for the next day."""
        text = (super().to_python(value) or "").strip()
        limits: list[tuple[int, int]] = []
        for part in filter(None, (piece.strip() for piece in re.split(r"[,;\n]+", text))):
            matched = LENGTH_UNTIL.fullmatch(part)
            if matched is None:
                raise forms.ValidationError(self._format_error)
            points, hour, minute = (int(figure) for figure in matched.groups())
            if not (1 <= points <= LONGEST_MATCH and hour < HOURS_PER_DAY and minute < MINUTES_PER_HOUR):
                raise forms.ValidationError(self._format_error)
            until = hour * MINUTES_PER_HOUR + minute
            if limits and until <= limits[-1][0]:
                until += HOURS_PER_DAY * MINUTES_PER_HOUR
            if limits and until <= limits[-1][0]:
                raise forms.ValidationError(self._format_error)
            limits.append((until, points))
        return tuple(limits)

    _format_error = _("Enter points and the time until which they apply: 5 until 20:30, 3 until 21:10.")


class PointsField(forms.CharField):
    """Score of a round: "1", "0", "1/2" or "0.5"."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal"}
        super().__init__(max_length=7, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> Any:
        """Parse a number or a fraction; return it as text such as "1/2", "" if empty."""
        text = (super().to_python(value) or "").strip().replace("½", "1/2")
        if not text:
            return ""
        matched = POINTS.fullmatch(text)
        if matched is None:
            raise forms.ValidationError(_("Enter a number such as 1, 0.5 or 1/2."))
        whole, part, tenth = matched.groups()
        if part:
            return str(Fraction(int(whole), int(part)))
        return str(Fraction(f"{whole}.{tenth}") if tenth else Fraction(whole))


class ToleranceField(forms.CharField):
    """Largest difference at which two ratings count as equal: "0.01"."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal"}
        super().__init__(max_length=5, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> Any:
        """Parse a decimal number; return it as a fraction such as "1/100", "" if empty."""
        text = (super().to_python(value) or "").strip().replace(",", ".")
        if text and not TOLERANCE.fullmatch(text):
            raise forms.ValidationError(_("Enter a difference from 0 to 9.999, such as 0.01."))
        return str(Fraction(text)) if text else ""


def _tie_break_label(place: int) -> str:
    return gettext("Tie-break %(place)s") % {"place": place}


def make_tie_field(place: int) -> forms.ChoiceField:
    """Return the field of one position in a custom tie-break order."""
    choices = [("", "–"), *((name, TIE_BREAK_TEXTS[name][0]) for name in EVENT_TIE_BREAKS)]
    return forms.ChoiceField(label=lazy(_tie_break_label, str)(place), choices=choices, required=False)


def get_tie_breaks(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the chosen tie-breaks, empty for the default; a repeated one counts at its first position."""
    if data.get("ties") != CUSTOM_TIES:
        return TIE_PRESETS.get(str(data.get("ties")), ())
    custom_order = (data.get(f"tie_{place}") for place in range(1, MOST_TIES + 1))
    return tuple(dict.fromkeys(str(name) for name in custom_order if name))


def _get_initial_ties(tie_breaks: Sequence[str]) -> dict[str, str]:
    """Return the values of the fields of tie-breaks: a preset, or a custom order."""
    if not tie_breaks:
        return {"ties": DEFAULT_TIES}
    preset = next((name for name, order in TIE_PRESETS.items() if order == tuple(tie_breaks)), CUSTOM_TIES)
    custom_order = enumerate(tie_breaks[:MOST_TIES] if preset == CUSTOM_TIES else (), start=1)
    return {"ties": preset, **{f"tie_{place}": name for place, name in custom_order}}


def _describe_limit(until: int, length: int) -> str:
    hour, minute = divmod(until % (HOURS_PER_DAY * MINUTES_PER_HOUR), MINUTES_PER_HOUR)
    return f"{length} until {hour:02}:{minute:02}"


METHODS = [
    ("slide", _("Upper half vs lower half")),
    ("fold", _("First vs last")),
    ("adjacent", _("Adjacent players")),
    ("monrad", _("Adjacent players across the whole field (Monrad)")),
    ("random", _("At random")),
]
FINALS = [
    ("single", _("One match")),
    ("reset", _("A second match if the undefeated player loses the first")),
    ("advantage", _("One match, with a head start for the undefeated player")),
    ("none", _("No final: the undefeated player wins, the winner of the backdraw is second")),
]
ACCELERATIONS = [
    ("none", _("By actual score")),
    ("baku", _("Accelerated: extra points for the upper half (Baku)")),
]
SCHEME_CHOICES = [(name, EVENT_FORMAT_TEXTS[name][0]) for name in BLITZ_PLANNERS]
PR_SHAPES = [("round_robin", _("Round robin")), ("swiss", _("Swiss rounds"))]
EQUAL_PR_SCORES = [
    ("1/2", _("Half a point each")),
    ("1", _("A full point each")),
    ("0", _("No point for either")),
]
BRACKET_SIZES = [("4", "4"), ("8", "8"), ("16", "16")]
# Points of a round by default.
DEFAULT_POINTS = {"win": "1", "loss": "0", "bye": "1"}


def _count_field(label: Any, minimum: int, maximum: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=minimum, max_value=maximum, required=False)


class MarkedChoices(forms.widgets.ChoiceWidget):
    """Choices marked with the fields they need, so that CSS can hide the others."""

    marker = ""

    def __init__(self, fields: Mapping[str, Sequence[str]]) -> None:
        super().__init__()
        self.fields = fields

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Add the field names to the option."""
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        option["attrs"][self.marker] = " ".join(self.fields.get(str(value), ()))
        return option


class EventFormatSelect(MarkedChoices, forms.RadioSelect):
    """Radio buttons of event formats."""

    marker = "data-fields"


class VariantSelect(MarkedChoices, forms.Select):
    """Select of format variants, each with further fields."""

    marker = "data-more"


class TieBreaksForm(forms.Form):
    """Tie-break order: a preset, or a custom one."""

    ties = forms.ChoiceField(label=_("Tie-break"), choices=TIES, required=False)
    win = PointsField(label=_("Value of a win"))
    loss = PointsField(label=_("Value of a loss"))
    bye = PointsField(label=_("Value of a bye"))
    tie_1 = make_tie_field(1)
    tie_2 = make_tie_field(2)
    tie_3 = make_tie_field(3)
    tie_4 = make_tie_field(4)
    tie_5 = make_tie_field(5)
    tie_6 = make_tie_field(6)

    @property
    def own_ties(self) -> list[BoundField]:
        """Return the fields of a custom order."""
        return [self[name] for name in self.fields if name.startswith("tie_")]

    def scoring(self) -> dict[str, str]:
        """Return the points of a win, a loss and a bye, empty if they are the default ones."""
        values = {
            name: str(self.cleaned_data.get(name) or default) for name, default in DEFAULT_POINTS.items()
        }
        return {} if values == DEFAULT_POINTS else values


MOST_FEEDING_ROUNDS = 9
FEEDING_ROUNDS = [
    (BEFORE_FINAL, _("Of all rounds before the final")),
    (0, _("Of all rounds, the beaten finalist too")),
    (1, _("Of the first round")),
    *(
        (count, format_lazy(_("Of the first {count} rounds"), count=count))
        for count in range(2, MOST_FEEDING_ROUNDS + 1)
    ),
]


class FormatForm(TieBreaksForm):
    """Format of an event. Empty or hidden fields have their initial values."""

    scheme = forms.ChoiceField(
        label=_("Format"),
        choices=[(name, EVENT_FORMAT_TEXTS[name][0]) for name in EVENT_FORMATS],
        widget=EventFormatSelect({name: scheme.fields for name, scheme in EVENT_FORMATS.items()}),
        required=False,
    )
    length = MatchLengthsField(label=_("Match length"), required=False, help_text=LENGTHS_BY_ROUND)
    consolation_length = MatchLengthsField(
        label=_("Match length in the consolation, backdraw or groups"),
        required=False,
        help_text=LENGTHS_BY_ROUND,
    )
    last_chance_length = MatchLengthsField(
        label=_("Match length in the last chance"), required=False, help_text=LENGTHS_BY_ROUND
    )
    fed = forms.IntegerField(
        label=_("Losers of the main bracket who join the consolation"),
        min_value=BEFORE_FINAL,
        max_value=MOST_FEEDING_ROUNDS,
        required=False,
        widget=forms.Select(choices=FEEDING_ROUNDS),
        help_text=_("The beaten finalist is second, and plays on only if you choose so."),
    )
    final = forms.ChoiceField(
        label=_("Final"),
        choices=FINALS,
        required=False,
        help_text=_("In a final of one match, the undefeated player can be beaten by a single loss."),
    )
    rounds = _count_field(_("Rounds (0: until at most one player can be undefeated)"), 0, 30)
    method = forms.ChoiceField(label=_("Pairings within a score group"), choices=METHODS, required=False)
    first_method = forms.ChoiceField(
        label=_("First-round pairings"), choices=[("", _("As in later rounds")), *METHODS], required=False
    )
    acceleration = forms.ChoiceField(
        label=_("Pairing of the first rounds"), choices=ACCELERATIONS, required=False
    )
    lives = _count_field(_("Lives"), 2, 5)
    paid = _count_field(_("Paid places (0: only the last player left wins)"), 0, 64)
    size = _count_field(_("Players per group"), 3, 16)
    best = _count_field(_("Players advancing"), 1, 64)
    cycles = _count_field(_("Meetings per pair"), 1, 4)
    third = forms.BooleanField(label=_("Third-place match"), required=False)
    ahead = _count_field(_("Head start of the undefeated player, in points"), 1, 98)
    apart = forms.MultipleChoiceField(
        label=_("Keep apart in the early rounds"),
        choices=APART,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    blocks = forms.BooleanField(
        label=_("Seeds 3-4, 5-8 … are placed at random within their group"), required=False
    )
    shape = forms.ChoiceField(
        label=_("Format"), choices=SCHEME_CHOICES, required=False, widget=VariantSelect(VARIANTS["shape"])
    )
    pr_shape = forms.ChoiceField(
        label=_("Pairing method"),
        choices=PR_SHAPES,
        required=False,
        widget=VariantSelect(VARIANTS["pr_shape"]),
    )
    pr_equal = forms.ChoiceField(label=_("If PRs are equal"), choices=EQUAL_PR_SCORES, required=False)
    pr_within = ToleranceField(label=_("PR tie margin"))
    pr_best = _count_field(_("Players advancing to a knockout (0: none)"), 0, 64)
    seats = forms.TypedChoiceField(
        label=_("Players per bracket"), choices=BRACKET_SIZES, coerce=int, required=False
    )
    hours = HoursField(
        label=_("Points by time of day"),
        required=False,
        max_length=120,
        help_text=_(
            "For example: 5 until 20:30, 3 until 21:10, 1 until 22:10. After that, no more mini brackets "
            "will start."
        ),
    )

    # Fields that are not options of the same name.
    PARTS: ClassVar = ("scheme", "third", "length", "consolation_length", "last_chance_length")

    @property
    def groups(self) -> list[dict[str, Any]]:
        """Return the groups of formats, with radio buttons; `is_open` marks that of the selected format."""
        selected_scheme = EVENT_FORMATS.get(str(self["scheme"].value()))
        buttons = {str(radio.data["value"]): radio for radio in self["scheme"]}
        return [
            {
                "name": label,
                "schemes": [
                    (buttons[name], EVENT_FORMAT_TEXTS[name][1])
                    for name, scheme in EVENT_FORMATS.items()
                    if scheme.group == group
                ],
                "is_open": selected_scheme is not None and selected_scheme.group == group,
            }
            for group, label in EVENT_FORMAT_GROUPS.items()
        ]

    @staticmethod
    def get_initial() -> dict[str, Any]:
        """Return initial values."""
        return {
            "scheme": "knockout_consolation",
            "length": "7",
            "consolation_length": "5",
            "last_chance_length": "3",
            "fed": BEFORE_FINAL,
            "final": "single",
            "ahead": 1,
            "rounds": 0,
            "method": "slide",
            "acceleration": "none",
            "lives": 3,
            "paid": 0,
            "size": 4,
            "best": 2,
            "cycles": 1,
            "shape": "knockout",
            "seats": "8",
            "pr_shape": "round_robin",
            "pr_equal": "1/2",
            "pr_within": "0",
            "pr_best": 0,
            **DEFAULT_POINTS,
        }

    @classmethod
    def get_initial_of_plan(cls, plan: Plan) -> dict[str, Any]:
        """Return the values of an event with a plan; the format is not chosen if no format makes the plan."""
        options = read_format_options(plan)
        lengths = (options.main, options.consolation, options.last_chance)
        return {
            **cls.get_initial(),
            **{name: getattr(options, name) for name in cls.base_fields if hasattr(options, name)},
            **{name: " ".join(map(str, each)) for name, each in zip(cls.PARTS[2:], lengths, strict=True)},
            "scheme": recognise_format(plan),
            "third": options.placed == THIRD_PLACE,
            "pr_within": f"{float(Fraction(options.pr_within)):g}",
            "hours": ", ".join(_describe_limit(*limit) for limit in options.hours),
            **options.scoring,
            **_get_initial_ties(options.tie_breaks),
        }

    @classmethod
    def get_initial_of_event(cls, event: Event, plan: Plan) -> dict[str, Any]:
        """Return the values of an event with this plan; its own lengths apply where the plan has none.

        A preset without a plan of its own has no stages before its draw.
        """
        if not plan.stages and event.format in PRESETS:
            plan = PRESETS[event.format]
        lengths = {"length": event.main_length, "consolation_length": event.consolation_length}
        has_lengths = any(stage.lengths for stage in plan.stages)
        return {**cls.get_initial_of_plan(plan), **({} if has_lengths else lengths)}

    def clean(self) -> dict[str, Any]:
        """Replace empty fields by their initial values."""
        data = super().clean() or self.cleaned_data
        for name, value in self.get_initial().items():
            if name in data and data[name] in (None, "", ()):
                data[name] = self.fields[name].clean(value)
        return data

    def plan(self) -> Plan:
        """Return the plan of the valid form."""
        data = dict(self.cleaned_data)
        scheme, third, *lengths = (data.pop(name) for name in self.PARTS)
        tie_breaks, scoring = get_tie_breaks(data), self.scoring()
        rest = {name: value for name, value in data.items() if name in FormatOptions.__dataclass_fields__}
        main, consolation, last_chance = lengths
        options = FormatOptions(
            main,
            consolation,
            last_chance,
            placed=THIRD_PLACE if third else FINAL_ONLY,
            tie_breaks=tie_breaks,
            scoring=scoring,
            **rest,
        )
        return make_plan(scheme, options)


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
STAGE_CLOCKS = [(value, label if value else _("desk default")) for value, label in DeskTimesForm.CLOCKS]
MOST_COUNT, LONGEST_NAME = 64, 60


# The fields of a stage that say how it is played.
PLAYING_TERMS = ("clock", "holland", "illegal_plays")


class PlanChangeForm(CommandForm):
    """Form of a plan change: add, remove or reconfigure a stage, or change the format."""

    what = forms.CharField(max_length=20, required=False)
    flight = forms.CharField(max_length=20, required=False)
    count = forms.IntegerField(
        label=_("Number of players or rounds"), min_value=1, max_value=MOST_COUNT, required=False
    )
    lengths = MatchLengthsField(label=_("Points"), required=False, help_text=LENGTHS_BY_ROUND)
    name = forms.CharField(
        label=_("Custom name"),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    clock = forms.ChoiceField(label=_("Clock"), choices=STAGE_CLOCKS, required=False)
    holland = forms.ChoiceField(label=_("Holland rule"), choices=HOLLAND, required=False)
    illegal_plays = forms.ChoiceField(label=_("Illegal plays"), choices=ILLEGAL_PLAYS, required=False)

    @staticmethod
    def get_initial_of_stage(stage: PlannedStage) -> dict[str, Any]:
        """Return initial values that show a stage as it is planned."""
        return {
            "lengths": stage.lengths,
            "name": stage.stage.name,
            "clock": stage.clock,
            "holland": stage.holland,
            "illegal_plays": stage.illegal_plays,
        }

    def terms(self) -> dict[str, Any]:
        """Return the chosen clock and rules; empty ones are the desk's."""
        data = self.cleaned_data
        holland = {"": None, "no": False, "yes": True}[data["holland"]]
        return make_terms(data["clock"], holland=holland, illegal_plays=data["illegal_plays"])

    def clean(self) -> dict[str, Any]:
        """Default the count (players advancing, rounds feeding losers) to 2."""
        data = super().clean() or self.cleaned_data
        data["count"] = data.get("count") or 2
        return data

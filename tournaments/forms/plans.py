"""What a director chooses when an event is planned: the format, and the few figures it hangs on."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from tournaments.formats.plan import Plan
from tournaments.formats.registry import SCHEMES, VARIANTS, make_plan
from tournaments.formats.schemes import BLITZ_PLANNERS, FormatOptions
from tournaments.forms.desk import APART
from tournaments.forms.fields import TIES, Hours, Lengths, Tolerance, Worth, get_tie_breaks, tie_field
from tournaments.phrases.plans import SCHEME_GROUPS, SCHEME_TEXTS

METHODS = [
    ("slide", _("upper half vs lower half")),
    ("fold", _("first vs last")),
    ("adjacent", _("adjacent players")),
    ("monrad", _("adjacent players across the whole field (Monrad)")),
    ("random", _("at random")),
]
FINALS = [
    ("single", _("one match")),
    ("reset", _("a second match if the undefeated player loses the first")),
    ("advantage", _("one match, with a head start for the undefeated player")),
]
SPEEDS = [
    ("none", _("by actual score")),
    ("baku", _("accelerated: extra points for the upper half (Baku)")),
]
SCHEME_CHOICES = [(name, SCHEME_TEXTS[name][0]) for name in BLITZ_PLANNERS]
PR_SHAPES = [("round_robin", _("round robin")), ("swiss", _("Swiss rounds"))]
EQUAL = [("1/2", _("half a point each")), ("1", _("a full point each")), ("0", _("no point for either"))]
SEATS = [("4", "4"), ("8", "8"), ("16", "16")]
WORTHS = {"win": "1", "loss": "0", "bye": "1"}


def _count_field(label: Any, minimum: int, maximum: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=minimum, max_value=maximum, required=False)


class MarkedChoices(forms.widgets.ChoiceWidget):
    """Choices that name the fields each of them needs, by which the style sheet hides all others."""

    marker = ""

    def __init__(self, fields: Mapping[str, Sequence[str]]) -> None:
        super().__init__()
        self.fields = fields

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """The option, marked with its fields."""
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        option["attrs"][self.marker] = " ".join(self.fields.get(str(value), ()))
        return option


class SchemeSelect(MarkedChoices, forms.RadioSelect):
    """Buttons for event formats."""

    marker = "data-fields"


class VariantSelect(MarkedChoices, forms.Select):
    """A list of ways to play an event format, each with further fields."""

    marker = "data-more"


class Ties(forms.Form):
    """The order of tie-breaks: one of the usual ones, or figure by figure."""

    ties = forms.ChoiceField(label=_("Tie-break"), choices=TIES, required=False)
    win = Worth(label=_("Value of a win"))
    loss = Worth(label=_("Value of a loss"))
    bye = Worth(label=_("Value of a bye"))
    tie_1 = tie_field(1)
    tie_2 = tie_field(2)
    tie_3 = tie_field(3)
    tie_4 = tie_field(4)
    tie_5 = tie_field(5)
    tie_6 = tie_field(6)

    @property
    def own_ties(self) -> list[BoundField]:
        """The choices of an own order."""
        return [self[name] for name in self.fields if name.startswith("tie_")]

    def scoring(self) -> dict[str, str]:
        """What a round is worth, where that is not the usual."""
        values = {name: str(self.cleaned_data.get(name) or usual) for name, usual in WORTHS.items()}
        return {} if values == WORTHS else values


class Format(Ties):
    """The format of an event. A field that is left empty, or hidden, holds what is proposed."""

    scheme = forms.ChoiceField(
        label=_("Format"),
        choices=[(name, SCHEME_TEXTS[name][0]) for name in SCHEMES],
        widget=SchemeSelect({name: scheme.fields for name, scheme in SCHEMES.items()}),
        required=False,
    )
    length = Lengths(label=_("Match length in the main bracket"), required=False)
    consolation_length = Lengths(
        label=_("Match length in the consolation, backdraw or groups"), required=False
    )
    last_chance_length = Lengths(label=_("Match length in the last chance"), required=False)
    fed = _count_field(_("Main-bracket rounds that feed the consolation (0: all)"), 0, 9)
    final = forms.ChoiceField(label=_("Final"), choices=FINALS, required=False)
    rounds = _count_field(_("Rounds (0: until at most one player can be undefeated)"), 0, 30)
    method = forms.ChoiceField(label=_("Pairings within a score group"), choices=METHODS, required=False)
    first_method = forms.ChoiceField(
        label=_("First-round pairings"), choices=[("", _("as in later rounds")), *METHODS], required=False
    )
    acceleration = forms.ChoiceField(label=_("Pairing of the first rounds"), choices=SPEEDS, required=False)
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
    pr_equal = forms.ChoiceField(label=_("If PRs are equal"), choices=EQUAL, required=False)
    pr_within = Tolerance(label=_("PR tie margin"))
    pr_best = _count_field(_("Players advancing to a knockout (0: none)"), 0, 64)
    seats = forms.TypedChoiceField(label=_("Players per bracket"), choices=SEATS, coerce=int, required=False)
    hours = Hours(
        label=_("Points by time of day"),
        required=False,
        max_length=120,
        help_text=_(
            "For example: 5 until 20:30, 3 until 21:10, 1 until 22:10. After that, no more mini "
            "brackets start."
        ),
    )

    PARTS: ClassVar = ("scheme", "third", "length", "consolation_length", "last_chance_length")
    TABLE: ClassVar = ("ties", *WORTHS)

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The groups of formats, each with its buttons and what they mean; `is_open` where one is chosen."""
        selected_scheme = SCHEMES.get(str(self["scheme"].value()))
        buttons = {str(radio.data["value"]): radio for radio in self["scheme"]}
        return [
            {
                "name": label,
                "schemes": [
                    (buttons[name], SCHEME_TEXTS[name][1])
                    for name, scheme in SCHEMES.items()
                    if scheme.group == group
                ],
                "is_open": selected_scheme is not None and selected_scheme.group == group,
            }
            for group, label in SCHEME_GROUPS.items()
        ]

    @staticmethod
    def proposal() -> dict[str, Any]:
        """What the form says before anybody touches it."""
        return {
            "scheme": "knockout_consolation",
            "length": "7",
            "consolation_length": "5",
            "last_chance_length": "3",
            "fed": 0,
            "final": "single",
            "ahead": 1,
            "rounds": 5,
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
            **WORTHS,
        }

    def clean(self) -> dict[str, Any]:
        """What was said, and what is proposed where nothing was."""
        data = super().clean() or self.cleaned_data
        for name, value in self.proposal().items():
            if name in data and data[name] in (None, "", ()):
                data[name] = self.fields[name].clean(value)
        return data

    def plan(self) -> Plan:
        """The plan the clean form asks for."""
        data = dict(self.cleaned_data)
        scheme, third, *lengths = (data.pop(name) for name in self.PARTS)
        criteria, scoring = get_tie_breaks(data), self.scoring()
        rest = {name: value for name, value in data.items() if name in FormatOptions.__dataclass_fields__}
        main, consolation, last_chance = lengths
        options = FormatOptions(
            main,
            consolation,
            last_chance,
            placed=4 if third else 2,
            criteria=criteria,
            scoring=scoring,
            **rest,
        )
        return make_plan(scheme, options)

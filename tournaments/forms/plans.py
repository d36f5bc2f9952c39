"""What a director chooses when an event is planned: the format, and the few figures it hangs on."""

from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from tournaments.formats.plan import Plan
from tournaments.formats.schemes import SCHEMES, Wishes
from tournaments.forms.desk import APART
from tournaments.forms.fields import TIES, Hours, Lengths, Tolerance, Worth, chosen_ties, tie_field

# Groups of formats: what the group is called ("" for the usual ones), and each format with its meaning.
SCHEME_GROUPS: list[tuple[Any, list[tuple[str, Any, Any]]]] = [
    (
        "",
        [
            (
                "knockout_consolation",
                _("Knockout with consolation"),
                _("Who loses the first match plays on."),
            ),
            (
                "progressive",
                _("Knockout, progressive consolation, last chance"),
                _("Losers of later rounds join the consolation; its first losers get a last chance."),
            ),
            ("knockout", _("Knockout"), _("Who loses is out.")),
            (
                "swiss",
                _("Swiss"),
                _("A fixed number of rounds for everybody; those of equal score meet."),
            ),
        ],
    ),
    (
        _("More formats"),
        [
            ("double", _("Double elimination"), _("Who has lost twice is out.")),
            (
                "swiss_and_knockout",
                _("Swiss, then knockout"),
                _("The best of the Swiss rounds play a knockout."),
            ),
            ("groups", _("Groups, then knockout"), _("The best of each group play a knockout.")),
            ("round_robin", _("Round robin"), _("Everybody meets everybody.")),
            ("lives", _("Lives"), _("Rounds until one is left: who has lost all lives is out.")),
        ],
    ),
    (
        _("Side events and club nights"),
        [
            ("blitz", _("Blitz to one point"), _("Every match is one game without the cube.")),
            ("jackpot", _("Jackpot"), _("A small knockout starts when it is full, and the next one opens.")),
            (
                "mini",
                _("Mini knockouts as people arrive"),
                _("Whoever comes or has lost waits for the next small knockout, shorter later on."),
            ),
            (
                "score_swiss",
                _("Swiss by points"),
                _("A win counts a hundred and the difference in points; those of near counts meet."),
            ),
            (
                "pr_event",
                _("PR event"),
                _("A point for the match and a point for the lower performance rating in it."),
            ),
        ],
    ),
]
SCHEME_NAMES = [scheme for _name, schemes in SCHEME_GROUPS for scheme in schemes]
METHODS = [
    ("slide", _("the upper half against the lower half")),
    ("fold", _("the first against the last")),
    ("adjacent", _("neighbours")),
    ("monrad", _("neighbours through the whole field (Monrad)")),
    ("random", _("by lot")),
]
FINALS = [
    ("single", _("one match")),
    ("reset", _("a second match when the undefeated player loses the first")),
    ("advantage", _("one match, in which the undefeated player begins ahead")),
]
SPEEDS = [
    ("none", _("as they stand")),
    ("baku", _("the upper half with points on top (Baku)")),
]
SHAPES = [("knockout", _("Knockout")), ("swiss", _("Swiss")), ("lives", _("Lives"))]
PR_SHAPES = [("round_robin", _("everybody meets everybody")), ("swiss", _("Swiss rounds"))]
EQUAL = [("1/2", _("both have half a point")), ("1", _("both have the point")), ("0", _("nobody has it"))]
SEATS = [("4", "4"), ("8", "8"), ("16", "16")]
WORTHS = {"win": "1", "loss": "0", "bye": "1"}


def _count(label: Any, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False)


class Ties(forms.Form):
    """The order of tie-breaks: one of the usual ones, or figure by figure."""

    ties = forms.ChoiceField(label=_("Who is level is parted by"), choices=TIES, required=False)
    win = Worth(label=_("A win counts"))
    loss = Worth(label=_("A loss counts"))
    bye = Worth(label=_("A bye counts"))
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
        said = {name: str(self.cleaned_data.get(name) or usual) for name, usual in WORTHS.items()}
        return {} if said == WORTHS else said


class Format(Ties):
    """The format of an event. A field that is left empty, or hidden, holds what is proposed."""

    scheme = forms.ChoiceField(
        label=_("Format"),
        choices=[(name, label) for name, label, _meaning in SCHEME_NAMES],
        widget=forms.RadioSelect,
        required=False,
    )
    length = Lengths(label=_("Points in the main bracket"), required=False)
    consolation_length = Lengths(label=_("Points in consolation, backdraw or groups"), required=False)
    last_chance_length = Lengths(label=_("Points in the last chance"), required=False)
    fed = _count(_("Main rounds that feed the consolation (0: all)"), 0, 9)
    final = forms.ChoiceField(label=_("Final"), choices=FINALS, required=False)
    rounds = _count(_("Rounds (0: until one alone can have won them all)"), 0, 30)
    method = forms.ChoiceField(label=_("Inside a score group meet"), choices=METHODS, required=False)
    first_method = forms.ChoiceField(
        label=_("In the first round meet"), choices=[("", _("as in later rounds")), *METHODS], required=False
    )
    acceleration = forms.ChoiceField(label=_("The first rounds pair"), choices=SPEEDS, required=False)
    lives = _count(_("Lives"), 2, 5)
    paid = _count(_("Paid places (0: only the last one left wins)"), 0, 64)
    size = _count(_("Players in a group"), 3, 16)
    best = _count(_("Players who go on"), 1, 64)
    cycles = _count(_("Times everybody meets"), 1, 4)
    third = forms.BooleanField(label=_("A match for the third place"), required=False)
    ahead = _count(_("Points the undefeated player begins with"), 1, 98)
    apart = forms.MultipleChoiceField(
        label=_("Keep apart in the early rounds players of"),
        choices=APART,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    blocks = forms.BooleanField(
        label=_("Seeds 3 and 4, 5 to 8 … draw their places among each other by lot"), required=False
    )
    shape = forms.ChoiceField(label=_("Played as"), choices=SHAPES, required=False)
    pr_shape = forms.ChoiceField(label=_("How they meet"), choices=PR_SHAPES, required=False)
    pr_equal = forms.ChoiceField(label=_("Where ratings are equal"), choices=EQUAL, required=False)
    pr_within = Tolerance(label=_("Ratings are equal up to a difference of"))
    pr_best = _count(_("Players who go on to a knockout (0: none)"), 0, 64)
    seats = forms.TypedChoiceField(
        label=_("Players in a knockout"), choices=SEATS, coerce=int, required=False
    )
    hours = Hours(
        label=_("Points by the hour"),
        required=False,
        max_length=120,
        help_text=_("For example: 5 until 20:30, 3 until 21:10, 1 until 22:10. After that none starts."),
    )

    PARTS: ClassVar = ("scheme", "third", "length", "consolation_length", "last_chance_length")
    TABLE: ClassVar = ("ties", *WORTHS)

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The groups of formats, each with its buttons and what they mean; `is_open` where one is chosen."""
        chosen = str(self["scheme"].value() or "")
        buttons = {str(radio.data["value"]): radio for radio in self["scheme"]}
        return [
            {
                "name": name,
                "schemes": [(buttons[key], meaning) for key, _label, meaning in schemes],
                "is_open": chosen in [key for key, _label, _meaning in schemes],
            }
            for name, schemes in SCHEME_GROUPS
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
        said = super().clean() or self.cleaned_data
        for name, value in self.proposal().items():
            if name in said and said[name] in (None, "", ()):
                said[name] = self.fields[name].clean(value)
        return said

    def plan(self) -> Plan:
        """The plan the clean form asks for."""
        asked = dict(self.cleaned_data)
        scheme, third, *lengths = (asked.pop(name) for name in self.PARTS)
        criteria, scoring = chosen_ties(asked), self.scoring()
        rest = {name: value for name, value in asked.items() if name in Wishes.__dataclass_fields__}
        main, consolation, last_chance = lengths
        wishes = Wishes(
            main,
            consolation,
            last_chance,
            placed=4 if third else 2,
            criteria=criteria,
            scoring=scoring,
            **rest,
        )
        return SCHEMES[scheme](wishes)

"""What a director chooses when an event is planned: the format, and the few figures it hangs on."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.draws.plan import Plan
from tournaments.draws.schemes import SCHEMES, Wishes

LONGEST, MOST_ROUNDS = 99, 12
SCHEME_NAMES = [
    ("knockout_consolation", _("Knockout with consolation"), _("Who loses the first match plays on.")),
    (
        "progressive",
        _("Knockout, progressive consolation, last chance"),
        _("Losers of later rounds join the consolation; its first losers get a last chance."),
    ),
    ("knockout", _("Knockout"), _("Who loses is out.")),
    ("double", _("Double elimination"), _("Who has lost twice is out.")),
    ("swiss", _("Swiss"), _("A fixed number of rounds for everybody; those of equal score meet.")),
    ("swiss_and_knockout", _("Swiss, then knockout"), _("The best of the Swiss rounds play a knockout.")),
    ("groups", _("Groups, then knockout"), _("The best of each group play a knockout.")),
    ("round_robin", _("Round robin"), _("Everybody meets everybody.")),
    ("lives", _("Lives"), _("Rounds until one is left: who has lost all lives is out.")),
]
METHODS = [
    ("slide", _("the upper half against the lower half")),
    ("fold", _("the first against the last")),
    ("adjacent", _("neighbours")),
    ("random", _("by lot")),
]
FINALS = [
    ("single", _("one match")),
    ("reset", _("a second match when the undefeated player loses the first")),
]


def _count(label: Any, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False)


class Lengths(forms.CharField):
    """Points by round: "7", or "7 7 9 11" where later rounds are longer."""

    def __init__(self, **given: Any) -> None:
        super().__init__(max_length=60, widget=forms.TextInput(attrs={"inputmode": "numeric"}), **given)

    def to_python(self, value: Any) -> Any:
        """The lengths as a tuple; anything but one to twelve lengths from 1 to 99 is asked for again."""
        text = (super().to_python(value) or "").strip()
        if not text:
            return ()
        words = re.split(r"[\s,;/–-]+", text)
        lengths = tuple(int(word) for word in words if word.isascii() and word.isdecimal() and len(word) <= 2)
        if (
            len(lengths) != len(words)
            or len(words) > MOST_ROUNDS
            or not all(1 <= n <= LONGEST for n in lengths)
        ):
            raise forms.ValidationError(
                _("Write points from 1 to 99, one figure, or one for each round: 7 7 9.")
            )
        return lengths


class Format(forms.Form):
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
    rounds = _count(_("Rounds"), 1, 30)
    method = forms.ChoiceField(label=_("Inside a score group meet"), choices=METHODS, required=False)
    lives = _count(_("Lives"), 2, 5)
    size = _count(_("Players in a group"), 3, 16)
    best = _count(_("Players who go on"), 1, 64)
    cycles = _count(_("Times everybody meets"), 1, 4)
    third = forms.BooleanField(label=_("A match for the third place"), required=False)

    @property
    def schemes(self) -> list[tuple[Any, Any]]:
        """Every scheme with its button and what it means."""
        return [
            (radio, meaning) for radio, (_n, _l, meaning) in zip(self["scheme"], SCHEME_NAMES, strict=True)
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
            "rounds": 5,
            "method": "slide",
            "lives": 3,
            "size": 4,
            "best": 2,
            "cycles": 1,
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
        scheme, third = asked.pop("scheme"), asked.pop("third")
        main, consolation, last_chance = (
            asked.pop(name) for name in ("length", "consolation_length", "last_chance_length")
        )
        wishes = Wishes(main, consolation, last_chance, placed=4 if third else 2, **asked)
        return SCHEMES[scheme](wishes)

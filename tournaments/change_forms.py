"""Shapes of acts on stages that stand: rounds to pair, changes of a draw, each asked about first."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms import LONGEST, Acting

LATE, JOIN, SWAP, ALTERNATE, SUBSTITUTE = "late", "join", "swap", "alternate", "substitute"
WITHDRAW, REINSTATE, REENTER, SEED, LENGTH = "withdraw", "reinstate", "reenter", "seed", "length"

CHANGES = [
    (LATE, _("A late entry")),
    (JOIN, _("Put an entry into a flight")),
    (ALTERNATE, _("An alternate for somebody absent")),
    (SUBSTITUTE, _("Another player for an entry")),
    (SWAP, _("Two change places")),
    (SEED, _("Another seed")),
    (WITHDRAW, _("Withdraw from a flight")),
    (REINSTATE, _("Let play again")),
    (REENTER, _("A re-entry")),
    (LENGTH, _("Another length for a round")),
]
# What each change needs beside itself.
NEEDS: dict[str, tuple[str, ...]] = {
    LATE: ("name", "flight"),
    JOIN: ("entry", "flight"),
    ALTERNATE: ("entry", "other", "flight"),
    SUBSTITUTE: ("entry", "name"),
    SWAP: ("entry", "other", "flight"),
    SEED: ("entry", "number", "flight"),
    WITHDRAW: ("entry", "flight"),
    REINSTATE: ("entry", "flight"),
    REENTER: ("entry", "flight"),
    LENGTH: ("number", "length", "flight"),
}


class Stage(Acting):
    """A stage to be drawn or published; none means the first, or all that are drawn."""

    flight = forms.CharField(max_length=20, required=False)


class Round(Acting):
    """The next round of a stage, without those who are `away`."""

    away = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, *args: Any, members: list[int], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["away"].choices = [(number, number) for number in members]  # type: ignore[attr-defined]


class Change(Acting):
    """A change of a draw: which, and what it needs; a field it does not need may hold anything."""

    act = forms.ChoiceField(choices=CHANGES)
    flight = forms.CharField(max_length=20, required=False)
    entry = forms.IntegerField(label=_("Entry"), min_value=1, required=False)
    other = forms.IntegerField(label=_("The other entry"), min_value=1, required=False)
    name = forms.CharField(label=_("Name"), max_length=120, required=False)
    number = forms.IntegerField(label=_("Number"), min_value=1, max_value=LONGEST, required=False)
    length = forms.IntegerField(label=_("Points"), min_value=1, max_value=LONGEST, required=False)

    missing: ClassVar[Any] = _("This is needed for the change.")

    def clean(self) -> dict[str, Any]:
        """Everything the change needs was said."""
        said = super().clean() or self.cleaned_data
        for name in NEEDS.get(said.get("act", ""), ()):
            if name not in self.errors and said.get(name) in (None, ""):
                self.add_error(name, self.missing)
        return said


COME, START, CLOSE, OPEN = "come", "start", "close", "open"


class Waiting(Acting):
    """What is done where people wait for the next small knockout: they come, one starts, it was the last."""

    deed = forms.ChoiceField(choices=[(name, name) for name in (COME, START, CLOSE, OPEN)])
    names = forms.CharField(label=_("Who has come"), max_length=6000, required=False)
    points = forms.IntegerField(label=_("Points"), min_value=1, max_value=LONGEST, required=False)
    entries = forms.TypedMultipleChoiceField(label=_("Players"), coerce=int, required=False)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        said = self.data.getlist("entries") if hasattr(self.data, "getlist") else ()
        numbers = [number for number in said if number.isascii() and number.isdecimal() and len(number) < 6]
        self.fields["entries"].choices = [(number, number) for number in numbers]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Names to enter, or points and players for a knockout, as the deed needs."""
        said = super().clean() or self.cleaned_data
        needed = {COME: ("names",), START: ("points", "entries")}.get(said.get("deed", ""), ())
        for name in needed:
            if name not in self.errors and not said.get(name):
                self.add_error(name, Change.missing)
        return said

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

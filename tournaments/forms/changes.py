"""Shapes of acts on stages that stand: rounds to pair, changes of a draw, each asked about first."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.desk import LONGEST, Acting

LATE, JOIN, SWAP, ALTERNATE, SUBSTITUTE = "late", "join", "swap", "alternate", "substitute"
WITHDRAW, REINSTATE, REENTER, SEED, LENGTH = "withdraw", "reinstate", "reenter", "seed", "length"
SPLIT, MERGE = "split", "merge"
MOST_NUMBER = 99_999

CHANGES = [
    (LATE, _("Add late entry")),
    (JOIN, _("Assign an entry to a flight")),
    (ALTERNATE, _("Add alternate for an absent player")),
    (SUBSTITUTE, _("Replace a player")),
    (SWAP, _("Swap players")),
    (SEED, _("Change seed")),
    (WITHDRAW, _("Withdraw from a flight")),
    (REINSTATE, _("Reinstate a player")),
    (REENTER, _("Add re-entry")),
    (LENGTH, _("Change match length")),
    (SPLIT, _("Split a flight")),
    (MERGE, _("Merge two flights")),
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
    SPLIT: ("flight", "entries"),
    MERGE: ("flight", "into"),
}


class Numbers(forms.TypedMultipleChoiceField):
    """Numbers of entries, whichever: whether they are there is for the service to say."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(coerce=int, **kwargs)

    def valid_value(self, value: Any) -> bool:
        """A number a program may have written."""
        text = str(value)
        return text.isascii() and text.isdecimal() and 0 < int(text[:7]) <= MOST_NUMBER


class Stage(Acting):
    """A stage to be drawn or published; none means the first, or all that are drawn."""

    flight = forms.CharField(max_length=20, required=False)


class Ending(Acting):
    """A stage of rounds that has no further round."""

    flight = forms.CharField(max_length=20)


NEXT, AGAIN, LATE_ONES = "next", "again", "late"
PUBLISH, FORBID, ALLOW, ROUNDS = "publish", "forbid", "allow", "rounds"


class Round(Acting):
    """A round of a stage: who is away or asks to sit out, boards by hand; or a rule for rounds to come.

    Boards by hand come as `one` and `other`, row by row; 0 as the other is a bye by hand.
    """

    mode = forms.ChoiceField(choices=[(name, name) for name in (NEXT, AGAIN, LATE_ONES)], required=False)
    deed = forms.ChoiceField(
        choices=[(name, name) for name in (PUBLISH, FORBID, ALLOW, ROUNDS)], required=False
    )
    away = forms.TypedMultipleChoiceField(coerce=int, required=False)
    asking = forms.TypedMultipleChoiceField(coerce=int, required=False)
    arrivals = forms.TypedMultipleChoiceField(coerce=int, required=False)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=0, max_value=30, required=False)

    def __init__(self, *args: Any, members: list[int], **more: Any) -> None:
        super().__init__(*args, **more)
        self.members = {str(number): number for number in members}
        for name in ("away", "asking", "arrivals"):
            self.fields[name].choices = list(self.members.items())  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Boards by hand as pairs; a row with a single name cannot be read, an empty one is passed over."""
        data = super().clean() or self.cleaned_data
        rows = [
            (one, other)
            for one, other in zip(self._row("one"), self._row("other"), strict=False)
            if one or other
        ]
        numbers_by_text = {**self.members, "0": 0}
        if any(one not in self.members or other not in numbers_by_text for one, other in rows):
            self.add_error(None, _("A manual pairing needs two players, or one player and the bye."))
            rows = []
        data["fixed"] = tuple((numbers_by_text[one], numbers_by_text[other]) for one, other in rows)
        data["mode"], data["deed"] = data.get("mode") or NEXT, data.get("deed") or PUBLISH
        return data

    def _row(self, name: str) -> list[str]:
        return [str(value) for value in self.data.getlist(name)] if hasattr(self.data, "getlist") else []


class Change(Acting):
    """A change of a draw: which, and what it needs; a field it does not need may hold anything."""

    act = forms.ChoiceField(choices=CHANGES)
    flight = forms.CharField(max_length=20, required=False)
    entry = forms.IntegerField(label=_("Entry"), min_value=1, required=False)
    other = forms.IntegerField(label=_("Other entry"), min_value=1, required=False)
    name = forms.CharField(label=_("Name"), max_length=120, required=False)
    number = forms.IntegerField(label=_("Number"), min_value=1, max_value=LONGEST, required=False)
    length = forms.IntegerField(label=_("Points"), min_value=1, max_value=LONGEST, required=False)
    into = forms.CharField(max_length=20, required=False)
    entries = Numbers(label=_("Entries"), required=False)

    missing: ClassVar[Any] = _("Required for this change.")

    def clean(self) -> dict[str, Any]:
        """Everything the change needs was said."""
        data = super().clean() or self.cleaned_data
        for name in NEEDS.get(data.get("act", ""), ()):
            if name not in self.errors and data.get(name) in (None, "", []):
                self.add_error(name, self.missing)
        return data


COME, START, CLOSE, OPEN = "come", "start", "close", "open"


class Waiting(Acting):
    """What is done where people wait for the next small knockout: they come, one starts, it was the last."""

    deed = forms.ChoiceField(choices=[(name, name) for name in (COME, START, CLOSE, OPEN)])
    names = forms.CharField(label=_("Checked in"), max_length=6000, required=False)
    points = forms.IntegerField(label=_("Points"), min_value=1, max_value=LONGEST, required=False)
    entries = Numbers(label=_("Players"), required=False)

    def clean(self) -> dict[str, Any]:
        """Names to enter, or points and players for a knockout, as the action needs."""
        data = super().clean() or self.cleaned_data
        needed = {COME: ("names",), START: ("points", "entries")}.get(data.get("deed", ""), ())
        for name in needed:
            if name not in self.errors and not data.get(name):
                self.add_error(name, Change.missing)
        return data

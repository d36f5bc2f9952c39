"""Forms of draws and entries: seeds, separations, presence, rounds to pair, and changes of a draw."""

import re
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from rules.errors import Refusal
from rules.match import LONGEST_MATCH
from tournaments import countries
from tournaments.formats.round_robin import ANNULLED, FORFEITED
from tournaments.formats.seeding import LARGEST_DRAW
from tournaments.formats.separation import COUNTRY, PARTNER
from tournaments.journal.facts import HIGHEST_RATING, PRESENCES
from tournaments.messages.details import DETAIL_HINTS, DETAIL_TITLES
from tournaments.name_lists.details import CLUB, DETAILS, FAMILY, TEXTS, EntryDetails
from tournaments.name_lists.entry_details import mark_person
from tournaments.name_lists.line_labels import NEW_PERSON, PLAYER_CODES
from tournaments.play.entrants.queries.sign_ups_to_enter import LeftOutSignUps
from tournaments.web.forms import CommandForm, make_detail_fields

# Which confirmed sign-ups a draw leaves out: all that are not entered, or those with these keys.
WITHOUT = "without"
SIGN_UPS = re.compile(r"^(without|[0-9]{1,10}(,[0-9]{1,10})*)$")
# Whom a draw can keep apart.
APART = [
    (CLUB, _("Same club")),
    (COUNTRY, _("Same country")),
    (FAMILY, _("Same family")),
    (PARTNER, _("Pair in another event")),
]


# Changes of a draw, as named in forms and in the API.
LATE, JOIN, SWAP, ALTERNATE, SUBSTITUTE = "late", "join", "swap", "alternate", "substitute"
WITHDRAW, REINSTATE, REENTER, SEED, LENGTH = "withdraw", "reinstate", "reenter", "seed", "length"
SPLIT, MERGE = "split", "merge"
MAX_ENTRY_NUMBER = 99_999

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
# The same where a field of the event is called a division.
LEAGUE_CHANGES = {
    JOIN: _("Assign an entry to a division"),
    WITHDRAW: _("Withdraw from a division"),
}
# The fields that each change requires.
REQUIRED_FIELDS: dict[str, tuple[str, ...]] = {
    LATE: ("name", "flight"),
    JOIN: ("entry", "flight"),
    ALTERNATE: ("entry", "other", "flight"),
    SUBSTITUTE: ("entry", "name"),
    SWAP: ("entry", "other", "flight"),
    SEED: ("entry", "number", "flight"),
    WITHDRAW: ("entry", "flight"),
    REINSTATE: ("entry",),
    REENTER: ("entry", "flight"),
    LENGTH: ("number", "length", "flight"),
    SPLIT: ("flight", "entries"),
    MERGE: ("flight", "into"),
}
REASON = "reason"
# The fields that a change can do without.
OPTIONAL_FIELDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((LATE, JOIN, ALTERNATE, SUBSTITUTE, SWAP, SEED, REENTER), (REASON,)),
    WITHDRAW: ("results", REASON),
    REINSTATE: ("flight",),
}

WITHDRAWAL_RESULTS = [
    (FORFEITED, _("Results count; each remaining match is a walk-over for the opponent")),
    (ANNULLED, _("All results are annulled; the opponents get no points from these matches")),
]


class ChosenEntriesField(forms.TypedMultipleChoiceField):
    """Some entries of a list of choices; fields left empty are not among them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(coerce=int, **kwargs)

    def to_python(self, value: Any) -> list[str]:
        """Leave out what was not filled in, and blanks around the numbers."""
        return [text for text in (each.strip() for each in super().to_python(value)) if text]


class EntryNumbersField(ChosenEntriesField):
    """Entry numbers; the service checks whether they exist."""

    def valid_value(self, value: Any) -> bool:
        """Return whether it is a positive number in range."""
        text = str(value)
        return text.isascii() and text.isdecimal() and 0 < int(text[:7]) <= MAX_ENTRY_NUMBER


class SignUpsField(forms.RegexField):
    """The confirmed sign-ups without an entry that a draw leaves out; for others it asks first.

    A page sends the keys of those that it has named, separated by commas. The value is a `LeftOutSignUps`.
    """

    def __init__(self) -> None:
        super().__init__(
            SIGN_UPS,
            label="",
            max_length=6000,
            required=False,
            widget=forms.HiddenInput,
            help_text='"without": confirmed sign-ups that are not entered are left out, or only those with '
            "the numbers given here, separated by commas. By default the draw is refused until none is left.",
        )

    def clean(self, value: Any) -> LeftOutSignUps:
        """Return which sign-ups are left out."""
        return read_left_out_sign_ups(super().clean(value))


def read_left_out_sign_ups(text: str | None) -> LeftOutSignUps:
    """Return which sign-ups a draw leaves out, from a text as in `SignUpsField`. Raises `request_invalid`."""
    if not text or text == WITHOUT:
        return bool(text)
    if not SIGN_UPS.fullmatch(text):
        raise Refusal("request_invalid", "", problem="sign_ups")
    return frozenset(map(int, text.split(",")))


class StageForm(CommandForm):
    """A stage to draw or publish; without one the first, or all drawn ones."""

    flight = forms.CharField(max_length=20, required=False)


# Ways to pair: the next round, the last one again, or late arrivals into it.
NEXT, AGAIN, LATE_ARRIVALS = "next", "again", "late"
# Actions on the rounds of a stage.
PUBLISH, FORBID, ALLOW, ROUNDS = "publish", "forbid", "allow", "rounds"


# In characters; as long as `JournalEntry.reason`.
LONGEST_REASON = 300


class PairRoundForm(CommandForm):
    """Form to pair a round, or to change later ones: an excluded pairing, the number of rounds.

    `away` are absent entries, `asking` those that request a bye, `arrivals` those that come late. Manual
    boards are sent as `one` and `other`, row by row; 0 as the other is a manual bye. `rows` are the boards as
    entered, incomplete ones too.
    """

    mode = forms.ChoiceField(choices=[(name, name) for name in (NEXT, AGAIN, LATE_ARRIVALS)], required=False)
    action = forms.ChoiceField(
        choices=[(name, name) for name in (PUBLISH, FORBID, ALLOW, ROUNDS)], required=False
    )
    away = ChosenEntriesField(required=False)
    asking = ChosenEntriesField(required=False)
    arrivals = ChosenEntriesField(required=False)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=0, max_value=30, required=False)
    sign_ups = SignUpsField()
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)

    def __init__(self, *args: Any, members: list[int], **more: Any) -> None:
        super().__init__(*args, **more)
        self.members = {str(number): number for number in members}
        self.rows: list[tuple[int | str, int | str]] = []
        for name in ("away", "asking", "arrivals"):
            self.fields[name].choices = list(self.members.items())  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Collect the manual boards as pairs; reject incomplete rows, skip empty ones."""
        data = super().clean() or self.cleaned_data
        rows = [
            (one, other)
            for one, other in zip(self._row("one"), self._row("other"), strict=False)
            if one or other
        ]
        numbers_by_text = {**self.members, "0": 0}
        self.rows = [(numbers_by_text.get(one, ""), numbers_by_text.get(other, "")) for one, other in rows]
        if any(one not in self.members or other not in numbers_by_text for one, other in rows):
            self.add_error(None, _("A manual pairing needs two players, or one player and the bye."))
            rows = []
        data["fixed"] = tuple((numbers_by_text[one], numbers_by_text[other]) for one, other in rows)
        data["mode"], data["action"] = data.get("mode") or NEXT, data.get("action") or PUBLISH
        return data

    def _row(self, name: str) -> list[str]:
        values = self.data.getlist(name) if hasattr(self.data, "getlist") else []
        return [str(value).strip() for value in values]


class DrawChangeForm(CommandForm):
    """A change of a draw: its name and fields; unneeded fields are ignored."""

    act = forms.ChoiceField(choices=CHANGES)
    flight = forms.CharField(label=_("Flight"), max_length=20, required=False)
    entry = forms.IntegerField(label=_("Entry"), min_value=1, required=False)
    other = forms.IntegerField(label=_("Other entry"), min_value=1, required=False)
    name = forms.CharField(label=_("Name"), max_length=120, required=False)
    number = forms.IntegerField(label=_("Number"), min_value=1, max_value=LONGEST_MATCH, required=False)
    length = forms.IntegerField(label=_("Points"), min_value=1, max_value=LONGEST_MATCH, required=False)
    into = forms.CharField(label=_("Move its players to"), max_length=20, required=False)
    entries = EntryNumbersField(label=_("Entries"), required=False)
    results = forms.ChoiceField(choices=WITHDRAWAL_RESULTS, required=False)
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)

    missing: ClassVar[Any] = _("Required for this change.")

    def clean(self) -> dict[str, Any]:
        """Check that all fields required by the chosen change are present."""
        data = super().clean() or self.cleaned_data
        for name in REQUIRED_FIELDS.get(data.get("act", ""), ()):
            if name not in self.errors and data.get(name) in (None, "", []):
                self.add_error(name, self.missing)
        return data


class DrawChangePageForm(DrawChangeForm):
    """The form of the page, where a name that does not say who is meant is answered by a choice.

    `person` is the choice: the code of a player, or "new". It becomes a part of the line of the name.
    """

    person = forms.RegexField(f"^({NEW_PERSON}|{PLAYER_CODES.pattern})$", required=False)

    def clean(self) -> dict[str, Any]:
        """Add the choice to the line of the name."""
        data = super().clean()
        person, name = data.get("person"), data.get("name")
        if person and name:
            data["name"] = mark_person(name, person)
        return data


# Sources of the seeds of a draw.
NONE, RATING, MANUAL, SAME = "none", "rating", "hand", "same"
SEEDINGS = [
    (NONE, _("No seeding (random)")),
    (RATING, _("by rating")),
    (MANUAL, _("by hand")),
    (SAME, _("as before")),
]
SEED_FIELD = re.compile(r"^seed-(\d{1,5})$")


class DrawForm(StageForm):
    """Form to draw a flight with seeds; `has_options` tells that the options were on the submitted form.

    Manual seeds come as fields `seed-<entry>` with the number of the seed; of a large field as `seeded`, the
    entries in the order of their seeds.
    """

    seeding = forms.ChoiceField(choices=SEEDINGS, required=False)
    count = forms.IntegerField(
        label=_("Number of seeds"), min_value=1, max_value=LARGEST_DRAW, required=False
    )
    has_options = forms.BooleanField(required=False)
    blocks = forms.BooleanField(required=False)
    apart = forms.MultipleChoiceField(choices=APART, required=False)
    seeded = EntryNumbersField(required=False)
    absent = forms.ChoiceField(choices=[("without", "without"), ("here", "here")], required=False)
    sign_ups = SignUpsField()

    def clean(self) -> dict[str, Any]:
        """Collect the manual seeds in order as `order`: entry numbers by seed number, each once."""
        data = super().clean() or self.cleaned_data
        entries_by_seed: dict[int, int] = {}
        for name, value in self.data.items():
            seed_field = SEED_FIELD.match(name)
            text = str(value).strip()
            if seed_field is None or not text:
                continue
            if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= LARGEST_DRAW):
                self.add_error("seeding", _("Number the seeds 1, 2, 3 …"))
            elif int(text) in entries_by_seed:
                self.add_error("seeding", _("Two entries have number %(number)s.") % {"number": text})
            else:
                entries_by_seed[int(text)] = int(seed_field[1])
        order = tuple(entries_by_seed[seed] for seed in sorted(entries_by_seed))
        data["order"] = order or tuple(data.get("seeded", ()))
        if data["order"] and not data.get("seeding") and "seeding" not in self.errors:
            self.add_error("seeding", _("Choose seeding by hand, or leave the numbers of the seeds empty."))
        return data


class CheckInForm(CommandForm):
    """Check-in form; without an entry it applies to all entries not yet marked."""

    entry = forms.IntegerField(min_value=1, required=False)
    presence = forms.ChoiceField(choices=[(name, name) for name in sorted(PRESENCES)], required=False)

    def __init__(self, data: QueryDict) -> None:
        """Take entry and presence from `mark`, the value of a button of the list such as "12 here"."""
        number, _, presence = data.get("mark", "").partition(" ")
        super().__init__({**data.dict(), "entry": number, "presence": presence} if number else data)


class EntryDetailsForm(make_detail_fields(DETAIL_TITLES, DETAIL_HINTS), CommandForm):  # type: ignore[misc]
    """Details of an entry."""

    country = forms.CharField(
        label=DETAIL_TITLES[COUNTRY], max_length=40, required=False, help_text=DETAIL_HINTS[COUNTRY]
    )
    rating = forms.IntegerField(
        label=DETAIL_TITLES["rating"], min_value=1, max_value=HIGHEST_RATING, required=False
    )
    field_order = tuple(DETAILS)

    def clean_country(self) -> str:
        """Return the country code, or ""."""
        text: str = self.cleaned_data["country"].strip()
        code = countries.code_of(text)
        if text and not code:
            raise forms.ValidationError(_("No country has this name or code."))
        return code

    @property
    def entry_details(self) -> EntryDetails:
        """Return the cleaned details."""
        data = self.cleaned_data
        texts: dict[str, Any] = {name: " ".join(data[name].split()) for name in TEXTS}
        return EntryDetails(**texts, rating=data["rating"] or 0)

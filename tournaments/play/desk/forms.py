"""Forms of the desk of a tournament: entries, results, awards and undo."""

import re
from decimal import Decimal
from hashlib import sha256
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.date_fields import DayField
from rules.match import LONGEST_MATCH
from tournaments.journal.facts import BY_FIGURES, UNMEASURED, Measure
from tournaments.messages.names import PERSON_LABEL
from tournaments.models import PaymentMethod
from tournaments.name_lists.entry_details import mark_person
from tournaments.name_lists.line_labels import OTHER_PERSON
from tournaments.name_lists.listed_payments import PAID
from tournaments.play.events import desk_line_parser
from tournaments.web.forms import CommandForm


def text_digest(text: str) -> str:
    """Return a digest that detects changes of a pasted text since its preview."""
    return sha256("\n".join(text.rstrip().splitlines()).encode()).hexdigest()


def get_pasted_text(data: Any) -> str:
    """Return the text of the entry box, or the lines of its preview, where each line can be corrected.

    The lines (`line`) count only if the text is still that of the preview, whose digest is `was`. Those whose
    place is in `another` mean another person than the one of their name; `person-N` says which person of the
    name the line at that place means, and `same-N` is the line of another spelling that it means.
    """
    text: str = data.get("names", "").rstrip()
    lines = data.getlist("line") if data.get("was") == text_digest(text) else []
    chosen = {str(place) for place in data.getlist("another")} if lines else set()
    persons = {
        place: OTHER_PERSON if str(place) in chosen else data.get(f"person-{place}", "").strip()
        for place in range(len(lines))
    }
    label = str(PERSON_LABEL)
    lines = [data.get(f"same-{place}", "").strip() or line for place, line in enumerate(lines)]
    lines = [
        mark_person(line, persons[place], label) if persons[place] else line
        for place, line in enumerate(lines)
    ]
    return "\n".join(line for line in lines if line.strip()) if lines else text


def read_written_names(data: Any) -> dict[int, str]:
    """Return the names (`written-N`) for which the lines of other spellings (`same-N`) were chosen.

    They are by the number that the line has in `get_pasted_text`.
    """
    if data.get("was") != text_digest(data.get("names", "").rstrip()):
        return {}
    numbers: dict[int, int | None] = {}
    for place, line in enumerate(data.getlist("line")):
        chosen_line = data.get(f"same-{place}", "").strip()
        if (chosen_line or line).strip():
            numbers[len(numbers) + 1] = place if chosen_line and chosen_line != line.strip() else None
    return {
        number: written_name
        for number, place in numbers.items()
        if place is not None and (written_name := data.get(f"written-{place}", "").strip())
    }


def count_chosen_payments(data: Any) -> int:
    """Return what the people chosen in the preview of the entry box have paid, in coins, as it was shown.

    `paid-N-P` is what the line at place N pays if it means the person P, as `get_pasted_text` reads both.
    """
    if data.get("was") != text_digest(data.get("names", "")):
        return 0
    others = set(data.getlist("another"))
    answers = {
        place: OTHER_PERSON if str(place) in others else data.get(f"person-{place}", "").strip()
        for place in range(len(data.getlist("line")))
    }
    amounts = [data.get(f"{PAID}-{place}-{answer}", "") for place, answer in answers.items()]
    return sum(int(amount) for amount in amounts if amount.isascii() and amount.isdigit())


class EntryNamesForm(CommandForm):
    """The entry box: names to enter, one entry per line."""

    names = forms.CharField(max_length=60_000, widget=forms.Textarea)
    # How what the lines mark as paid was paid, "" if it is not recorded, and the sum that was seen, in coins.
    method = forms.ChoiceField(choices=[("", ""), *PaymentMethod.choices], required=False)
    paid_sum = forms.IntegerField(min_value=0, required=False)
    # The day of the payments of which the lines name none.
    paid_on = DayField(required=False, input_formats=["%Y-%m-%d"])

    def clean_names(self) -> str:
        """Return the text with corrected lines."""
        return get_pasted_text(self.data)

    @property
    def written_names(self) -> dict[int, str]:
        """Return the names that were answered to mean another spelling, by the number of the line."""
        return read_written_names(self.data)

    def clean_paid_sum(self) -> int | None:
        """Return the sum that was seen, with that of the people who are chosen in the preview."""
        total: int | None = self.cleaned_data["paid_sum"]
        return total if total is None else total + count_chosen_payments(self.data)


class EntryForm(CommandForm):
    """An entry of the event, by its number."""

    entry = forms.IntegerField(min_value=1)


class EntryListForm(CommandForm):
    """A list of entries, by the number of its line in the journal."""

    list = forms.IntegerField(min_value=1)


class ScoreForm(CommandForm):
    """A final score of a match."""

    match = forms.CharField(max_length=8)
    white_score = forms.IntegerField(label=_("points"), min_value=0, max_value=LONGEST_MATCH)
    black_score = forms.IntegerField(label=_("points"), min_value=0, max_value=LONGEST_MATCH)


class QuickResultForm(CommandForm):
    """The quick line of the desk: table or beginning of a name, then a final score; letters alone search.

    `match` and `version` name the match that is meant, in answer to a question, `side` whose points come
    first where the letters fit both players; `seen` are the matches that were on the page when the line was
    begun, as `desk_line_parser.read_seen_matches` reads them.
    """

    line = forms.CharField(label=_("Table and score"), max_length=desk_line_parser.LONGEST)
    match = forms.CharField(max_length=8, required=False)
    side = forms.ChoiceField(choices=[("", ""), ("white", "white"), ("black", "black")], required=False)
    seen = forms.JSONField(required=False)

    def clean_seen(self) -> desk_line_parser.SeenMatches | None:
        """Return the matches that were seen; None if the page did not say."""
        try:
            return desk_line_parser.read_seen_matches(self.cleaned_data["seen"])
        except ValueError as error:
            raise forms.ValidationError(self.fields["seen"].error_messages["invalid"]) from error

    def clean_line(self) -> desk_line_parser.DeskLine:
        """Parse the line; reject figures without a table or name."""
        parsed_line = desk_line_parser.parse_desk_line(self.cleaned_data["line"])
        if not desk_line_parser.LETTER.search(parsed_line.letters) and not parsed_line.scores:
            raise forms.ValidationError(_("Enter the table and both scores, for example 4 7-3."))
        return parsed_line


class DeskRulingForm(CommandForm):
    """A score decided by the desk: an upheld report, or another score."""

    match = forms.CharField(max_length=8)
    uphold = forms.RegexField(r"^\d{1,2}-\d{1,2}$", required=False)
    white_score = forms.IntegerField(label=_("points"), min_value=0, max_value=LONGEST_MATCH, required=False)
    black_score = forms.IntegerField(label=_("points"), min_value=0, max_value=LONGEST_MATCH, required=False)
    law = forms.CharField(max_length=60)
    reason = forms.CharField(max_length=300, required=False)

    def clean(self) -> dict[str, Any]:
        """Take the score from the upheld report or from the two score fields."""
        data = super().clean() or self.cleaned_data
        if data.get("uphold"):
            data["white_score"], data["black_score"] = (int(part) for part in data["uphold"].split("-"))
        if data.get("white_score") is None or data.get("black_score") is None:
            self.add_error("white_score", _("A score is missing."))
        return data


class DeskAwardForm(CommandForm):
    """A match decided without being played to its end.

    `outcome` is its ending and winner in one; `late` is the side that came too late, or both.
    """

    OUTCOMES: ClassVar = [
        f"{ending}-{winner}" for ending in ("walkover", "forfeit", "retired") for winner in ("white", "black")
    ] + ["walkover-"]

    match = forms.CharField(max_length=8)
    ending = forms.ChoiceField(
        choices=[(name, name) for name in ("walkover", "forfeit", "retired")], required=False
    )
    winner = forms.ChoiceField(choices=[("white", "white"), ("black", "black")], required=False)
    late = forms.ChoiceField(choices=[(name, name) for name in ("white", "black", "both")], required=False)
    outcome = forms.ChoiceField(choices=[(name, name) for name in OUTCOMES], required=False)

    def clean(self) -> dict[str, Any]:
        """Take the ending from the late-arrival field, the outcome, or the ending and winner fields."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        late = data.get("late")
        if late:
            winners = {"white": ("forfeit", "black"), "black": ("forfeit", "white"), "both": ("walkover", "")}
            data["ending"], data["winner"] = winners[late]
        elif data.get("outcome"):
            data["ending"], _, data["winner"] = data["outcome"].partition("-")
        elif not data.get("ending") and "ending" not in self.errors:
            self.add_error("ending", self.fields["match"].error_messages["required"])
        return data


class MatchCommandForm(CommandForm):
    """Base form of an action on one match."""

    match = forms.CharField(max_length=8)


class CallMatchForm(MatchCommandForm):
    """A match and the table to call it to."""

    table = forms.IntegerField(min_value=1)


class StartedMatchesForm(forms.Form):
    """Codes of the called matches whose players are at the board, with spaces between them."""

    # Not "matches": in the page a field of that name would hide the method `matches` of its form.
    codes = forms.CharField(max_length=256 * 9)

    def clean_codes(self) -> list[str]:
        """Return the codes."""
        return str(self.cleaned_data["codes"]).split()


class CorrectionForm(CommandForm):
    """A corrected result with reason."""

    white_score = forms.IntegerField(min_value=0, max_value=LONGEST_MATCH)
    black_score = forms.IntegerField(min_value=0, max_value=LONGEST_MATCH)
    reason = forms.CharField(max_length=300, required=False)


# A performance rating (PR): up to two digits, and decimals after a point or comma.
RATING_PATTERN = re.compile(r"[0-9]{1,2}([.,][0-9]{1,3})?", re.ASCII)
FIGURES, RECORD = "figures", "record"
RULINGS = [
    (FIGURES, _("By these PR values")),
    ("white", _("PR point to the first player")),
    ("black", _("PR point to the second player")),
    ("half", _("PR point shared")),
    ("nobody", _("No PR point")),
    (RECORD, _("As in the match file")),
]


class PerformanceRatingField(forms.CharField):
    """A performance rating: "4.25" or "4,25"."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "size": 6}
        super().__init__(max_length=6, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> str:
        """Return the rating with three decimals, "" if empty."""
        text = (super().to_python(value) or "").strip()
        if not text:
            return ""
        if not RATING_PATTERN.fullmatch(text):
            raise forms.ValidationError(_("Enter a PR from 0 to 99.999, such as 4.25."))
        return str(Decimal(text.replace(",", ".")).quantize(Decimal("0.001")))


class PerformanceRatingsForm(CommandForm):
    """The performance ratings (PR) of a match, or a ruling on how it counts without them."""

    pairing = forms.CharField(max_length=40)
    white_pr = PerformanceRatingField(label=_("PR of the first player"))
    black_pr = PerformanceRatingField(label=_("PR of the second player"))
    ruling = forms.ChoiceField(label=_("How it counts"), choices=RULINGS)

    def clean(self) -> dict[str, Any]:
        """Require both PRs if the match counts with entered PRs, and none beside a ruling."""
        data = super().clean() or self.cleaned_data
        white, black = data.get("white_pr"), data.get("black_pr")
        has_both = white and black
        if data.get("ruling") not in (None, FIGURES) and (white or black):
            raise forms.ValidationError(_("Leave both PRs empty, or choose that the match counts by them."))
        if data.get("ruling") == FIGURES and not has_both and not self.errors:
            raise forms.ValidationError(_("Enter both PRs, or choose how the match counts without them."))
        return data

    def measure(self) -> Measure:
        """Return how the match counts, as the journal records it."""
        data = self.cleaned_data
        if data["ruling"] == FIGURES:
            return Measure(data["white_pr"], data["black_pr"], BY_FIGURES)
        return UNMEASURED if data["ruling"] == RECORD else Measure(ruling=data["ruling"])

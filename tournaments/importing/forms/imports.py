"""Forms of imports: event files, reports, tables and the roles of their columns."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.date_fields import DayField
from matches.messages import get_sentence
from rules.errors import Refusal
from rules.match import LONGEST_MATCH
from tournaments.exchange import text_files
from tournaments.exchange.lists.chosen_columns import MAX_START, Grid
from tournaments.exchange.lists.files import MAX_PACKED, pack_file
from tournaments.exchange.lists.reading import CHOSEN_SHEET, CHOSEN_SHEETS, RESULTS, TABLE, ListReading
from tournaments.exchange.past_results import MAX_TOURNAMENT_NAME, WholeTable
from tournaments.exchange.spreadsheets import MAX_BYTES
from tournaments.importing.queries.named_players import NamedPlayer
from tournaments.importing.services.listed_fees import FeesOfList
from tournaments.models import PaymentMethod
from tournaments.models.member import FIRST_YEAR as FIRST_FEE_YEAR
from tournaments.models.member import LAST_YEAR
from tournaments.web.forms import DayInput
from tournaments.web.list_forms import ANSWER

# What is sent about the names of a list: what was chosen, and the name of each number.
SENT_CHOICE = re.compile(r"(who|distinction|is)_([0-9]{1,6})")
SENT_NUMBER = re.compile(r"[0-9]{1,6}")
# The answers about the columns, which no question asks for.
COLUMN_ANSWERS = ("columns", "heading_row", TABLE)
MOST_FILE_BYTES = 8 * 1024 * 1024
# Of the text, in characters, and of an uploaded file, in bytes.
MAX_REPORT_LENGTH = 1024 * 1024


class ReportFileForm(forms.Form):
    """A Swiss report, as a file or, after its preview, as text."""

    file = forms.FileField(
        label=_("Report (TRF)"), required=False, widget=forms.FileInput(attrs={"accept": ".trf,.trfx,.txt"})
    )
    text = forms.CharField(
        max_length=MAX_REPORT_LENGTH, required=False, strip=False, widget=forms.HiddenInput
    )
    length = forms.IntegerField(
        label=_("Points for unplayed rounds"), min_value=1, max_value=LONGEST_MATCH, initial=7
    )

    def clean(self) -> dict[str, Any]:
        """Take the text from the file if one is uploaded."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("file"):
            try:
                data["text"] = text_files.decode(data["file"].read(MAX_REPORT_LENGTH + 1))
            except Refusal as refused:
                self.add_error("file", get_sentence(refused.code, refused.facts))
        elif not data.get("text"):
            self.add_error("file", self.fields["file"].error_messages["required"])
        return data


class EventFileForm(forms.Form):
    """An event file."""

    file = forms.FileField(label=_("Event file"), widget=forms.FileInput(attrs={"accept": ".json"}))

    def read_file(self) -> bytes:
        """Read at most one byte more than the size limit, so that an oversized file fails its checksum."""
        data: bytes = self.cleaned_data["file"].read(MOST_FILE_BYTES + 1)
        return data


# Of a row in the selection of the first one, in characters.
LONGEST_ROW = 60
# In characters.
LONGEST_PASTED = 200_000
TABLE_SUFFIXES = ".csv,.txt,.tsv,.xlsx,.xls,.ods,.xlsb"
TABLE_LABEL = _("File (CSV, TXT, XLSX, XLS, ODS or XLSB)")


class ListFileForm(forms.Form):
    """A list, as a file or, after its preview, as the text that holds it."""

    file = forms.FileField(
        label=TABLE_LABEL,
        required=False,
        widget=forms.FileInput(attrs={"accept": TABLE_SUFFIXES}),
    )
    text = forms.CharField(max_length=MAX_PACKED, required=False, strip=False, widget=forms.HiddenInput)
    pasted = forms.CharField(
        label=_("Or paste the list, from a mail, a chat or a spreadsheet"),
        max_length=LONGEST_PASTED,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    name = forms.CharField(max_length=120, required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Require a file, a pasted list or a text."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not any(data.get(name) for name in ("file", "text", "pasted")):
            self.add_error("file", gettext("Choose a file."))
        return data

    @property
    def is_new(self) -> bool:
        """Return whether a file has just been uploaded, or a list pasted."""
        return bool(self.is_bound and (self.cleaned_data.get("file") or self.cleaned_data.get("pasted")))

    def read_text(self) -> str:
        """Return the packed list: of the file, of what is pasted, or as it is. Raises as `pack_file`."""
        if file := self.cleaned_data.get("file"):
            return pack_file(file.read(MAX_BYTES + 1))
        if pasted := self.cleaned_data.get("pasted"):
            return pack_file(pasted.encode())
        return str(self.cleaned_data["text"])


class SheetForm(forms.Form):
    """The sheet of a workbook that is read, where no question asks for it; its field is that of an answer."""

    def __init__(self, *, reading: ListReading) -> None:
        """Offer the other sheets that have something in them; no field if there is no other one."""
        super().__init__()
        key = CHOSEN_SHEETS if reading.kind == RESULTS else CHOSEN_SHEET
        has_question = any(question.key == key for question in reading.questions)
        if len(reading.sheets) > 1 and not has_question:
            self.fields[ANSWER + key] = forms.ChoiceField(
                label=_("Sheet"),
                choices=[(name, name) for name in reading.sheets],
                initial=reading.sheet,
                required=False,
            )


class ColumnsForm(forms.Form):
    """The role of each column of a table, and the row in which the table begins."""

    def __init__(
        self,
        *args: Any,
        grid: Grid,
        start: int,
        titles: Mapping[str, str | Promise],
        guessed: Sequence[str],
        **kwargs: Any,
    ) -> None:
        """Offer the roles of the `titles` for each column, those guessed from the table chosen.

        `grid` is the whole file; the headings, if it has any, are in the row `start`.
        """
        super().__init__(*args, **kwargs)
        self.width = grid.width
        self.fields["start"] = forms.ChoiceField(
            label=_("The table begins in"),
            help_text=_(
                "The row of the headings, or the first row without any. Those above it are left out."
            ),
            choices=[(line, _describe_row(line, row)) for line, row in grid.numbered_rows[:MAX_START]],
            initial=start,
            required=False,
        )
        for number, head in enumerate(grid.get_row(start)):
            self.fields[f"column_{number}"] = forms.ChoiceField(
                label=gettext("Column %(number)s: %(head)s") % {"number": number + 1, "head": head[:40]},
                choices=list(titles.items()),
                initial=guessed[number] if number < len(guessed) else "",
                required=False,
            )

    @property
    def columns(self) -> list[forms.BoundField]:
        """Return the fields in column order."""
        return [self[f"column_{number}"] for number in range(self.width)]

    def roles(self) -> tuple[str, ...]:
        """Return the role of every column."""
        return tuple(self.cleaned_data[f"column_{number}"] for number in range(self.width))


def _describe_row(line: int, row: Sequence[str]) -> str:
    text = ", ".join(filter(None, row))
    return gettext("row %(number)s: %(text)s") % {"number": line, "text": text[:LONGEST_ROW]}


class WholeTableForm(forms.Form):
    """What holds for the rows of a list of results that do not say it."""

    day = DayField(
        label=_("Date of the rows without one"),
        required=False,
        widget=DayInput(),
    )
    tournament = forms.CharField(
        label=_("Tournament of the rows without one"), max_length=MAX_TOURNAMENT_NAME, required=False
    )
    length = forms.IntegerField(
        label=_("Match length of the rows without one"),
        min_value=1,
        max_value=LONGEST_MATCH,
        required=False,
    )

    @property
    def common(self) -> WholeTable:
        """Return what holds for these rows; a field that is not valid is left out."""
        data = getattr(self, "cleaned_data", {})
        day: date | None = data.get("day")
        return WholeTable(day, data.get("tournament") or "", data.get("length"))


class MemberListWithdrawalForm(forms.Form):
    """Whether the fees that a list recorded stay, of the members who stay."""

    keep_fees = forms.BooleanField(required=False)


class ListedFeesForm(forms.Form):
    """Whether the fees that a list says are paid are recorded, of which year, and what it does not say.

    `initial` has at least the year.
    """

    fee_take = forms.BooleanField(label=_("Record the fees that are marked as paid"), required=False)
    fee_year = forms.IntegerField(
        label=_("Year of the fee"), min_value=FIRST_FEE_YEAR, max_value=LAST_YEAR, required=False
    )
    fee_amount = forms.DecimalField(
        label=_("Amount of the fee, where the list does not say it"),
        min_value=0,
        max_digits=10,
        decimal_places=2,
        required=False,
    )
    fee_paid_on = DayField(
        label=_("Day of payment, where the list does not say it"),
        required=False,
        widget=DayInput,
    )
    fee_method = forms.ChoiceField(
        label=_("Payment method, where the list does not say it"),
        choices=PaymentMethod.choices,
        required=False,
    )

    fee_own = forms.BooleanField(label=_("Set the own fees of the year as the list says"), required=False)

    def __init__(
        self, *args: Any, lacks_amounts: bool, lacks_days: bool, states_due: bool, **kwargs: Any
    ) -> None:
        """Ask for the amount if a row `lacks_amounts`, for the day if one `lacks_days`.

        Without rows that `states_due` there are no own fees to set.
        """
        super().__init__(*args, **kwargs)
        if not states_due:
            del self.fields["fee_own"]
        self.lacks_amounts = lacks_amounts
        if not lacks_amounts:
            del self.fields["fee_amount"]
        if not lacks_days:
            del self.fields["fee_paid_on"]

    def clean(self) -> dict[str, Any]:
        """Require what the fees need, if they are recorded."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("fee_take") or data.get("fee_own"):
            is_amount_needed = self.lacks_amounts and data.get("fee_take")
            names = ("fee_year", *(("fee_amount",) if is_amount_needed else ()))
            for name in (name for name in names if data.get(name) is None and name not in self.errors):
                self.add_error(name, self.fields[name].error_messages["required"])
        return data

    @property
    def year(self) -> int:
        """Return the year of the fees, as far as the form is filled in; else the one it proposes."""
        year: int = getattr(self, "cleaned_data", {}).get("fee_year") or self.initial["fee_year"]
        return year

    @property
    def amount(self) -> Decimal | None:
        """Return the amount of the rows without one, as far as it is filled in; else the proposed one."""
        proposed = {} if self.is_bound or not self.lacks_amounts else self.initial
        amount: Decimal | None = getattr(self, "cleaned_data", proposed).get("fee_amount")
        return amount

    @property
    def records_payments(self) -> bool:
        """Return whether payments are recorded, as far as the form is filled in; else as it proposes."""
        data = getattr(self, "cleaned_data", None)
        return bool(self.initial.get("fee_take") if data is None else data.get("fee_take"))

    @property
    def sets_own_fees(self) -> bool:
        """Return whether own fees are set, as far as the form is filled in; else as it proposes."""
        data = getattr(self, "cleaned_data", None)
        return bool(self.initial.get("fee_own") if data is None else data.get("fee_own"))

    @property
    def fees(self) -> FeesOfList | None:
        """Return what holds for the fees of the list; None if neither payments nor own fees are recorded."""
        data = getattr(self, "cleaned_data", {})
        if self.errors or not (data.get("fee_take") or data.get("fee_own")):
            return None
        return FeesOfList(
            year=data["fee_year"],
            method=data["fee_method"] or PaymentMethod.values[0],
            amount=data.get("fee_amount"),
            paid_on=data.get("fee_paid_on"),
            records_payments=data["fee_take"],
            sets_own_fees=data.get("fee_own", False),
        )


def follow_names(data: Mapping[str, Any], names: Sequence[NamedPlayer]) -> dict[str, str]:
    """Return the choices about names that were sent, under the numbers that the names of a list have now.

    Other answers or columns change which names a list has, and so their numbers. The page sends the names of
    the choices (`write_names`); a choice without one keeps its number, one of a name that is gone is left
    out.
    """
    names_now = {one.number: one.name for one in names}
    former_names = _read_names(str(data.get("named", "")))
    numbers = {number: number for number, name in former_names.items() if names_now.get(number) == name}
    free_numbers = [number for number in names_now if number not in numbers]
    for number, name in sorted(former_names.items()):
        if number not in numbers:
            now = next((free for free in free_numbers if names_now[free] == name), None)
            if now is not None:
                numbers[number] = now
                free_numbers.remove(now)
    choices = {}
    for key, text in data.items():
        if match := SENT_CHOICE.fullmatch(key):
            number = int(match[2])
            if number in numbers or number not in former_names:
                choices[f"{match[1]}_{numbers.get(number, number)}"] = str(text)
    return choices


def write_names(names: Iterable[NamedPlayer]) -> str:
    """Return the names by their numbers in one text, which the page sends back with the choices."""
    return json.dumps({one.number: one.name for one in names}, ensure_ascii=False)


def _read_names(text: str) -> dict[int, str]:
    try:
        names = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(names, dict):
        return {}
    return {int(number): str(name) for number, name in names.items() if SENT_NUMBER.fullmatch(number)}


def read_choices(data: Mapping[str, Any], count: int) -> dict[int, str]:
    """Return the player chosen for each ambiguous name, by the index of the name in the file."""
    answers = {number: str(data.get(f"who_{number}", "")) for number in range(count)}
    return {number: choice for number, choice in answers.items() if choice}


def read_distinctions(
    data: Mapping[str, Any], proposals: Mapping[int, str], count: int = 0
) -> dict[int, str]:
    """Return what tells people of one name apart: what was typed, else what is proposed.

    Of `count` names of a file those are added that were typed without a proposal.
    """
    typed = {number: str(data.get(f"distinction_{number}", "")).strip() for number in range(count)}
    proposed = {number: str(data.get(f"distinction_{number}", text)) for number, text in proposals.items()}
    return {number: text for number, text in typed.items() if text} | proposed


def read_columns_by_choice(data: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return the columns chosen for other tables of a file, by the choice of the table; {} for a bad text."""
    try:
        columns = json.loads(str(data.get("columns_by_choice", "")))
    except ValueError:
        return {}
    if not isinstance(columns, dict) or not all(isinstance(answers, dict) for answers in columns.values()):
        return {}
    return {
        str(choice): {key: str(answers[key]) for key in COLUMN_ANSWERS if key in answers}
        for choice, answers in columns.items()
    }


def write_columns_by_choice(columns: Mapping[str, Mapping[str, str]]) -> str:
    """Return the columns chosen for other tables in one text, which the page sends back; "" if none."""
    chosen_columns = {choice: answers for choice, answers in columns.items() if answers}
    return json.dumps(chosen_columns, ensure_ascii=False) if chosen_columns else ""

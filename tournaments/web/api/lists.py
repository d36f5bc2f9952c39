"""Lists in the API: read with the answers of the request, and their questions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils import timezone
from rest_framework import serializers

from rules.errors import Refusal
from tournaments.exchange import spreadsheets
from tournaments.exchange.lists import files, reader
from tournaments.exchange.lists.chosen_columns import (
    Grid,
    compare_roles,
    find_start,
    list_roles,
    make_grid,
    name_table,
)
from tournaments.exchange.lists.person_tables import HIDDEN
from tournaments.exchange.lists.reading import MOST_QUESTIONS, TABLE, ListQuestion, ListReading
from tournaments.name_lists.name_headings import NAME

LONGEST_ANSWER = 300


class ListQuestionSerializer(serializers.Serializer[Any]):
    """A question about a list."""

    key = serializers.CharField(help_text="Names the question in `answers`.")
    code = serializers.CharField()
    lines = serializers.ListField(child=serializers.IntegerField(), help_text="The rows it is about.")
    sheets = serializers.ListField(
        child=serializers.CharField(), help_text="The sheet of each of these rows, if it is stated."
    )
    facts = serializers.DictField(child=serializers.CharField(), help_text="What the question names.")
    choices = serializers.ListField(child=serializers.CharField(), help_text="The possible answers.")
    answer = serializers.CharField(
        help_text='The answer given, else the one guessed from the file; "" if there has to be one first.'
    )


class LeftOutRowSerializer(serializers.Serializer[Any]):
    """A row of a list that brings nobody."""

    line = serializers.IntegerField()
    text = serializers.CharField()
    reason = serializers.CharField(
        help_text='A code, such as "title", "nameless", "bye", "repeated", "totals" or "former".'
    )
    repeated_line = serializers.IntegerField(help_text="The row with the same person; 0 without one.")
    sheet = serializers.CharField(help_text="The sheet of the row, in a workbook.")


class SheetsSerializer(serializers.Serializer[Any]):
    """The sheets of a workbook."""

    sheet = serializers.CharField(help_text="The sheet that is read first.")
    sheets = serializers.ListField(
        child=serializers.CharField(),
        help_text='Sheets that can be read instead, by the answer "sheet=NAME", of results "sheets=NAME".',
    )


def make_answers_field() -> serializers.ListField:
    """Return the field for answers to the questions about a list."""
    return serializers.ListField(
        child=serializers.RegexField(r"^[^=]+=.+$", max_length=LONGEST_ANSWER),
        required=False,
        default=list,
        max_length=MOST_QUESTIONS,
        help_text='Answers to the questions of a preview, as key and choice: "date_order=day". Without one, '
        "what was guessed from the file holds.",
    )


@dataclass(frozen=True, slots=True)
class UploadedList:
    """The list of a request: its packed file, what it says, the answers, and the columns by their roles."""

    text: str
    reading: ListReading
    answers: Mapping[str, str]
    grid: Grid
    roles: tuple[str, ...]

    @property
    def hidden_rows(self) -> list[int]:
        """Return the numbers of the rows that the workbook hides and that are left out."""
        return [row.line for row in self.reading.passed_over if row.reason == HIDDEN]

    @property
    def is_without_names(self) -> bool:
        """Return whether no column has names."""
        return any(refusal.code == "no_name_column" for refusal in self.reading.refusals)

    def describe(self) -> dict[str, Any]:
        """Return the part of an answer that is about the table."""
        return {
            "start": find_start(self.reading, self.answers, self.grid),
            "columns": self.roles,
            "missing": (NAME,) if self.is_without_names else (),
            "sheet": self.reading.sheet,
            "sheets": self.reading.sheets,
        }


def read_uploaded_list(
    data: Mapping[str, Any],
    kind: str,
    offered: Sequence[str],
    known_names: Collection[str] = (),
    own_fields: Mapping[str, str] | None = None,
) -> UploadedList:
    """Return the list of a request; `offered` are the roles that its columns can have.

    `known_names` are the names of the people of the club, `own_fields` those of the fields that it has
    defined for its members, by their roles.

    Raises `request_invalid` unless there is a role for each column, and what reading the file does.
    """
    answers = dict(answer.split("=", 1) for answer in data["answers"])
    text = files.pack_file(data["file"].read(spreadsheets.MAX_BYTES + 1))
    cells = files.unpack_file(text, answers)
    read_again = partial(reader.read_list, cells, kind)
    context = timezone.localdate(), known_names, own_fields
    if data.get("start"):
        # The row is one of the sheet that is read without it.
        found = make_grid(cells, read_again(answers, *context))
        answers |= {"heading_row": str(data["start"]), TABLE: name_table(found, data["start"])}
    reading = read_again(answers, *context)
    grid = make_grid(cells, reading)
    columns = tuple(data.get("columns") or ())
    if columns:
        if len(columns) != grid.width:
            raise Refusal("request_invalid", "", problem="columns")
        start = find_start(reading, answers, grid)
        answers |= compare_roles(reading, grid, offered, columns, start)
        reading = read_again(answers, *context)
    return UploadedList(text, reading, answers, grid, list_roles(reading, grid, offered))


def check_questions(questions: Sequence[ListQuestion]) -> None:
    """Raise `list_questions_open` if a question without a guess has no answer."""
    unanswered = [question.key for question in questions if question.is_open]
    if unanswered:
        raise Refusal("list_questions_open", keys=", ".join(unanswered[:5]), count=len(unanswered))

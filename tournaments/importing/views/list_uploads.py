"""Uploaded lists of any kind during their preview: file, answers, columns, and what their page shows."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.exchange.lists import files, reader
from tournaments.exchange.lists.chosen_columns import (
    MAX_START,
    Grid,
    compare_roles,
    find_start,
    list_roles,
    list_unused,
    make_grid,
    name_table,
)
from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.name_orders import NAME_ORDER
from tournaments.exchange.lists.reading import TABLE, ListQuestion, ListReading
from tournaments.importing.forms.imports import (
    COLUMN_ANSWERS,
    ColumnsForm,
    ListFileForm,
    SheetForm,
    read_columns_by_choice,
    write_columns_by_choice,
)
from tournaments.importing.messages import ROLES
from tournaments.web.list_forms import ANSWER, read_answers
from tournaments.web.name_orders import describe_name_orders

PREVIEW_ROWS = 6
# The questions that choose the table which is shown.
TABLE_CHOICES = ("sheet", "sheets", "sections")


@dataclass(slots=True)
class ListUpload:
    """An uploaded list during its preview: the text that keeps it, its cells, the answers, what it says."""

    form: ListFileForm
    text: str = ""
    name: str = ""
    answers: dict[str, str] = field(default_factory=dict)
    cells: FileCells | None = None
    reading: ListReading | None = None
    columns: ColumnsForm | None = None
    refusal: Refusal | None = None
    # The columns that were chosen for other sheets, by the choice of the sheet.
    columns_by_choice: dict[str, dict[str, str]] = field(default_factory=dict)
    # The names of the fields that the club has defined for its members, by the role of their columns.
    own_fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_new(self) -> bool:
        """Tell whether the file has just been uploaded, or the list pasted."""
        return self.form.is_new

    def describe_seen(self, questions: Sequence[ListQuestion]) -> str:
        """Return a digest of what the preview is made of, to find out whether it was shown."""
        answers = {question.key: question.answer for question in questions}
        answers |= {
            key: answer
            for key, answer in self.answers.items()
            if key in COLUMN_ANSWERS or key.startswith(f"{NAME_ORDER}:")
        }
        return sha256(repr(sorted(answers.items())).encode()).hexdigest()[:16]


def read_upload(
    request: HttpRequest,
    kind: str,
    roles: Sequence[str],
    known_names: Collection[str] = (),
    own_fields: Mapping[str, str] | None = None,
) -> ListUpload:
    """Return the list of a request, read with the answers and columns of the form.

    `roles` are those offered for the columns, `known_names` the names of the people of the club, `own_fields`
    those of the fields that it has defined for its members, by their roles.
    """
    form = ListFileForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    upload = ListUpload(form, own_fields=own_fields or {})
    if not form.is_valid():
        return upload
    data: Mapping[str, Any] = {} if form.is_new else request.POST
    try:
        upload.name = _read_name(form)
        upload.text = form.read_text()
        upload.answers = read_answers(data)
        upload.columns_by_choice = read_columns_by_choice(data)
        if data.get("shown_choice", describe_choice(upload.answers)) != describe_choice(upload.answers):
            # Those of the table that was shown are not those of the one chosen now.
            _exchange_columns(upload, str(data["shown_choice"]))
            data = {}
        upload.cells = files.unpack_file(upload.text, upload.answers)
        read_again = partial(reader.read_list, upload.cells, kind)
        context = timezone.localdate(), known_names, own_fields
        upload.reading = read_again(upload.answers, *context)
        changes = _read_columns(upload, data, roles)
        if changes:
            if "columns" not in changes:
                upload.answers.pop("columns", None)
            upload.answers |= changes
            upload.reading = read_again(upload.answers, *context)
            _read_columns(upload, {}, roles)
    except Refusal as refused:
        upload.refusal = refused
    return upload


def _read_name(form: ListFileForm) -> str:
    """Return the name of the file, that of an earlier request if none is uploaded."""
    uploaded_file = form.cleaned_data.get("file")
    return str(uploaded_file.name if uploaded_file else form.cleaned_data["name"])[:120]


def _exchange_columns(upload: ListUpload, shown_choice: str) -> None:
    """Store the columns of the table that was shown, and take those stored for the one chosen now."""
    upload.columns_by_choice[shown_choice] = {
        key: upload.answers[key] for key in COLUMN_ANSWERS if key in upload.answers
    }
    answers = {key: text for key, text in upload.answers.items() if key not in COLUMN_ANSWERS}
    upload.answers = answers | upload.columns_by_choice.get(describe_choice(answers), {})


def describe_choice(answers: Mapping[str, str]) -> str:
    """Return which table of a file the answers choose, to find out whether it is the one that was shown."""
    return repr([(key, answers[key]) for key in TABLE_CHOICES if answers.get(key)])


def _read_columns(upload: ListUpload, data: Mapping[str, Any], roles: Sequence[str]) -> dict[str, str]:
    """Set the form of the columns, and return the answers by which they differ from those found."""
    if upload.reading is None or upload.cells is None:
        return {}
    grid = make_grid(upload.cells, upload.reading)
    start = find_start(upload.reading, upload.answers, grid)
    displayed = list_roles(upload.reading, grid, roles)
    is_sent = "start" in data or "column_0" in data
    titles = {role: ROLES[role] for role in roles if role in ROLES} | dict(upload.own_fields)
    form = ColumnsForm(data if is_sent else None, grid=grid, start=start, titles=titles, guessed=displayed)
    upload.columns = form
    if not is_sent or not form.is_valid():
        return {}
    chosen_start = form.cleaned_data["start"] or str(start)
    if chosen_start != str(start):
        return {"heading_row": chosen_start, TABLE: name_table(grid, int(chosen_start))}
    return compare_roles(upload.reading, grid, roles, form.roles(), start)


def make_seen_context(
    request: HttpRequest, upload: ListUpload, questions: Sequence[ListQuestion]
) -> dict[str, Any]:
    """Return what the form sends back to say what the preview has shown, and if it was another list.

    `is_stopped`: this list was to be imported, and is shown first instead.
    """
    seen = upload.describe_seen(questions)
    is_unseen = request.POST.get("seen", seen) != seen
    return {"seen": seen, "is_unseen": is_unseen, "is_stopped": is_unseen and "take" in request.POST}


def make_upload_context(request: HttpRequest, upload: ListUpload, *example_kinds: str) -> dict[str, Any]:
    """Return what the page of any list shows: the file, its first rows, its columns, the refusal.

    `example_kinds` are the kinds of lists of which it offers an example.
    """
    grid = make_grid(upload.cells, upload.reading) if upload.cells and upload.reading else None
    sheet_form = SheetForm(reading=upload.reading) if upload.reading else None
    return {
        "form": upload.form,
        "example_kinds": example_kinds,
        "columns": upload.columns,
        "grid": grid,
        "first": _list_first_rows(grid, upload) if grid else (),
        "text": upload.text if grid else "",
        "name": upload.name if grid else "",
        "sheet_form": sheet_form,
        "is_hiding_known": all(sheet.is_hiding_known for sheet in upload.cells.sheets)
        if upload.cells
        else True,
        "shown_choice": describe_choice(_list_shown_answers(upload.reading, sheet_form)),
        "name_orders": describe_name_orders(upload.reading.name_orders) if upload.reading else None,
        "columns_by_choice": write_columns_by_choice(upload.columns_by_choice),
        "column_answers": {key: text for key, text in upload.answers.items() if key in COLUMN_ANSWERS},
        "refusal": make_refusal_message(upload.refusal) if upload.refusal else None,
        "page_url": request.path,
    }


def _list_shown_answers(reading: ListReading | None, sheet_form: SheetForm | None) -> dict[str, str]:
    """Return the answers with which a page shows a list, also the sheet for which no question asks."""
    if reading is None or sheet_form is None:
        return {}
    sheets = {name.removeprefix(ANSWER): reading.sheet for name in sheet_form.fields}
    return {question.key: question.answer for question in reading.questions} | sheets


def _list_first_rows(grid: Grid, upload: ListUpload) -> list[tuple[int, tuple[str, ...]]]:
    """Return the title of a list, and its first rows, with their numbers."""
    start = find_start(upload.reading, upload.answers, grid) if upload.reading else grid.first_line
    return grid.numbered_rows[: min(grid.lines.index(start), MAX_START) + PREVIEW_ROWS]


def describe_unused(reading: ListReading, used: Collection[str]) -> list[str]:
    """Return the headings that are not stored; the last one ends the sentence without a full stop."""
    unused = list_unused(reading, used)
    return [*unused[:-1], *(heading.rstrip(". ") or heading for heading in unused[-1:])]

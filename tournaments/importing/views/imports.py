"""Imports into a club or an event: past results, members, entries; each previewed first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.exchange import past_results, spreadsheets
from tournaments.exchange.past_results import ParsedResults, RowFault, WholeTable
from tournaments.exchange.spreadsheets import MAX_START, Grid
from tournaments.importing.forms.imports import (
    ColumnsForm,
    PastColumnsForm,
    TableFileForm,
    read_choices,
    read_distinctions,
)
from tournaments.importing.messages import (
    REASONS_TO_STAY,
    ROLES,
    ROW_FAULTS,
)
from tournaments.importing.queries import imports
from tournaments.importing.services import history_import
from tournaments.importing.services import imports as file_imports
from tournaments.importing.services.imports import ImportedTable
from tournaments.models import Club, PastImport
from tournaments.models.imports import REPORT, RESULTS_AT_ONCE
from tournaments.play.entries.messages import MAX_SHOWN, list_reasons_to_stay
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import event_url, get_managed_club, require_user
from tournaments.web.responses import response_status, see_other

PREVIEW_ROWS = 6
REFRESH_SECONDS = 2


@dataclass(slots=True)
class TableUpload:
    """An uploaded table during its preview: the form, the grid, the form of the columns, the refusal.

    The table begins in the row `start` of the file, below a title. `is_moved`: this row was chosen just now,
    so the columns are guessed again.
    """

    file: TableFileForm
    grid: Grid | None = None
    start: int = 1
    is_moved: bool = False
    columns: ColumnsForm | None = None
    refusal: Refusal | None = None

    @property
    def is_new(self) -> bool:
        """Tell whether the columns are still guessed: of a new file, or from another row."""
        return self.is_moved or bool(self.file.is_bound and self.file.cleaned_data.get("file"))

    def describe(self, roles: Sequence[str]) -> str:
        """Return the first row and the columns in short, to find out whether they were seen in a preview."""
        return f"{self.start}:{','.join(roles)}"


class NameAnswers(NamedTuple):
    """Whom ambiguous names mean, and what tells new people of a known name apart, by number of the name."""

    choices: dict[int, str]
    distinctions: dict[int, str]


@login_required
@require_safe
def index(request: HttpRequest, club: str) -> HttpResponse:
    """Show the imported files of a club, and the forms for another import."""
    managed_club = get_managed_club(request, club)
    return _page(
        request,
        managed_club,
        "imports",
        {**_list_imports(managed_club), "tasks": imports.get_file_imports(managed_club)},
    )


def _list_imports(club: Club) -> dict[str, Any]:
    """Return the imported files of results and lists of members."""
    removable = imports.count_removable_members(club)
    return {
        "files": [(file, file.rows - file.place_count) for file in imports.files_of(club)],
        "member_lists": [(entry, removable.get(entry.pk, 0)) for entry in imports.get_member_lists(club)],
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_results(request: HttpRequest, club: str) -> HttpResponse:
    """Import results of earlier years from a table.

    Without a POST the form for a file; then the preview, with the roles of the columns and the ambiguous
    names; with "take" the import, all or nothing.
    """
    managed_club = get_managed_club(request, club)
    upload = _read_upload(request, past_results.find_start)
    context: dict[str, Any] = {}
    table = _read_results_table(request, upload)
    if table is not None:
        reading, roles = table.read(timezone.localdate()), table.roles
        context = _reading_context(managed_club, reading, roles, table.common)
        context |= _make_seen_context(request, upload, roles)
        if _is_confirmed(request, context):
            count = len(context["preview"].names)
            answers = NameAnswers(
                read_choices(request.POST, count), read_distinctions(request.POST, {}, count)
            )
            try:
                return _run_results_import(
                    request, managed_club, upload.file.file_name, table, reading, answers
                )
            except Refusal as refused:
                upload.refusal = refused
    return _import_page(request, managed_club, upload, "import_results", context)


def _read_results_table(request: HttpRequest, upload: TableUpload) -> ImportedTable | None:
    """Return the table of results with the chosen or guessed columns; None without a valid form."""
    if upload.grid is None:
        return None
    grid = upload.grid.start_at(upload.start)
    guessed = past_results.guess_roles(grid)
    initial = {
        "heads": past_results.has_headings(grid),
        "order": past_results.guess_date_order(grid, guessed),
    }
    form = PastColumnsForm(
        None if upload.is_new else request.POST,
        grid=upload.grid,
        start=upload.start,
        roles=past_results.ROLES,
        guessed=guessed,
        initial=initial,
    )
    upload.columns = form
    if not upload.is_new and not form.is_valid():
        return None
    roles = guessed if upload.is_new else form.roles()
    options = initial if upload.is_new else form.cleaned_data
    return ImportedTable(grid, roles, bool(options["heads"]), str(options["order"]), form.common)


def _make_seen_context(request: HttpRequest, upload: TableUpload, roles: Sequence[str]) -> dict[str, Any]:
    """Return what the form sends back to say which row and columns the preview has shown."""
    seen = upload.describe(roles)
    return {"seen": seen, "is_unseen": request.POST.get("seen", seen) != seen}


def _is_confirmed(request: HttpRequest, context: dict[str, Any]) -> bool:
    """Return whether the preview that was shown is to be imported, and can be."""
    return "take" in request.POST and context["is_ready"] and not context["is_unseen"]


@login_required
@require_safe
def show_import(request: HttpRequest, club: str, code: str) -> HttpResponse:
    """Show the progress of an import, refreshed automatically until done; then its outcome."""
    managed_club = get_managed_club(request, club)
    row = imports.import_by_code(managed_club, code)
    if row is None:
        raise Http404
    status = imports.get_import_status(row)
    context = {
        "task": row,
        "status": status,
        "page_url": request.path,
        "refusal": make_refusal_message(status.refusal) if status.refusal else None,
        "again": reverse(
            "import-report" if row.kind == REPORT else "import-results", args=[managed_club.slug]
        ),
        "desk": event_url("desk", row.event) if row.event else "",
    }
    response = _page(request, managed_club, "file_import", context)
    response["Cache-Control"] = "no-store"
    if not row.is_over:
        response["Refresh"] = str(REFRESH_SECONDS)
    return response


@login_required
@require_POST
def undo_import(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Undo an import of results."""
    managed_club = get_managed_club(request, club)
    batch = get_object_or_404(PastImport.objects.select_related("club"), club=managed_club, pk=number)
    try:
        history_import.undo_import(batch=batch, by=require_user(request))
    except Refusal as refused:
        context = {**_list_imports(managed_club), "refusal": make_refusal_message(refused)}
        return _page(request, managed_club, "imports", context, status=409)
    messages.success(request, gettext("Import of %(name)s withdrawn.") % {"name": batch.name})
    return see_other(reverse("imports", args=[managed_club.slug]))


@login_required
@require_POST
def undo_member_list(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Remove the members whom a list brought to the club, and say who stays and why."""
    managed_club = get_managed_club(request, club)
    log_entry = get_object_or_404(imports.get_member_lists(managed_club), pk=number)
    try:
        undone = history_import.undo_member_list(log_entry=log_entry, by=require_user(request))
    except Refusal as refused:
        context = {**_list_imports(managed_club), "refusal": make_refusal_message(refused)}
        return _page(request, managed_club, "imports", context, status=409)
    message = ngettext("%(count)s member removed.", "%(count)s members removed.", undone.removed)
    messages.success(request, message % {"count": undone.removed})
    reasons = [
        str(REASONS_TO_STAY[activity.reason]) % {"name": player.desk_name, "event": activity.event}
        for player, activity in undone.remaining
    ]
    if reasons:
        messages.warning(request, list_reasons_to_stay(gettext("Not removed:"), reasons))
    return see_other(reverse("imports", args=[managed_club.slug]))


def _read_upload(request: HttpRequest, find_start: Callable[[Grid], int]) -> TableUpload:
    """Return the uploaded table, if any, from the chosen row on, else from the guessed one."""
    form = TableFileForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    upload = TableUpload(form)
    if not form.is_valid():
        return upload
    try:
        uploaded_file = form.cleaned_data.get("file")
        upload.grid = (
            spreadsheets.read(form.read_file())
            if uploaded_file
            else spreadsheets.grid_from_text(form.cleaned_data["text"])
        )
    except Refusal as refused:
        upload.refusal = refused
    else:
        upload.start = _read_start(request, upload.grid, find_start)
        seen_start = request.POST.get("seen", "").partition(":")[0]
        upload.is_moved = seen_start not in ("", str(upload.start))
    return upload


def _read_start(request: HttpRequest, grid: Grid, find_start: Callable[[Grid], int]) -> int:
    """Return the row in which the table begins: the chosen one, else the guessed one."""
    text = "" if request.FILES else request.POST.get("start", "")
    is_row = text.isascii() and text.isdecimal() and int(text[:7]) in grid.lines[:MAX_START]
    return int(text) if is_row else find_start(grid)


def _list_first_rows(grid: Grid, start: int) -> list[tuple[int, tuple[str, ...]]]:
    """Return the title of a table, and its first rows, with their numbers."""
    return grid.numbered_rows[: grid.lines.index(start) + PREVIEW_ROWS]


def _run_results_import(
    request: HttpRequest,
    club: Club,
    name: str,
    table: ImportedTable,
    reading: ParsedResults,
    answers: NameAnswers,
) -> HttpResponse:
    """Import the results, or start a background task for a large file."""
    by = require_user(request)
    if reading.row_count > RESULTS_AT_ONCE:
        task = file_imports.enqueue_results_import(
            club=club,
            name=name,
            table=table,
            choices=answers.choices,
            distinctions=answers.distinctions,
            by=by,
        )
        return see_other(reverse("file-import", args=[club.slug, task.code]))
    batch = history_import.import_results(
        club=club,
        name=name,
        rows=reading.rows,
        places=reading.places,
        choices=answers.choices,
        distinctions=answers.distinctions,
        by=by,
    )
    messages.success(request, _imported_message(batch.rows))
    return see_other(reverse("imports", args=[club.slug]))


def _reading_context(
    club: Club, reading: ParsedResults, roles: tuple[str, ...], common: WholeTable
) -> dict[str, Any]:
    missing = past_results.get_missing_roles(roles, common)
    repeated = past_results.get_repeated_roles(roles)
    # Without a column that all rows need, every row has the same fault.
    faults = () if missing else reading.faults
    return {
        "reading": reading,
        "preview": imports.preview_past_results(club, reading),
        "faults": [_fault_message(fault) for fault in faults[:MAX_SHOWN]],
        "more_faults": max(0, len(faults) - MAX_SHOWN),
        "asks_day": past_results.DATE not in roles,
        "asks_tournament": past_results.TOURNAMENT not in roles,
        "missing": [ROLES[role] for role in missing],
        "repeated": [ROLES[role] for role in repeated],
        "is_ready": bool(reading.row_count) and not (reading.faults or missing or repeated),
    }


def _imported_message(count: int) -> str:
    message = ngettext(
        "%(count)s row imported. It counts for seasons, its match for ratings.",
        "%(count)s rows imported. They count for seasons, their matches for ratings.",
        count,
    )
    return message % {"count": count}


def _fault_message(fault: RowFault) -> tuple[int, str]:
    return fault.line, str(ROW_FAULTS[fault.code]) % {"text": fault.text}


def _import_page(
    request: HttpRequest, club: Club, upload: TableUpload, name: str, context: dict[str, Any]
) -> HttpResponse:
    grid = upload.grid
    page_context = {
        "form": upload.file,
        "columns": upload.columns,
        "grid": grid,
        "first": _list_first_rows(grid, upload.start) if grid else (),
        "text": grid.text if grid else "",
        "name": upload.file.file_name if grid else "",
        "chosen": {}
        if upload.is_new
        else {key: value for key, value in request.POST.items() if key.startswith(("who_", "distinction_"))},
        "refusal": make_refusal_message(upload.refusal) if upload.refusal else None,
        "page_url": request.path,
        **context,
    }
    return _page(request, club, name, page_context, status=response_status(upload.refusal, upload.file))


def _page(
    request: HttpRequest, club: Club, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    page_context = {**club_page_context(request, club, "members"), **context}
    return render(request, f"tournaments/importing/{name}.html", page_context, status=status)

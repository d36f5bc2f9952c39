"""Results of earlier years: matches, places and seasons of a list, previewed with questions first."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from rules.errors import Refusal
from tournaments.exchange.lists.list_results import (
    OFFERED_ROLES,
    USED_ROLES,
    LackingRow,
    NewResults,
    select_results,
)
from tournaments.exchange.lists.match_tables import NO_RESULTS
from tournaments.exchange.lists.names_by_row import name_rows
from tournaments.exchange.lists.reading import RESULTS, SEASON
from tournaments.exchange.past_results import DATE, LENGTH, ParsedResults, RowFault, WholeTable
from tournaments.importing.forms.imports import (
    WholeTableForm,
    follow_names,
    read_choices,
    read_distinctions,
    write_names,
)
from tournaments.importing.messages import ROLES
from tournaments.importing.queries import imports, listed_names
from tournaments.importing.queries.bracketed_names import drop_seeds
from tournaments.importing.queries.stated_players import read_stated_players
from tournaments.importing.services import history_import
from tournaments.importing.services import imports as file_imports
from tournaments.importing.services.imports import ImportedList
from tournaments.importing.views.list_uploads import (
    ListUpload,
    describe_unused,
    make_seen_context,
    make_upload_context,
    read_upload,
)
from tournaments.importing.views.names_by_row import list_names_by_row
from tournaments.models import Club
from tournaments.models.imports import RESULTS_AT_ONCE
from tournaments.play.entries.messages import MAX_SHOWN
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import get_managed_club, require_user
from tournaments.web.list_forms import ListQuestionsForm
from tournaments.web.list_messages import describe_fault, describe_left_out, describe_row
from tournaments.web.responses import response_status, see_other


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_results(request: HttpRequest, club: str) -> HttpResponse:
    """Import results of earlier years from a list.

    Without a POST the form for a file; then the preview with questions, columns and ambiguous names; with
    "take" the import, all or nothing.
    """
    managed_club = get_managed_club(request, club)
    upload = read_upload(request, RESULTS, OFFERED_ROLES)
    context: dict[str, Any] = {}
    if upload.reading is not None:
        form = WholeTableForm(None if upload.is_new else request.POST)
        form.is_valid()
        new_results = select_results(upload.reading, upload.answers, form.common, timezone.localdate())
        context = _make_context(request, managed_club, upload, new_results, form)
        if "take" in request.POST and context["is_ready"] and not context["is_unseen"]:
            results_list = ImportedList(upload.text, upload.answers, form.common)
            try:
                choices = context["chosen"]
                return _run_import(request, managed_club, upload, results_list, context["results"], choices)
            except Refusal as refused:
                upload.refusal = refused
    return _show_page(request, managed_club, upload, context)


def _make_context(
    request: HttpRequest,
    club: Club,
    upload: ListUpload,
    new_results: NewResults,
    form: WholeTableForm,
) -> dict[str, Any]:
    original, common = drop_seeds(club, new_results.results), form.common
    results = name_rows(original, upload.answers)
    names = listed_names.get_named_players(club, results.names)
    original_names = names if results is original else listed_names.get_named_players(club, original.names)
    chosen = {} if upload.is_new else follow_names(request.POST, names)
    stated_players = read_stated_players(club, names, chosen)
    names, chosen = stated_players.names, stated_players.choices
    preview = imports.preview_past_results(club, results, names, read_choices(chosen, len(names)))
    return {
        "results": results,
        "preview": preview,
        "stated_players": stated_players,
        "chosen": chosen,
        "names_by_row": list_names_by_row(original, original_names, upload.answers),
        "with_known": not upload.is_new and "with_known" in request.POST,
        "named": write_names(one for one in names if one.player is None),
        "whole": form,
        "shown_fields": _list_shown_fields(new_results, common),
        "questions": ListQuestionsForm(new_results.questions),
        "faults": [_describe(fault) for fault in results.faults[:MAX_SHOWN]],
        "more_faults": max(0, len(results.faults) - MAX_SHOWN),
        "sheets_without_score": _list_sheets_without_score(upload),
        "unread_sheets": [row.text for row in new_results.left_out if row.reason == NO_RESULTS],
        "left_out": describe_left_out(new_results.left_out),
        "unused": describe_unused(upload.reading, USED_ROLES) if upload.reading else [],
        "missing": [ROLES[role] for role in results.missing]
        + ([ROLES["one"], ROLES["other"]] if new_results.is_without_players else []),
        "lacking": [_describe_lacking(row) for row in new_results.lacking[:MAX_SHOWN]],
        "more_lacking": max(0, len(new_results.lacking) - MAX_SHOWN),
        "is_ready": new_results.is_ready and not form.errors and not stated_players.unclear_texts,
        "is_unanswered": any(question.is_open for question in new_results.questions),
        **make_seen_context(request, upload, new_results.questions),
    }


def _list_sheets_without_score(upload: ListUpload) -> list[str]:
    """Return the sheets of a workbook with matches of which only the winner is known."""
    matches = upload.reading.results if upload.reading else ()
    without = (match.sheet for match in matches if match.score_one is None and not match.how)
    return list(dict.fromkeys(filter(None, without)))


def _list_shown_fields(new_results: NewResults, common: WholeTable) -> list[str]:
    """Return the fields that the form shows: those that some rows lack."""
    results = new_results.results
    lacks_day = DATE in results.missing or common.day is not None
    lacks_name = not all(name for _day, name in results.tournaments) or bool(common.tournament)
    lacks_length = LENGTH in results.missing or common.length is not None
    fields = {"day": lacks_day, "tournament": lacks_name, "length": lacks_length}
    return [name for name, is_lacking in fields.items() if is_lacking]


def _describe_lacking(row: LackingRow) -> tuple[str, str]:
    return describe_row(row.line, row.sheet), f"{row.text} ({ROLES[row.role]})"


def _describe(fault: RowFault) -> tuple[str, str]:
    return describe_row(fault.line, fault.sheet), describe_fault(fault)


def _run_import(
    request: HttpRequest,
    club: Club,
    upload: ListUpload,
    results_list: ImportedList,
    results: ParsedResults,
    choices_by_field: Mapping[str, str],
) -> HttpResponse:
    """Import the results, or start a background task for a large file."""
    count = len(listed_names.list_names(results.names))
    choices = read_choices(choices_by_field, count)
    arguments: Mapping[str, Any] = {
        "club": club,
        "name": upload.name,
        "choices": choices,
        "distinctions": read_distinctions(choices_by_field, {}, count),
        "with_known": "with_known" in request.POST,
        "by": require_user(request),
    }
    if results.row_count > RESULTS_AT_ONCE:
        task = file_imports.enqueue_results_import(results_list=results_list, **arguments)
        return see_other(reverse("file-import", args=[club.slug, task.code]))
    batch = history_import.import_results(results=results, **arguments)
    message = ngettext(
        "%(count)s row imported. It counts for seasons, its match for ratings.",
        "%(count)s rows imported. They count for seasons, their matches for ratings.",
        batch.rows,
    )
    sentences = [message % {"count": batch.rows}]
    if batch.rows < results.row_count:
        left_out = ngettext(
            "%(count)s row was here already and is left out.",
            "%(count)s rows were here already and are left out.",
            results.row_count - batch.rows,
        )
        sentences.append(left_out % {"count": results.row_count - batch.rows})
    messages.success(request, " ".join(sentences))
    return see_other(reverse("imports", args=[club.slug]))


def _show_page(
    request: HttpRequest, club: Club, upload: ListUpload, context: Mapping[str, Any]
) -> HttpResponse:
    page_context = {
        **club_page_context(request, club, "members"),
        **make_upload_context(request, upload, RESULTS, SEASON),
        **context,
    }
    status = response_status(upload.refusal, upload.form)
    return render(request, "tournaments/importing/import_results.html", page_context, status=status)

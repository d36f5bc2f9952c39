"""Imports into a club or an event: past results, members, entries; each previewed first."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from matches.models import Player
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.importing.messages import (
    REASONS_TO_STAY,
)
from tournaments.importing.queries import imports
from tournaments.importing.services import history_import
from tournaments.models import Club, PastImport
from tournaments.models.imports import REPORT
from tournaments.people.queries.member_activities import Activity
from tournaments.play.entries.messages import MAX_SHOWN, list_reasons_to_stay
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import event_url, get_managed_club, require_user
from tournaments.web.responses import see_other

REFRESH_SECONDS = 2


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
    remaining = imports.find_remaining_members(club)
    files = imports.files_of(club)
    return {
        "files": [(file, file.rows - file.place_count - file.points_count) for file in files],
        "member_lists": [
            (
                entry,
                entry.remaining - len(remaining.get(entry.pk, ())),
                _list_reasons(remaining.get(entry.pk, ())[:MAX_SHOWN]),
                max(0, len(remaining.get(entry.pk, ())) - MAX_SHOWN),
            )
            for entry in imports.get_member_lists(club)
        ],
    }


def _list_reasons(remaining: Iterable[tuple[Player, Activity]]) -> list[str]:
    """Return why each of these members stays, as sentences."""
    return [
        str(REASONS_TO_STAY[activity.reason]) % {"name": player.desk_name, "event": activity.event}
        for player, activity in remaining
    ]


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
    reasons = _list_reasons(undone.remaining)
    if reasons:
        messages.warning(request, list_reasons_to_stay(gettext("Not removed:"), reasons))
    return see_other(reverse("imports", args=[managed_club.slug]))


def _page(
    request: HttpRequest, club: Club, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    page_context = {**club_page_context(request, club, "members"), **context}
    return render(request, f"tournaments/importing/{name}.html", page_context, status=status)

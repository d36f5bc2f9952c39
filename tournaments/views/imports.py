"""Tables that come into a club: results of earlier years and players, looked at before they are taken in."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.views.refusals import told
from rules.errors import Refusal
from tournaments.exchange import member_lists, past_results, spreadsheets
from tournaments.exchange.past_places import Fault
from tournaments.exchange.past_results import Reading
from tournaments.exchange.spreadsheets import Grid
from tournaments.forms.imports import Columns, PastColumns, TableFile, choices_of
from tournaments.models import Club, PastImport
from tournaments.models.file_import import REPORT, RESULTS_AT_ONCE
from tournaments.phrases.seasons import FAULTS, ROLES
from tournaments.queries import file_imports as imported
from tournaments.queries import past as queries
from tournaments.services import file_imports, past, past_people
from tournaments.services.file_imports import Table
from tournaments.views.answers import see, status_of
from tournaments.views.clubs import frame_of
from tournaments.views.doors import address, director, managed

SHOWN, FAULTS_SHOWN = 6, 30
REFRESH_SECONDS = 2


@dataclass(slots=True)
class Looked:
    """A table while it is looked at: the file, its grid, its columns, and what was refused."""

    file: TableFile
    grid: Grid | None = None
    columns: Columns | None = None
    refusal: Refusal | None = None

    @property
    def is_new(self) -> bool:
        """Whether the file has just come, so that nobody has said anything of it yet."""
        return bool(self.file.is_bound and self.file.cleaned_data.get("file"))


@login_required
@require_safe
def index(request: HttpRequest, club: str) -> HttpResponse:
    """The files a club has taken in, and the ways for another one."""
    found = managed(request, club)
    return _page(
        request, found, "imports", {"files": queries.files_of(found), "tasks": imported.imports_of(found)}
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def results(request: HttpRequest, club: str) -> HttpResponse:
    """Results of earlier years: the columns, who is meant, and all of it or nothing."""
    found = managed(request, club)
    looked = _look(request)
    context: dict[str, Any] = {}
    grid = looked.grid
    if grid is not None:
        guessed = past_results.guessed(grid)
        initial = {"heads": past_results.has_heads(grid), "order": past_results.order_of(grid, guessed)}
        initial = {"heads": past_results.has_heads(grid), "order": past_results.order_of(grid, guessed)}
        data = None if looked.is_new else request.POST
        form = PastColumns(data, grid=grid, roles=past_results.ROLES, guessed=guessed, initial=initial)
        looked.columns = form
        if looked.is_new or form.is_valid():
            roles = guessed if looked.is_new else form.roles()
            said = initial if looked.is_new else form.cleaned_data
            reading = past_results.read(
                grid, roles, heads=bool(said["heads"]), order=str(said["order"]), today=timezone.localdate()
            )
            context = _told(found, reading, roles)
            if "take" in request.POST and context["is_ready"]:
                choices = choices_of(request.POST, len(context["coming"].names))
                table = Table(grid, roles, bool(said["heads"]), str(said["order"]))
                try:
                    return _take_in(request, found, looked.file.file_name, table, reading, choices)
                except Refusal as refused:
                    looked.refusal = refused
    return _table(request, found, looked, "import_results", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, club: str) -> HttpResponse:
    """Members by name: the columns, who is meant, and all of them or nobody."""
    found = managed(request, club)
    looked = _look(request)
    context: dict[str, Any] = {}
    if looked.grid is not None:
        guessed = member_lists.guessed(looked.grid)
        data = None if looked.is_new else request.POST
        form = Columns(data, grid=looked.grid, roles=member_lists.NAMES, guessed=guessed)
        looked.columns = form
        if looked.is_new or form.is_valid():
            roles = guessed if looked.is_new else form.roles()
            names = member_lists.names(looked.grid, roles)
            context = {
                "coming": queries.coming(found, names),
                "missing": () if member_lists.has_names(roles) else (ROLES["name"],),
                "is_ready": bool(names) and member_lists.has_names(roles),
            }
            if "take" in request.POST and context["is_ready"]:
                choices = choices_of(request.POST, len(context["coming"].names))
                try:
                    count = past_people.enrol(club=found, names=names, choices=choices, by=director(request))
                except Refusal as refused:
                    looked.refusal = refused
                else:
                    said = ngettext("%(count)s new member.", "%(count)s new members.", count)
                    messages.success(request, said % {"count": count})
                    return see(reverse("members", args=[found.slug]))
    return _table(request, found, looked, "import_players", context)


@login_required
@require_safe
def task(request: HttpRequest, club: str, code: str) -> HttpResponse:
    """How far an import is, asked for again by itself until it is over; then its outcome."""
    found = managed(request, club)
    row = imported.with_code(found, code)
    if row is None:
        raise Http404
    status = imported.status_of(row)
    context = {
        "task": row,
        "status": status,
        "here": request.path,
        "refusal": told(status.refusal) if status.refusal else None,
        "again": reverse("take-report" if row.kind == REPORT else "import-results", args=[found.slug]),
        "desk": address("desk", row.event) if row.event else "",
    }
    answer = _page(request, found, "file_import", context)
    answer["Cache-Control"] = "no-store"
    if not row.is_over:
        answer["Refresh"] = str(REFRESH_SECONDS)
    return answer


@login_required
@require_POST
def take_back(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Undo a file of results."""
    found = managed(request, club)
    batch = get_object_or_404(PastImport.objects.select_related("club"), club=found, pk=number)
    try:
        past.take_back(batch=batch, by=director(request))
    except Refusal as refused:
        context = {"files": queries.files_of(found), "refusal": told(refused)}
        return _page(request, found, "imports", context, status=409)
    messages.success(request, gettext("Matches of %(name)s withdrawn.") % {"name": batch.name})
    return see(reverse("imports", args=[found.slug]))


def _look(request: HttpRequest) -> Looked:
    """The table that was sent, if any."""
    form = TableFile(*((request.POST, request.FILES) if request.method == "POST" else ()))
    looked = Looked(form)
    if not form.is_valid():
        return looked
    try:
        sent = form.cleaned_data.get("file")
        looked.grid = (
            spreadsheets.read(form.data_of()) if sent else spreadsheets.of_text(form.cleaned_data["text"])
        )
    except Refusal as refused:
        looked.refusal = refused
    return looked


def _take_in(
    request: HttpRequest,
    club: Club,
    name: str,
    table: Table,
    reading: Reading,
    choices: dict[int, str],
) -> HttpResponse:
    """Take results in, or start the task that does where there are many."""
    by = director(request)
    if reading.told > RESULTS_AT_ONCE:
        task = file_imports.start_results(club=club, name=name, table=table, choices=choices, by=by)
        return see(reverse("file-import", args=[club.slug, task.code]))
    batch = past.take_in(
        club=club, name=name, rows=reading.rows, places=reading.places, choices=choices, by=by
    )
    messages.success(request, _taken(batch.rows))
    return see(reverse("imports", args=[club.slug]))


def _told(club: Club, reading: Reading, roles: tuple[str, ...]) -> dict[str, Any]:
    missing, repeated = past_results.missing(roles), past_results.repeated(roles)
    return {
        "reading": reading,
        "coming": queries.foreseen(club, reading),
        "faults": [_sentence(fault) for fault in reading.faults[:FAULTS_SHOWN]],
        "more_faults": max(0, len(reading.faults) - FAULTS_SHOWN),
        "missing": [ROLES[role] for role in missing],
        "repeated": [ROLES[role] for role in repeated],
        "is_ready": bool(reading.told) and not (reading.faults or missing or repeated),
    }


def _taken(count: int) -> str:
    said = ngettext(
        "%(count)s row imported. It counts for seasons, its match for ratings.",
        "%(count)s rows imported. They count for seasons, their matches for ratings.",
        count,
    )
    return said % {"count": count}


def _sentence(fault: Fault) -> tuple[int, str]:
    return fault.line, str(FAULTS[fault.code]) % {"text": fault.text}


def _table(
    request: HttpRequest, club: Club, looked: Looked, name: str, context: dict[str, Any]
) -> HttpResponse:
    grid = looked.grid
    shown = {
        "form": looked.file,
        "columns": looked.columns,
        "grid": grid,
        "first": grid.rows[:SHOWN] if grid else (),
        "text": grid.text if grid else "",
        "name": looked.file.file_name if grid else "",
        "chosen": {key: value for key, value in request.POST.items() if key.startswith("who_")},
        "refusal": told(looked.refusal) if looked.refusal else None,
        "here": request.path,
        **context,
    }
    return _page(request, club, name, shown, status=status_of(looked.refusal, looked.file))


def _page(
    request: HttpRequest, club: Club, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    shown = {**frame_of(request, club, "members"), **context}
    return render(request, f"tournaments/{name}.html", shown, status=status)

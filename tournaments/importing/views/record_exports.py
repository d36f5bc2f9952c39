"""The match files of a tournament as a zip, for everybody who may see the tournament."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from matches.views import visitors
from matches.views.errors import make_refusal_message, render_refusal
from matches.views.visitors import get_identity
from rules.errors import Refusal
from tournaments.importing.forms.record_exports import FORMAT_LABELS, RecordExportForm
from tournaments.importing.queries import record_exports as queries
from tournaments.importing.services import record_exports as services
from tournaments.models import RecordExport, Tournament
from tournaments.web.decorators import get_tournament
from tournaments.web.responses import see_other

TEMPLATE = "tournaments/importing/records.html"
REFRESH_SECONDS = 2
EXPORTS_PER_HOUR, HOUR_SECONDS = 30, 3600


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_records(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the number of match files and the formats, or request the zip in a format (POST)."""
    tournament_row = get_tournament(request, club, tournament)
    form = RecordExportForm(request.POST or None)
    context = _make_context(request, tournament_row) | {"form": form}
    if request.method != "POST":
        return render(request, TEMPLATE, context)
    if not form.is_valid():
        return render(request, TEMPLATE, context, status=400)
    try:
        visitors.throttle_identity(
            "record-export",
            request,
            get_identity(request, None),
            at=tournament_row.slug,
            limit=EXPORTS_PER_HOUR,
            seconds=HOUR_SECONDS,
        )
        export = services.request_export(
            tournament=tournament_row,
            format=form.cleaned_data["format"],
            language=get_language() or "en",
            identity=get_identity(request, None),
        )
    except Refusal as refusal:
        return render_refusal(request, TEMPLATE, context, refusal)
    return see_other(reverse("record-export", args=[club, tournament, export.code]))


@never_cache
@require_safe
def show_export(request: HttpRequest, club: str, tournament: str, code: str) -> HttpResponse:
    """Show the progress of a zip, refreshed until it is done, and the link to it."""
    tournament_row = get_tournament(request, club, tournament)
    export = _export_or_404(tournament_row, code)
    status = queries.get_status(export)
    context = _make_context(request, tournament_row) | {
        "form": RecordExportForm(initial={"format": export.format}),
        "export": export,
        "format": FORMAT_LABELS[export.format],
        "status": status,
        "refusal": _find_problem(export),
    }
    response = render(request, TEMPLATE, context)
    if not export.is_over:
        response["Refresh"] = str(REFRESH_SECONDS)
    return response


@never_cache
@require_safe
def download(request: HttpRequest, club: str, tournament: str, code: str) -> HttpResponse:
    """Return the zip; 404 if it is not done, or outdated by changed files or names."""
    tournament_row = get_tournament(request, club, tournament)
    export = _export_or_404(tournament_row, code)
    if not export.is_done or queries.get_status(export).is_outdated:
        raise Http404
    response = HttpResponse(bytes(export.data), content_type="application/zip")
    name = f"{tournament_row.slug}-{export.format}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _export_or_404(tournament: Tournament, code: str) -> RecordExport:
    export = queries.get_export(tournament, code)
    if export is None:
        raise Http404
    return export


def _find_problem(export: RecordExport) -> Any:
    if not export.problem:
        return None
    return make_refusal_message(Refusal(export.problem["code"], "", **export.problem["facts"]))


def _make_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "count": queries.count_records(tournament),
    }

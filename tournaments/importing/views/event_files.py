"""Pages of the files of an event: import and download."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.exchange import event_file, trf
from tournaments.exchange.spreadsheets import CSV_TYPE
from tournaments.importing.forms import imports as import_forms
from tournaments.importing.queries import imports
from tournaments.importing.queries.exports import EVENT_FILES
from tournaments.importing.queries.file_signatures import get_file_signature
from tournaments.importing.services import imports as import_services
from tournaments.importing.services.event_files import import_event_file
from tournaments.models import Event
from tournaments.models.imports import REPORT_AT_ONCE
from tournaments.permissions import may_direct
from tournaments.web.csv_files import write_page_csv
from tournaments.web.decorators import director_view, event_url, get_club, require_user
from tournaments.web.responses import response_status, see_other


@require_safe
@director_view
def download_file(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """Return a file of an event; 404 for an unknown name, and for the Swiss report of another format."""
    kind, build_file = EVENT_FILES.get(name, ("", None))
    data = build_file(event) if build_file else None
    if data is None:
        raise Http404
    response = HttpResponse(write_page_csv(data) if kind == CSV_TYPE else data, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}"'
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_event(request: HttpRequest, club: str) -> HttpResponse:
    """Import an event from its file, or continue the club's event that the file extends."""
    directed_club = get_club(club)
    if not may_direct(require_user(request), directed_club):
        raise Http404
    form = import_forms.EventFileForm(request.POST or None, request.FILES or None)
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            file = event_file.read(form.read_file())
            event = import_event_file(club=directed_club, file=file, by=require_user(request))
        except Refusal as refused:
            refusal = refused
        else:
            text = gettext("%(event)s has been imported.") % {"event": event.name}
            messages.success(request, f"{text} {get_file_signature(file).sentence}")
            return see_other(event_url("desk", event))
    context = {
        "club": directed_club,
        "form": form,
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(
        request, "tournaments/importing/import_event.html", context, status=response_status(refusal, form)
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_report(request: HttpRequest, club: str) -> HttpResponse:
    """Import a Swiss report from another program, after a preview.

    The file of the first POST is previewed; the second POST has its text and imports it, by a task if it is
    long.
    """
    directed_club, by = get_club(club), require_user(request)
    if not may_direct(by, directed_club):
        raise Http404
    form = import_forms.ReportFileForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    refusal: Refusal | None = None
    import_preview = None
    if form.is_valid():
        data = form.cleaned_data
        try:
            report = trf.read(data["text"].encode())
            if not data.get("file"):
                if imports.count_report_results(report) > REPORT_AT_ONCE:
                    task = import_services.enqueue_report_import(
                        club=directed_club, text=data["text"], length=data["length"], by=by
                    )
                    return see_other(reverse("file-import", args=[directed_club.slug, task.code]))
                event = import_services.import_report(
                    club=directed_club, report=report, length=data["length"], by=by
                )
                messages.success(request, gettext("%(event)s has been imported.") % {"event": event.name})
                return see_other(event_url("desk", event))
            import_preview = imports.preview_report(directed_club, report)
        except Refusal as refused:
            refusal = refused
    context = {
        "club": directed_club,
        "form": form,
        "preview": import_preview,
        "text": form.cleaned_data.get("text", "") if import_preview else "",
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(
        request, "tournaments/importing/import_trf.html", context, status=response_status(refusal, form)
    )

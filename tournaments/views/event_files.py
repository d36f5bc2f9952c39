"""Files of an event for its directors: the event itself, sheets, reports; and events taken from files."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.views.refusals import make_refusal_message
from rules.errors import Refusal
from tournaments.exchange import event_file, trf
from tournaments.forms import imports as file_forms
from tournaments.models import Club, Event
from tournaments.models.file_import import REPORT_AT_ONCE
from tournaments.permissions import may_direct
from tournaments.queries import exports, imports
from tournaments.queries.exports import EVENT_FILES
from tournaments.services import event_imports, file_imports, reports
from tournaments.views.decorators import director_view, event_url, get_club, require_user
from tournaments.views.responses import response_status, see_other


@require_safe
@director_view
def file(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """One of the files of an event; an event without a Swiss has no report."""
    kind, build_file = EVENT_FILES.get(name, ("", None))
    data = build_file(event) if build_file else None
    if data is None:
        raise Http404
    response = HttpResponse(data, content_type=kind)
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
    form = file_forms.EventFile(request.POST or None, request.FILES or None)
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            event = _import_file(request, directed_club, form.data_of())
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, gettext("%(event)s has been imported.") % {"event": event.name})
            return see_other(event_url("desk", event))
    context = {
        "club": directed_club,
        "form": form,
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(request, "tournaments/take_over.html", context, status=response_status(refusal, form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_report(request: HttpRequest, club: str) -> HttpResponse:
    """Import the report of a Swiss from another program, after a preview."""
    directed_club, by = get_club(club), require_user(request)
    if not may_direct(by, directed_club):
        raise Http404
    form = file_forms.ReportFile(*((request.POST, request.FILES) if request.method == "POST" else ()))
    refusal: Refusal | None = None
    import_preview = None
    if form.is_valid():
        try:
            report = trf.read(form.cleaned_data["text"].encode())
            if not form.cleaned_data.get("file"):
                if imports.count_report_results(report) > REPORT_AT_ONCE:
                    task = file_imports.start_report(
                        club=directed_club,
                        text=form.cleaned_data["text"],
                        length=form.cleaned_data["length"],
                        by=by,
                    )
                    return see_other(reverse("file-import", args=[directed_club.slug, task.code]))
                event = reports.import_report(
                    club=directed_club, report=report, length=form.cleaned_data["length"], by=by
                )
                messages.success(request, gettext("%(event)s has been imported.") % {"event": event.name})
                return see_other(event_url("desk", event))
            import_preview = imports.preview_report(directed_club, report)
        except Refusal as refused:
            refusal = refused
    context = {
        "club": directed_club,
        "form": form,
        "foreseen": import_preview,
        "text": form.cleaned_data.get("text", "") if import_preview else "",
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(request, "tournaments/report.html", context, status=response_status(refusal, form))


def _import_file(request: HttpRequest, club: Club, data: bytes) -> Event:
    file = event_file.read(data)
    existing_event = exports.find_imported_event(file.lines[0].key)
    by = require_user(request)
    if existing_event is not None and existing_event.tournament.club_id == club.pk:
        return event_imports.import_continuation(event=existing_event, file=file, by=by)
    return event_imports.import_event(club=club, file=file, by=by)

"""Files of an event for its directors: the event itself, sheets, reports; and events taken from files."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.views.refusals import told
from rules.errors import Refusal
from tournaments.exchange import event_file, trf
from tournaments.forms import files as file_forms
from tournaments.models import Club, Event
from tournaments.models.file_import import REPORT_AT_ONCE
from tournaments.permissions import may_direct
from tournaments.queries import event_files
from tournaments.queries import reports as coming
from tournaments.queries.event_downloads import FILES
from tournaments.services import file_imports, importing, reports
from tournaments.views.answers import see, status_of
from tournaments.views.doors import address, club_at, director, for_directors


@require_safe
@for_directors
def file(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """One of the files of an event; an event without a Swiss has no report."""
    kind, build_file = FILES.get(name, ("", None))
    data = build_file(event) if build_file else None
    if data is None:
        raise Http404
    response = HttpResponse(data, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}"'
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HttpRequest, club: str) -> HttpResponse:
    """Import an event from its file, or continue the club's event that the file extends."""
    directed_club = club_at(club)
    if not may_direct(director(request), directed_club):
        raise Http404
    form = file_forms.EventFile(request.POST or None, request.FILES or None)
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            event = _taken(request, directed_club, form.data_of())
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, gettext("%(event)s has been imported.") % {"event": event.name})
            return see(address("desk", event))
    context = {"club": directed_club, "form": form, "refusal": told(refusal) if refusal else None}
    return render(request, "tournaments/take_over.html", context, status=status_of(refusal, form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_report(request: HttpRequest, club: str) -> HttpResponse:
    """Import the report of a Swiss from another program, after a preview."""
    directed_club, by = club_at(club), director(request)
    if not may_direct(by, directed_club):
        raise Http404
    form = file_forms.ReportFile(*((request.POST, request.FILES) if request.method == "POST" else ()))
    refusal: Refusal | None = None
    import_preview = None
    if form.is_valid():
        try:
            report = trf.read(form.cleaned_data["text"].encode())
            if not form.cleaned_data.get("file"):
                if coming.results_of(report) > REPORT_AT_ONCE:
                    task = file_imports.start_report(
                        club=directed_club,
                        text=form.cleaned_data["text"],
                        length=form.cleaned_data["length"],
                        by=by,
                    )
                    return see(reverse("file-import", args=[directed_club.slug, task.code]))
                event = reports.take_report(
                    club=directed_club, report=report, length=form.cleaned_data["length"], by=by
                )
                messages.success(request, gettext("%(event)s has been imported.") % {"event": event.name})
                return see(address("desk", event))
            import_preview = coming.foreseen(directed_club, report)
        except Refusal as refused:
            refusal = refused
    context = {
        "club": directed_club,
        "form": form,
        "foreseen": import_preview,
        "text": form.cleaned_data.get("text", "") if import_preview else "",
        "refusal": told(refusal) if refusal else None,
    }
    return render(request, "tournaments/report.html", context, status=status_of(refusal, form))


def _taken(request: HttpRequest, club: Club, data: bytes) -> Event:
    file = event_file.read(data)
    existing_event = event_files.here_already(file.lines[0].key)
    by = director(request)
    if existing_event is not None and existing_event.tournament.club_id == club.pk:
        return importing.continue_with(event=existing_event, file=file, by=by)
    return importing.take_over(club=club, file=file, by=by)

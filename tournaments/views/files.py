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
    kind, make = FILES.get(name, ("", None))
    data = make(event) if make else None
    if data is None:
        raise Http404
    answer = HttpResponse(data, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}"'
    answer["Cache-Control"] = "no-store"
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HttpRequest, club: str) -> HttpResponse:
    """Take an event over from its file, or continue the one of this club that the file goes on with."""
    found = club_at(club)
    if not may_direct(director(request), found):
        raise Http404
    form = file_forms.EventFile(request.POST or None, request.FILES or None)
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            event = _taken(request, found, form.data_of())
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, gettext("%(event)s has been imported.") % {"event": event.name})
            return see(address("desk", event))
    context = {"club": found, "form": form, "refusal": told(refusal) if refusal else None}
    return render(request, "tournaments/take_over.html", context, status=status_of(refusal, form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_report(request: HttpRequest, club: str) -> HttpResponse:
    """A report of a Swiss from another program: looked at first, then an event is made of it."""
    found, by = club_at(club), director(request)
    if not may_direct(by, found):
        raise Http404
    form = file_forms.ReportFile(*((request.POST, request.FILES) if request.method == "POST" else ()))
    refusal: Refusal | None = None
    foreseen = None
    if form.is_valid():
        try:
            report = trf.read(form.cleaned_data["text"].encode())
            if not form.cleaned_data.get("file"):
                if coming.results_of(report) > REPORT_AT_ONCE:
                    task = file_imports.start_report(
                        club=found,
                        text=form.cleaned_data["text"],
                        length=form.cleaned_data["length"],
                        by=by,
                    )
                    return see(reverse("file-import", args=[found.slug, task.code]))
                event = reports.take_report(
                    club=found, report=report, length=form.cleaned_data["length"], by=by
                )
                messages.success(request, gettext("%(event)s has been imported.") % {"event": event.name})
                return see(address("desk", event))
            foreseen = coming.foreseen(found, report)
        except Refusal as refused:
            refusal = refused
    context = {
        "club": found,
        "form": form,
        "foreseen": foreseen,
        "text": form.cleaned_data.get("text", "") if foreseen else "",
        "refusal": told(refusal) if refusal else None,
    }
    return render(request, "tournaments/report.html", context, status=status_of(refusal, form))


def _taken(request: HttpRequest, club: Club, data: bytes) -> Event:
    file = event_file.read(data)
    known = event_files.here_already(file.lines[0].key)
    by = director(request)
    if known is not None and known.tournament.club_id == club.pk:
        return importing.continue_with(event=known, file=file, by=by)
    return importing.take_over(club=club, file=file, by=by)

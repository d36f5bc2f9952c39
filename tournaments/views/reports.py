"""The report of an event."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.views.visitors import get_user
from tournaments.models import Event
from tournaments.permissions import may_direct
from tournaments.queries import event_report, events, page_versions, player_path, report_tables
from tournaments.views.decorators import View, public_event_view, version_for_reader, with_etag
from tournaments.views.navigation import make_public_tabs


def with_report_etag(view: View) -> View:
    """Add an ETag from event, club and match files, as a report shows ratings and season points too."""

    def version(request: HttpRequest, event: Event) -> page_versions.Version:
        of_club = page_versions.of_club(event.tournament.club)
        return (*version_for_reader(request, event), *of_club, *event_report.report_version(event))

    return with_etag(version, view)


def get_report(event: Event) -> event_report.EventReport:
    """Return the report of a published event, or raise 404."""
    if event.status not in player_path.SHOWN:
        raise Http404
    return event_report.get_event_report(event)


@require_safe
@public_event_view
@with_report_etag
def show(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the report of an event."""
    report, user = get_report(event), get_user(request)
    is_director = may_direct(user, event)
    context = {
        "event": event,
        "tabs": make_public_tabs(event, "event-standings", is_director=is_director, user=user),
        "is_director": is_director,
        "winners": [line.entry for line in report.standings.winners],
        "report": report,
        "heading": report_tables.get_heading(report),
        "tables": report_tables.get_tables(report),
        "has_trf": events.get_overview(event).has_report,
    }
    return render(request, "tournaments/event_report.html", context)

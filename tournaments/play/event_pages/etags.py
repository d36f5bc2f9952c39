"""ETags of pages of events, by which an unchanged page is answered with 304."""

from django.http import HttpRequest
from django.utils import timezone

from matches.views.visitors import get_user
from tournaments.models import Event, EventStatus
from tournaments.permissions import may_direct
from tournaments.play.event_pages import page_versions
from tournaments.play.events.announcements import EventNotices, get_event_notices
from tournaments.registry import event_versions
from tournaments.web import etags
from tournaments.web.decorators import View
from tournaments.web.etags import with_etag

# How long estimated times are served unchanged.
FORECAST_SECONDS = 300


def with_event_etag(view: View) -> View:
    """Add an ETag from event and reader to a page of an event.

    It changes every few minutes during play, with the estimated times.
    """

    def version(request: HttpRequest, event: Event) -> etags.Version:
        forecast_period = timezone.now().timestamp() // FORECAST_SECONDS
        is_in_play = event.status == EventStatus.PUBLISHED
        return (*version_for_reader(request, event), forecast_period if is_in_play else 0)

    return with_etag(version, view)


def with_journal_etag(view: View) -> View:
    """Add an ETag to the journal page, which also names the authors of lines."""

    def version(request: HttpRequest, event: Event) -> etags.Version:
        return (*version_for_reader(request, event), *page_versions.of_authors(event))

    return with_etag(version, view)


def version_for_reader(request: HttpRequest, event: Event) -> etags.Version:
    """Return the version of an event, with what the tabs depend on for this reader."""
    user = get_user(request)
    return (
        *page_versions.of_event_content(event),
        *page_versions.of_notices(get_request_notices(request, event)),
        may_direct(user, event),
        *event_versions(event, user),
    )


def get_request_notices(request: HttpRequest, event: Event) -> EventNotices:
    """Return the announcements and breaks that a page of an event shows, read once for a request."""
    notices: EventNotices | None = getattr(request, "event_notices", None)
    if notices is None:
        notices = get_event_notices(event, timezone.now())
        request.event_notices = notices  # type: ignore[attr-defined]
    return notices

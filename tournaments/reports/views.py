"""The report of an event, with the photographs of its winners."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from matches.models import Player
from matches.views.errors import make_refusal_message
from matches.views.visitors import get_identity, get_user
from rules.errors import Refusal
from tournaments.models import Event
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.permissions import may_change_photo, may_direct
from tournaments.play.event_pages.etags import version_for_reader
from tournaments.play.events import events
from tournaments.play.tournaments.page_forms import PhotoForm
from tournaments.play.tournaments.views.tournament_pages import send_file
from tournaments.reports import services as photo_services
from tournaments.reports.queries import event_report, report_tables, winner_photos
from tournaments.web import club_pages, etags, uploaded_images
from tournaments.web.decorators import View, event_url, public_event_view
from tournaments.web.etags import with_etag
from tournaments.web.navigation import make_public_tabs
from tournaments.web.responses import response_status, see_other


def with_report_etag(view: View) -> View:
    """Add an ETag from event, club and match files, as a report shows ratings and season points too."""

    def version(request: HttpRequest, event: Event) -> etags.Version:
        of_club = club_pages.of_club(event.tournament.club)
        return (*version_for_reader(request, event), *of_club, *event_report.get_report_version(event))

    return with_etag(version, view)


def get_report(event: Event) -> event_report.EventReport:
    """Return the report of a published event, or raise 404."""
    if event.status not in PUBLISHED_STATUSES:
        raise Http404
    return event_report.get_event_report(event)


@require_safe
@public_event_view
@with_report_etag
def show(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the report of an event."""
    report, user = get_report(event), get_user(request)
    is_director, photos = may_direct(user, event), winner_photos.get_winners(event)
    context = {
        "event": event,
        "tabs": make_public_tabs(event, "event-standings", is_director=is_director, user=user),
        "is_director": is_director,
        "winners": [line.entry for line in report.standings.winners],
        "photos": photos,
        "may_change_photos": any(_may_change(request, event, winner.entry.player) for winner in photos),
        "report": report,
        "heading": report_tables.get_heading(report),
        "tables": report_tables.get_tables(report),
        "has_trf": events.get_overview(event).has_report,
    }
    return render(request, "tournaments/reports/event_report.html", context)


@require_safe
@public_event_view
def photo(request: HttpRequest, event: Event, player: str) -> HttpResponse:
    """Return the photograph of a winner."""
    row = winner_photos.get_photo(event, player)
    if row is None:
        raise Http404
    return send_file(
        request, event.tournament, row.digest, uploaded_images.IMAGE_TYPE, lambda: bytes(row.data)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@public_event_view
@never_cache
def change_photos(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the photographs of the winners one may change, and set or remove one (POST)."""
    winners = [
        winner
        for winner in winner_photos.get_winners(event)
        if _may_change(request, event, winner.entry.player)
    ]
    if not winners:
        raise Http404
    form, refusal = PhotoForm(), None
    if request.method == "POST":
        chosen_winner = next(
            (one for one in winners if one.entry.player.code == request.POST.get("player", "")), None
        )
        if chosen_winner is None:
            raise Http404
        form = PhotoForm(request.POST, request.FILES)
        is_removal = request.POST.get("action") == "remove"
        if is_removal or form.is_valid():
            try:
                message = _change_photo(
                    request, event, chosen_winner.entry.player, None if is_removal else form.upload()
                )
            except Refusal as refused:
                refusal = refused
            else:
                messages.success(request, message)
                return see_other(event_url("event-report", event))
    context = {
        "event": event,
        "winners": winners,
        "form": form,
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    status = response_status(refusal, form)
    return render(request, "tournaments/reports/winner_photos.html", context, status=status)


def _may_change(request: HttpRequest, event: Event, player: Player) -> bool:
    return may_change_photo(get_identity(request), event, player)


def _change_photo(request: HttpRequest, event: Event, player: Player, upload: bytes | None) -> str:
    identity = get_identity(request)
    if upload is None:
        photo_services.remove_photo(event=event, player=player, identity=identity)
        return gettext("Photograph removed.")
    photo_services.set_photo(event=event, player=player, upload=upload, identity=identity)
    return gettext("Photograph saved.")

"""Posters of tournaments and clubs, and the image that social networks show with a link to a tournament."""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from matches.templatetags.dates import format_date
from matches.views.links import build_public_url
from tournaments.messages.names import describe_stages
from tournaments.messages.tournaments import name_days_of
from tournaments.models import Club, Tournament, TournamentPage
from tournaments.people.messages import WEEKDAYS
from tournaments.play.tournaments.queries import tournament_pages, tournaments, weekly_nights
from tournaments.play.tournaments.views.tournament_pages import digest_of, send_file
from tournaments.printing.link_images import ImageText, draw_link_image
from tournaments.printing.pdf.tournament_posters import Poster, poster_page
from tournaments.printing.views.podium import CACHE_SECONDS, PNG_TYPE
from tournaments.printing.views.printouts import pdf_response, requested_paper
from tournaments.web.decorators import get_tournament, public_club_view
from tournaments.web.etags import release

LONGEST_LIMITS = 120


@require_safe
def link_image(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Return the PNG image for links to a tournament, cached by its text."""
    tournament_row = get_tournament(request, club, tournament)
    page = tournament_pages.get_public_page(tournament_row).text
    venue = page.venue or page.address or tournament_row.club.place
    text = ImageText(tournament_row.name, name_days_of(tournament_row), venue, tournament_row.club.name)
    digest = digest_of(release(), text)
    key = f"tournament-image:{digest}"
    response = send_file(
        request,
        tournament_row,
        digest,
        PNG_TYPE,
        lambda: cache.get_or_set(key, lambda: draw_link_image(text), CACHE_SECONDS) or b"",
    )
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


@require_safe
def poster(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Return the poster of a tournament with a QR code that leads to its page."""
    tournament_row = get_tournament(request, club, tournament)
    text = tournament_pages.get_public_page(tournament_row).text
    schedule = tournament_pages.get_schedule(tournament_row, tournaments.event_summaries(tournament_row))
    lines = [
        (
            f"{row.summary.event.name} · {format_date(timezone.localtime(row.starts_at), 'j M, H:i')}",
            describe_stages(row.stages),
        )
        for row in schedule
        if row.summary.event.cancelled_at is None
    ]
    if text.entry_limits:
        lines.append((Truncator(text.entry_limits).chars(LONGEST_LIMITS), ""))
    if text.entry_deadline:
        moment = date_format(timezone.localtime(text.entry_deadline), "j F Y, H:i")
        lines.append((gettext("Entry deadline: %(moment)s") % {"moment": moment}, ""))
    if text.contact:
        lines.append((gettext("Contact: %(contact)s") % {"contact": text.contact}, ""))
    poster_text = Poster(
        club=tournament_row.club.name,
        name=tournament_row.name,
        days=name_days_of(tournament_row),
        venue=_format_venue(tournament_row, text),
        lines=tuple(lines),
        link=build_public_url(
            request, reverse("tournament", args=[tournament_row.club.slug, tournament_row.slug])
        ),
        hint=gettext("Scan for entries, draws and results"),
    )
    page = poster_page(poster_text, requested_paper(request))
    return pdf_response(
        [page], f"{tournament_row.club.name} · {tournament_row.name}", f"{tournament_row.slug}-poster"
    )


@require_safe
@public_club_view
def club_poster(request: HttpRequest, club: Club) -> HttpResponse:
    """Return the poster of a club with a QR code that leads to its page."""
    nights = weekly_nights.get_nights(club)
    lines = [(f"{WEEKDAYS[night.weekday]}, {night.begins:%H:%M}", night.name) for night in nights]
    poster_text = Poster(
        club="",
        name=club.name,
        days="",
        venue=club.place,
        lines=tuple(lines),
        link=build_public_url(request, reverse("club", args=[club.slug])),
        hint=gettext("Scan for tournaments, results and standings"),
    )
    page = poster_page(poster_text, requested_paper(request))
    return pdf_response([page], club.name, f"{club.slug}-poster")


def _format_venue(tournament: Tournament, text: TournamentPage) -> str:
    return ", ".join(filter(None, (text.venue, text.address))) or tournament.club.place

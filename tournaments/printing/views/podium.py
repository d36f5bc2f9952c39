"""The podium image of a finished event, for sharing."""

from hashlib import blake2b

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.messages.tournaments import name_days_of
from tournaments.models import Event
from tournaments.play.brackets import final_standings
from tournaments.play.brackets.event_standings import StandingsLine
from tournaments.printing.podium_images import PodiumText, draw_podium
from tournaments.reports.queries import winner_photos
from tournaments.reports.queries.report_tables import name_first_place
from tournaments.reports.views import with_report_etag
from tournaments.web.decorators import public_event_view

PNG_TYPE = "image/png"
CACHE_SECONDS = 86_400
# Names of a shared place that fit on the image.
MOST_NAMES = 4


@require_safe
@public_event_view
@with_report_etag
def podium(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the image of the winner as PNG; 404 before the event is over."""
    standings = final_standings.get_final_standings(event)
    if not standings.winners:
        raise Http404
    winners = winner_photos.get_winners(event)
    winner = winners[0] if len(winners) == 1 else None
    text = _podium_text(event, standings, winner.initials if winner is not None else "")
    photo = winner.photo if winner is not None else None
    values = (text, photo.digest if photo is not None else "")
    key = f"podium:{blake2b(repr(values).encode(), digest_size=16).hexdigest()}"
    png = cache.get_or_set(
        key, lambda: draw_podium(text, bytes(photo.data) if photo is not None else None), CACHE_SECONDS
    )
    return HttpResponse(png or b"", content_type=PNG_TYPE)


def _podium_text(event: Event, standings: final_standings.FinalStandings, initials: str) -> PodiumText:
    tournament = event.tournament
    day = name_days_of(tournament)
    winners = standings.winners
    other_lines = [line for line in standings.places if line.place_from > 1]
    second = [line for line in other_lines if line.place_from == other_lines[0].place_from]
    params = {"names": _join_names(second)}
    lines = (
        [gettext("Runner-up: %(names)s") % params]
        if second and second[0].place_from == second[0].place_to
        else []
    )
    return PodiumText(
        f"{tournament.club.name} · {day}",
        event.name,
        name_first_place(winners),
        _join_names(winners),
        tuple(lines),
        initials,
    )


def _join_names(lines: list[StandingsLine] | tuple[StandingsLine, ...]) -> str:
    names = [line.entry.player.name for line in lines[:MOST_NAMES]]
    return ", ".join([*names, *(["…"] if len(lines) > MOST_NAMES else [])])

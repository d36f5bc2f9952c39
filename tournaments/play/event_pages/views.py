"""Public pages of an event."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches.names import get_sort_key
from matches.views.visitors import get_followed_code, get_user
from tournaments.formats import random_order
from tournaments.messages.details import DETAIL_COLUMNS
from tournaments.models import Event
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.name_lists.details import PUBLIC_DETAILS
from tournaments.permissions import may_direct
from tournaments.play.brackets import brackets, final_standings, player_paths
from tournaments.play.brackets.brackets import Bracket
from tournaments.play.draws import queries as draws
from tournaments.play.entrants.queries.public_entries import list_public_entries
from tournaments.play.event_journal.queries import journal as journal_queries
from tournaments.play.event_pages.etags import get_request_notices, with_event_etag, with_journal_etag
from tournaments.play.event_pages.flight_parts import (
    make_flights_context,
    make_results_context,
    make_standings_context,
    read_part_request,
)
from tournaments.play.events.bracket_rows import PlayerName
from tournaments.play.events.events import get_event_names_by_match
from tournaments.play.schedule.queries import schedule
from tournaments.play.schedule.queries.schedule import get_schedule_forecast
from tournaments.web.decorators import public_event_view
from tournaments.web.navigation import make_public_tabs

ENTRIES_PER_PAGE = 64
# Lines of the activity log.
LINES_PER_PAGE = 50
# More names than this are not listed to choose from, but searched.
MAX_LISTED_NAMES = 64


@require_safe
@public_event_view
@with_event_etag
def show(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the overview of an event: tables, waiting matches, latest results, brackets."""
    flights = brackets.get_brackets(event)
    context = {
        **make_flights_context(request, flights),
        "play": schedule.get_play_overview(event.tournament, event),
        "schedule_forecast": get_schedule_forecast(event.tournament, timezone.now()),
        "event_names": get_event_names_by_match(event.tournament.desk_id),
    }
    return _page(request, event, "event", context, flights=flights)


@require_safe
@public_event_view
@with_event_etag
def bracket(request: HttpRequest, event: Event) -> HttpResponse:
    """Show only the brackets, printed on a landscape page each."""
    flights = brackets.get_brackets(event)
    return _page(request, event, "bracket", make_flights_context(request, flights), flights=flights)


@require_safe
@public_event_view
@with_event_etag
def entries(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the entries with their numbers and final places."""
    entry_rows = list(list_public_entries(event))
    entry_count = event.entries.count() if event.status not in PUBLISHED_STATUSES else len(entry_rows)
    names = (*PUBLIC_DETAILS, "place_from")
    has = {name: any(getattr(entry, name) for entry in entry_rows) for name in names}
    # Seeds belong to the draw, which may be unpublished.
    is_drawn = event.status in PUBLISHED_STATUSES
    has["seed"] = is_drawn and any(entry.seed for entry in entry_rows)
    part_request = read_part_request(request)
    named = part_request.filter_named(entry_rows, lambda entry: (entry.player.name,))
    context = {
        "entry_count": entry_count,
        "unlisted_count": entry_count - len(entry_rows),
        "entry_page": part_request.page_of(named, "page", ENTRIES_PER_PAGE),
        "is_long": len(entry_rows) > ENTRIES_PER_PAGE,
        "part_request": part_request,
        "has": has,
        "details": [DETAIL_COLUMNS[name] for name in PUBLIC_DETAILS if has[name]],
    }
    return _page(request, event, "entries", context)


@require_safe
@public_event_view
@with_event_etag
def results(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the results of the event by round, latest first."""
    flights = brackets.get_brackets(event)
    return _page(request, event, "results", make_results_context(request, flights), flights=flights)


@require_safe
@public_event_view
@with_event_etag
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the standings so far, or the final ones: places, tables and the lists of further flights."""
    is_shown = event.status in PUBLISHED_STATUSES
    standings_of_event = final_standings.get_final_standings(event) if is_shown else None
    context = make_standings_context(request, standings_of_event)
    return _page(request, event, "event_standings", context, "event-standings")


@require_safe
@public_event_view
@with_event_etag
def draw_audit(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the commitment made before the draw, and all data needed to verify it."""
    event_draws = draws.get_draws(event)
    context = {
        "draws": event_draws,
        "blocked": any(draw.in_blocks for draw in event_draws),
        "separated": any(draw.apart for draw in event_draws),
        "commitment": draws.get_commitment(event),
        "drafted": draws.has_draft(event),
        "method": random_order.METHOD,
    }
    return _page(request, event, "draw_audit", context, "draw-audit")


@require_safe
@public_event_view
@with_journal_etag
def journal(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the activity log."""
    page = Paginator(journal_queries.entries_of(event), LINES_PER_PAGE).get_page(request.GET.get("page"))
    lines = journal_queries.get_public_lines(event, entries=list(page))
    return _page(request, event, "journal", {"lines": lines, "page": page})


def _page(
    request: HttpRequest,
    event: Event,
    name: str,
    context: dict[str, Any],
    tab: str = "",
    flights: Sequence[Bracket] | None = None,
) -> HttpResponse:
    """Render a public page of an event; `flights` are the published ones, if the page has loaded them."""
    is_director = may_direct(get_user(request), event)
    frame = {
        "event": event,
        "tabs": make_public_tabs(event, tab or name, is_director=is_director, user=get_user(request)),
        "is_director": is_director,
        "notices": get_request_notices(request, event),
        "winners": final_standings.get_winners(event),
        "topics": f"event:{event.pk} desk:{event.tournament.desk.code}",
    }
    return render(
        request,
        f"tournaments/play/event_pages/{name}.html",
        {**frame, **_followed_player_context(request, event, flights), **context},
    )


def _followed_player_context(
    request: HttpRequest, event: Event, flights: Sequence[Bracket] | None
) -> dict[str, Any]:
    """Return the context of the followed player, of this visit (`?player=`) or pinned."""
    code = request.GET.get("player", "") or get_followed_code(request)
    entry = player_paths.find_entry(event, code) if code and event.status in PUBLISHED_STATUSES else None
    if entry is None:
        may_follow = event.status in PUBLISHED_STATUSES
        names = _list_names(event) if may_follow else []
        return {"may_follow": may_follow, "names": names}
    flights = brackets.get_brackets(event) if flights is None else flights
    return {
        "follows": (entry.number,),
        "follows_entry": entry,
        "followed": player_paths.get_followed_entry(entry, flights, timezone.now()),
        "is_pinned": code == get_followed_code(request),
    }


def _list_names(event: Event) -> list[PlayerName]:
    """Return the players of an event by name; none if they are too many to choose from a list."""
    columns = ("player__code", "player__name", "player__kind")
    rows = event.entries.order_by("number").values_list(*columns)[: MAX_LISTED_NAMES + 1]
    players = [PlayerName._make(row) for row in rows]
    if len(players) > MAX_LISTED_NAMES:
        return []
    return sorted(players, key=lambda player: get_sort_key(player.name))

"""The page of a player's performance ratings."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format, number_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from matches.models import Player
from matches.queries.people import get_canonical_player
from matches.records.forms import DeckForm, EngineForm
from matches.records.performance_chart import PerformancePoint, draw_performance_chart
from matches.records.presenting.study_cards import DECK_WRITERS, make_deck_of_player
from matches.records.queries.performance_history import (
    PerformanceEntry,
    PerformanceHistory,
    get_performance_history,
)
from matches.records.queries.study_cards import MAX_CARDS, find_blunders_of_player
from matches.records.study_decks import StudyDeck
from matches.refusal_statuses import get_status
from matches.views.errors import make_refusal_message
from matches.views.players import player_or_404
from matches.views.visitors import get_identity, throttle_identity
from rules.errors import Refusal

PAGE_SIZE = 50
DECKS_PER_HOUR = 60


@require_safe
def show_performance(request: HttpRequest, code: str) -> HttpResponse:
    """A player's performance ratings by match, with chart, average and errors by kind of decision."""
    player = get_canonical_player(player_or_404(code))
    if player.code != code:
        return redirect("player-performance", player.code)
    return _render_performance(request, player)


@require_safe
def download_deck(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Download a player's worst blunders as study cards."""
    player, form = get_canonical_player(player_or_404(code)), DeckForm(request.GET)
    if kind not in DECK_WRITERS:
        raise Http404
    if not form.is_valid():
        return _render_performance(request, player, deck_form=form)
    try:
        throttle_deck(request, player.code)
        blunders = find_blunders_of_player(player, **form.cleaned_data)
        deck = make_deck_of_player(player, blunders, request.build_absolute_uri)
    except Refusal as refusal:
        return _render_performance(request, player, refusal, deck_form=form)
    return make_deck_response(deck, kind, player.code)


def throttle_deck(request: HttpRequest, name: str) -> None:
    """Count one deck of study cards, which takes a while to make. Raises `too_many_requests`."""
    throttle_identity("deck", request, get_identity(request), at=name, limit=DECKS_PER_HOUR, seconds=3600)


def make_deck_response(deck: StudyDeck, kind: str, name: str) -> HttpResponse:
    """Return the download of a deck in one of the kinds of `DECK_WRITERS`."""
    write, content_type = DECK_WRITERS[kind]
    response = HttpResponse(write(deck), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}-blunders.{kind}"'
    return response


def _render_performance(
    request: HttpRequest, player: Player, refusal: Refusal | None = None, *, deck_form: DeckForm | None = None
) -> HttpResponse:
    """The page of a player's performance; with the deck form filled in, if its deck is refused."""
    try:
        history = get_performance_history(
            player, request.GET.get("engine", ""), declared_only="declared" in request.GET
        )
    except Refusal as error:
        history, refusal = get_performance_history(player), error
    query = request.GET.copy()
    query.pop("page", None)
    context: dict[str, Any] = {
        "player": player,
        "history": history,
        "chart": _draw_chart(history),
        "form": EngineForm(
            initial={"engine": history.engine, "declared": history.declared_only}, engines=history.engines
        ),
        "deck_form": deck_form or DeckForm(initial={"engine": history.engine}),
        "most_cards": MAX_CARDS,
        "page": Paginator(history.entries, PAGE_SIZE).get_page(request.GET.get("page")),
        "query_string": query.urlencode(),
        "refusal": replace(make_refusal_message(refusal), note="") if refusal else None,
    }
    is_invalid = deck_form is not None and not deck_form.is_valid()
    status = HTTPStatus.BAD_REQUEST if is_invalid else get_status(refusal) if refusal else HTTPStatus.OK
    return render(request, "records/performance.html", context, status=status)


def _draw_chart(history: PerformanceHistory) -> SafeString:
    points = [_make_point(entry) for entry in reversed(history.entries)]
    title = gettext("Performance ratings of %(name)s") % {"name": history.player.name}
    description = gettext("One dot per match; the line is the PR of each match and the four before it.")
    # `draw_performance_chart` escapes all texts.
    return mark_safe(draw_performance_chart(points, title=title, description=description))  # noqa: S308


def _make_point(entry: PerformanceEntry) -> PerformancePoint:
    rating = entry.figure.tally.rating or 0.0
    day = date_format(localtime(entry.at), "j M Y")
    label = f"{day}, {entry.opponent.name}: {number_format(rating, 2)}"
    return PerformancePoint(rating, entry.trend.rating or 0.0, entry.at, label, day)

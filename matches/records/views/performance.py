"""The page of a player's performance ratings."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format, number_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from matches.queries.people import get_canonical_player
from matches.records.forms import EngineForm
from matches.records.performance_chart import PerformancePoint, draw_performance_chart
from matches.records.queries.performance_history import (
    PerformanceEntry,
    PerformanceHistory,
    get_performance_history,
)
from matches.views.errors import make_refusal_message
from matches.views.players import player_or_404
from rules.errors import Refusal

PAGE_SIZE = 50


@require_safe
def show_performance(request: HttpRequest, code: str) -> HttpResponse:
    """A player's performance ratings by match, with chart, average and errors by kind of decision."""
    player = get_canonical_player(player_or_404(code))
    if player.code != code:
        return redirect("player-performance", player.code)
    refusal = None
    try:
        history = get_performance_history(player, request.GET.get("engine", ""))
    except Refusal as error:
        history, refusal = get_performance_history(player), replace(make_refusal_message(error), note="")
    query = request.GET.copy()
    query.pop("page", None)
    context: dict[str, Any] = {
        "player": player,
        "history": history,
        "chart": _draw_chart(history),
        "form": EngineForm(initial={"engine": history.engine}, engines=history.engines),
        "page": Paginator(history.entries, PAGE_SIZE).get_page(request.GET.get("page")),
        "query_string": query.urlencode(),
        "refusal": refusal,
    }
    status = HTTPStatus.BAD_REQUEST if refusal else HTTPStatus.OK
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

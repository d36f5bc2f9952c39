"""A player's page: matches by year and opponent; and two players against each other."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from matches import permissions
from matches.forms.matches import HistoryForm
from matches.models import Match, Player
from matches.queries import doubles, history, people, rivals, tallies
from matches.registry import panel_context, player_links, player_panels
from matches.states import BEFORE_THE_END, Status
from matches.views.preferences import get_followed_code
from matches.views.visitors import get_identity

PAGE_SIZE = 50
MAX_RIVALS = 10
OPEN_STATUSES = [status.value for status in BEFORE_THE_END]


@require_safe
def player(request: HttpRequest, code: str) -> HttpResponse:
    """Matches won and lost, alone and in pairs; never more about a person than the name. Another spelling
    leads to the person. A pair has a page of the same kind, with its two."""
    current_player = player_or_404(code)
    if people.get_canonical_player(current_player) != current_player:
        return redirect("player", people.get_canonical_player(current_player).code)
    identity = get_identity(request)
    outcomes = rivals.get_outcomes(current_player)
    rival_list = rivals.count_rivals(outcomes)
    form = HistoryForm(
        request.GET or None, years=rivals.get_years(outcomes), opponents=[r.player for r in rival_list]
    )
    context = {
        "player": current_player,
        "won": sum(outcome.has_won for outcome in outcomes),
        "lost": sum(outcome.has_lost for outcome in outcomes),
        "open": list(
            history.get_matches_with_player(current_player).filter(status__in=OPEN_STATUSES)[:PAGE_SIZE]
        ),
        "rivals": rival_list[:MAX_RIVALS],
        "by_length": tallies.tally_by_length(outcomes),
        "longest_run": tallies.get_longest_run(outcomes),
        "is_followed": get_followed_code(request) == current_player.code,
        "form": form,
        **panel_context(player_panels(request, current_player)),
        **_get_pair_context(current_player),
        "player_links": [link for links in player_links(current_player) for link in links],
        "is_oneself": permissions.is_same_person(identity, current_player),
        "is_kept": permissions.may_edit_name(request.user, current_player),
        **_get_page_context(request, _filter_matches(current_player, form, rival_list)),
    }
    return render(request, "matches/player.html", context)


@require_safe
def head_to_head(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """Two players against each other: matches, points, games, and every match they settled."""
    current_player, rival = player_or_404(code), player_or_404(other)
    canonical_players = people.get_canonical_player(current_player), people.get_canonical_player(rival)
    if canonical_players[0] == canonical_players[1]:
        raise Http404
    if canonical_players != (current_player, rival):
        return redirect("head-to-head", *(each.code for each in canonical_players))
    context = {
        "player": current_player,
        "rival": rival,
        "tally": rivals.compare_players(current_player, rival),
        **_get_page_context(
            request, rivals.filter_by_opponent(rivals.get_settled_matches(current_player), rival)
        ),
    }
    return render(request, "matches/head_to_head.html", context)


def player_or_404(code: str) -> Player:
    """The player at an address."""
    current_player = people.get_player(code)
    if current_player is None:
        raise Http404
    return current_player


def _get_pair_context(current_player: Player) -> dict[str, Any]:
    if current_player.is_pair:
        return {"members": people.get_persons(current_player)}
    pairs = doubles.get_pair_records(current_player)
    played = doubles.get_pair_matches(current_player).filter(status=Status.SETTLED.value)
    return {"pairs": pairs, "in_pairs": list(played[:MAX_RIVALS]) if pairs else []}


def _filter_matches(
    current_player: Player, form: HistoryForm, rival_list: list[rivals.Rival]
) -> QuerySet[Match]:
    rows = rivals.get_settled_matches(current_player)
    if not form.is_valid():
        return rows
    if form.cleaned_data["year"]:
        rows = rows.filter(settled_at__year=form.cleaned_data["year"])
    opponent = next((r.player for r in rival_list if r.player.code == form.cleaned_data["against"]), None)
    return rivals.filter_by_opponent(rows, opponent) if opponent else rows


def _get_page_context(request: HttpRequest, rows: QuerySet[Match]) -> dict[str, Any]:
    page: Page[Match] = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    return {"page": page, "settled": list(page), "kept": query.urlencode()}

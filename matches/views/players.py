"""A player's page: matches by year and opponent; and two players against each other."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from matches import permissions
from matches.forms.matches import HistoryForm
from matches.identity import Identity
from matches.models import Match, Player
from matches.queries import doubles, history, people, rivals, sessions, tallies
from matches.registry import panel_context, player_links, player_panels
from matches.states import BEFORE_THE_END, Status
from matches.views.preferences import followed_by
from matches.views.visitors import identity_of

SHOWN = 50
RIVALS = 10
OPEN = [status.value for status in BEFORE_THE_END]


@require_safe
def player(request: HttpRequest, code: str) -> HttpResponse:
    """Matches won and lost, alone and in pairs; never more about a person than the name. Another spelling
    leads to the person. A pair has a page of the same kind, with its two."""
    found = player_or_404(code)
    if people.face_of(found) != found:
        return redirect("player", people.face_of(found).code)
    identity = identity_of(request)
    outcomes = rivals.outcomes(found)
    met = rivals.rivals(outcomes)
    form = HistoryForm(request.GET or None, years=rivals.years(outcomes), opponents=[r.player for r in met])
    context = {
        "player": found,
        "won": sum(outcome.has_won for outcome in outcomes),
        "lost": sum(outcome.has_lost for outcome in outcomes),
        "open": list(history.matches_sat_in(found).filter(status__in=OPEN)[:SHOWN]),
        "rivals": met[:RIVALS],
        "by_length": tallies.by_length(outcomes),
        "longest_run": tallies.longest_run(outcomes),
        "is_followed": followed_by(request) == found.code,
        "form": form,
        **panel_context(player_panels(found)),
        **_doubles(found),
        "player_links": [link for links in player_links(found) for link in links],
        "is_oneself": permissions.is_oneself(identity, found),
        "is_kept": permissions.may_name(request.user, found),
        **_sittings(found, identity),
        **_page(request, _chosen(found, form, met)),
    }
    return render(request, "matches/player.html", context)


def _sittings(found: Player, identity: Identity) -> dict[str, Any]:
    """Where he sat at tables for points that the reader may see, and what it comes to."""
    seats = sessions.seats_of_player(found, identity)
    return {"sittings": list(seats[:SHOWN]), "tally": sessions.tally_of(seats)}


@require_safe
def head_to_head(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """Two players against each other: matches, points, games, and every match they settled."""
    found, rival = player_or_404(code), player_or_404(other)
    faces = people.face_of(found), people.face_of(rival)
    if faces[0] == faces[1]:
        raise Http404
    if faces != (found, rival):
        return redirect("head-to-head", *(face.code for face in faces))
    context = {
        "player": found,
        "rival": rival,
        "tally": rivals.head_to_head(found, rival),
        **_page(request, rivals.against(rivals.settled(found), rival)),
    }
    return render(request, "matches/head_to_head.html", context)


def player_or_404(code: str) -> Player:
    """The player at an address."""
    found = people.player_by_code(code)
    if found is None:
        raise Http404
    return found


def _doubles(found: Player) -> dict[str, Any]:
    if found.is_pair:
        return {"members": people.persons_in(found)}
    pairs = doubles.pairs_of(found)
    played = doubles.matches_in_pairs(found).filter(status=Status.SETTLED.value)
    return {"pairs": pairs, "in_pairs": list(played[:RIVALS]) if pairs else []}


def _chosen(found: Player, form: HistoryForm, met: list[rivals.Rival]) -> QuerySet[Match]:
    rows = rivals.settled(found)
    if not form.is_valid():
        return rows
    if form.cleaned_data["year"]:
        rows = rows.filter(settled_at__year=form.cleaned_data["year"])
    opponent = next((r.player for r in met if r.player.code == form.cleaned_data["against"]), None)
    return rivals.against(rows, opponent) if opponent else rows


def _page(request: HttpRequest, rows: QuerySet[Match]) -> dict[str, Any]:
    page: Page[Match] = Paginator(rows, SHOWN).get_page(request.GET.get("page"))
    kept = request.GET.copy()
    kept.pop("page", None)
    return {"page": page, "settled": list(page), "kept": kept.urlencode()}

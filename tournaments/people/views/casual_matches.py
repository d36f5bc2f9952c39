"""Casual matches of a club: open ones, results, and starting another."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.models import Player
from matches.permissions import may_rule
from matches.refusal_statuses import get_status as status_of_refusal
from matches.views import visitors
from matches.views.errors import make_refusal_message
from matches.views.visitors import get_identity, get_user, remember_device
from rules.errors import Refusal
from tournaments.models import Club
from tournaments.people.forms.clubs import CasualForm
from tournaments.people.queries import casual_matches as casual_match_queries
from tournaments.people.queries.members import get_club_players
from tournaments.people.services import casual_matches
from tournaments.permissions import may_act_for_player
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import public_club_view
from tournaments.web.forms import new_key
from tournaments.web.responses import BAD_REQUEST, see_other

DEFAULT_LENGTH, PER_PAGE = 7, 30
MATCHES_PER_HOUR, HOUR_SECONDS = 60, 3600


@require_http_methods(["GET", "HEAD", "POST"])
@public_club_view
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the casual matches of a club, or start one (POST).

    The desk starts one for any two members, a member one of their own.
    """
    if request.method == "POST":
        return _open_match(request, club)
    return _page(request, club)


def _open_match(request: HttpRequest, club: Club) -> HttpResponse:
    form = _casual_form(request, club)
    if form is None:
        refusal = Refusal("not_your_casual", club=club.name)
        return _page(request, club, refusal=refusal)
    if not form.is_valid():
        return _page(request, club, form=form, status=BAD_REQUEST)
    data, identity = form.cleaned_data, get_identity(request)
    people = {player.code: player for player in get_club_players(club)}
    try:
        visitors.throttle_identity(
            "casual", request, identity, at=club.desk.code, limit=MATCHES_PER_HOUR, seconds=HOUR_SECONDS
        )
        casual_match = casual_matches.open_casual_match(
            club=club,
            white=people[data["white"]],
            black=people[data["black"]],
            length=data["length"],
            identity=identity,
            key=data["key"],
        )
    except Refusal as refused:
        return _page(request, club, form=form, refusal=refused)
    messages.success(request, gettext("Match started. Either player can report the result."))
    return see_other(reverse("report", args=[casual_match.match.code]))


def _page(
    request: HttpRequest,
    club: Club,
    *,
    form: CasualForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    page = Paginator(casual_match_queries.finished_matches(club), PER_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "opened": casual_match_queries.open_matches(club),
        "page": page,
        "form": form or _casual_form(request, club),
        "is_desk": may_rule(get_user(request), club.desk),
        "refusal": make_refusal_message(refusal) if refusal else None,
        "topics": f"desk:{club.desk.code}",
    }
    code = status_of_refusal(refusal) if refusal else status
    page_context = {**club_page_context(request, club, "casual"), **context}
    return remember_device(
        request, render(request, "tournaments/people/casual_matches.html", page_context, status=code)
    )


def _casual_form(request: HttpRequest, club: Club) -> CasualForm | None:
    """Return the form: the desk chooses both players, a member only the opponent; None without permission."""
    if club.archived_at is not None:
        return None
    people = get_club_players(club)
    is_desk = may_rule(get_user(request), club.desk)
    own_players = people if is_desk else _own_players(request, club, people)
    if not own_players or len(people) < 2:
        return None
    others = [player for player in people if is_desk or player not in own_players]
    return CasualForm(
        request.POST if request.method == "POST" else None,
        white=[(player.code, player.desk_name if is_desk else player.name) for player in own_players],
        black=[(player.code, player.desk_name if is_desk else player.name) for player in others],
        initial={"length": DEFAULT_LENGTH, "key": new_key()},
    )


def _own_players(request: HttpRequest, club: Club, people: list[Player]) -> list[Player]:
    identity = get_identity(request)
    if not club.members_open or (identity.user is None and identity.badge is None):
        return []
    return [player for player in people if may_act_for_player(identity, player, club)]

"""My league matches and my challenges at a club: what is open, until when, and what the other one wrote."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.identity import Identity
from matches.models import Match, Player
from matches.refusals import status_of
from matches.views.refusals import told
from matches.views.visitors import identity_of
from rules.errors import Refusal
from tournaments.forms import leagues as forms
from tournaments.models import Arrangement, Club
from tournaments.queries import fixtures, ladders
from tournaments.services import arranging
from tournaments.views.answers import UNREADABLE, see
from tournaments.views.doors import for_readers
from tournaments.views.ladders import voice_of


@never_cache
@require_safe
@for_readers
def mine(request: HttpRequest, club: Club) -> HttpResponse:
    """The open league matches and the ladders of whoever holds this phone."""
    return page(request, club)


@require_POST
@for_readers
def propose(request: HttpRequest, club: Club) -> HttpResponse:
    """Propose a time to the other player, or write a word."""
    form = forms.Proposal(request.POST)
    if not form.is_valid():
        return page(request, club, status=UNREADABLE)
    asked = form.cleaned_data
    match = _match(club, asked["match"])
    try:
        arranging.propose(
            match=match, identity=identity_of(request), play_at=asked["play_at"], note=asked["note"]
        )
    except Refusal as refusal:
        return page(request, club, refusal)
    messages.success(request, gettext("Your opponent reads it here; the desk sees that you wrote."))
    return see(reverse("own-fixtures", args=[club.slug]))


@require_POST
@for_readers
def agree(request: HttpRequest, club: Club) -> HttpResponse:
    """Agree to the time the other player proposed."""
    form = forms.Agreement(request.POST)
    if not form.is_valid():
        return page(request, club, status=UNREADABLE)
    found = Arrangement.objects.select_related("match").filter(
        pk=form.cleaned_data["arrangement"], match__desk__tournament__club=club
    )
    try:
        arranging.agree(arrangement=get_object_or_404(found), identity=identity_of(request))
    except Refusal as refusal:
        return page(request, club, refusal)
    messages.success(request, gettext("Agreed."))
    return see(reverse("own-fixtures", args=[club.slug]))


def page(request: HttpRequest, club: Club, refusal: Refusal | None = None, status: int = 200) -> HttpResponse:
    """The page of one player, with a refusal or without."""
    identity, today = identity_of(request), timezone.localdate()
    players = _players(identity, club)
    held = ladders.ladders_of(club) if players else ()
    boards = [ladders.board(one, voice_of(identity, club), today) for one in held]
    context: dict[str, Any] = {
        "club": club,
        "players": players,
        "fixtures": fixtures.fixtures_of(players, club, today),
        "boards": [board for board in boards if board.own],
        "own": {player.pk for player in players},
        "refusal": told(refusal) if refusal else None,
        "unread": status == UNREADABLE,
    }
    code = status_of(refusal) if refusal else status
    return render(request, "leagues/mine.html", context, status=code)


def _players(identity: Identity, club: Club) -> list[Player]:
    """Whose phone this is: the holder of its badge at a desk of this club, and of its account."""
    found = {getattr(identity.user, "player", None)}
    held = identity.badge
    if held is not None and identity.badge_player is not None:
        tournament = getattr(held.desk, "tournament", None)
        if held.desk_id == club.desk_id or (tournament is not None and tournament.club_id == club.pk):
            found.add(identity.badge_player)
    return [player for player in found if player is not None]


def _match(club: Club, code: str) -> Match:
    found = Match.objects.filter(pairing__event__tournament__club=club, pairing__event__league__isnull=False)
    match = found.filter(code=code).first()
    if match is None:
        raise Http404
    return match

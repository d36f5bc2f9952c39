"""A player's own page: every match, the newest first."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.models import Match, Player
from matches.queries import history, sessions
from matches.states import Status
from matches.views.visitors import identity_of

SHOWN = 200


@require_safe
def player(request: HttpRequest, code: str) -> HttpResponse:
    """Matches won and lost; never more about a person than the name."""
    found = Player.objects.filter(code=code).first()
    if found is None:
        raise Http404
    matches = list(history.matches_of_player(found)[:SHOWN])
    settled = [match for match in matches if match.status == Status.SETTLED.value]
    context = {
        "player": found,
        "open": [match for match in matches if match.status != Status.SETTLED.value],
        "settled": [(match, _won(match, found)) for match in settled],
        "won": sum(_won(match, found) for match in settled),
        "lost": sum(bool(match.winner) and not _won(match, found) for match in settled),
        "sittings": list(sessions.seats_of_player(found, identity_of(request))[:SHOWN]),
    }
    return render(request, "matches/player.html", context)


def _won(match: Match, player: Player) -> bool:
    return match.winner == ("white" if match.white_id == player.pk else "black")

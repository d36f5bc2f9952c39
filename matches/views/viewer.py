"""The games of a record for those who step through them: one as data for a script, or all its positions."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from matches.models import Match, Transcript
from matches.queries import analyses, disclosure
from matches.views import phone, replaying
from matches.views.drawing import Look
from matches.views.intake import kept_or_404
from matches.views.records import record_or_404
from matches.views.visitors import identity_of
from rules.analysis import GameAnalysis
from rules.diagram import shared_ground
from rules.verdict import GameVerdict, Verdict

COMPACT = {"separators": (",", ":"), "ensure_ascii": False}


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def game(request: HttpRequest, code: str, number: int, game: int) -> HttpResponse:
    """One game, frame by frame; asked again, it answers 304 while nothing has changed."""
    match = phone.match_or_404(code)
    kept = record_or_404(match, number)
    verdict, found = _game(match, kept, game)
    return JsonResponse(replaying.scenes(verdict, found, _told(kept, game)), json_dumps_params=COMPACT)


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def kept_game(request: HttpRequest, number: int, game: int) -> HttpResponse:
    """One game of a record without a match, for who handed it in."""
    verdict = Verdict.from_json(kept_or_404(identity_of(request), number).verdict)
    told = replaying.scenes(verdict, _of_verdict(verdict, game), GameAnalysis(game))
    return JsonResponse(told, json_dumps_params=COMPACT)


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def positions(request: HttpRequest, code: str, number: int, game: int) -> HttpResponse:
    """Every position of one game, to be read, listened to or printed."""
    match = phone.match_or_404(code)
    kept = record_or_404(match, number)
    verdict, found = _game(match, kept, game)
    look = Look.asked(request.GET)
    context = {
        "match": match,
        "record": kept,
        "verdict": verdict,
        "game": found,
        "look": f"?{urlencode(look.query)}" if look.query else "",
        "ground": mark_safe(shared_ground(replaying.GROUND, home_on_left=look.left)),  # noqa: S308 - our own
        "moments": replaying.moments(verdict, found, look, _told(kept, game)),
    }
    return render(request, "matches/positions.html", context)


def _told(kept: Transcript, number: int) -> GameAnalysis:
    told = analyses.last_word(kept)
    return analyses.game_of(told, number) if told else GameAnalysis(number)


def _game(match: Match, kept: Transcript, number: int) -> tuple[Verdict, GameVerdict]:
    verdict = disclosure.verdict_of(match, kept)
    return verdict, _of_verdict(verdict, number)


def _of_verdict(verdict: Verdict, number: int) -> GameVerdict:
    found = replaying.game_of(verdict, number)
    if found is None:
        raise Http404
    return found

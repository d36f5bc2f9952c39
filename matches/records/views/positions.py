"""Pages of one position of a transcript: the position, its image, sharing it, and the board to embed."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from csp.decorators import csp_replace
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe

from matches.models import Match
from matches.records.board_image import BoardImage, draw_board_image
from matches.records.models import Transcript
from matches.records.presenting.boards import (
    OFFERS,
    BoardView,
    get_game,
    get_positions_path,
    make_action_link,
)
from matches.records.presenting.decisions import make_blunder_rows
from matches.records.queries import analyses, transcripts
from matches.records.views import replay
from matches.records.views.replay import Replay
from matches.views import reporting
from rules.analysis import GameAnalysis
from rules.verdict import Frame, GameVerdict, Verdict

YEAR = 365 * 24 * 3600
# Cached, because many robots request the image of a shared link at about the same time.
IMAGE_SECONDS = 3600
EMBED_HEIGHT = 480


def _allow_embedding(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Allow other sites to show the page of this view in a frame."""
    return xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(view))


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def show_position(request: HttpRequest, code: str, number: int, game: int, action: int) -> HttpResponse:
    """Show the board at one action, with the decisions there and the links around it."""
    match, transcript = _load_or_404(code, number)
    verdict = transcripts.get_public_verdict(match, transcript)
    last = len(_game_or_404(verdict, game).frames) - 1
    if action > last:
        board_view = BoardView.from_query(request.GET, get_positions_path(match, transcript))
        return redirect(make_action_link(game, last, board_view))
    context = _get_context(request, match, transcript, verdict, (game, action))
    return render(request, "records/position_of_match.html", context)


@require_safe
def show_image(request: HttpRequest, code: str, number: int, game: int, action: int) -> HttpResponse:
    """Return a position as PNG; it may be cached for ever if `v` is the digest of its content."""
    match, transcript = _load_or_404(code, number)
    verdict = transcripts.get_public_verdict(match, transcript)
    game_verdict = _game_or_404(verdict, game)
    frame = _frame_or_404(game_verdict, action)
    board_view = BoardView.from_query(request.GET)
    content = _make_board_image(frame, game_verdict, verdict.length, board_view)
    etag = f'"{content.digest}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        png = cache.get_or_set(f"board:{content.digest}", lambda: draw_board_image(content), IMAGE_SECONDS)
        response = HttpResponse(png, content_type="image/png")
        response["ETag"] = etag
    if request.GET.get("v") == content.digest:
        patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(response, public=True, no_cache=True)
    return response


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def share(request: HttpRequest, code: str, number: int, game: int, action: int) -> HttpResponse:
    """Show what can be copied to share a position: link, XGID, image, and HTML to embed its board."""
    match, transcript = _load_or_404(code, number)
    verdict = transcripts.get_public_verdict(match, transcript)
    _frame_or_404(_game_or_404(verdict, game), action)
    context = _get_context(request, match, transcript, verdict, (game, action))
    current: Replay = context["replay"]
    embed_address = _build_address(request, "transcript-embed", match, transcript, (game, action), current)
    context |= {"embed_address": embed_address, "embed_height": EMBED_HEIGHT}
    return render(request, "records/share_position.html", context)


@require_safe
@_allow_embedding
def embed(request: HttpRequest, code: str, number: int, game: int, action: int) -> HttpResponse:
    """Show the board of a position alone, with links to the positions around it, for other sites."""
    match, transcript = _load_or_404(code, number)
    verdict = transcripts.get_public_verdict(match, transcript)
    last = len(_game_or_404(verdict, game).frames) - 1
    _frame_or_404(_game_or_404(verdict, game), action)
    context = _get_context(request, match, transcript, verdict, (game, action))
    current: Replay = context["replay"]
    neighbours = {"previous": action - 1 if action else None, "next": action + 1 if action < last else None}
    for name, neighbour in neighbours.items():
        arguments = [match.code, transcript.pk, game, neighbour]
        address = reverse("transcript-embed", args=arguments) if neighbour is not None else ""
        context[name] = f"{address}{_encode_view(current.view)}" if address else ""
    return render(request, "records/embed_position.html", context)


def _load_or_404(code: str, number: int) -> tuple[Match, Transcript]:
    match = reporting.match_or_404(code)
    transcript = transcripts.get_transcript(match, number)
    if transcript is None:
        raise Http404
    return match, transcript


def _game_or_404(verdict: Verdict, number: int) -> GameVerdict:
    game = get_game(verdict, number)
    if game is None:
        raise Http404
    return game


def _frame_or_404(game: GameVerdict, action: int) -> Frame:
    if action >= len(game.frames):
        raise Http404
    return game.frames[action]


def _get_context(
    request: HttpRequest, match: Match, transcript: Transcript, verdict: Verdict, place: tuple[int, int]
) -> dict[str, Any]:
    finished = analyses.get_latest_finished(transcript)
    games: list[GameAnalysis] = analyses.get_finished_games(finished) if finished else []
    positions = get_positions_path(match, transcript)
    current = replay.get_replay(verdict, request.GET, games, positions=positions, place=place)
    if current is None:
        raise Http404
    image = _make_board_image(current.game.frames[current.number], current.game, verdict.length, current.view)
    image_path = reverse("transcript-image", args=[match.code, transcript.pk, *place])
    query = urlencode(current.view.query | {"v": image.digest})
    return {
        "match": match,
        "transcript": transcript,
        "verdict": verdict,
        "replay": current,
        **replay.get_video_context(transcript, verdict, current),
        "findings": replay.make_finding_rows(verdict, current.view),
        "blunders": make_blunder_rows(verdict, games, current.view),
        "image": request.build_absolute_uri(f"{image_path}?{query}"),
        "address": _build_address(request, "transcript-position", match, transcript, place, current),
        "share": reverse("transcript-share", args=[match.code, transcript.pk, *place])
        + _encode_view(current.view),
    }


def _build_address(
    request: HttpRequest,
    name: str,
    match: Match,
    transcript: Transcript,
    place: tuple[int, int],
    current: Replay,
) -> str:
    path = reverse(name, args=[match.code, transcript.pk, *place])
    return request.build_absolute_uri(f"{path}{_encode_view(current.view)}")


def _encode_view(view: BoardView) -> str:
    return f"?{urlencode(view.query)}" if view.query else ""


def _make_board_image(frame: Frame, game: GameVerdict, length: int, view: BoardView) -> BoardImage:
    is_offer = frame.kind in OFFERS
    return BoardImage(
        position=frame.position,
        dice=frame.dice,
        to_move=frame.side or frame.position.turn,
        cube=int(frame.text) if is_offer else None if game.is_crawford else frame.cube,
        cube_owner=frame.cube_owner,
        offered_by=frame.side if is_offer else None,
        score=game.score_before,
        length=length,
        below=view.bottom,
        home_on_left=view.home_on_left,
    )

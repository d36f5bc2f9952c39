"""Uploads of match files without a match: the match is found, or the uploader chooses it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import (
    conditional_page,
    require_http_methods,
    require_POST,
    require_safe,
)

from matches.identity import Identity
from matches.queries.desks import get_desks_of
from matches.records.forms import MatchCodeForm, MatchFileForm
from matches.records.models import Transcript
from matches.records.queries import candidates, transcripts
from matches.records.services import uploads
from matches.records.views import replay
from matches.records.views.boards import BoardView
from matches.views import limits, phone
from matches.views.refusals import render_refusal
from matches.views.visitors import get_identity, remember_device
from rules.analysis import GameAnalysis
from rules.errors import Refusal
from rules.verdict import Verdict

TEMPLATE, UNASSIGNED_TEMPLATE = "records/upload.html", "records/unassigned.html"
UPLOADS_AN_HOUR = 60
MAX_LISTED = 20
COMPACT_JSON = {"separators": (",", ":"), "ensure_ascii": False}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """The upload form, and the visitor's uploads that still belong to no match."""
    if request.method == "POST":
        return remember_device(request, _upload(request))
    return remember_device(request, render(request, TEMPLATE, _context(request, MatchFileForm())))


@never_cache
@require_safe
def show_unassigned(request: HttpRequest, number: int) -> HttpResponse:
    """A transcript without a match, for its uploader: the verdict, and the matches it may be of."""
    identity = get_identity(request)
    context = _unassigned_context(identity, unassigned_or_404(identity, number), request.GET)
    return render(request, UNASSIGNED_TEMPLATE, context)


@require_POST
def assign(request: HttpRequest, number: int) -> HttpResponse:
    """Say which match a transcript is of."""
    identity, form = get_identity(request), MatchCodeForm(request.POST)
    transcript = unassigned_or_404(identity, number)
    match = phone.match_or_404(form.code() if form.is_valid() else "")
    try:
        linked = uploads.link_transcript(transcript=transcript, match=match, identity=identity)
    except Refusal as refusal:
        context = _unassigned_context(identity, transcript, None)
        return render_refusal(request, UNASSIGNED_TEMPLATE, context, refusal)
    if linked.pk != transcript.pk:
        tell_duplicate(request)
    return redirect("transcript", match.code, linked.pk)


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def show_unassigned_game(request: HttpRequest, number: int, game: int) -> HttpResponse:
    """One game of a transcript without a match as data, for its uploader."""
    verdict = Verdict.from_json(unassigned_or_404(get_identity(request), number).verdict)
    game_verdict = replay.game_of(verdict, game)
    if game_verdict is None:
        raise Http404
    data = replay.game_as_data(verdict, game_verdict, GameAnalysis(game))
    return JsonResponse(data, json_dumps_params=COMPACT_JSON)


def unassigned_or_404(identity: Identity, number: int) -> Transcript:
    """A transcript without a match that this visitor may read."""
    transcript = transcripts.readable_without_match(identity).filter(pk=number).first()
    if transcript is None:
        raise Http404
    return transcript


def tell_duplicate(request: HttpRequest) -> None:
    """Say on the next page that this match had been uploaded before."""
    text = gettext(
        "This match has already been uploaded, perhaps in another format: this is that match file."
    )
    messages.info(request, text)


def _upload(request: HttpRequest) -> HttpResponse:
    form, identity = MatchFileForm(request.POST, request.FILES), get_identity(request)
    if not form.is_valid():
        return render(request, TEMPLATE, _context(request, form), status=400)
    name, data = form.match_file()
    try:
        limits.throttle_action("record", _uploader_key(identity), limit=UPLOADS_AN_HOUR, seconds=3600)
        result = uploads.upload_file(name=name or gettext("pasted"), data=data, identity=identity)
    except Refusal as refusal:
        return render_refusal(request, TEMPLATE, _context(request, form), refusal)
    if result.is_duplicate:
        tell_duplicate(request)
    if result.transcript.match is not None:
        return redirect("transcript", result.transcript.match.code, result.transcript.pk)
    return redirect("unassigned-transcript", result.transcript.pk)


def _uploader_key(identity: Identity) -> str:
    """The key of the rate limit; without account and badge nothing can be uploaded."""
    player = identity.badge_player
    return f"user {identity.user.pk}" if identity.user else f"player {player.pk if player else 0}"


def _context(request: HttpRequest, form: MatchFileForm) -> dict[str, Any]:
    identity = get_identity(request)
    return {
        "record_form": form,
        "may_upload": identity.user is not None or identity.badge_player is not None,
        "unassigned": transcripts.without_match(identity)[:MAX_LISTED],
        "desks": get_desks_of(identity),
    }


def _unassigned_context(
    identity: Identity, transcript: Transcript, query: QueryDict | None
) -> dict[str, Any]:
    """The context of a transcript without a match; no board after a form, whose address has no replay."""
    verdict = Verdict.from_json(transcript.verdict)
    view = BoardView() if query is None else BoardView.from_query(query)
    return {
        "transcript": transcript,
        "verdict": verdict,
        "findings": replay.finding_rows(verdict, view),
        "replay": None if query is None else replay.replay_at(verdict, query),
        "fits": candidates.matches_fitting(identity, transcript),
    }

"""Pages of a transcript of a match: upload, verdict and replay, download, report, analysis, figures."""

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_POST, require_safe

from matches import permissions
from matches.actors import Identity
from matches.forms import VersionForm
from matches.models import Match, Table
from matches.records.forms import FigureForm, IdentificationForm, MatchCodeForm, MatchFileForm
from matches.records.models import Transcript
from matches.records.presenting.boards import BoardView, get_game, get_positions_path
from matches.records.presenting.decisions import make_blunder_rows
from matches.records.presenting.study_cards import DECK_WRITERS, make_deck_of_transcript
from matches.records.presenting.videos import (
    VideoChangeRow,
    make_change_rows,
    make_video_links,
    video_links_to_data,
)
from matches.records.queries import analyses as analysis_queries
from matches.records.queries import certificates, match_fits, transcripts
from matches.records.queries.analyses import compare_figures, get_figures
from matches.records.queries.videos import get_video, list_last_changes
from matches.records.services import analyses, contradictions, identifications, uploads
from matches.records.services.analyses import FigureData
from matches.records.services.certificates import may_be_certified
from matches.records.signing_keys import can_sign
from matches.records.views import replay
from matches.records.views.analyses import get_engine_context, get_finished_game, is_analysable
from matches.records.views.performance import make_deck_response, throttle_deck
from matches.records.views.replay import get_video_context
from matches.records.views.uploads import add_duplicate_message
from matches.states import OPEN_STATUSES
from matches.views import matches, reporting, visitors
from matches.views.errors import render_refusal
from matches.views.form_views import process_form
from matches.views.visitors import get_identity
from rules import formats
from rules.analysis import GameAnalysis
from rules.diagram import shared_ground
from rules.errors import Refusal
from rules.verdict import GameVerdict, Verdict

TEMPLATE = "records/transcript.html"
UPLOADS_PER_HOUR, ANALYSES_PER_HOUR = 60, 20
COMPACT_JSON = {"separators": (",", ":"), "ensure_ascii": False}


@require_POST
def attach_file(request: HttpRequest, code: str) -> HttpResponse:
    """Upload a match file of this match."""
    match, form = reporting.match_or_404(code), MatchFileForm(request.POST, request.FILES)
    card = reporting.get_card(request.POST)

    def run() -> HttpResponse:
        name, data = form.match_file()
        identity, now = get_identity(request, card), timezone.now()
        visitors.throttle_identity(
            "record", request, identity, at=match.desk.code, limit=UPLOADS_PER_HOUR, seconds=3600
        )
        transcript = uploads.attach_file(match=match, name=name or match.code, data=data, identity=identity)
        if transcript.at < now:
            add_duplicate_message(request, transcript, data)
        return redirect(reporting.get_page_address(match, card, "transcript", transcript.pk))

    def show(refusal: Refusal | None = None) -> HttpResponse:
        context = matches.get_match_context(request, match) | {"record_form": form}
        return render_refusal(request, matches.MATCH_TEMPLATE, context, refusal)

    return process_form(request, form, run, render_page=show)


@require_safe
def show_transcript(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The verdict on a transcript, and the board at one of its actions."""
    match = reporting.match_or_404(code)
    return render(request, TEMPLATE, _get_context(request, match, transcript_or_404(match, number)))


@require_safe
def download(request: HttpRequest, code: str, number: int, format: str = "") -> HttpResponse:
    """Download the file as it was uploaded, or converted; refused if the format cannot represent it."""
    match = reporting.match_or_404(code)
    transcript = transcript_or_404(match, number)
    if format and format not in formats.WRITERS:
        raise Http404
    try:
        data, ending = transcripts.get_public_file(match, transcript, format)
    except Refusal as refusal:
        return render_refusal(request, TEMPLATE, _get_context(request, match, transcript), refusal)
    is_binary = ending in formats.BINARY_ENDINGS
    content_type = "application/octet-stream" if is_binary else "text/plain; charset=utf-8"
    response = HttpResponse(data, content_type=content_type)
    name = f"{match.code}-{transcript.pk}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def show_gammonview_link(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The link that opens the match in GammonView, and what that means."""
    match = reporting.match_or_404(code)
    transcript = transcript_or_404(match, number)
    try:
        address = transcripts.get_gammonview_address(match, transcript)
    except Refusal as refusal:
        return render_refusal(request, TEMPLATE, _get_context(request, match, transcript), refusal)
    context = {
        "match": match,
        "transcript": transcript,
        "verdict": transcripts.get_public_verdict(match, transcript),
        "address": address,
    }
    return render(request, "records/gammonview.html", context)


@require_safe
def download_deck(request: HttpRequest, code: str, number: int, kind: str) -> HttpResponse:
    """Download the blunders of both players as study cards."""
    match = reporting.match_or_404(code)
    transcript = transcript_or_404(match, number)
    if kind not in DECK_WRITERS:
        raise Http404
    try:
        throttle_deck(request, match.code)
        deck = make_deck_of_transcript(transcript, request.build_absolute_uri)
    except Refusal as refusal:
        return render_refusal(request, TEMPLATE, _get_context(request, match, transcript), refusal)
    return make_deck_response(deck, kind, f"{match.code}-{transcript.pk}")


@require_POST
def report(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Report the score a transcript ends in."""
    form = VersionForm(request.POST)
    keys = {name: form.cleaned_data[name] for name in ("key", "version")} if form.is_valid() else {}

    def change(match: Match, transcript: Transcript, card: Table | None) -> str:
        identity = get_identity(request, card)
        contradictions.report_transcript(match=match, transcript=transcript, identity=identity, **keys)
        return reporting.get_page_address(match, card)

    return change_transcript(request, code, number, change)


@require_POST
def move(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Move a transcript to another match."""
    form = MatchCodeForm(request.POST)

    def change(match: Match, transcript: Transcript, card: Table | None) -> str:
        new_match = form.find_match()
        identity = get_identity(request, card)
        uploads.move_transcript(transcript=transcript, match=new_match, identity=identity)
        return reporting.get_page_address(new_match, card, "transcript", transcript.pk)

    return change_transcript(request, code, number, change)


@require_POST
def withdraw(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Take a transcript out of its match."""

    def change(match: Match, transcript: Transcript, card: Table | None) -> str:
        identity = get_identity(request, card)
        withdrawn = uploads.withdraw_transcript(transcript=transcript, identity=identity)
        text = gettext("Match file withdrawn: %(name)s. The uploader can still assign it to another match.")
        messages.success(request, text % {"name": transcripts.get_public_name(match, withdrawn)})
        return reporting.get_page_address(match, card)

    return change_transcript(request, code, number, change)


@require_POST
def identify_players(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Say that the players a transcript names are those of its match."""

    def change(match: Match, transcript: Transcript, card: Table | None) -> str:
        form, identity = IdentificationForm(request.POST), get_identity(request, card)
        if not form.is_valid():
            raise Refusal("request_invalid", problem="swapped")
        identifications.identify_players(
            transcript=transcript, identity=identity, **form.to_service_arguments()
        )
        return reporting.get_page_address(match, card, "transcript", transcript.pk)

    return change_transcript(request, code, number, change)


@require_POST
def withdraw_identification(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Take back who the players of a transcript are."""

    def change(match: Match, transcript: Transcript, card: Table | None) -> str:
        identity = get_identity(request, card)
        identifications.withdraw_identification(transcript=transcript, identity=identity)
        return reporting.get_page_address(match, card, "transcript", transcript.pk)

    return change_transcript(request, code, number, change)


@require_POST
def enter_figure(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Store an engine's figures for one side."""
    match, card = reporting.match_or_404(code), reporting.get_card(request.POST)
    transcript, form = transcript_or_404(match, number), FigureForm(request.POST, match=match)

    def run() -> HttpResponse:
        identity, data = get_identity(request, card), FigureData(**form.figure())
        visitors.throttle_identity(
            "figure", request, identity, at=match.desk.code, limit=UPLOADS_PER_HOUR, seconds=3600
        )
        analyses.enter_figure(match=match, transcript=transcript, data=data, identity=identity)
        return redirect(reporting.get_page_address(match, card, "transcript", transcript.pk) + "#figures")

    def show(refusal: Refusal | None = None) -> HttpResponse:
        sent_form = {} if refusal else {"figure_form": form}
        return render_refusal(
            request, TEMPLATE, _get_context(request, match, transcript) | sent_form, refusal
        )

    return process_form(request, form, run, render_page=show)


@require_POST
def request_analysis(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Queue the analysis of a transcript."""

    def change(match: Match, transcript: Transcript, card: Table | None) -> str:
        identity = get_identity(request, card)
        visitors.throttle_action("analysis", identity.device, limit=ANALYSES_PER_HOUR, seconds=3600)
        analyses.request_analysis(match=match, transcript=transcript, identity=identity)
        return reporting.get_page_address(match, card, "transcript", transcript.pk) + "#analysis"

    return change_transcript(request, code, number, change)


@require_POST
def cancel_analysis(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Cancel the open analysis."""

    def change(match: Match, transcript: Transcript, card: Table | None) -> str:
        analyses.cancel_analysis(match=match, transcript=transcript, identity=get_identity(request, card))
        return reporting.get_page_address(match, card, "transcript", transcript.pk) + "#analysis"

    return change_transcript(request, code, number, change)


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def show_game(request: HttpRequest, code: str, number: int, game: int) -> HttpResponse:
    """One game as data, frame by frame; 304 while nothing has changed."""
    match = reporting.match_or_404(code)
    transcript = transcript_or_404(match, number)
    verdict = transcripts.get_public_verdict(match, transcript)
    data = replay.game_to_data(verdict, game_or_404(verdict, game), get_finished_game(transcript, game))
    data["video"] = video_links_to_data(make_video_links(get_video(transcript), verdict), game)
    return JsonResponse(data, json_dumps_params=COMPACT_JSON)


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def show_positions(request: HttpRequest, code: str, number: int, game: int) -> HttpResponse:
    """Every position of one game, for reading, screen readers and printing."""
    match = reporting.match_or_404(code)
    transcript = transcript_or_404(match, number)
    verdict = transcripts.get_public_verdict(match, transcript)
    game_verdict = game_or_404(verdict, game)
    view = BoardView.from_query(request.GET)
    ground = shared_ground(replay.GROUND_ID, home_on_left=view.home_on_left)
    context = {
        "match": match,
        "transcript": transcript,
        "verdict": verdict,
        "game": game_verdict,
        "view_query": f"?{urlencode(view.query)}" if view.query else "",
        "ground": mark_safe(ground),  # noqa: S308 - it contains no text
        "positions": replay.list_positions(verdict, game_verdict, view, get_finished_game(transcript, game)),
    }
    return render(request, "records/positions.html", context)


def change_transcript(
    request: HttpRequest,
    code: str,
    number: int,
    change: Callable[[Match, Transcript, Table | None], str],
    **refused_context: object,
) -> HttpResponse:
    """Change a transcript and redirect to the address that `change` returns, or show why it is refused.

    `change` gets the match, the transcript and the table of the visitor; `refused_context` is for the page
    of a refusal, such as a form as it was sent.
    """
    match, card = reporting.match_or_404(code), reporting.get_card(request.POST)
    transcript = transcript_or_404(match, number)
    try:
        return redirect(change(match, transcript, card))
    except Refusal as refusal:
        return render_refusal(
            request, TEMPLATE, _get_context(request, match, transcript) | refused_context, refusal
        )


def transcript_or_404(match: Match, number: int) -> Transcript:
    """A transcript of this match."""
    transcript = transcripts.get_transcript(match, number)
    if transcript is None:
        raise Http404
    return transcript


def game_or_404(verdict: Verdict, number: int) -> GameVerdict:
    """A game of this verdict."""
    game = get_game(verdict, number)
    if game is None:
        raise Http404
    return game


def _get_replay_context(
    request: HttpRequest,
    transcript: Transcript,
    verdict: Verdict,
    games: Sequence[GameAnalysis],
    view: BoardView,
) -> dict[str, Any]:
    shown_replay = replay.get_replay(verdict, request.GET, games, positions=view.positions)
    return {
        "replay": shown_replay,
        "blunders": make_blunder_rows(verdict, games, view),
        **get_video_context(transcript, verdict, shown_replay),
    }


def _get_context(request: HttpRequest, match: Match, transcript: Transcript) -> dict[str, Any]:
    verdict = transcripts.get_public_verdict(match, transcript)
    card = reporting.get_card(request.POST or request.GET)
    identity = get_identity(request, card)
    may_report, may_move = permissions.may_report(identity, match), uploads.may_move(transcript, identity)
    is_better_match_sought = transcript.mismatches and may_move
    better_match = match_fits.find_better_match(transcript, identity) if is_better_match_sought else None
    progress = analysis_queries.get_analysis_progress(transcript)
    games = analysis_queries.get_finished_games(progress.finished) if progress and progress.finished else []
    positions = get_positions_path(match, transcript)
    view = BoardView.from_query(request.GET, positions)
    is_misplaced_shown = may_report or may_move or transcript.names_others
    return {
        "match": match,
        "card": card,
        "transcript": transcript,
        "verdict": verdict,
        "formats": sorted(formats.WRITERS),
        "findings": replay.make_finding_rows(verdict, view),
        **_get_replay_context(request, transcript, verdict, games, view),
        "video_changes": _list_video_changes(match, transcript, identity),
        "analysis": progress,
        **get_engine_context(),
        **_get_analysis_addresses(match, transcript),
        "is_legal": is_analysable(verdict),
        "page_url": reporting.get_page_address(match, card, "transcript", transcript.pk),
        **_get_figure_context(transcript, match),
        "figure_form": FigureForm(match=match, initial={"table": card.code if card else ""}),
        "signatures": transcripts.get_source_signatures(match, transcript),
        **_get_certificate_context(match, transcript, may_report=may_report),
        "differs_from_sheet": contradictions.differs_from_sheet(match, transcript),
        "mismatches": transcript.mismatches if is_misplaced_shown else [],
        **_get_identification_context(match, transcript, identity),
        "may_move": may_move,
        "may_withdraw": uploads.may_withdraw(transcript, identity),
        "fits": [better_match] if better_match else [],
        "may_enter": may_report,
        "may_report": may_report and match.status in OPEN_STATUSES and _has_usable_score(transcript),
    }


def _list_video_changes(match: Match, transcript: Transcript, identity: Identity) -> list[VideoChangeRow]:
    """The latest changes of the video; officials read by which account of the desk."""
    is_official = permissions.may_rule(identity.user, match.desk)
    return make_change_rows(list_last_changes(transcript), names_accounts=is_official)


def _get_figure_context(transcript: Transcript, match: Match) -> dict[str, Any]:
    """The performance figures of a match file, and how those of several engines compare."""
    figures = get_figures(transcript, match)
    return {"figures": figures, "comparisons": compare_figures(figures)}


def _get_certificate_context(match: Match, transcript: Transcript, *, may_report: bool) -> dict[str, Any]:
    """The certificate of a match file, and whether the visitor may issue one."""
    return {
        "certificate": certificates.get_certificate_in_effect(transcript),
        "may_certify": may_report and can_sign() and may_be_certified(match, transcript),
    }


def _get_analysis_addresses(match: Match, transcript: Transcript) -> dict[str, str]:
    """Where an analysis is requested and cancelled."""
    place = [match.code, transcript.pk]
    return {
        "request_url": reverse("request-analysis", args=place),
        "cancel_url": reverse("cancel-analysis", args=place),
    }


def _has_usable_score(transcript: Transcript) -> bool:
    """Whether a score can be reported from a transcript."""
    return transcript.white_score is not None and not transcript.fault and not transcript.names_others


def _get_identification_context(match: Match, transcript: Transcript, identity: Identity) -> dict[str, Any]:
    """Who named the players of a file, and for those who may say it its names and both orders."""
    names = (match.white.name, match.black.name)
    may_identify = identifications.may_identify(transcript, identity)
    return {
        "identified_by": _name_who_identified(transcript, identity),
        "orders": [("no", *names), ("yes", *names[::-1])],
        # Also if a player of the match does not show the full name: whoever decides must read them.
        "file_players": transcript.verdict["players"] if may_identify else (),
        "may_identify": may_identify,
    }


def _name_who_identified(transcript: Transcript, identity: Identity) -> str:
    """Return the player, or the desk; officials read the name of its account."""
    if transcript.identified_player is not None:
        return str(transcript.identified_player.name)
    is_official = transcript.match is not None and permissions.may_rule(identity.user, transcript.match.desk)
    if is_official and transcript.identified_user is not None:
        return str(transcript.identified_user.display_name)
    return gettext("Desk")

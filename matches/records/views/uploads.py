"""Pages to upload match files without naming a match, and zip archives for the officials of a desk."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    JsonResponse,
    QueryDict,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import (
    conditional_page,
    require_http_methods,
    require_POST,
    require_safe,
)

from matches import permissions
from matches.actors import Identity
from matches.messages import get_sentence
from matches.models import Desk, Match, User
from matches.queries.desks import get_desk, get_desks_of
from matches.records import match_files
from matches.records.forms import ArchiveForm, MatchCodeForm, MatchFileForm
from matches.records.models import ArchivedFile, FileStatus, Transcript
from matches.records.presenting.boards import BoardView, get_game
from matches.records.presenting.decisions import make_blunder_rows
from matches.records.queries import analyses as analysis_queries
from matches.records.queries import archives as archive_queries
from matches.records.queries import match_fits, transcripts
from matches.records.queries.archives import ArchiveProgress
from matches.records.services import analyses, archives, uploads
from matches.records.views import replay
from matches.records.views.analyses import (
    get_engine_context,
    get_finished_game,
    is_analysable,
    list_private_figures,
)
from matches.views import visitors
from matches.views.errors import LocalisedLaw, describe_law, render_refusal
from matches.views.form_views import process_form
from matches.views.visitors import get_identity, get_user, remember_device
from rules.errors import Refusal
from rules.laws import LAWS
from rules.verdict import Verdict

ANALYSIS = "analysis"
UPLOAD_TEMPLATE, UNASSIGNED_TEMPLATE = "records/upload.html", "records/unassigned.html"
UPLOADS_PER_HOUR, ANALYSES_PER_HOUR = 60, 20
MAX_LISTED = 20
COMPACT_JSON = {"separators": (",", ":"), "ensure_ascii": False}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """GET: the upload form and the visitor's unassigned uploads. POST: upload a file."""
    if request.method == "POST":
        return remember_device(request, _upload_file(request))
    return remember_device(
        request, render(request, UPLOAD_TEMPLATE, _get_upload_context(request, MatchFileForm()))
    )


@never_cache
@require_safe
def show_unassigned(request: HttpRequest, number: int) -> HttpResponse:
    """A transcript without a match, for its uploader: the verdict, and the matches it may belong to."""
    identity = get_identity(request)
    context = _get_unassigned_context(identity, unassigned_or_404(identity, number), request.GET)
    return render(request, UNASSIGNED_TEMPLATE, context)


@require_POST
def assign(request: HttpRequest, number: int) -> HttpResponse:
    """Assign a transcript to its match."""
    identity, form = get_identity(request), MatchCodeForm(request.POST)
    transcript = unassigned_or_404(identity, number)

    def run() -> HttpResponse:
        match = form.find_match()
        linked = uploads.link_transcript(transcript=transcript, match=match, identity=identity)
        if linked.pk != transcript.pk:
            add_duplicate_message(request, linked, transcript.text.encode())
        return redirect("transcript", match.code, linked.pk)

    return _change_unassigned(request, identity, transcript, run)


@require_POST
def remove(request: HttpRequest, number: int) -> HttpResponse:
    """Remove a transcript without a match."""
    identity = get_identity(request)
    transcript = unassigned_or_404(identity, number)

    def run() -> HttpResponse:
        uploads.remove_transcript(transcript=transcript, identity=identity)
        messages.success(request, gettext("Match file removed: %(name)s.") % {"name": transcript.name})
        return redirect("upload")

    return _change_unassigned(request, identity, transcript, run)


@require_POST
def request_analysis(request: HttpRequest, number: int) -> HttpResponse:
    """Queue the analysis of a transcript without a match."""
    identity = get_identity(request)
    transcript = unassigned_or_404(identity, number)

    def run() -> HttpResponse:
        visitors.throttle_action(
            "analysis", _get_uploader_key(identity), limit=ANALYSES_PER_HOUR, seconds=3600
        )
        analyses.request_private_analysis(transcript=transcript, identity=identity)
        return redirect(reverse("unassigned-transcript", args=[transcript.pk]) + "#analysis")

    return _change_unassigned(request, identity, transcript, run)


@require_POST
def cancel_analysis(request: HttpRequest, number: int) -> HttpResponse:
    """Cancel the open analysis of a transcript without a match."""
    identity = get_identity(request)
    transcript = unassigned_or_404(identity, number)

    def run() -> HttpResponse:
        analyses.cancel_private_analysis(transcript=transcript, identity=identity)
        return redirect(reverse("unassigned-transcript", args=[transcript.pk]) + "#analysis")

    return _change_unassigned(request, identity, transcript, run)


def _change_unassigned(
    request: HttpRequest, identity: Identity, transcript: Transcript, run: Callable[[], HttpResponse]
) -> HttpResponse:
    """Run a change of a transcript without a match, or show its page with the refusal."""
    try:
        return run()
    except Refusal as refusal:
        context = _get_unassigned_context(identity, transcript, None)
        return render_refusal(request, UNASSIGNED_TEMPLATE, context, refusal)


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def show_unassigned_game(request: HttpRequest, number: int, game: int) -> HttpResponse:
    """One game of a transcript without a match as data, for its uploader."""
    transcript = unassigned_or_404(get_identity(request), number)
    verdict = Verdict.from_json(transcript.verdict)
    game_verdict = get_game(verdict, game)
    if game_verdict is None:
        raise Http404
    data = replay.game_to_data(verdict, game_verdict, get_finished_game(transcript, game))
    return JsonResponse(data, json_dumps_params=COMPACT_JSON)


def unassigned_or_404(identity: Identity, number: int) -> Transcript:
    """A transcript without a match that this visitor may read."""
    transcript = transcripts.get_readable_unassigned(identity).filter(pk=number).first()
    if transcript is None:
        raise Http404
    return transcript


def add_duplicate_message(request: HttpRequest, transcript: Transcript, data: bytes) -> None:
    """Add the message that these games had been uploaded before; a warning if under other names."""
    text = gettext(
        "This match has already been uploaded, perhaps in another format: this is that match file."
    )
    other_names = uploads.find_other_names(transcript, data)
    if other_names is None:
        messages.info(request, text)
        return
    warning = gettext(
        "It has the same moves as your file, but other players: yours names %(one)s and %(other)s. If one of "
        "them is the wrong file, its uploader or the desk can withdraw it from its match."
    ) % {"one": other_names[0] or "?", "other": other_names[1] or "?"}
    messages.warning(request, f"{text} {warning}")


def _upload_file(request: HttpRequest) -> HttpResponse:
    form, identity = MatchFileForm(request.POST, request.FILES), get_identity(request)

    def run() -> HttpResponse:
        name, data = form.match_file()
        visitors.throttle_action("record", _get_uploader_key(identity), limit=UPLOADS_PER_HOUR, seconds=3600)
        if request.POST.get("purpose") == ANALYSIS:
            return _analyse_file(request, name or gettext("pasted"), data, identity)
        result = uploads.upload_file(name=name or gettext("pasted"), data=data, identity=identity)
        if result.is_duplicate:
            add_duplicate_message(request, result.transcript, data)
        if result.transcript.match is not None:
            return redirect("transcript", result.transcript.match.code, result.transcript.pk)
        return redirect("unassigned-transcript", result.transcript.pk)

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return render_refusal(request, UPLOAD_TEMPLATE, _get_upload_context(request, form), refusal)

    return process_form(request, form, run, render_page=show)


def _analyse_file(request: HttpRequest, name: str, data: bytes, identity: Identity) -> HttpResponse:
    """Store a file without a match and queue its analysis, unless it has one.

    Where it cannot be analysed the page of the file says so.
    """
    transcript = uploads.store_unassigned_file(name=name, data=data, identity=identity)
    page = reverse("unassigned-transcript", args=[transcript.pk]) + "#analysis"
    is_possible = get_engine_context()["is_installed"] and is_analysable(
        Verdict.from_json(transcript.verdict)
    )
    if not is_possible or transcript.analyses.exists():
        return redirect(page)
    try:
        visitors.throttle_action(
            "analysis", _get_uploader_key(identity), limit=ANALYSES_PER_HOUR, seconds=3600
        )
        analyses.request_private_analysis(transcript=transcript, identity=identity)
    except Refusal as refusal:
        messages.warning(request, get_sentence(refusal.code, refusal.context))
    return redirect(page)


def _get_uploader_key(identity: Identity) -> str:
    """The key of the rate limit; without account and badge nothing can be uploaded."""
    player = identity.badge_player
    return f"user {identity.user.pk}" if identity.user else f"player {player.pk if player else 0}"


def _get_upload_context(request: HttpRequest, form: MatchFileForm) -> dict[str, Any]:
    identity = get_identity(request)
    return {
        "record_form": form,
        "may_upload": identity.user is not None or identity.badge_player is not None,
        "unassigned": transcripts.get_unassigned_uploads(identity)[:MAX_LISTED],
        "desks": get_desks_of(identity),
    }


def _get_unassigned_context(
    identity: Identity, transcript: Transcript, query: QueryDict | None
) -> dict[str, Any]:
    """Return the context of an unassigned transcript; without `query` there is no replay."""
    verdict = Verdict.from_json(transcript.verdict)
    view = BoardView() if query is None else BoardView.from_query(query)
    progress = analysis_queries.get_analysis_progress(transcript)
    games = analysis_queries.get_finished_games(progress.finished) if progress and progress.finished else []
    may_remove = uploads.is_uploader(transcript, identity)
    return {
        "transcript": transcript,
        "verdict": verdict,
        "findings": replay.make_finding_rows(verdict, view),
        "replay": None if query is None else replay.get_replay(verdict, query, games),
        "blunders": make_blunder_rows(verdict, games, view) if query is not None else [],
        "analysis": progress,
        **get_engine_context(),
        "is_legal": is_analysable(verdict),
        "may_enter": may_remove,
        "request_url": reverse("analyse-unassigned", args=[transcript.pk]),
        "cancel_url": reverse("cancel-unassigned-analysis", args=[transcript.pk]),
        "page_url": reverse("unassigned-transcript", args=[transcript.pk]),
        "figures": list_private_figures(transcript, verdict),
        "fits": match_fits.find_fitting_matches(identity, transcript),
        "badge_place": identity.badge.desk.name if identity.badge is not None else "",
        "match_elsewhere": match_fits.find_match_of_other_desk(identity, transcript),
        "may_remove": may_remove,
    }


ARCHIVES_TEMPLATE, ARCHIVE_TEMPLATE = "records/archives.html", "records/archive.html"
ARCHIVES_PER_HOUR, MAX_LISTED_ARCHIVES = 20, 20


@dataclass(frozen=True, slots=True)
class ArchivedFileRow:
    """One file of an archive as the page shows it."""

    file: ArchivedFile
    problem: str
    law: LocalisedLaw | None
    fits: list[Match]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def list_archives(request: HttpRequest, code: str) -> HttpResponse:
    """The archives of a desk, and the form to upload another."""
    desk, user = _desk_or_404(request, code)
    if request.method == "POST":
        return _upload_archive(request, desk, user)
    return render(request, ARCHIVES_TEMPLATE, _get_list_context(desk, ArchiveForm()))


@never_cache
@require_safe
def show_archive(request: HttpRequest, code: str, archive: str) -> HttpResponse:
    """The progress of an archive, and the status of each file."""
    desk, _user = _desk_or_404(request, code)
    return render(request, ARCHIVE_TEMPLATE, _get_archive_context(desk, _progress_or_404(desk, archive)))


@require_POST
def assign_file(request: HttpRequest, code: str, archive: str, number: int) -> HttpResponse:
    """Assign a file to its match."""
    desk, user = _desk_or_404(request, code)
    form = MatchCodeForm(request.POST)
    file = _progress_or_404(desk, archive).file(number)
    if file is None:
        raise Http404
    try:
        match = form.find_match()
        if match.desk_id != desk.pk:
            raise Refusal("match_code_unknown", match=match.code)
        archives.assign_archived_file(file=file, match=match, by=user)
    except Refusal as refusal:
        context = _get_archive_context(desk, _progress_or_404(desk, archive))
        return render_refusal(request, ARCHIVE_TEMPLATE, context, refusal)
    return redirect(reverse("archive", args=[desk.code, archive]) + f"#f{number}")


def _upload_archive(request: HttpRequest, desk: Desk, user: User) -> HttpResponse:
    form = ArchiveForm(request.POST, request.FILES)

    def run() -> HttpResponse:
        name, data = form.archive()
        visitors.throttle_action("bundle", str(user.pk), limit=ARCHIVES_PER_HOUR, seconds=3600)
        archive = archives.upload_archive(desk=desk, name=name, data=data, by=user)
        return redirect("archive", desk.code, archive.code)

    def show(refusal: Refusal | None = None) -> HttpResponse:
        shown_form = ArchiveForm() if refusal else form
        return render_refusal(request, ARCHIVES_TEMPLATE, _get_list_context(desk, shown_form), refusal)

    return process_form(request, form, run, render_page=show)


def _desk_or_404(request: HttpRequest, code: str) -> tuple[Desk, User]:
    desk, user = get_desk(code), get_user(request)
    if desk is None or user is None or not permissions.may_rule(user, desk):
        raise Http404
    return desk, user


def _progress_or_404(desk: Desk, code: str) -> ArchiveProgress:
    progress = archive_queries.get_archive_progress(desk, code)
    if progress is None:
        raise Http404
    return progress


def _get_list_context(desk: Desk, form: ArchiveForm) -> dict[str, Any]:
    return {
        "desk": desk,
        "form": form,
        "archives": archive_queries.get_archives(desk)[:MAX_LISTED_ARCHIVES],
        "max_files": match_files.MAX_FILES,
        "max_megabytes": match_files.MAX_ARCHIVE_BYTES // 1_000_000,
    }


def _get_archive_context(desk: Desk, progress: ArchiveProgress) -> dict[str, Any]:
    fits = archive_queries.find_fits_by_file(progress, desk)
    return {
        "desk": desk,
        "progress": progress,
        "rows": [_make_file_row(file, fits.get(file.pk, [])) for file in progress.files],
        "page_url": reverse("archive", args=[desk.code, progress.archive.code]),
        "unassigned": progress.counts[FileStatus.UNASSIGNED],
    }


def _make_file_row(file: ArchivedFile, fits: list[Match]) -> ArchivedFileRow:
    problem = file.problem
    law = LAWS.get(problem.get("law", ""))
    text = get_sentence(problem["code"], problem.get("facts", {})) if problem else ""
    return ArchivedFileRow(file, text, describe_law(law) if law else None, fits)

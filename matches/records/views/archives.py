"""Archives of match files, for the officials of a desk: upload, progress, and what became of each file."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches import permissions
from matches.models import Desk, Match, User
from matches.phrases import get_sentence
from matches.queries.desks import get_desk
from matches.records import zip_files
from matches.records.forms import ArchiveForm, MatchCodeForm
from matches.records.models import ArchivedFile, FileStatus
from matches.records.queries import archives as queries
from matches.records.queries.archives import ArchiveProgress
from matches.records.services import archives
from matches.views import limits, phone
from matches.views.refusals import LocalisedLaw, describe_law, render_refusal
from matches.views.visitors import get_user
from rules.errors import Refusal
from rules.laws import LAWS

TEMPLATE, ARCHIVE_TEMPLATE = "records/archives.html", "records/archive.html"
ARCHIVES_AN_HOUR, MAX_LISTED = 20, 20


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
        return _upload(request, desk, user)
    return render(request, TEMPLATE, _list_context(desk, ArchiveForm()))


@never_cache
@require_safe
def show_archive(request: HttpRequest, code: str, archive: str) -> HttpResponse:
    """How far an archive is, and what became of each file."""
    desk, _user = _desk_or_404(request, code)
    return render(request, ARCHIVE_TEMPLATE, _archive_context(desk, _progress_or_404(desk, archive)))


@require_POST
def assign_file(request: HttpRequest, code: str, archive: str, number: int) -> HttpResponse:
    """Say which match a file is of."""
    desk, user = _desk_or_404(request, code)
    form = MatchCodeForm(request.POST)
    file = _progress_or_404(desk, archive).file(number)
    match = phone.match_or_404(form.code() if form.is_valid() else "")
    if file is None or match.desk_id != desk.pk:
        raise Http404
    try:
        archives.assign_file(file=file, match=match, by=user)
    except Refusal as refusal:
        context = _archive_context(desk, _progress_or_404(desk, archive))
        return render_refusal(request, ARCHIVE_TEMPLATE, context, refusal)
    return redirect(reverse("archive", args=[desk.code, archive]) + f"#f{number}")


def _upload(request: HttpRequest, desk: Desk, user: User) -> HttpResponse:
    form = ArchiveForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, TEMPLATE, _list_context(desk, form), status=400)
    name, data = form.archive()
    try:
        limits.throttle_action("bundle", str(user.pk), limit=ARCHIVES_AN_HOUR, seconds=3600)
        archive = archives.upload_archive(desk=desk, name=name, data=data, by=user)
    except Refusal as refusal:
        return render_refusal(request, TEMPLATE, _list_context(desk, ArchiveForm()), refusal)
    return redirect("archive", desk.code, archive.code)


def _desk_or_404(request: HttpRequest, code: str) -> tuple[Desk, User]:
    desk, user = get_desk(code), get_user(request)
    if desk is None or user is None or not permissions.may_rule(user, desk):
        raise Http404
    return desk, user


def _progress_or_404(desk: Desk, code: str) -> ArchiveProgress:
    progress = queries.progress_of(desk, code)
    if progress is None:
        raise Http404
    return progress


def _list_context(desk: Desk, form: ArchiveForm) -> dict[str, Any]:
    return {
        "desk": desk,
        "form": form,
        "archives": queries.archives_of(desk)[:MAX_LISTED],
        "max_files": zip_files.MAX_FILES,
        "max_megabytes": zip_files.MAX_BYTES // 1_000_000,
    }


def _archive_context(desk: Desk, progress: ArchiveProgress) -> dict[str, Any]:
    fits = queries.fits_by_file(progress, desk)
    return {
        "desk": desk,
        "progress": progress,
        "rows": [_file_row(file, fits.get(file.pk, [])) for file in progress.files],
        "here": reverse("archive", args=[desk.code, progress.archive.code]),
        "unassigned": progress.counts[FileStatus.UNASSIGNED],
    }


def _file_row(file: ArchivedFile, fits: list[Match]) -> ArchivedFileRow:
    problem = file.problem
    law = LAWS.get(problem.get("law", ""))
    text = get_sentence(problem["code"], problem.get("facts", {})) if problem else ""
    return ArchivedFileRow(file, text, describe_law(law) if law else None, fits)

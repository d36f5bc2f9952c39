"""Many records at once, for the officials of a desk: the zip, how far it is, what became of each file."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches import archives, permissions
from matches.forms.records import BundleForm, MatchCodeForm
from matches.models import Bundle, BundledFile, Desk, Match, User
from matches.models.bundle import ASKS
from matches.phrases import sentence
from matches.queries import bundles as facts
from matches.queries.bundles import Progress
from matches.services import bundles
from matches.views import limits, phone
from matches.views.refusals import SpokenLaw, refused, spoken
from matches.views.visitors import user_of
from rules.errors import Refusal
from rules.laws import LAWS

TEMPLATE, BUNDLE = "records/desk.html", "records/bundle.html"
ZIPS_AN_HOUR, SHOWN = 20, 20


@dataclass(frozen=True, slots=True)
class Row:
    """One file of a zip as the report shows it."""

    file: BundledFile
    problem: str
    law: SpokenLaw | None
    fits: list[Match]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, code: str) -> HttpResponse:
    """The zips of a desk, and the form for another."""
    found, user = _desk_or_404(request, code)
    if request.method == "POST":
        return _hand_in(request, found, user)
    return render(request, TEMPLATE, _page(found, BundleForm()))


@never_cache
@require_safe
def bundle(request: HttpRequest, code: str, bundle: str) -> HttpResponse:
    """How far a zip is, and what became of each of its files."""
    found, _user = _desk_or_404(request, code)
    return render(request, BUNDLE, _bundle_page(found, _progress_or_404(found, bundle)))


@require_POST
def assign(request: HttpRequest, code: str, bundle: str, number: int) -> HttpResponse:
    """Say which match a file is of."""
    found, user = _desk_or_404(request, code)
    progress, form = _progress_or_404(found, bundle), MatchCodeForm(request.POST)
    file = next((file for file in progress.files if file.number == number), None)
    match = phone.match_or_404(form.code() if form.is_valid() else "")
    if file is None or match.desk_id != found.pk:
        raise Http404
    return _done(
        request,
        found,
        progress.bundle,
        lambda: bundles.assign(file=file, match=match, by=user),
        f"#f{number}",
    )


def _hand_in(request: HttpRequest, found: Desk, user: User) -> HttpResponse:
    form = BundleForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, TEMPLATE, _page(found, form), status=400)
    name, data = form.bundle()
    try:
        limits.knock("bundle", str(user.pk), most=ZIPS_AN_HOUR, seconds=3600)
        taken = bundles.hand_in(desk=found, name=name, data=data, by=user)
    except Refusal as refusal:
        return refused(request, TEMPLATE, _page(found, BundleForm()), refusal)
    return redirect("desk-bundle", found.code, taken.code)


def _done(
    request: HttpRequest, found: Desk, bundle: Bundle, act: Callable[[], object], part: str
) -> HttpResponse:
    try:
        act()
    except Refusal as refusal:
        context = _bundle_page(found, _progress_or_404(found, bundle.code))
        return refused(request, BUNDLE, context, refusal)
    return redirect(reverse("desk-bundle", args=[found.code, bundle.code]) + part)


def _desk_or_404(request: HttpRequest, code: str) -> tuple[Desk, User]:
    found, user = facts.desk_by_code(code), user_of(request)
    if found is None or user is None or not permissions.may_rule(user, found):
        raise Http404
    return found, user


def _progress_or_404(found: Desk, code: str) -> Progress:
    progress = facts.progress_of(found, code)
    if progress is None:
        raise Http404
    return progress


def _page(found: Desk, form: BundleForm) -> dict[str, Any]:
    return {
        "desk": found,
        "form": form,
        "bundles": facts.bundles_of(found)[:SHOWN],
        "most_files": archives.MOST_FILES,
        "most_bytes": archives.MOST_BYTES // 1_000_000,
    }


def _bundle_page(found: Desk, progress: Progress) -> dict[str, Any]:
    fits = facts.fits_by_file(progress, found)
    return {
        "desk": found,
        "progress": progress,
        "rows": [_row(file, fits.get(file.pk, [])) for file in progress.files],
        "here": reverse("desk-bundle", args=[found.code, progress.bundle.code]),
        "asks": progress.fates[ASKS],
    }


def _row(file: BundledFile, fits: list[Match]) -> Row:
    problem = file.problem
    law = LAWS.get(problem.get("law", ""))
    said = sentence(problem["code"], problem.get("facts", {})) if problem else ""
    return Row(file, said, spoken(law) if law else None, fits)

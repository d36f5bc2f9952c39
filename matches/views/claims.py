"""The way of a result from a phone: report, confirm, dispute, accept, withdraw."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches import permissions
from matches.forms.matches import ReportNumberForm, ResultForm
from matches.models import Match, Report, Table
from matches.queries import desks, one_sided_results
from matches.services import reporting
from matches.views import limits, phone
from matches.views.visitors import get_identity, remember_device
from rules.errors import Refusal

REPORTS_A_MINUTE = 30


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The card on a table: the match being played there now, or that there is none."""
    card = phone.table_or_404(code)
    match = desks.get_match_at(card)
    if match is not None:
        return phone.render_phone_page(request, match, card)
    latest = desks.get_latest_match_at(card)
    if latest is not None and _may_object(request, latest, card):
        return phone.render_phone_page(request, latest, card)
    response = render(request, "matches/free_table.html", {"card": card, "latest": latest})
    return remember_device(request, response)


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, code: str) -> HttpResponse:
    """GET: the match as this phone may act on it. POST: claim a final score."""
    match = phone.match_or_404(code)
    if request.method != "POST":
        return phone.render_phone_page(request, match, phone.get_card(request.GET))
    card, form = phone.get_card(request.POST), ResultForm(request.POST, match=match)
    if not form.is_valid():
        return phone.render_incomplete_form(request, match, card, form)
    identity = get_identity(request, card)
    try:
        limits.throttle_identity(
            "report", request, identity, at=match.desk.code, limit=REPORTS_A_MINUTE, seconds=60
        )
        reporting.report(match=match, identity=identity, key=form.cleaned_data["key"], **form.scores())
    except Refusal as refusal:
        return phone.render_phone_refusal(request, match, card, refusal)
    return phone.redirect_to_phone_page(request, match, card)


@require_POST
def confirm(request: HttpRequest, code: str) -> HttpResponse:
    """Agree with the claim that was shown."""
    match, card = phone.match_or_404(code), phone.get_card(request.POST)
    try:
        claim, version = _get_claim(request, match)
        identity = get_identity(request, card)
        reporting.confirm(match=match, report=claim, identity=identity, version=version)
    except Refusal as refusal:
        return phone.render_phone_refusal(request, match, card, refusal)
    return phone.redirect_to_phone_page(request, match, card)


@require_POST
def dispute(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the claim that was shown with another score; the desk decides."""
    match, card = phone.match_or_404(code), phone.get_card(request.POST)
    form = ResultForm(request.POST, match=match)
    if not form.is_valid():
        return phone.render_incomplete_form(request, match, card, form)
    try:
        _dispute(request, match, card, form)
    except Refusal as refusal:
        return phone.render_phone_refusal(request, match, card, refusal)
    return phone.redirect_to_phone_page(request, match, card)


@require_POST
def accept(request: HttpRequest, code: str) -> HttpResponse:
    """Accept the other score of a dispute."""
    match, card = phone.match_or_404(code), phone.get_card(request.POST)
    try:
        claim, version = _get_claim(request, match)
        identity = get_identity(request, card)
        reporting.accept(match=match, report=claim, identity=identity, version=version)
    except Refusal as refusal:
        return phone.render_phone_refusal(request, match, card, refusal)
    return phone.redirect_to_phone_page(request, match, card)


@require_POST
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Take one's own claim back while nobody has answered it."""
    match, card = phone.match_or_404(code), phone.get_card(request.POST)
    try:
        claim, version = _get_claim(request, match)
        identity = get_identity(request, card)
        reporting.withdraw(match=match, report=claim, identity=identity, version=version)
    except Refusal as refusal:
        return phone.render_phone_refusal(request, match, card, refusal)
    return phone.redirect_to_phone_page(request, match, card)


def _may_object(request: HttpRequest, match: Match, card: Table) -> bool:
    identity, report = get_identity(request, card), one_sided_results.get_one_sided_report(match)
    return permissions.may_object(identity, match, report, now=timezone.now())


def _dispute(request: HttpRequest, match: Match, card: Table | None, form: ResultForm) -> None:
    claim, version = _get_claim(request, match)
    reporting.dispute(
        match=match,
        report=claim,
        version=version,
        identity=get_identity(request, card),
        key=form.cleaned_data["key"],
        **form.scores(),
    )


def _get_claim(request: HttpRequest, match: Match) -> tuple[Report, int | None]:
    """The claim by its number on this match, and the version somebody saw; a number of another match is
    absent here."""
    form = ReportNumberForm(request.POST)
    is_valid = form.is_valid()
    claim = match.reports.filter(number=form.cleaned_data["report"]).first() if is_valid else None
    if claim is None:
        raise Refusal("report_absent", match=match.code)
    return claim, form.cleaned_data["version"]

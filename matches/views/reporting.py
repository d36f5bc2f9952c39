"""Phone pages of a match: report, confirm, dispute, accept and withdraw.

A phone opens them from the table card, the badge or the page of the match. `card` is the table whose card was
scanned; its code stays in the address or the form.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches import permissions, registry
from matches.actors import Identity
from matches.forms import ReportNumberForm, ResultForm, list_losing_points
from matches.messages import get_sentence
from matches.models import Match, Report, Table
from matches.queries import desks, matches, objection_deadlines
from matches.queries.matches import MatchSheet
from matches.refusal_statuses import get_status
from matches.services import reporting
from matches.states import Policy, Status
from matches.views import visitors
from matches.views.errors import make_refusal_message, render_refusal
from matches.views.visitors import get_identity, remember_device
from rules.errors import Refusal

PHONE_TEMPLATE = "matches/phone.html"
PLAYING_STATUSES = (Status.CALLED.value, Status.RUNNING.value)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why a reported score cannot be confirmed, and the key of the match file that says so, if one does."""

    sentence: str
    transcript: str


def match_or_404(code: str) -> Match:
    """The match of this code with its players, table and desk."""
    match = matches.get_match(code)
    if match is None:
        raise Http404
    return match


def table_or_404(code: str) -> Table:
    """The table of this code with its desk."""
    table = desks.get_table(code)
    if table is None:
        raise Http404
    return table


def get_card(data: QueryDict) -> Table | None:
    """Return the table whose code is in the data; the code is printed on its card and is no secret."""
    code = data.get("table", "")
    return desks.get_table(code) if code else None


def get_page_address(match: Match, card: Table | None, page: str = "report", *more: int) -> str:
    """Return the address of a page of this match, with the table card in the query."""
    return reverse(page, args=[match.code, *more]) + (f"?table={card.code}" if card else "")


def render_phone_page(request: HttpRequest, match: Match, card: Table | None) -> HttpResponse:
    """The phone page of a match."""
    return remember_device(request, render(request, PHONE_TEMPLATE, get_phone_context(request, match, card)))


def redirect_to_phone_page(
    request: HttpRequest, match: Match, card: Table | None, page: str = "report"
) -> HttpResponse:
    """Redirect to the phone page after a successful action."""
    return remember_device(request, HttpResponseRedirect(get_page_address(match, card, page)))


def render_incomplete_form(
    request: HttpRequest, match: Match, card: Table | None, form: ResultForm
) -> HttpResponse:
    """Render the form again with its errors and values."""
    return render(
        request, PHONE_TEMPLATE, get_phone_context(request, match, card) | {"form": form}, status=400
    )


def render_phone_refusal(
    request: HttpRequest, match: Match, card: Table | None, refusal: Refusal, form: ResultForm | None = None
) -> HttpResponse:
    """Render the current page with the refusal of the action, and the score that was sent in the form.

    A score against one that is reported meanwhile is asked about: the next tap reports it as a dispute.
    """
    context = get_phone_context(request, match_or_404(match.code), card)
    if form is None:
        return render_refusal(request, PHONE_TEMPLATE, context, refusal)
    context["form"] = form
    message = make_refusal_message(refusal)
    if refusal.code == "already_reported" and context["state"] == "answer":
        context["contrary_score"] = form.scores()
        scores = {**refusal.facts, **{f"own_{name}": points for name, points in form.scores().items()}}
        sentence = gettext(
            "Another score is reported: %(white_score)s–%(black_score)s. "
            "Yours is %(own_white_score)s–%(own_black_score)s: report the difference to the desk?"
        )
        message = replace(message, sentence=sentence % scores, note=gettext("Nothing was changed."))
    return render(request, PHONE_TEMPLATE, {**context, "refusal": message}, status=get_status(refusal))


def get_phone_context(request: HttpRequest, match: Match, card: Table | None) -> dict[str, Any]:
    """Return the context of the phone page."""
    sheet, identity = matches.get_sheet(match), get_identity(request, card)
    report = objection_deadlines.find_one_sided_report(match, sheet.reports, sheet.rulings)
    state, shown_report = get_reader_state(identity, sheet, report), sheet.open_report or report
    is_playing = match.status in PLAYING_STATUSES
    return {
        "match": match,
        "card": card,
        "sheet": sheet,
        "form": ResultForm(match=match),
        # One player's games on the sheet do not limit what the other answers.
        "losing_points": list_losing_points(sheet.score if is_playing else sheet.score_without_games),
        "may_undo": sheet.is_ended_by_game and permissions.may_report(identity, match),
        "key": uuid.uuid4().hex,
        "page_url": get_page_address(match, card),
        "state": state,
        # What the forms of the page answer: in another state they are replaced, whatever was chosen in them.
        "form_state": f"{state} {shown_report.number}" if shown_report else state,
        "one_sided_report": report,
        "acceptable": _get_acceptable_reports(identity, sheet),
        "withdrawable": _get_withdrawable_report(identity, sheet),
        "side": identity.side_in(match),
        "badge_of_other_desk": identity.badge if identity.is_badge_of_other_desk(match) else None,
        "is_other_player": identity.is_player_of_other_match(match),
        "contradictions": _list_contradictions(match, sheet.open_report),
        "desk_decides": match.desk.confirm_policy == Policy.DESK.value,
    }


def _list_contradictions(match: Match, report: Report | None) -> list[Contradiction]:
    """Return what contradicts an unanswered report, such as a match file."""
    if report is None:
        return []
    refusals = registry.contradictions(match, (report.white_score, report.black_score))
    return [
        Contradiction(get_sentence(refusal.code, refusal.facts), str(refusal.facts.get("transcript", "")))
        for refusal in refusals
        if refusal is not None
    ]


def get_reader_state(identity: Identity, sheet: MatchSheet, report: Report | None) -> str:
    """Return the state of the phone page for this visitor.

    "report": may report. "waiting": has reported, and the other side has not answered. "answer": may confirm
    or dispute the report. "watch": may do nothing. "trusted": may still object to a one-sided result.
    Otherwise the status of the match.
    """
    match = sheet.match
    if permissions.may_object(identity, match, report, now=timezone.now()):
        return "trusted"
    if match.status in PLAYING_STATUSES:
        return "report" if permissions.may_report(identity, match) else "watch"
    if match.status != Status.REPORTED.value:
        return str(match.status)
    return _get_report_state(identity, sheet)


def _get_acceptable_reports(identity: Identity, sheet: MatchSheet) -> tuple[Report, ...]:
    """Return the reports the visitor may accept.

    In a dispute those of the other side; of a settled match the confirmed report that the visitor disputed
    too late to reopen the result.
    """
    if sheet.match.status == Status.SETTLED.value:
        own_reports = [report for report in sheet.disputed if permissions.is_author(identity, report)]
        return tuple(report.answers for report in own_reports if report.answers is not None)
    if sheet.match.status != Status.DISPUTED.value:
        return ()
    return tuple(
        report for report in sheet.disputed if permissions.may_accept(identity, report, sheet.reports)
    )


def _get_withdrawable_report(identity: Identity, sheet: MatchSheet) -> Report | None:
    """The report this reader may withdraw from a dispute with the games on the sheet."""
    if sheet.match.status != Status.DISPUTED.value or len(sheet.disputed) != 1:
        return None
    report = sheet.disputed[0]
    is_own = permissions.may_report(identity, sheet.match) and permissions.has_reported(identity, report)
    return report if is_own or permissions.may_rule(identity.user, sheet.match.desk) else None


def _get_report_state(identity: Identity, sheet: MatchSheet) -> str:
    report = sheet.open_report
    if report is None or not permissions.may_report(identity, sheet.match):
        return "watch"
    if permissions.has_reported(identity, report):
        return "waiting"
    return "answer"


REPORTS_PER_MINUTE = 30


@require_safe
def show_table_card(request: HttpRequest, code: str) -> HttpResponse:
    """The table card: the match being played there, if any."""
    card = table_or_404(code)
    match = desks.get_match_at(card)
    if match is not None:
        return render_phone_page(request, match, card)
    latest = desks.get_latest_match_at(card)
    if latest is not None and _may_object(request, latest, card):
        return render_phone_page(request, latest, card)
    response = render(request, "matches/free_table.html", {"card": card, "latest": latest})
    return remember_device(request, response)


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, code: str) -> HttpResponse:
    """GET: the match with the actions of this phone. POST: report a final score."""
    match = match_or_404(code)
    if request.method != "POST":
        return render_phone_page(request, match, get_card(request.GET))
    card, form = get_card(request.POST), ResultForm(request.POST, match=match)
    if not form.is_valid():
        return render_incomplete_form(request, match, card, form)
    identity = get_identity(request, card)
    try:
        visitors.throttle_identity(
            "report", request, identity, at=match.desk.code, limit=REPORTS_PER_MINUTE, seconds=60
        )
        reporting.report(match=match, identity=identity, key=form.cleaned_data["key"], **form.scores())
    except Refusal as refusal:
        return render_phone_refusal(request, match, card, refusal, form)
    return redirect_to_phone_page(request, match, card)


@require_POST
def confirm(request: HttpRequest, code: str) -> HttpResponse:
    """Confirm the displayed report."""
    return _answer_report(request, code, reporting.confirm)


@require_POST
def dispute(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the displayed report with another score; the desk decides."""
    match, card = match_or_404(code), get_card(request.POST)
    form = ResultForm(request.POST, match=match)
    if not form.is_valid():
        return render_incomplete_form(request, match, card, form)
    try:
        _dispute(request, match, card, form)
    except Refusal as refusal:
        return render_phone_refusal(request, match, card, refusal, form)
    return redirect_to_phone_page(request, match, card)


@require_POST
def accept(request: HttpRequest, code: str) -> HttpResponse:
    """Accept the other score of a dispute."""
    return _answer_report(request, code, reporting.accept)


@require_POST
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw one's own report while it is unanswered."""
    return _answer_report(request, code, reporting.withdraw)


def _may_object(request: HttpRequest, match: Match, card: Table) -> bool:
    identity, report = get_identity(request, card), objection_deadlines.get_one_sided_report(match)
    return permissions.may_object(identity, match, report, now=timezone.now())


def _dispute(request: HttpRequest, match: Match, card: Table | None, form: ResultForm) -> None:
    report, version = _get_report(request, match)
    reporting.dispute(
        match=match,
        report=report,
        version=version,
        identity=get_identity(request, card),
        key=form.cleaned_data["key"],
        **form.scores(),
    )


def _answer_report(request: HttpRequest, code: str, answer: Callable[..., Match]) -> HttpResponse:
    """Answer the displayed report by a service of `reporting`."""
    match, card = match_or_404(code), get_card(request.POST)
    try:
        report, version = _get_report(request, match)
        identity = get_identity(request, card)
        answer(match=match, report=report, identity=identity, version=version)
    except Refusal as refusal:
        return render_phone_refusal(request, match, card, refusal)
    return redirect_to_phone_page(request, match, card)


def _get_report(request: HttpRequest, match: Match) -> tuple[Report, int | None]:
    """Return the report by its number and the version of the match on the page.

    Raises `report_absent`, also for a number of another match.
    """
    form = ReportNumberForm(request.POST)
    is_valid = form.is_valid()
    report = match.reports.filter(number=form.cleaned_data["report"]).first() if is_valid else None
    if report is None:
        raise Refusal("report_absent", match=match.code)
    return report, form.cleaned_data["version"]

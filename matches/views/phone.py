"""The phone page of a match, for players at the table."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from matches import permissions
from matches.forms.matches import ResultForm, losing_points
from matches.identity import Identity
from matches.models import Match, Report, Table
from matches.queries import desks, one_sided_results, sheets
from matches.queries.sheets import Sheet
from matches.states import Policy, Status
from matches.views.refusals import render_refusal
from matches.views.visitors import get_identity, remember_device
from rules.errors import Refusal

TEMPLATE = "matches/phone.html"
PLAYING_STATUSES = (Status.CALLED.value, Status.RUNNING.value)


def match_or_404(code: str) -> Match:
    """The match of this code with its players, table and desk."""
    match = sheets.get_match(code)
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
    """The table whose card brought the reader here; a card is no secret, so naming it is enough."""
    code = data.get("table", "")
    return desks.get_table(code) if code else None


def get_page_address(match: Match, card: Table | None, page: str = "report", *more: int) -> str:
    """The address of a page of this match, remembering the card."""
    return reverse(page, args=[match.code, *more]) + (f"?table={card.code}" if card else "")


def render_phone_page(request: HttpRequest, match: Match, card: Table | None) -> HttpResponse:
    """The phone page of a match."""
    return remember_device(request, render(request, TEMPLATE, get_phone_context(request, match, card)))


def redirect_to_phone_page(
    request: HttpRequest, match: Match, card: Table | None, page: str = "report"
) -> HttpResponse:
    """After a successful act: the phone page as it stands now."""
    return remember_device(request, HttpResponseRedirect(get_page_address(match, card, page)))


def render_incomplete_form(
    request: HttpRequest, match: Match, card: Table | None, form: ResultForm
) -> HttpResponse:
    """The form again, with what is missing and what was already tapped."""
    return render(request, TEMPLATE, get_phone_context(request, match, card) | {"form": form}, status=400)


def render_phone_refusal(
    request: HttpRequest, match: Match, card: Table | None, refusal: Refusal
) -> HttpResponse:
    """The page as it stands, with the reason why the act was refused."""
    return render_refusal(
        request, TEMPLATE, get_phone_context(request, match_or_404(match.code), card), refusal
    )


def get_phone_context(request: HttpRequest, match: Match, card: Table | None) -> dict[str, Any]:
    """Everything the phone page shows."""
    sheet, identity = sheets.get_sheet(match), get_identity(request, card)
    report = one_sided_results.find_one_sided_report(match, sheet.reports, sheet.rulings)
    return {
        "match": match,
        "card": card,
        "sheet": sheet,
        "form": ResultForm(match=match),
        "losing_points": losing_points(sheet.score),
        "key": uuid.uuid4().hex,
        "here": get_page_address(match, card),
        "state": get_reader_state(identity, sheet, report),
        "word": report,
        "acceptable": _get_acceptable_reports(identity, sheet),
        "withdrawable": _get_withdrawable_report(identity, sheet),
        "side": identity.side_in(match),
        "desk_decides": match.desk.confirm_policy == Policy.DESK.value,
    }


def get_reader_state(identity: Identity, sheet: Sheet, report: Report | None) -> str:
    """What this reader faces: "report", "watch", "waiting", "answer", or the match's own last states.

    "trusted" is a result that rests on `word` alone, to which he may still object.
    """
    match = sheet.match
    if permissions.may_object(identity, match, report, now=timezone.now()):
        return "trusted"
    if match.status in PLAYING_STATUSES:
        return "report" if permissions.may_report(identity, match) else "watch"
    if match.status != Status.REPORTED.value:
        return str(match.status)
    return _get_claim_state(identity, sheet)


def _get_acceptable_reports(identity: Identity, sheet: Sheet) -> tuple[Report, ...]:
    """The reports this reader may accept: the other score of a dispute, or a result objected to in vain."""
    if sheet.match.status == Status.SETTLED.value:
        own_reports = [report for report in sheet.disputed if permissions.is_author(identity, report)]
        return tuple(report.answers for report in own_reports if report.answers is not None)
    if sheet.match.status != Status.DISPUTED.value:
        return ()
    return tuple(
        report for report in sheet.disputed if permissions.may_accept(identity, report, sheet.reports)
    )


def _get_withdrawable_report(identity: Identity, sheet: Sheet) -> Report | None:
    """The report this reader may withdraw from a dispute with the games on the sheet."""
    if sheet.match.status != Status.DISPUTED.value or len(sheet.disputed) != 1:
        return None
    report = sheet.disputed[0]
    is_own = permissions.may_report(identity, sheet.match) and permissions.has_reported(identity, report)
    return report if is_own or permissions.may_rule(identity.user, sheet.match.desk) else None


def _get_claim_state(identity: Identity, sheet: Sheet) -> str:
    claim = sheet.claim
    if claim is None or not permissions.may_report(identity, sheet.match):
        return "watch"
    if permissions.has_reported(identity, claim):
        return "waiting"
    return "answer"

"""The public page of a match: the score, its games, claims, decisions and the panels of other apps."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches import permissions
from matches.forms.arbiter import AwardForm, PenaltyForm, PostponeForm
from matches.forms.matches import DecisionForm, ReasonForm, RulingForm
from matches.models import Match
from matches.phrases import law_title
from matches.queries import history, one_sided_results, sheets
from matches.registry import match_panels, panel_context
from matches.states import BEFORE_THE_END, Status
from matches.views import phone
from matches.views.visitors import get_identity
from rules.laws import LAWS

TEMPLATE = "matches/match.html"
OPEN_STATUSES = tuple(status.value for status in BEFORE_THE_END)
PLAYING_STATUSES = (Status.CALLED.value, Status.RUNNING.value)
CLAIMED_STATUSES = (Status.REPORTED.value, Status.DISPUTED.value)
REPORTABLE_STATUSES = (Status.CALLED.value, Status.RUNNING.value, Status.REPORTED.value)


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Everything about one match."""
    return render(request, TEMPLATE, get_match_context(request, phone.match_or_404(code)))


def get_match_context(request: HttpRequest, match: Match) -> dict[str, Any]:
    """The context of the page of a match, with the forms its reader may use."""
    sheet = sheets.get_sheet(match)
    card = phone.get_card(request.POST or request.GET)
    identity = get_identity(request, card)
    report = one_sided_results.find_one_sided_report(match, sheet.reports, sheet.rulings)
    return {
        "match": match,
        "card": card,
        "sheet": sheet,
        "is_crawford": sheet.score.is_crawford and match.status in OPEN_STATUSES,
        "meetings": history.count_other_meetings(match),
        "may_report": match.status in REPORTABLE_STATUSES and permissions.may_report(identity, match),
        "word": report,
        "may_object": permissions.may_object(identity, match, report, now=timezone.now()),
        "here": phone.get_page_address(match, card, "match"),
        **panel_context(match_panels(request, match)),
        **(_get_official_forms(match) if permissions.may_rule(request.user, match.desk) else {}),
    }


def get_law_titles() -> dict[str, str]:
    """The laws a ruling may cite, by id."""
    return {id: law_title(id) for id in LAWS}


def _get_official_forms(match: Match) -> dict[str, Any]:
    if match.status == Status.VOID.value:
        return {"is_official": True}
    forms: dict[str, Any] = {"is_official": True, "void_form": _make_reason_form(match, "void")}
    if match.status in OPEN_STATUSES:
        forms |= {
            "ruling_form": RulingForm(match=match, law_titles=get_law_titles()),
            **_get_arbiter_forms(match),
        }
    else:
        forms["correct_form"] = DecisionForm(match=match)
        forms["reopen_form"] = _make_reason_form(match, "reopen")
    return forms


def _get_arbiter_forms(match: Match) -> dict[str, Any]:
    forms: dict[str, Any] = {"award_form": AwardForm(match=match, auto_id="award-%s")}
    if match.status in PLAYING_STATUSES:
        forms["penalty_form"] = PenaltyForm(match=match, auto_id="penalty-%s")
    if match.status in {Status.SCHEDULED.value, *PLAYING_STATUSES}:
        forms["postpone_form"] = PostponeForm(match=match, auto_id="postpone-%s")
    if match.status not in CLAIMED_STATUSES:
        forms["lift_form"] = _make_reason_form(match, "lift")
    return forms


def _make_reason_form(match: Match, act: str) -> ReasonForm:
    # Several forms stand on one page; each label must lead to its own box.
    return ReasonForm(initial={"version": match.version}, auto_id=f"{act}-%s")

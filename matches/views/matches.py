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
from matches.queries import history, sheets, trusted
from matches.registry import match_panels, panel_context
from matches.states import BEFORE_THE_END, Status
from matches.views import phone
from matches.views.visitors import identity_of
from rules.laws import LAWS

TEMPLATE = "matches/match.html"
OPEN = tuple(status.value for status in BEFORE_THE_END)
AT_THE_BOARD = (Status.CALLED.value, Status.RUNNING.value)
CLAIMED = (Status.REPORTED.value, Status.DISPUTED.value)
REPORTABLE = (Status.CALLED.value, Status.RUNNING.value, Status.REPORTED.value)


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Everything about one match."""
    return render(request, TEMPLATE, page(request, phone.match_or_404(code)))


def page(request: HttpRequest, match: Match) -> dict[str, Any]:
    """The context of the page of a match, with the forms its reader may use."""
    sheet = sheets.sheet_of(match)
    card = phone.card_of(request.POST or request.GET)
    identity = identity_of(request, card)
    report = trusted.word_in(match, sheet.reports, sheet.rulings)
    return {
        "match": match,
        "card": card,
        "sheet": sheet,
        "is_crawford": sheet.score.is_crawford and match.status in OPEN,
        "meetings": history.other_meetings(match),
        "may_report": match.status in REPORTABLE and permissions.may_report(identity, match),
        "word": report,
        "may_object": permissions.may_object(identity, match, report, now=timezone.now()),
        "here": phone.page_of(match, card, "match"),
        **panel_context(match_panels(request, match)),
        **(_forms(match) if permissions.may_rule(request.user, match.desk) else {}),
    }


def law_titles() -> dict[str, str]:
    """The laws a ruling may cite, by id."""
    return {id: law_title(id) for id in LAWS}


def _forms(match: Match) -> dict[str, Any]:
    if match.status == Status.VOID.value:
        return {"is_official": True}
    forms: dict[str, Any] = {"is_official": True, "void_form": _why(match, "void")}
    if match.status in OPEN:
        forms |= {"ruling_form": RulingForm(match=match, law_titles=law_titles()), **_arbiter_forms(match)}
    else:
        forms["correct_form"] = DecisionForm(match=match)
        forms["reopen_form"] = _why(match, "reopen")
    return forms


def _arbiter_forms(match: Match) -> dict[str, Any]:
    forms: dict[str, Any] = {"award_form": AwardForm(match=match, auto_id="award-%s")}
    if match.status in AT_THE_BOARD:
        forms["penalty_form"] = PenaltyForm(match=match, auto_id="penalty-%s")
    if match.status in {Status.SCHEDULED.value, *AT_THE_BOARD}:
        forms["postpone_form"] = PostponeForm(match=match, auto_id="postpone-%s")
    if match.status not in CLAIMED:
        forms["lift_form"] = _why(match, "lift")
    return forms


def _why(match: Match, act: str) -> ReasonForm:
    # Several forms stand on one page; each label must lead to its own box.
    return ReasonForm(initial={"version": match.version}, auto_id=f"{act}-%s")

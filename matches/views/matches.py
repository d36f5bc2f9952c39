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


def page(request: HttpRequest, found: Match) -> dict[str, Any]:
    """The context of the page of a match, with the forms its reader may use."""
    sheet = sheets.sheet_of(found)
    card = phone.card_of(request.POST or request.GET)
    identity = identity_of(request, card)
    word = trusted.word_in(found, sheet.reports, sheet.rulings)
    return {
        "match": found,
        "card": card,
        "sheet": sheet,
        "is_crawford": sheet.score.is_crawford and found.status in OPEN,
        "meetings": history.other_meetings(found),
        "may_report": found.status in REPORTABLE and permissions.may_report(identity, found),
        "word": word,
        "may_object": permissions.may_object(identity, found, word, now=timezone.now()),
        "here": phone.page_of(found, card, "match"),
        **panel_context(match_panels(request, found)),
        **(_forms(found) if permissions.may_rule(request.user, found.desk) else {}),
    }


def law_titles() -> dict[str, str]:
    """The laws a ruling may cite, by id."""
    return {id: law_title(id) for id in LAWS}


def _forms(found: Match) -> dict[str, Any]:
    if found.status == Status.VOID.value:
        return {"is_official": True}
    forms: dict[str, Any] = {"is_official": True, "void_form": _why(found, "void")}
    if found.status in OPEN:
        forms |= {"ruling_form": RulingForm(match=found, law_titles=law_titles()), **_arbiter_forms(found)}
    else:
        forms["correct_form"] = DecisionForm(match=found)
        forms["reopen_form"] = _why(found, "reopen")
    return forms


def _arbiter_forms(found: Match) -> dict[str, Any]:
    forms: dict[str, Any] = {"award_form": AwardForm(match=found, auto_id="award-%s")}
    if found.status in AT_THE_BOARD:
        forms["penalty_form"] = PenaltyForm(match=found, auto_id="penalty-%s")
    if found.status in {Status.SCHEDULED.value, *AT_THE_BOARD}:
        forms["postpone_form"] = PostponeForm(match=found, auto_id="postpone-%s")
    if found.status not in CLAIMED:
        forms["lift_form"] = _why(found, "lift")
    return forms


def _why(found: Match, act: str) -> ReasonForm:
    # Several forms stand on one page; each label must lead to its own box.
    return ReasonForm(initial={"version": found.version}, auto_id=f"{act}-%s")

"""What an official does on the page of a match: rule, correct, reopen, void. Services ask for the right."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from matches.forms.matches import DecisionForm, ReasonForm, RulingForm
from matches.models import Match, User
from matches.services import lifecycle, rulings, settling
from matches.views import matches, phone
from matches.views.preferences import get_safe_next
from matches.views.refusals import render_refusal
from matches.views.visitors import get_user
from rules.errors import Refusal


@require_POST
def rule(request: HttpRequest, code: str) -> HttpResponse:
    """Settle by a ruling that cites a law."""
    match = phone.match_or_404(code)
    form = RulingForm(request.POST, match=match, law_titles=matches.get_law_titles())
    return apply_decision(request, match, form, "ruling_form", rulings.rule_on_match)


@require_POST
def correct(request: HttpRequest, code: str) -> HttpResponse:
    """Give a settled match another result."""
    match = phone.match_or_404(code)
    return apply_decision(
        request, match, DecisionForm(request.POST, match=match), "correct_form", settling.correct_result
    )


@require_POST
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Take a result back; the match goes on where its sheet stands."""
    match = phone.match_or_404(code)
    return apply_decision(request, match, ReasonForm(request.POST), "reopen_form", settling.reopen_match)


@require_POST
def void(request: HttpRequest, code: str) -> HttpResponse:
    """Take a match out of play."""
    match = phone.match_or_404(code)
    return apply_decision(request, match, ReasonForm(request.POST), "void_form", lifecycle.void_match)


def apply_decision(
    request: HttpRequest, match: Match, form: forms.Form, name: str, act: Callable[..., Any]
) -> HttpResponse:
    """Act with what a form says, or show the page of the match with the form, or with why not."""
    if not form.is_valid():
        context = matches.get_match_context(request, match) | {name: form}
        return render(request, matches.TEMPLATE, context, status=400)
    try:
        act(match=match, by=_require_official_user(request, match), **form.cleaned_data)
    except Refusal as refusal:
        return render_refusal(
            request, matches.TEMPLATE, _get_comparison_context(request, match, form, name), refusal
        )
    return HttpResponseRedirect(get_safe_next(request, reverse("match", args=[match.code])))


def _get_comparison_context(
    request: HttpRequest, match: Match, form: forms.Form, name: str
) -> dict[str, Any]:
    """The page as it stands now, with what was written beside it, ready to be sent again if it still fits."""
    fresh = phone.match_or_404(match.code)
    page = matches.get_match_context(request, fresh)
    if name in page:
        submitted = {field: form[field].data for field in form.fields}
        form.data = submitted | {"version": fresh.version}
        form.auto_id = page[name].auto_id
        page |= {name: form, "is_sent_again": name}
    return page


def _require_official_user(request: HttpRequest, match: Match) -> User:
    """Whoever asks; nobody where nobody is signed in."""
    user = get_user(request)
    if user is None:
        raise Refusal("desk_only", desk=match.desk.name)
    return user

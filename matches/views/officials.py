"""Actions of officials on the page of a match: rulings, corrections, penalties, postponements."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from matches.forms import (
    AwardForm,
    DecisionForm,
    PenaltyForm,
    PostponeForm,
    ReasonForm,
    RulingForm,
    VersionForm,
)
from matches.messages import describe_penalty
from matches.models import Match, Penalty, User
from matches.services import lifecycle, penalties, postponing, rulings, settling
from matches.states import Ending
from matches.views import matches, reporting
from matches.views.errors import render_refusal
from matches.views.form_views import process_form
from matches.views.visitors import get_identity, get_safe_next, get_user, remember_device
from rules.errors import Refusal


@require_POST
def rule(request: HttpRequest, code: str) -> HttpResponse:
    """Settle by a ruling that cites a rule."""
    match = reporting.match_or_404(code)
    form = RulingForm(request.POST, match=match, law_titles=matches.get_law_titles())
    return apply_decision(request, match, form, "ruling_form", rulings.rule_on_match)


@require_POST
def correct(request: HttpRequest, code: str) -> HttpResponse:
    """Correct the result of a settled match."""
    match = reporting.match_or_404(code)
    return apply_decision(
        request, match, DecisionForm(request.POST, match=match), "correct_form", settling.correct_result
    )


@require_POST
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Reopen a match; it continues at the score of its sheet."""
    match = reporting.match_or_404(code)
    return apply_decision(request, match, ReasonForm(request.POST), "reopen_form", settling.reopen_match)


@require_POST
def void(request: HttpRequest, code: str) -> HttpResponse:
    """Void a match."""
    match = reporting.match_or_404(code)
    return apply_decision(request, match, ReasonForm(request.POST), "void_form", lifecycle.void_match)


def apply_decision(
    request: HttpRequest,
    match: Match,
    form: forms.Form,
    name: str,
    service: Callable[..., Any],
    describe: Callable[[], str] | None = None,
) -> HttpResponse:
    """Call the service with the data of a valid form and redirect; otherwise render the match page.

    `name` is the context key of the form, which is shown again with its errors or with the refusal.
    `describe` returns the sentence that the next page shows once it is done.
    """

    def run() -> HttpResponse:
        service(match=match, by=_require_official_user(request, match), **form.cleaned_data)
        if describe is not None:
            messages.success(request, describe())
        return HttpResponseRedirect(get_safe_next(request, reverse("match", args=[match.code])))

    def show(refusal: Refusal | None = None) -> HttpResponse:
        if refusal is None:
            context = matches.get_match_context(request, match) | {name: form}
        else:
            context = _get_comparison_context(request, match, form, name)
        return render_refusal(request, matches.MATCH_TEMPLATE, context, refusal)

    return process_form(request, form, run, render_page=show)


def _get_comparison_context(
    request: HttpRequest, match: Match, form: forms.Form, name: str
) -> dict[str, Any]:
    """Return the context of the match page as it is now, with the submitted form.

    The form gets the current version, so that sending it again applies it to the state shown.
    """
    fresh = reporting.match_or_404(match.code)
    page = matches.get_match_context(request, fresh)
    if name in page:
        submitted = {field: form[field].data for field in form.fields}
        form.data = submitted | {"version": fresh.version}
        form.auto_id = page[name].auto_id
        page |= {name: form, "is_sent_again": name}
    return page


def _require_official_user(request: HttpRequest, match: Match) -> User:
    """Return the signed-in user. Raises `desk_only`."""
    user = get_user(request)
    if user is None:
        raise Refusal("desk_only", desk=match.desk.name)
    return user


@require_POST
def begin(request: HttpRequest, code: str) -> HttpResponse:
    """Record that both players are at the board: the clock for late starts stops."""
    match, card = reporting.match_or_404(code), reporting.get_card(request.POST)
    form = VersionForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else None
    try:
        lifecycle.start_match_at_table(match=match, identity=get_identity(request, card), version=version)
    except Refusal as refusal:
        return reporting.render_phone_refusal(request, match, card, refusal)
    answer = HttpResponseRedirect(get_safe_next(request, reporting.get_page_address(match, card)))
    return remember_device(request, answer)


@require_POST
def penalise(request: HttpRequest, code: str) -> HttpResponse:
    """Give penalty points to the opponent of a late player."""
    match = reporting.match_or_404(code)
    form = PenaltyForm(request.POST, match=match)

    def describe() -> str:
        return f"{_describe_penalty(match.penalties.order_by('id').last())}."

    return apply_decision(request, match, form, "penalty_form", penalties.penalise_player, describe)


def _describe_penalty(penalty: Penalty | None) -> str:
    if penalty is None:
        return ""
    return describe_penalty(penalty.player.desk_name, penalty.opponent.desk_name, penalty.points)


@require_POST
def lift_penalty(request: HttpRequest, code: str) -> HttpResponse:
    """Lift the last penalty."""
    match = reporting.match_or_404(code)

    def describe() -> str:
        lifted = match.penalties.exclude(struck_at=None).order_by("struck_at").last()
        return gettext("Taken back: %(penalty)s.") % {"penalty": _describe_penalty(lifted)}

    return apply_decision(
        request, match, ReasonForm(request.POST), "lift_form", penalties.lift_penalty, describe
    )


@require_POST
def postpone(request: HttpRequest, code: str) -> HttpResponse:
    """Postpone a match, with its state in the register."""
    match = reporting.match_or_404(code)
    form = PostponeForm(request.POST, match=match)

    def act(*, match: Match, by: User, **_: Any) -> Match:
        return postponing.postpone_match(match=match, by=by, **form.to_service_arguments())

    return apply_decision(request, match, form, "postpone_form", act)


@require_POST
def resume(request: HttpRequest, code: str) -> HttpResponse:
    """Resume a postponed match: it waits for a table again."""
    match = reporting.match_or_404(code)
    form = VersionForm(request.POST)

    def act(*, match: Match, by: User, version: int | None, **_: Any) -> Match:
        return postponing.resume_match(match=match, by=by, version=version)

    return apply_decision(request, match, form, "resume_form", act)


@require_POST
def award(request: HttpRequest, code: str) -> HttpResponse:
    """Award a match that is not played to its end, at its current score."""
    match = reporting.match_or_404(code)
    form = AwardForm(request.POST, match=match)

    def act(*, match: Match, by: User, ending: str, winner: str, **options: Any) -> Match:
        if ending == Ending.FORFEIT.value:
            return rulings.forfeit(match=match, winner=winner, by=by, **options)
        if ending == Ending.RETIRED.value:
            return rulings.retire(match=match, winner=winner, by=by, **options)
        absent = ending == Ending.DOUBLE_WALKOVER.value
        return rulings.walk_over(match=match, winner=None if absent else winner, by=by, **options)

    return apply_decision(request, match, form, "award_form", act)

"""What an official does about a match that is late, interrupted or not played; and that it begins."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from matches.forms.arbiter import AwardForm, PenaltyForm, PostponeForm
from matches.forms.matches import ReasonForm, VersionForm
from matches.models import Match, User
from matches.services import awards, lifecycle, penalties, postponing
from matches.states import Ending
from matches.views import phone
from matches.views.decisions import apply_decision
from matches.views.preferences import get_safe_next
from matches.views.visitors import get_identity, remember_device
from rules.errors import Refusal


@require_POST
def begin(request: HttpRequest, code: str) -> HttpResponse:
    """Both sit at the board: the clock for late starts stops."""
    match, card = phone.match_or_404(code), phone.get_card(request.POST)
    form = VersionForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else None
    try:
        lifecycle.begin_match(match=match, identity=get_identity(request, card), version=version)
    except Refusal as refusal:
        return phone.render_phone_refusal(request, match, card, refusal)
    answer = HttpResponseRedirect(get_safe_next(request, phone.get_page_address(match, card)))
    return remember_device(request, answer)


@require_POST
def penalise(request: HttpRequest, code: str) -> HttpResponse:
    """Give the opponent of who is late his points."""
    match = phone.match_or_404(code)
    return apply_decision(
        request, match, PenaltyForm(request.POST, match=match), "penalty_form", penalties.penalise_player
    )


@require_POST
def lift(request: HttpRequest, code: str) -> HttpResponse:
    """Take the last penalty back."""
    match = phone.match_or_404(code)
    return apply_decision(request, match, ReasonForm(request.POST), "lift_form", penalties.lift_penalty)


@require_POST
def postpone(request: HttpRequest, code: str) -> HttpResponse:
    """Put a match off, with how it stands on the register."""
    match = phone.match_or_404(code)
    form = PostponeForm(request.POST, match=match)

    def act(*, match: Match, by: User, **_: Any) -> Match:
        return postponing.postpone_match(match=match, by=by, **form.register())

    return apply_decision(request, match, form, "postpone_form", act)


@require_POST
def resume(request: HttpRequest, code: str) -> HttpResponse:
    """Let a postponed match wait for a table again."""
    match = phone.match_or_404(code)
    form = VersionForm(request.POST)

    def act(*, match: Match, by: User, version: int | None, **_: Any) -> Match:
        return postponing.resume_match(match=match, by=by, version=version)

    return apply_decision(request, match, form, "resume_form", act)


@require_POST
def award(request: HttpRequest, code: str) -> HttpResponse:
    """Close a match that is not played to its end, at the score it has."""
    match = phone.match_or_404(code)
    form = AwardForm(request.POST, match=match)

    def act(*, match: Match, by: User, ending: str, winner: str, **options: Any) -> Match:
        if ending == Ending.FORFEIT.value:
            return awards.forfeit(match=match, winner=winner, by=by, **options)
        if ending == Ending.RETIRED.value:
            return awards.retire(match=match, winner=winner, by=by, **options)
        absent = ending == Ending.DOUBLE_WALKOVER.value
        return awards.walk_over(match=match, winner=None if absent else winner, by=by, **options)

    return apply_decision(request, match, form, "award_form", act)

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
from matches.views.decisions import decide
from matches.views.preferences import safe_next
from matches.views.visitors import identity_of, remember_device
from rules.errors import Refusal


@require_POST
def begin(request: HttpRequest, code: str) -> HttpResponse:
    """Both sit at the board: the clock for late starts stops."""
    match, card = phone.match_or_404(code), phone.card_of(request.POST)
    form = VersionForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else None
    try:
        lifecycle.begin(match=match, identity=identity_of(request, card), version=version)
    except Refusal as refusal:
        return phone.refusing(request, match, card, refusal)
    answer = HttpResponseRedirect(safe_next(request, phone.page_of(match, card)))
    return remember_device(request, answer)


@require_POST
def penalise(request: HttpRequest, code: str) -> HttpResponse:
    """Give the opponent of who is late his points."""
    match = phone.match_or_404(code)
    return decide(request, match, PenaltyForm(request.POST, match=match), "penalty_form", penalties.penalise)


@require_POST
def lift(request: HttpRequest, code: str) -> HttpResponse:
    """Take the last penalty back."""
    match = phone.match_or_404(code)
    return decide(request, match, ReasonForm(request.POST), "lift_form", penalties.lift)


@require_POST
def postpone(request: HttpRequest, code: str) -> HttpResponse:
    """Put a match off, with how it stands on the register."""
    match = phone.match_or_404(code)
    form = PostponeForm(request.POST, match=match)

    def act(*, match: Match, by: User, **_: Any) -> Match:
        return postponing.postpone(match=match, by=by, **form.register())

    return decide(request, match, form, "postpone_form", act)


@require_POST
def resume(request: HttpRequest, code: str) -> HttpResponse:
    """Let a postponed match wait for a table again."""
    match = phone.match_or_404(code)
    form = VersionForm(request.POST)

    def act(*, match: Match, by: User, version: int | None, **_: Any) -> Match:
        return postponing.resume(match=match, by=by, version=version)

    return decide(request, match, form, "resume_form", act)


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

    return decide(request, match, form, "award_form", act)

"""Analyses of a record: asked for and cancelled; how far they are stands on the page of the record."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from matches.identity import Identity
from matches.models import Match, Transcript
from matches.services import analyses
from matches.views import limits, phone, records
from matches.views.refusals import refused
from matches.views.visitors import identity_of
from rules.errors import Refusal

ANALYSES_AN_HOUR = 20


@require_POST
def analyse(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Have a record analysed."""

    def act(match: Match, kept: Transcript, identity: Identity) -> None:
        limits.knock("analysis", identity.device, most=ANALYSES_AN_HOUR, seconds=3600)
        analyses.ask(match=match, transcript=kept, identity=identity)

    return _done(request, code, number, act)


@require_POST
def cancel(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """End the analysis that is going on."""

    def act(match: Match, kept: Transcript, identity: Identity) -> None:
        analyses.cancel(match=match, transcript=kept, identity=identity)

    return _done(request, code, number, act)


def _done(
    request: HttpRequest, code: str, number: int, act: Callable[[Match, Transcript, Identity], None]
) -> HttpResponse:
    match, card = phone.match_or_404(code), phone.card_of(request.POST)
    kept = records.record_or_404(match, number)
    try:
        act(match, kept, identity_of(request, card))
    except Refusal as refusal:
        return refused(request, records.TEMPLATE, records.page(request, match, kept), refusal)
    return redirect(phone.page_of(match, card, "record", kept.pk) + "#analysis")

"""Handing in a record without saying of which match: it is found, or one tap says it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.forms.matches import RecordForm
from matches.forms.records import MatchCodeForm
from matches.identity import Identity
from matches.models import Transcript
from matches.queries import candidates
from matches.services import intake, transcripts
from matches.views import limits, phone, replaying
from matches.views.drawing import Look
from matches.views.refusals import refused
from matches.views.remarks import remarks
from matches.views.visitors import identity_of, remember_device
from rules.errors import Refusal
from rules.verdict import Verdict

TEMPLATE, KEPT = "records/records.html", "records/kept.html"
RECORDS_AN_HOUR = 60
SHOWN = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def records(request: HttpRequest) -> HttpResponse:
    """The form, and what this visitor has handed in that still belongs to no match."""
    if request.method == "POST":
        return remember_device(request, _receive(request))
    return remember_device(request, render(request, TEMPLATE, _page(request, RecordForm())))


@never_cache
@require_safe
def kept(request: HttpRequest, number: int) -> HttpResponse:
    """A record without a match, for who handed it in: its verdict, and the matches it may be of."""
    identity = identity_of(request)
    return render(request, KEPT, _kept_page(identity, kept_or_404(identity, number), request.GET))


@require_POST
def give(request: HttpRequest, number: int) -> HttpResponse:
    """Say which match a record is of."""
    identity, form = identity_of(request), MatchCodeForm(request.POST)
    transcript = kept_or_404(identity, number)
    match = phone.match_or_404(form.code() if form.is_valid() else "")
    try:
        given = transcripts.link(transcript=transcript, match=match, identity=identity)
    except Refusal as refusal:
        return refused(request, KEPT, _kept_page(identity, transcript, None), refusal)
    if given.pk != transcript.pk:
        say_twice(request)
    return redirect("record", match.code, given.pk)


def kept_or_404(identity: Identity, number: int) -> Transcript:
    """A record without a match that this visitor may read."""
    found = candidates.readable_by(identity).filter(pk=number).first()
    if found is None:
        raise Http404
    return found


def say_twice(request: HttpRequest) -> None:
    """Tell on the next page that this match had been handed in before."""
    text = gettext("This match had been handed in already, perhaps in another format: this is that record.")
    messages.info(request, text)


def _receive(request: HttpRequest) -> HttpResponse:
    form, identity = RecordForm(request.POST, request.FILES), identity_of(request)
    if not form.is_valid():
        return render(request, TEMPLATE, _page(request, form), status=400)
    name, data = form.record()
    try:
        limits.knock("record", _voice(identity), most=RECORDS_AN_HOUR, seconds=3600)
        received = intake.receive(name=name or gettext("pasted"), data=data, identity=identity)
    except Refusal as refusal:
        return refused(request, TEMPLATE, _page(request, form), refusal)
    if received.is_twice:
        say_twice(request)
    if received.transcript.match is not None:
        return redirect("record", received.transcript.match.code, received.transcript.pk)
    return redirect("kept-record", received.transcript.pk)


def _voice(identity: Identity) -> str:
    """Whose uploads are counted: one without account and badge hands nothing in."""
    player = identity.badge_player
    return f"user {identity.user.pk}" if identity.user else f"player {player.pk if player else 0}"


def _page(request: HttpRequest, form: RecordForm) -> dict[str, Any]:
    identity = identity_of(request)
    return {
        "record_form": form,
        "may_hand_in": identity.user is not None or identity.badge_player is not None,
        "kept": candidates.kept_by(identity)[:SHOWN],
        "desks": candidates.desks_of(identity),
    }


def _kept_page(identity: Identity, transcript: Transcript, asked: QueryDict | None) -> dict[str, Any]:
    """The context of a record without a match; no board where no address leads back, after a form."""
    verdict = Verdict.from_json(transcript.verdict)
    return {
        "record": transcript,
        "verdict": verdict,
        "remarks": remarks(verdict, Look() if asked is None else Look.asked(asked)),
        "stage": None if asked is None else replaying.stage(verdict, asked),
        "fits": candidates.fits_of(identity, transcript),
    }

"""Recorded moves of a match: handed in, shown with their verdict on a board, handed out again."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from matches import permissions
from matches.forms import RecordForm, VersionForm
from matches.models import Match, Transcript
from matches.services import transcripts
from matches.states import BEFORE_THE_END
from matches.views import limits, matches, phone, replaying
from matches.views.refusals import refused
from matches.views.visitors import identity_of
from rules.errors import Refusal
from rules.verdict import Verdict

TEMPLATE = "matches/record.html"
RECORDS_AN_HOUR = 60
OPEN = tuple(status.value for status in BEFORE_THE_END)


@require_POST
def attach(request: HttpRequest, code: str) -> HttpResponse:
    """Keep a record with its match."""
    match, form = phone.match_or_404(code), RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        context = matches.page(request, match) | {"record_form": form}
        return render(request, matches.TEMPLATE, context, status=400)
    name, data = form.record()
    card = phone.card_of(request.POST)
    identity = identity_of(request, card)
    try:
        limits.knock("record", identity.device, most=RECORDS_AN_HOUR, seconds=3600)
        kept = transcripts.attach(match=match, name=name or match.code, data=data, identity=identity)
    except Refusal as refusal:
        return refused(request, matches.TEMPLATE, matches.page(request, match), refusal)
    return redirect(phone.page_of(match, card, "record", kept.pk))


@require_safe
def record(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The verdict on a record, and the board at one of its actions."""
    match = phone.match_or_404(code)
    return render(request, TEMPLATE, _page(request, match, _record(match, number)))


@require_safe
def text(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The record as it was handed in, as a file."""
    kept = _record(phone.match_or_404(code), number)
    response = HttpResponse(kept.text, content_type="text/plain; charset=utf-8")
    ending = "json" if kept.format == "json" else "mat"
    response["Content-Disposition"] = f'attachment; filename="{code}-{kept.pk}.{ending}"'
    return response


@require_POST
def report(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Report the score a record ends in."""
    match, card = phone.match_or_404(code), phone.card_of(request.POST)
    kept, form = _record(match, number), VersionForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else ""
    try:
        transcripts.report_from_transcript(
            match=match, transcript=kept, identity=identity_of(request, card), key=key
        )
    except Refusal as refusal:
        return refused(request, TEMPLATE, _page(request, match, kept), refusal)
    return redirect(phone.page_of(match, card))


def _record(match: Match, number: int) -> Transcript:
    kept = match.transcripts.select_related("uploaded_by").filter(pk=number).first()
    if kept is None:
        raise Http404
    return kept


def _page(request: HttpRequest, match: Match, kept: Transcript) -> dict[str, Any]:
    verdict = Verdict.from_json(kept.verdict)
    card = phone.card_of(request.POST or request.GET)
    may_report = permissions.may_report(identity_of(request, card), match)
    return {
        "match": match,
        "card": card,
        "record": kept,
        "verdict": verdict,
        "remarks": replaying.remarks(verdict),
        "stage": replaying.stage(verdict, verdict.players, request.GET),
        "may_report": may_report and match.status in OPEN and kept.white_score is not None and not kept.fault,
    }

"""Recorded moves of a match: handed in, shown with their verdict, reported from, handed out in any format."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from matches import engine, permissions
from matches.forms.matches import RecordForm, VersionForm
from matches.forms.records import FigureForm
from matches.models import Match, Transcript
from matches.queries import analyses, disclosure
from matches.queries.figures import figures_of
from matches.services import figures, transcripts
from matches.services.figures import Said
from matches.states import BEFORE_THE_END
from matches.views import intake, limits, matches, phone, replaying
from matches.views.drawing import Look
from matches.views.refusals import refused
from matches.views.remarks import remarks
from matches.views.visitors import identity_of
from rules import formats
from rules.errors import Refusal

TEMPLATE = "matches/record.html"
RECORDS_AN_HOUR = 60
# Formats that have no file ending of their own are texts.
ENDINGS = {"fibs": "fibs.txt", "xg": "xg.txt"}
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
    identity, began = identity_of(request, card), timezone.now()
    try:
        limits.knock_as("record", request, identity, at=match.desk.code, most=RECORDS_AN_HOUR, seconds=3600)
        kept = transcripts.attach(match=match, name=name or match.code, data=data, identity=identity)
    except Refusal as refusal:
        return refused(request, matches.TEMPLATE, matches.page(request, match), refusal)
    if kept.at < began:
        intake.say_twice(request)
    return redirect(phone.page_of(match, card, "record", kept.pk))


@require_safe
def record(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The verdict on a record, and the board at one of its actions."""
    match = phone.match_or_404(code)
    return render(request, TEMPLATE, page(request, match, record_or_404(match, number)))


@require_safe
def text(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The record as it was handed in, as a file."""
    match = phone.match_or_404(code)
    kept = record_or_404(match, number)
    ending = kept.format if kept.format in formats.WRITERS else "mat"
    return _file(kept, disclosure.text_of(match, kept), ending)


@require_safe
def written(request: HttpRequest, code: str, number: int, format: str) -> HttpResponse:
    """The record in another format, as a file; what that format cannot hold is refused by name."""
    match = phone.match_or_404(code)
    kept = record_or_404(match, number)
    if format not in formats.WRITERS:
        raise Http404
    try:
        return _file(kept, disclosure.text_of(match, kept, format), format)
    except Refusal as refusal:
        return refused(request, TEMPLATE, page(request, match, kept), refusal)


@require_POST
def report(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Report the score a record ends in."""
    match, card = phone.match_or_404(code), phone.card_of(request.POST)
    kept, form = record_or_404(match, number), VersionForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else ""
    try:
        transcripts.report_from_transcript(
            match=match, transcript=kept, identity=identity_of(request, card), key=key
        )
    except Refusal as refusal:
        return refused(request, TEMPLATE, page(request, match, kept), refusal)
    return redirect(phone.page_of(match, card))


@require_POST
def figure(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Keep what an engine said of how one side played."""
    match, card = phone.match_or_404(code), phone.card_of(request.POST)
    kept, form = record_or_404(match, number), FigureForm(request.POST, match=match)
    if not form.is_valid():
        return render(request, TEMPLATE, page(request, match, kept) | {"figure_form": form}, status=400)
    identity = identity_of(request, card)
    try:
        limits.knock_as("figure", request, identity, at=match.desk.code, most=RECORDS_AN_HOUR, seconds=3600)
        figures.enter(match=match, transcript=kept, said=Said(**form.figure()), identity=identity)
    except Refusal as refusal:
        return refused(request, TEMPLATE, page(request, match, kept), refusal)
    return redirect(phone.page_of(match, card, "record", kept.pk) + "#figures")


def record_or_404(match: Match, number: int) -> Transcript:
    """A record of this match."""
    kept = match.transcripts.select_related("uploaded_by").filter(pk=number).first()
    if kept is None:
        raise Http404
    return kept


def _file(kept: Transcript, text: str, ending: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    name = f"{kept.match.code if kept.match else 'record'}-{kept.pk}.{ENDINGS.get(ending, ending)}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def page(request: HttpRequest, match: Match, kept: Transcript) -> dict[str, Any]:
    """The context of the page of a record."""
    verdict = disclosure.verdict_of(match, kept)
    card = phone.card_of(request.POST or request.GET)
    may_report = permissions.may_report(identity_of(request, card), match)
    looked = analyses.looked_at(kept)
    told = analyses.games_of(looked.told) if looked and looked.told else []
    return {
        "match": match,
        "card": card,
        "record": kept,
        "verdict": verdict,
        "formats": sorted(formats.WRITERS),
        "remarks": remarks(verdict, Look.asked(request.GET)),
        "stage": replaying.stage(verdict, request.GET, told),
        "looked": looked,
        "is_installed": engine.find(settings.GNUBG_PATH) is not None,
        "is_lawful": bool(verdict.plays) and all(each.severity != "error" for each in verdict.findings),
        "here": phone.page_of(match, card, "record", kept.pk),
        "figures": figures_of(kept, match),
        "figure_form": FigureForm(match=match, initial={"table": card.code if card else ""}),
        "may_enter": may_report,
        "may_report": may_report and match.status in OPEN and kept.white_score is not None and not kept.fault,
    }

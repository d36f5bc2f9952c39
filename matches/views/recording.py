"""Writing a match down by hand: the page, the lines one by one, and handing the record in."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches import permissions
from matches.forms.matches import LineForm, RollForm
from matches.models import Draft, Match, Table
from matches.phrases import label
from matches.queries import drafts
from matches.refusals import status_of
from matches.services import recording
from matches.states import Status
from matches.views import limits, phone
from matches.views.drawing import Look, spots
from matches.views.refusals import refused
from matches.views.transcribing import Desk, as_data, choices, desk_of, drawn, legal, unlawful
from matches.views.visitors import identity_of, remember_device
from rules.errors import Refusal, Unreadable
from rules.lines import EXPECTED

TEMPLATE = "matches/recorder.html"
LINES_AN_HOUR = 3000


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, code: str) -> HttpResponse:
    """GET: the draft as it stands. POST: one line, or an undo, from a plain form."""
    match = phone.match_or_404(code)
    if request.method != "POST":
        return _shown(request, match, phone.card_of(request.GET))
    card, form = phone.card_of(request.POST), LineForm(request.POST)
    try:
        _write(request, match, card, form)
    except Refusal as refusal:
        context = _context(request, match, card) | {
            "typed": form.typed(),
            "side": request.POST.get("side", ""),
            "lawful": choices(form.typed(), refusal),
            "unlawful": unlawful(form.typed(), refusal),
        }
        return remember_device(request, refused(request, TEMPLATE, context, refusal))
    return phone.back(request, match, card, "recorder")


@require_POST
def lines(request: HttpRequest, code: str) -> HttpResponse:
    """One line or an undo, answered with the draft as data."""
    match, card, form = phone.match_or_404(code), phone.card_of(request.POST), LineForm(request.POST)
    try:
        draft = _write(request, match, card, form)
    except Refusal as refusal:
        said = as_data(refusal) | {"unlawful": unlawful(form.typed(), refusal)}
        if refusal.code == "draft_changed":
            said["desk"] = _desk(match, drafts.draft_of(match, identity_of(request, card))).as_data()
        return JsonResponse(said, status=status_of(refusal))
    return remember_device(request, JsonResponse(_desk(match, draft).as_data()))


@require_safe
@cache_control(public=True, max_age=86400)
def plays(request: HttpRequest, position: str, dice: str) -> HttpResponse:
    """The lawful plays of a roll in a position: each in notation, with the position it leads to."""
    form = RollForm({"position": position, "dice": dice})
    if not form.is_valid():
        raise Http404
    return JsonResponse({"plays": legal(form.cleaned_data["position"], form.cleaned_data["dice"])})


@require_POST
def hand_in(request: HttpRequest, code: str) -> HttpResponse:
    """Make a record of the draft; it is replayed and weighed like any other."""
    match, card = phone.match_or_404(code), phone.card_of(request.POST)
    form = LineForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else None
    try:
        kept = recording.hand_in(match=match, identity=identity_of(request, card), version=version)
    except Refusal as refusal:
        return refused(request, TEMPLATE, _context(request, match, card), refusal)
    return redirect(phone.page_of(match, card, "record", kept.pk))


def _write(request: HttpRequest, match: Match, card: Table | None, form: LineForm) -> Draft:
    if not form.is_valid():
        raise Unreadable("line_unreadable", expected=EXPECTED)
    identity = identity_of(request, card)
    limits.knock_as("draft", request, identity, at=match.desk.code, most=LINES_AN_HOUR, seconds=3600)
    return recording.write(match=match, identity=identity, **form.change())


def _shown(request: HttpRequest, match: Match, card: Table | None) -> HttpResponse:
    return remember_device(request, render(request, TEMPLATE, _context(request, match, card)))


def _context(request: HttpRequest, match: Match, card: Table | None) -> dict[str, Any]:
    identity = identity_of(request, card)
    may_record = match.status != Status.VOID.value and permissions.may_report(identity, match)
    draft = drafts.draft_of(match, identity) if may_record else None
    desk = _desk(match, draft)
    look = Look.asked(request.GET)
    return {
        "match": match,
        "card": card,
        "draft": draft,
        "desk": desk,
        "state": desk.as_data(),
        "look": look,
        "board": drawn(desk, (match.white.name, match.black.name), look),
        "spots": spots(look),
        "levels": [(1, label("single")), (2, label("gammon")), (3, label("backgammon"))],
        "flipped": _here(card, look.flipped),
        "turned": _here(card, look.turned),
        "may_record": may_record,
        "here": phone.page_of(match, card, "recorder"),
    }


def _here(card: Table | None, look: Look) -> str:
    return f"?{urlencode(({'table': card.code} if card else {}) | look.query)}"


def _desk(match: Match, draft: Draft | None) -> Desk:
    recorded = drafts.recording_of(match, draft)
    names = (match.white.name, match.black.name)
    return desk_of(recorded, names, version=draft.version if draft else 0)

"""The live score sheet on a phone: who won the game and how, in two taps; one tap takes it back."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches import permissions
from matches.forms.matches import OutcomeForm, VersionForm
from matches.models import Match, Table
from matches.queries import desks, sheets
from matches.services import scoring
from matches.states import Status
from matches.views import phone
from matches.views.refusals import render_refusal
from matches.views.visitors import get_identity, remember_device
from rules.errors import Refusal
from rules.match import GameOutcome
from rules.sides import SIDES, Side

TEMPLATE = "matches/live_score.html"
SCORABLE_STATUSES = (Status.CALLED.value, Status.RUNNING.value)
UNDOABLE_STATUSES = (Status.RUNNING.value, Status.REPORTED.value)


@dataclass(frozen=True, slots=True)
class OutcomeButton:
    """One way the next game can end, as a button; `cube` is what the loser pays per multiple."""

    value: str
    kind: str
    points: int


@dataclass(frozen=True, slots=True)
class CubeChoices:
    """All endings at one value of the cube."""

    cube: int
    offers: tuple[OutcomeButton, ...]


@dataclass(frozen=True, slots=True)
class ScoringSeat:
    """One side and every way it can win the next game."""

    side: str
    name: str
    ways: tuple[CubeChoices, ...]


@require_safe
def at_table(request: HttpRequest, code: str) -> HttpResponse:
    """The score sheet of the match being played at a table."""
    card = phone.table_or_404(code)
    match = desks.get_match_at(card)
    if match is None:
        return redirect("table", code)
    return _render_sheet(request, match, card)


@require_http_methods(["GET", "HEAD", "POST"])
def score(request: HttpRequest, code: str) -> HttpResponse:
    """GET: the sheet. POST: write one game."""
    match = phone.match_or_404(code)
    if request.method != "POST":
        return _render_sheet(request, match, phone.get_card(request.GET))
    card, form = phone.get_card(request.POST), OutcomeForm(request.POST)
    identity = get_identity(request, card)
    try:
        if not form.is_valid():
            raise Refusal("game_unknown", winner="", kind=request.POST.get("outcome", ""), cube="")
        keys = {name: form.cleaned_data[name] for name in ("key", "version")}
        scoring.score_game(match=match, identity=identity, **keys, **form.game())
    except Refusal as refusal:
        return _render_refusal(request, match, card, refusal)
    return phone.redirect_to_phone_page(request, match, card, "score")


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Strike the last game; the version keeps a second tap from striking another one."""
    match, card = phone.match_or_404(code), phone.get_card(request.POST)
    form = VersionForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else None
    try:
        scoring.strike_last_game(match=match, identity=get_identity(request, card), version=version)
    except Refusal as refusal:
        return _render_refusal(request, match, card, refusal)
    return phone.redirect_to_phone_page(request, match, card, "score")


def get_scoring_seats(match: Match, choices: Iterable[GameOutcome]) -> tuple[ScoringSeat, ...]:
    """The next game's possible endings by side and cube."""
    outcomes = list(choices)
    return tuple(
        ScoringSeat(
            side.value, _name(match, side), _group_by_cube([each for each in outcomes if each.winner is side])
        )
        for side in SIDES
    )


def _group_by_cube(outcomes: list[GameOutcome]) -> tuple[CubeChoices, ...]:
    by_cube = groupby(sorted(outcomes, key=lambda each: each.cube), key=lambda each: each.cube)
    return tuple(CubeChoices(cube, tuple(map(_make_button, group))) for cube, group in by_cube)


def _make_button(outcome: GameOutcome) -> OutcomeButton:
    value = f"{outcome.winner.value}:{outcome.kind}:{outcome.cube}"
    return OutcomeButton(value, outcome.kind, outcome.points)


def _name(match: Match, side: Side) -> str:
    return str(match.white.name if side is Side.WHITE else match.black.name)


def _render_sheet(request: HttpRequest, match: Match, card: Table | None) -> HttpResponse:
    return remember_device(request, render(request, TEMPLATE, _get_context(request, match, card)))


def _render_refusal(request: HttpRequest, match: Match, card: Table | None, refusal: Refusal) -> HttpResponse:
    fresh = phone.match_or_404(match.code)
    return render_refusal(request, TEMPLATE, _get_context(request, fresh, card), refusal)


def _get_context(request: HttpRequest, match: Match, card: Table | None) -> dict[str, Any]:
    sheet = sheets.get_sheet(match)
    may_write = permissions.may_report(get_identity(request, card), match)
    return {
        "match": match,
        "card": card,
        "sheet": sheet,
        "seats": get_scoring_seats(match, sheet.choices)
        if may_write and match.status in SCORABLE_STATUSES
        else (),
        "may_undo": may_write and bool(sheet.games) and match.status in UNDOABLE_STATUSES,
        "key": uuid.uuid4().hex,
        "here": phone.get_page_address(match, card, "score"),
    }

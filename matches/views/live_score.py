"""The live score sheet of a match: its games are entered one by one on a phone."""

import uuid
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches import permissions
from matches.forms import OutcomeForm, VersionForm
from matches.models import Match, Table
from matches.queries import desks, matches
from matches.queries.matches import MatchSheet
from matches.services import scoring
from matches.states import Status
from matches.views.errors import render_refusal
from matches.views.reporting import (
    get_card,
    get_page_address,
    match_or_404,
    redirect_to_phone_page,
    table_or_404,
)
from matches.views.visitors import get_identity, remember_device
from rules.errors import Refusal
from rules.match import GameOutcome
from rules.sides import SIDES, Side

LIVE_SCORE_TEMPLATE = "matches/live_score.html"
SCORABLE_STATUSES = (Status.CALLED.value, Status.RUNNING.value)


@dataclass(frozen=True, slots=True)
class OutcomeButton:
    """One possible outcome of the next game, as a button; `value` is the field of `OutcomeForm`."""

    value: str
    kind: str
    points: int


@dataclass(frozen=True, slots=True)
class CubeChoices:
    """The outcome buttons for one value of the cube."""

    cube: int
    buttons: tuple[OutcomeButton, ...]


@dataclass(frozen=True, slots=True)
class ScoringSeat:
    """One side, and the buttons by which it may win the next game."""

    side: str
    name: str
    cube_rows: tuple[CubeChoices, ...]


@require_safe
def show_table_score(request: HttpRequest, code: str) -> HttpResponse:
    """The score sheet of the match being played at a table."""
    card = table_or_404(code)
    match = desks.get_match_at(card)
    if match is None:
        return redirect("table", code)
    return _render_sheet(request, match, card)


@require_http_methods(["GET", "HEAD", "POST"])
def score(request: HttpRequest, code: str) -> HttpResponse:
    """GET: the sheet. POST: add one game."""
    match = match_or_404(code)
    if request.method != "POST":
        return _render_sheet(request, match, get_card(request.GET))
    card, form = get_card(request.POST), OutcomeForm(request.POST)
    identity = get_identity(request, card)
    try:
        if not form.is_valid():
            raise Refusal("game_unknown", winner="", kind=request.POST.get("outcome", ""), cube="")
        keys = {name: form.cleaned_data[name] for name in ("key", "version")}
        scoring.score_game(match=match, identity=identity, **keys, **form.game())
    except Refusal as refusal:
        return _render_refusal(request, match, card, refusal)
    return redirect_to_phone_page(request, match, card, "score")


@require_POST
def undo_last_game(request: HttpRequest, code: str) -> HttpResponse:
    """Remove the last game; because of the version, a second tap does not remove another one."""
    match, card = match_or_404(code), get_card(request.POST)
    form = VersionForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else None
    try:
        scoring.strike_last_game(match=match, identity=get_identity(request, card), version=version)
    except Refusal as refusal:
        return _render_refusal(request, match, card, refusal)
    return redirect_to_phone_page(request, match, card, "score")


def get_scoring_seats(match: Match, sheet: MatchSheet) -> tuple[ScoringSeat, ...]:
    """Return the outcomes of the next game that can make a difference, by side and cube."""
    outcomes = list(sheet.choices)
    return tuple(
        ScoringSeat(
            side.value,
            _get_side_name(match, side),
            _group_by_cube([each for each in outcomes if each.winner is side], sheet.score.away(side)),
        )
        for side in SIDES
    )


def _group_by_cube(outcomes: list[GameOutcome], away: int) -> tuple[CubeChoices, ...]:
    by_cube = groupby(sorted(outcomes, key=lambda each: each.cube), key=lambda each: each.cube)
    return tuple(
        CubeChoices(cube, tuple(map(_make_button, _leave_out_needless(list(group), away))))
        for cube, group in by_cube
    )


def _leave_out_needless(outcomes: list[GameOutcome], away: int) -> list[GameOutcome]:
    """Leave out each outcome that wins the match where a smaller one at this cube already does."""
    enough = min((each.points for each in outcomes if each.points >= away), default=0)
    return [each for each in outcomes if each.points < away or each.points == enough]


def _make_button(outcome: GameOutcome) -> OutcomeButton:
    value = f"{outcome.winner.value}:{outcome.kind}:{outcome.cube}"
    return OutcomeButton(value, outcome.kind, outcome.points)


def _get_side_name(match: Match, side: Side) -> str:
    return str(match.white.name if side is Side.WHITE else match.black.name)


def _render_sheet(request: HttpRequest, match: Match, card: Table | None) -> HttpResponse:
    return remember_device(request, render(request, LIVE_SCORE_TEMPLATE, _get_context(request, match, card)))


def _render_refusal(request: HttpRequest, match: Match, card: Table | None, refusal: Refusal) -> HttpResponse:
    current_match = match_or_404(match.code)
    return render_refusal(request, LIVE_SCORE_TEMPLATE, _get_context(request, current_match, card), refusal)


def _get_context(request: HttpRequest, match: Match, card: Table | None) -> dict[str, Any]:
    sheet = matches.get_sheet(match)
    may_score = permissions.may_report(get_identity(request, card), match)
    return {
        "match": match,
        "card": card,
        "sheet": sheet,
        "seats": get_scoring_seats(match, sheet) if may_score and match.status in SCORABLE_STATUSES else (),
        "may_undo": may_score and sheet.may_undo_game,
        "key": uuid.uuid4().hex,
        "page_url": get_page_address(match, card, "score"),
    }

"""Pages of the recorder, with which a match is recorded move by move and submitted as a transcript."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches import permissions
from matches.messages import get_label
from matches.models import Match, Table
from matches.records.forms import LineForm, RollForm
from matches.records.models import TranscriptDraft
from matches.records.presenting.boards import (
    ACTION_FORMATS,
    BoardView,
    describe_position,
    get_side_name,
)
from matches.records.queries.drafts import get_draft, get_live_draft, replay_draft
from matches.records.services import drafts
from matches.refusal_statuses import get_status
from matches.states import Status
from matches.views import reporting, visitors
from matches.views.errors import make_refusal_message, render_refusal
from matches.views.visitors import get_identity, remember_device
from matches.widgets import make_board_geometry
from rules.diagram import svg
from rules.errors import Refusal, Unreadable
from rules.match import MatchScore
from rules.plays import legal_plays
from rules.position import Position
from rules.recording import AcceptedLine, Recording
from rules.sides import Side
from rules.typed_lines import EXPECTED, read_line

TEMPLATE = "records/recorder.html"
LINES_PER_HOUR = 3000
PLAY_LAWS = ("move.", "bearoff.")


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game that is being recorded live.

    `cube` is the value shown, that of a pending double included; 0 in the Crawford game. `turn` is the side
    to act, "" if there is none.
    """

    score: MatchScore
    cube: int
    cube_owner: str
    is_offered: bool
    turn: str
    draw_board: Callable[[], SafeString]


@dataclass(frozen=True, slots=True)
class RecorderState:
    """The state of a draft, for the page and its script.

    `phase` is "opening", "roll", "answer" or "over", `side` the side to act ("" for none), `position` the
    board with that side to play; `offered` is the value of a pending double, else 0.
    """

    version: int
    count: int
    number: int
    score: tuple[int, int]
    length: int
    is_crawford: bool
    phase: str
    side: str
    position: str
    cube: int
    owner: str
    offered: int
    may_double: bool
    prompt: str
    last: str
    entries: tuple[tuple[str, str], ...]
    results: tuple[tuple[int, str], ...]

    @classmethod
    def from_recording(cls, recording: Recording, names: tuple[str, str], *, version: int) -> "RecorderState":
        """The state of a recording."""
        game, actor = recording.game, recording.actor
        lines = [line for line in recording.accepted_lines if line.game == recording.number]
        return cls(
            version=version,
            count=len(recording.accepted_lines),
            number=recording.number,
            score=(recording.score.white, recording.score.black),
            length=recording.score.length,
            is_crawford=recording.score.is_crawford,
            phase=recording.phase,
            side=actor.value if actor else "",
            position=recording.position(actor).code(),
            cube=game.cube,
            owner=game.owner.value if game.owner else "",
            offered=game.offer,
            may_double=recording.may_double,
            prompt=_get_prompt(recording, names),
            last=recording.accepted_lines[-1].text if recording.accepted_lines else "",
            entries=tuple((line.action.side.value, format_line(line)) for line in lines),
            results=tuple(
                (game.number, _format_result(game.winner, game.points, names)) for game in recording.games
            ),
        )

    def as_data(self) -> dict[str, Any]:
        """The state for the script."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def draw_board(self, names: tuple[str, str], view: BoardView) -> SafeString:
        """The diagram of the position."""
        position = Position.from_code(self.position)
        diagram = svg(
            position,
            title=self.prompt,
            description=describe_position(position, names),
            ids="desk",
            cube=None if self.is_crawford else self.offered or self.cube,
            cube_owner=Side(self.owner) if self.owner else None,
            offered_by=position.turn.other if self.offered else None,
            score=self.score,
            length=self.length,
            to_move=Side(self.side) if self.side else None,
            below=view.bottom,
            home_on_left=view.home_on_left,
        )
        return mark_safe(diagram)  # noqa: S308 - rules.diagram escapes its texts


@require_http_methods(["GET", "HEAD", "POST"])
def show_recorder(request: HttpRequest, code: str) -> HttpResponse:
    """GET: the draft. POST: one line, or an undo, for browsers without JavaScript."""
    match = reporting.match_or_404(code)
    if request.method != "POST":
        context = _get_context(request, match, reporting.get_card(request.GET))
        return remember_device(request, render(request, TEMPLATE, context))
    card, form = reporting.get_card(request.POST), LineForm(request.POST)
    try:
        _write_lines(request, match, card, form)
    except Refusal as refusal:
        context = _get_context(request, match, card) | {
            "typed_line": form.typed_line(),
            "side": request.POST.get("side", ""),
            "legal_lines": _list_legal_lines(form.submitted_line(), refusal),
            "illegal_line": _make_accepted_line(form.submitted_line(), refusal),
        }
        return remember_device(request, render_refusal(request, TEMPLATE, context, refusal))
    return reporting.redirect_to_phone_page(request, match, card, "recorder")


@require_POST
def write_line(request: HttpRequest, code: str) -> HttpResponse:
    """Write one line, or undo one; respond with the draft as JSON for the script."""
    match, card, form = reporting.match_or_404(code), reporting.get_card(request.POST), LineForm(request.POST)
    try:
        draft = _write_lines(request, match, card, form)
    except Refusal as refusal:
        data = _refusal_to_data(refusal) | {
            "illegal_line": _make_accepted_line(form.submitted_line(), refusal)
        }
        if refusal.code == "draft_changed":
            data["state"] = _get_state(match, get_draft(match, get_identity(request, card))).as_data()
        return JsonResponse(data, status=get_status(refusal))
    return remember_device(request, JsonResponse(_get_state(match, draft).as_data()))


@require_safe
@cache_control(public=True, max_age=86400)
def list_plays(request: HttpRequest, position: str, dice: str) -> HttpResponse:
    """The legal plays of a roll: notation, and the position each leads to."""
    form = RollForm({"position": position, "dice": dice})
    if not form.is_valid():
        raise Http404
    plays = legal_plays(form.cleaned_data["position"], form.cleaned_data["dice"])
    return JsonResponse({"plays": [(play.notation(), play.after.code()) for play in plays]})


@require_POST
def submit(request: HttpRequest, code: str) -> HttpResponse:
    """Attach the draft to its match as a transcript."""
    match, card = reporting.match_or_404(code), reporting.get_card(request.POST)
    form = LineForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else None
    try:
        transcript = drafts.submit_draft(match=match, identity=get_identity(request, card), version=version)
    except Refusal as refusal:
        return render_refusal(request, TEMPLATE, _get_context(request, match, card), refusal)
    return redirect(reporting.get_page_address(match, card, "transcript", transcript.pk))


def read_live_game(match: Match) -> LiveGame | None:
    """The game of the live draft of a match, for the overlay; None without a draft that can be replayed."""
    draft = get_live_draft(match)
    if draft is None:
        return None
    try:
        recording = replay_draft(match, draft)
    except Refusal:
        return None
    names = (match.white.name, match.black.name)
    state = RecorderState.from_recording(recording, names, version=draft.version)
    return LiveGame(
        score=recording.score,
        cube=0 if state.is_crawford else state.offered or state.cube,
        cube_owner=state.owner,
        is_offered=bool(state.offered),
        turn=state.side,
        draw_board=lambda: state.draw_board(names, BoardView()),
    )


def format_line(line: AcceptedLine) -> str:
    """A line of a draft as the list of the game shows it."""
    _side, rest = line.text.split(" ", 1)
    verb, _space, detail = rest.partition(" ")
    if verb[0].isdigit():
        return f"{verb[:2]}: {detail or '–'}{' !' if verb.endswith('!') else ''}"
    if verb == "double":
        return ACTION_FORMATS["double"]() % {"text": getattr(line.action, "value", "")}
    return ACTION_FORMATS["concede" if verb == "resign" else verb]() % {"text": ""}


def _write_lines(request: HttpRequest, match: Match, card: Table | None, form: LineForm) -> TranscriptDraft:
    if not form.is_valid():
        raise Unreadable("line_unreadable", expected=EXPECTED)
    identity = get_identity(request, card)
    visitors.throttle_identity(
        "draft", request, identity, at=match.desk.code, limit=LINES_PER_HOUR, seconds=3600
    )
    return drafts.write_lines(match=match, identity=identity, **form.to_service_arguments())


def _get_context(request: HttpRequest, match: Match, card: Table | None) -> dict[str, Any]:
    identity = get_identity(request, card)
    may_record = match.status != Status.VOID.value and permissions.may_report(identity, match)
    draft = get_draft(match, identity) if may_record else None
    state = _get_state(match, draft)
    view = BoardView.from_query(request.GET)
    return {
        "match": match,
        "card": card,
        "draft": draft,
        "state": state,
        "state_data": state.as_data(),
        "view": view,
        "board": state.draw_board((match.white.name, match.black.name), view),
        "geometry": make_board_geometry(view.layout),
        "levels": [(1, get_label("single")), (2, get_label("gammon")), (3, get_label("backgammon"))],
        "flipped": _make_view_link(card, view.flipped),
        "mirrored": _make_view_link(card, view.mirrored),
        "may_record": may_record,
        "page_url": reporting.get_page_address(match, card, "recorder"),
    }


def _make_view_link(card: Table | None, view: BoardView) -> str:
    return f"?{urlencode(({'table': card.code} if card else {}) | view.query)}"


def _get_state(match: Match, draft: TranscriptDraft | None) -> RecorderState:
    names = (match.white.name, match.black.name)
    return RecorderState.from_recording(
        replay_draft(match, draft), names, version=draft.version if draft else 0
    )


def _get_prompt(recording: Recording, names: tuple[str, str]) -> str:
    """The prompt for the next entry."""
    context = {"who": get_side_name(recording.actor, names)}
    if recording.phase == "over":
        score = {"a": recording.score.white, "b": recording.score.black}
        winner = get_side_name(recording.score.winner, names)
        return _("%(who)s has won the match, %(a)s–%(b)s") % {"who": winner, **score}
    if recording.phase == "opening":
        return _("Opening roll")
    if recording.phase == "answer":
        return _("%(who)s: take or drop?") % context
    return (_("%(who)s: roll or double") if recording.may_double else _("%(who)s: roll")) % context


def _format_result(winner: Side | None, points: int | None, names: tuple[str, str]) -> str:
    return _("%(who)s wins %(points)s") % {"who": get_side_name(winner, names), "points": points or 0}


def _make_accepted_line(submitted_line: str, refusal: Refusal) -> str:
    """Return the line that records a refused play as an accepted illegal play.

    "" if the refusal is not about a play.
    """
    if not refusal.law.startswith(PLAY_LAWS):
        return ""
    line = read_line(submitted_line)
    side = f"{line.side.value} " if line.side else ""
    return (
        f"{side}{line.dice[0]}{line.dice[1]}! {line.play}"
        if line.play and not line.is_accepted_illegal
        else ""
    )


def _list_legal_lines(submitted_line: str, refusal: Refusal) -> list[tuple[str, str]]:
    """Return the legal plays of a refusal, each with the line that records it."""
    plays = refusal.facts.get("legal")
    if not isinstance(plays, tuple):
        return []
    line = read_line(submitted_line)
    side = f"{line.side.value} " if line.side else ""
    return [(play, f"{side}{line.dice[0]}{line.dice[1]} {play}") for play in plays]


def _refusal_to_data(refusal: Refusal) -> dict[str, Any]:
    """A refusal for the script, in the language of the reader."""
    text = make_refusal_message(refusal)
    law = {"id": text.law.id, "title": text.law.title} if text.law else None
    legal = refusal.facts.get("legal", ())
    return {"code": refusal.code, "sentence": text.sentence, "law": law, "legal": legal}

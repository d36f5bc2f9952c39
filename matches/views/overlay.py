"""A match drawn over a video picture: names, score, cube and board on nothing, for streaming programs."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from matches.models import Match
from matches.queries import drafts, sheets
from matches.states import BEFORE_THE_END
from matches.views import phone
from matches.views.drawing import Look
from matches.views.transcribing import Desk, desk_of, drawn
from rules.errors import Refusal
from rules.match import MatchScore

CORNERS = ("bottom-left", "bottom-right", "top-left", "top-right", "bottom", "top")
SCALES = {"0.75": "small", "1": "plain", "1.25": "large", "1.5": "larger", "2": "largest"}
THEMES = ("dark", "light")
OPEN = tuple(status.value for status in BEFORE_THE_END)


@dataclass(frozen=True, slots=True)
class Style:
    """How it lies over the picture, as asked for in the address."""

    corner: str
    scale: str
    theme: str
    has_board: bool

    @classmethod
    def asked(cls, query: QueryDict) -> "Style":
        """What the address says; whatever it says wrongly is as usual."""
        corner, theme = query.get("at", ""), query.get("theme", "")
        return cls(
            corner if corner in CORNERS else CORNERS[0],
            SCALES.get(query.get("scale", "1"), "plain"),
            theme if theme in THEMES else THEMES[0],
            query.get("board") == "1",
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """What viewers see: points, the word for the Crawford rule, the cube (0: unknown), the board."""

    white: int
    black: int
    crawford: str
    cube: int = 0
    owner: str = ""
    is_offered: bool = False
    turn: str = ""
    board: SafeString | None = None


@require_safe
def overlay(request: HttpRequest, code: str) -> HttpResponse:
    """One match; `?at=`, `scale=`, `theme=` and `board=1` say how."""
    match, style = phone.match_or_404(code), Style.asked(request.GET)
    shown = {"match": match, "style": style, "standing": standing(match, style)}
    return render(request, "matches/overlay.html", shown)


def standing(match: Match, style: Style) -> Standing:
    """How the match stands: by its score sheet, or by what is written down beside the board."""
    sheet = sheets.sheet_of(match)
    is_open = match.status in OPEN
    plain = Standing(match.white_score, match.black_score, crawford(sheet.score) if is_open else "")
    draft = drafts.live_draft(match) if is_open else None
    if draft is None:
        return plain
    try:
        recording = drafts.recording_of(match, draft)
    except Refusal:
        return plain
    written = recording.score
    if written.white + written.black < match.white_score + match.black_score or written.winner is not None:
        return plain
    names = (match.white.name, match.black.name)
    desk = desk_of(recording, names, version=draft.version)
    return Standing(
        written.white,
        written.black,
        crawford(written),
        0 if desk.is_crawford else desk.offered or desk.cube,
        desk.owner,
        bool(desk.offered),
        desk.side,
        _board(desk, names) if style.has_board else None,
    )


def crawford(score: MatchScore) -> str:
    """ "crawford" for that game, "post" after it, else nothing."""
    if score.winner is not None:
        return ""
    if score.is_crawford:
        return "crawford"
    return "post" if score.crawford == "expired" else ""


def _board(desk: Desk, names: tuple[str, str]) -> SafeString:
    return drawn(desk, names, Look())

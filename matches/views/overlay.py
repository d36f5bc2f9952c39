"""A match drawn over a video picture: names, score, cube and board on nothing, for streaming programs."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from matches.models import Match
from matches.queries import sheets
from matches.registry import live_games
from matches.states import BEFORE_THE_END
from matches.views import phone
from rules.match import MatchScore

CORNERS = ("bottom-left", "bottom-right", "top-left", "top-right", "bottom", "top")
SCALES = {"0.75": "small", "1": "plain", "1.25": "large", "1.5": "larger", "2": "largest"}
THEMES = ("dark", "light")
OPEN = tuple(status.value for status in BEFORE_THE_END)


@dataclass(frozen=True, slots=True)
class OverlayStyle:
    """How it lies over the picture, as asked for in the address."""

    corner: str
    scale: str
    theme: str
    has_board: bool

    @classmethod
    def from_query(cls, query: QueryDict) -> "OverlayStyle":
        """What the address says; whatever it says wrongly is as usual."""
        corner, theme = query.get("at", ""), query.get("theme", "")
        return cls(
            corner if corner in CORNERS else CORNERS[0],
            SCALES.get(query.get("scale", "1"), "plain"),
            theme if theme in THEMES else THEMES[0],
            query.get("board") == "1",
        )


@dataclass(frozen=True, slots=True)
class OverlayState:
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
    match, style = phone.match_or_404(code), OverlayStyle.from_query(request.GET)
    context = {"match": match, "style": style, "standing": get_overlay_state(match, style)}
    return render(request, "matches/overlay.html", context)


def get_overlay_state(match: Match, style: OverlayStyle) -> OverlayState:
    """How the match stands: by its score sheet, or by the game that is recorded right now."""
    sheet = sheets.get_sheet(match)
    is_open = match.status in OPEN
    on_sheet = OverlayState(
        match.white_score, match.black_score, get_crawford_label(sheet.score) if is_open else ""
    )
    live_game = next(filter(None, live_games(match)), None) if is_open else None
    if live_game is None:
        return on_sheet
    score = live_game.score
    if score.white + score.black < match.white_score + match.black_score or score.winner is not None:
        return on_sheet
    return OverlayState(
        score.white,
        score.black,
        get_crawford_label(score),
        live_game.cube,
        live_game.cube_owner,
        live_game.is_offered,
        live_game.turn,
        live_game.draw_board() if style.has_board else None,
    )


def get_crawford_label(score: MatchScore) -> str:
    """ "crawford" for that game, "post" after it, else nothing."""
    if score.winner is not None:
        return ""
    if score.is_crawford:
        return "crawford"
    return "post" if score.crawford == "expired" else ""

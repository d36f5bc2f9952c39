"""The overlay of a match for video streams: the score, and cube and board of a game that is recorded."""

from dataclasses import dataclass
from http import HTTPStatus
from itertools import chain

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from matches import registry
from matches.models import Match
from matches.queries import matches
from matches.records.views.recorder import read_live_game
from matches.states import OPEN_STATUSES
from matches.views import reporting
from matches.views.errors import RefusalMessage
from matches.views.query_values import read_choice
from rules.match import MatchScore

CORNERS = ("bottom-left", "bottom-right", "top-left", "top-right", "bottom", "top")
OVERLAY_SCALES = {"0.75": "small", "1": "plain", "1.25": "large", "1.5": "larger", "2": "largest"}
THEMES = ("dark", "light")


@dataclass(frozen=True, slots=True)
class OverlayStyle:
    """The style of the overlay, from the query string."""

    corner: str
    scale: str
    theme: str
    has_board: bool

    @classmethod
    def from_query(cls, query: QueryDict) -> tuple["OverlayStyle", RefusalMessage | None]:
        """Return the style of a query string, and a message about the first value that is unknown."""
        corner, corner_message = read_choice(query, "at", CORNERS, CORNERS[0])
        scale, scale_message = read_choice(query, "scale", OVERLAY_SCALES, "1")
        theme, theme_message = read_choice(query, "theme", THEMES, THEMES[0])
        board, board_message = read_choice(query, "board", ("0", "1"), "0")
        messages = (corner_message, scale_message, theme_message, board_message)
        style = cls(corner, OVERLAY_SCALES[scale], theme, board == "1")
        return style, next(filter(None, messages), None)


@dataclass(frozen=True, slots=True)
class OverlayState:
    """What the overlay shows: points, the Crawford label, the cube (0: not shown), the board."""

    white: int
    black: int
    crawford: str
    cube: int = 0
    owner: str = ""
    is_offered: bool = False
    turn: str = ""
    board: SafeString | None = None


@require_safe
def show_overlay(request: HttpRequest, code: str) -> HttpResponse:
    """The overlay of one match; `?at=`, `scale=`, `theme=` and `board=1` set its style."""
    match = reporting.match_or_404(code)
    style, message = OverlayStyle.from_query(request.GET)
    context = {
        "match": match,
        "style": style,
        "state": get_overlay_state(match, style),
        "logos": list(chain.from_iterable(registry.overlay_logos(match))),
        "refusal": message,
    }
    status = HTTPStatus.BAD_REQUEST if message else HTTPStatus.OK
    return render(request, "records/overlay.html", context, status=status)


def get_overlay_state(match: Match, style: OverlayStyle) -> OverlayState:
    """Return the state from the game that is being recorded, or else from the score sheet."""
    sheet = matches.get_sheet(match)
    is_open = match.status in OPEN_STATUSES
    sheet_state = OverlayState(
        match.white_score, match.black_score, get_crawford_label(sheet.score) if is_open else ""
    )
    live_game = read_live_game(match) if is_open else None
    if live_game is None:
        return sheet_state
    score = live_game.score
    if score.white + score.black < match.white_score + match.black_score or score.winner is not None:
        return sheet_state
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
    """Return "crawford" in the Crawford game, "post" after it, else ""."""
    if score.winner is not None:
        return ""
    if score.is_crawford:
        return "crawford"
    return "post" if score.crawford == "expired" else ""

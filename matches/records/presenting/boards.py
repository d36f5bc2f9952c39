"""Drawing and describing positions of recorded games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from matches.models import Match
from matches.records.models import Transcript
from rules.diagram import listing, svg
from rules.diagram_layout import View
from rules.dice import Dice
from rules.errors import Unreadable
from rules.formats.gnuid import position_id
from rules.formats.match_position import MatchPosition
from rules.formats.ogid import write_ogid
from rules.formats.xgid import write_xgid
from rules.notation import read_play
from rules.plays import CheckerMove, CheckerMoves
from rules.position import BAR, Position
from rules.sides import Side
from rules.verdict import Frame, GameVerdict, Verdict

OFFERS = ("double", "beaver")


@dataclass(frozen=True, slots=True)
class BoardView:
    """How a board is shown: which side is at the bottom, and whether it bears off to the left.

    `positions` is the path prefix of the pages of positions (`get_positions_path`), "" if they have none.
    """

    bottom: Side = Side.WHITE
    home_on_left: bool = False
    positions: str = ""

    @classmethod
    def from_query(cls, query: QueryDict, positions: str = "") -> BoardView:
        """The view named in an address, or the default."""
        bottom = Side.BLACK if query.get("below") == Side.BLACK.value else Side.WHITE
        return cls(bottom, query.get("home") == "left", positions)

    @property
    def query(self) -> dict[str, str]:
        """The query parameters of this view."""
        bottom = {"below": self.bottom.value} if self.bottom is Side.BLACK else {}
        return bottom | ({"home": "left"} if self.home_on_left else {})

    @property
    def layout(self) -> View:
        """The orientation by which a board is drawn."""
        return View(self.bottom, self.home_on_left)

    @property
    def flipped(self) -> BoardView:
        """The board from the other side of the table."""
        return replace(self, bottom=self.bottom.other)

    @property
    def mirrored(self) -> BoardView:
        """The board with play in the other direction."""
        return replace(self, home_on_left=not self.home_on_left)


def get_positions_path(match: Match, transcript: Transcript) -> str:
    """Return the path of the pages of a transcript's positions, without "GAME/ACTION/" at its end."""
    first = reverse("transcript-position", args=[match.code, transcript.pk, 0, 0])
    return first.removesuffix("0/0/")


def make_action_link(game: int, action: int, view: BoardView, **parameters: str) -> str:
    """Return the link to an action: the page of its position, or the transcript's page at that action."""
    query = view.query | parameters
    if view.positions:
        return f"{view.positions}{game}/{action}/{'?' if query else ''}{urlencode(query)}#board"
    return f"?{urlencode({'game': game, 'action': action} | query)}#board"


def draw_board(
    frame: Frame,
    game: GameVerdict,
    number: int,
    *,
    names: tuple[str, str],
    length: int,
    view: BoardView,
    ids: str = "moment",
    ground: str = "",
) -> SafeString:
    """Return the diagram of the position after action `number` of a game, as SVG."""
    is_offer = frame.kind in OFFERS
    diagram = svg(
        frame.position,
        title=_("Game %(game)s, action %(action)s: %(text)s")
        % {"game": game.number, "action": number, "text": describe_action(frame, names)},
        description=describe_position(frame.position, names),
        ids=ids,
        dice=frame.dice,
        cube=int(frame.text) if is_offer else None if game.is_crawford else frame.cube,
        cube_owner=frame.cube_owner,
        offered_by=frame.side if is_offer else None,
        score=game.score_before,
        length=length or None,
        to_move=frame.side or frame.position.turn,
        play=_get_checker_moves(frame, game.frames[number - 1].position) if number else (),
        below=view.bottom,
        home_on_left=view.home_on_left,
        ground=ground,
    )
    return mark_safe(diagram)  # noqa: S308 - rules.diagram escapes its texts


def format_position(frame: Frame, game: GameVerdict, length: int, dice: Dice | None = None) -> str:
    """The position as an XGID, or as a GNU position ID where a number is too large for one.

    `dice` are those to be played, which are not those that led to the position.
    """
    try:
        return write_xgid(_make_match_position(frame, game, length, dice))
    except Unreadable:
        return position_id(frame.position)


def format_ogid(frame: Frame, game: GameVerdict, length: int, dice: Dice | None = None) -> str:
    """The position as an OGID, "" where a cube is too large for one; for `dice` see `format_position`."""
    try:
        return write_ogid(_make_match_position(frame, game, length, dice))
    except Unreadable:
        return ""


def _make_match_position(frame: Frame, game: GameVerdict, length: int, dice: Dice | None) -> MatchPosition:
    """The position after an action of a game, with cube and score, and the dice to be played."""
    is_doubled = frame.kind == "double"
    turn = frame.side if is_doubled and frame.side else frame.position.turn
    return MatchPosition(
        frame.position.with_turn(turn),
        turn=turn,
        dice=dice,
        cube=frame.cube,
        cube_owner=frame.cube_owner,
        is_doubled=is_doubled,
        is_crawford=game.is_crawford,
        length=length,
        white=game.score_before[0],
        black=game.score_before[1],
    )


def describe_position(position: Position, names: tuple[str, str]) -> str:
    """The checkers and pips of a position, for screen readers."""
    return _("%(checkers)s. Pips: %(white)s %(a)s, %(black)s %(b)s.") % {
        "checkers": listing(position),
        "white": names[0],
        "a": position.pips(Side.WHITE),
        "black": names[1],
        "b": position.pips(Side.BLACK),
    }


def describe_action(frame: Frame, names: tuple[str, str]) -> str:
    """An action in a sentence."""
    facts = {
        "who": get_side_name(frame.side, names),
        "other": get_side_name(frame.side.other, names) if frame.side else "",
        "dice": "-".join(map(str, frame.dice)) if frame.dice else "",
        "text": frame.text or _("cannot move"),
    }
    return ACTION_SENTENCES[frame.kind]() % facts


def format_action(frame: Frame, names: tuple[str, str]) -> str:
    """Return an action in the short form of a score sheet; a resignation with both names."""
    if frame.kind == "concede":
        return describe_action(frame, names)
    if frame.dice:
        return f"{frame.dice[0]}{frame.dice[1]}: {frame.text or '–'}"
    return ACTION_FORMATS[frame.kind]() % {"text": frame.text}


def get_game(verdict: Verdict, number: int) -> GameVerdict | None:
    """The game with this number."""
    return next((game for game in verdict.games if game.number == number), None)


def get_side_name(side: Side | None, names: tuple[str, str]) -> str:
    """The name of a side, empty for none."""
    if side is None:
        return ""
    return names[0] if side is Side.WHITE else names[1]


ACTION_SENTENCES: dict[str, Callable[[], str]] = {
    "start": lambda: _("Start of the game"),
    "roll": lambda: _("%(who)s rolls %(dice)s: %(text)s"),
    "double": lambda: _("%(who)s doubles to %(text)s"),
    "beaver": lambda: _("%(who)s beavers to %(text)s"),
    "take": lambda: _("%(who)s takes"),
    "drop": lambda: _("%(who)s drops"),
    "concede": lambda: _("%(who)s resigns, %(other)s wins the game"),
    "place": lambda: _("Position set up"),
    "condone": lambda: _("%(who)s rolls %(dice)s: %(text)s (illegal play, accepted)"),
    "no_double": lambda: _("%(who)s does not double"),
    "question": lambda: _("%(who)s to play"),
}
ACTION_FORMATS: dict[str, Callable[[], str]] = {
    "start": lambda: _("Start"),
    "roll": lambda: "%(text)s",
    "double": lambda: _("Doubles to %(text)s"),
    "beaver": lambda: _("Beavers to %(text)s"),
    "take": lambda: _("Takes"),
    "drop": lambda: _("Drops"),
    "concede": lambda: _("Resigns"),
    "place": lambda: _("Position set by hand"),
    "condone": lambda: _("Accepted %(text)s"),
}


def _get_checker_moves(frame: Frame, before: Position) -> CheckerMoves:
    """Return the checker moves of a play: as recorded, or else by comparing the boards."""
    if frame.side is None or not frame.dice:
        return ()
    checkers, after = before.of(frame.side), frame.position.of(frame.side)
    play = read_play(frame.text, frame.dice)
    moves = tuple(CheckerMove(step.start, step.end) for step in play.steps) if play else ()
    result = list(checkers)
    for start, end, _hit in moves:
        result[start] -= 1
        result[end] += 1
    if tuple(result) == after:
        return moves
    starts = [place for place in range(BAR, -1, -1) for _ in range(checkers[place] - after[place])]
    ends = [place for place in range(BAR, -1, -1) for _ in range(after[place] - checkers[place])]
    return tuple(CheckerMove(start, end) for start, end in zip(starts, ends, strict=False))

"""Moments of a game in words and pictures: how a board is looked at, what it shows, what is said of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from rules.arrows import TALLEST, TALLEST_ON_BAR
from rules.diagram import listing, svg
from rules.errors import Unreadable
from rules.formats.gnuid import position_id
from rules.formats.standing import Standing
from rules.formats.xgid import write_xgid
from rules.layout import SLAB, STEP, TRAY, View
from rules.notation import read_play
from rules.plays import Hop, Hops
from rules.position import BAR, OFF, Position
from rules.sides import SIDES, Side
from rules.verdict import Frame, GameVerdict

OFFERS = ("double", "beaver")


@dataclass(frozen=True, slots=True)
class Look:
    """How a reader wants his boards: who sits below, and on which hand that side bears off."""

    below: Side = Side.WHITE
    left: bool = False

    @classmethod
    def asked(cls, query: QueryDict) -> Look:
        """The look named in an address; the ordinary one when none is."""
        below = Side.BLACK if query.get("below") == Side.BLACK.value else Side.WHITE
        return cls(below, query.get("home") == "left")

    @property
    def query(self) -> dict[str, str]:
        """What of this look an address must say."""
        below = {"below": self.below.value} if self.below is Side.BLACK else {}
        return below | ({"home": "left"} if self.left else {})

    @property
    def flipped(self) -> Look:
        """The same board from the other side of the table."""
        return Look(self.below.other, self.left)

    @property
    def turned(self) -> Look:
        """The same board with play in the other direction."""
        return Look(self.below, not self.left)


def link(game: int, action: int, look: Look) -> str:
    """The address of an action on the page of its record."""
    return f"?{urlencode({'game': game, 'action': action} | look.query)}#board"


def board(
    frame: Frame,
    game: GameVerdict,
    at: int,
    *,
    names: tuple[str, str],
    length: int,
    look: Look,
    ids: str = "moment",
    ground: str = "",
) -> SafeString:
    """The picture of an action. Names enter it escaped by `rules.diagram`."""
    is_offer = frame.kind in OFFERS
    drawn = svg(
        frame.position,
        title=_("Game %(game)s, action %(action)s: %(text)s")
        % {"game": game.number, "action": at, "text": words(frame, names)},
        description=described(frame.position, names),
        ids=ids,
        dice=frame.dice,
        cube=int(frame.text) if is_offer else None if game.is_crawford else frame.cube,
        cube_owner=frame.cube_owner,
        offered_by=frame.side if is_offer else None,
        score=game.score_before,
        length=length or None,
        to_move=frame.side or frame.position.turn,
        play=_hops(frame, game.frames[at - 1].position) if at else (),
        below=look.below,
        home_on_left=look.left,
        ground=ground,
    )
    return mark_safe(drawn)  # noqa: S308 - drawn by our own room from numbers; its texts are escaped there


def identifier(frame: Frame, game: GameVerdict, length: int) -> str:
    """The moment as an XGID, or the position alone where a number finds no room in one."""
    is_doubled = frame.kind == "double"
    turn = frame.side if is_doubled and frame.side else frame.position.turn
    standing = Standing(
        frame.position.with_turn(turn),
        turn=turn,
        cube=frame.cube,
        cube_owner=frame.cube_owner,
        is_doubled=is_doubled,
        is_crawford=game.is_crawford,
        length=length,
        white=game.score_before[0],
        black=game.score_before[1],
    )
    try:
        return write_xgid(standing)
    except Unreadable:
        return position_id(frame.position)


def described(position: Position, names: tuple[str, str]) -> str:
    """The checkers and pips of a position, for those who listen to it."""
    return _("%(checkers)s. Pips: %(white)s %(a)s, %(black)s %(b)s.") % {
        "checkers": listing(position),
        "white": names[0],
        "a": position.pips(Side.WHITE),
        "black": names[1],
        "b": position.pips(Side.BLACK),
    }


def words(frame: Frame, names: tuple[str, str]) -> str:
    """An action in a sentence: who did what."""
    facts = {
        "who": named(frame.side, names),
        "dice": "-".join(map(str, frame.dice)) if frame.dice else "",
        "text": frame.text or _("cannot move"),
    }
    return SPOKEN[frame.kind]() % facts


def short(frame: Frame) -> str:
    """An action as a score sheet has it."""
    if frame.dice:
        return f"{frame.dice[0]}{frame.dice[1]}: {frame.text or '–'}"
    return SHORT[frame.kind]() % {"text": frame.text}


def named(side: Side | None, names: tuple[str, str]) -> str:
    """The name of a side, empty for none."""
    if side is None:
        return ""
    return names[0] if side is Side.WHITE else names[1]


def spots(look: Look) -> dict[str, object]:
    """Where a script puts what moves: for each side and place (0 off, 25 bar) the first checker's centre, the
    step to the next one, and how many lie apart before they lie on one another."""
    view = View(look.below, look.left)
    return {
        "stacks": {side.value: [_stack(view, side, place) for place in range(BAR + 1)] for side in SIDES},
        "dice": {side.value: [list(view.die(side, number, 2)) for number in range(2)] for side in SIDES},
        "cube": {"": list(view.cube(None))} | {side.value: list(view.cube(side)) for side in SIDES},
        "offer": {side.value: list(view.offered_cube(side)) for side in SIDES},
        "turn": {side.value: list(view.turn_mark(side)) for side in SIDES},
        "below": look.below.value,
    }


SPOKEN: dict[str, Callable[[], str]] = {
    "start": lambda: _("The start of the game"),
    "roll": lambda: _("%(who)s rolls %(dice)s: %(text)s"),
    "double": lambda: _("%(who)s doubles to %(text)s"),
    "beaver": lambda: _("%(who)s beavers to %(text)s"),
    "take": lambda: _("%(who)s takes"),
    "drop": lambda: _("%(who)s drops"),
    "concede": lambda: _("%(who)s resigns"),
    "place": lambda: _("A position is set up"),
    "condone": lambda: _("%(who)s rolls %(dice)s: %(text)s, against the laws, and it was let stand"),
}
SHORT: dict[str, Callable[[], str]] = {
    "start": lambda: _("Start"),
    "roll": lambda: "%(text)s",
    "double": lambda: _("Doubles to %(text)s"),
    "beaver": lambda: _("Beavers to %(text)s"),
    "take": lambda: _("Takes"),
    "drop": lambda: _("Drops"),
    "concede": lambda: _("Resigns"),
    "place": lambda: _("Position set up"),
    "condone": lambda: _("Let stand %(text)s"),
}


def _stack(view: View, side: Side, place: int) -> list[int]:
    if place == OFF:
        first, second = view.off_slab(side, 0), view.off_slab(side, 1)
        return [first.x + (TRAY - 12) // 2, first.y + (SLAB - 2) // 2, second.y - first.y, 15]
    if place == BAR:
        first, second, most = view.on_bar(side, 0), view.on_bar(side, 1), TALLEST_ON_BAR
    else:
        first, second, most = view.on_point(side, place, 0), view.on_point(side, place, 1), TALLEST
    return [first.x, first.y, STEP if second.y > first.y else -STEP, most]


def _hops(frame: Frame, before: Position) -> Hops:
    """What the mover's checkers did: as written where that leads to this board, else as the board shows."""
    if frame.side is None or not frame.dice:
        return ()
    mine, after = before.of(frame.side), frame.position.of(frame.side)
    written = read_play(frame.text, frame.dice)
    steps = tuple(Hop(step.start, step.end) for step in written.steps) if written else ()
    moved = list(mine)
    for start, end, _hit in steps:
        moved[start] -= 1
        moved[end] += 1
    if tuple(moved) == after:
        return steps
    left = [place for place in range(BAR, -1, -1) for _ in range(mine[place] - after[place])]
    come = [place for place in range(BAR, -1, -1) for _ in range(after[place] - mine[place])]
    return tuple(Hop(start, end) for start, end in zip(left, come, strict=False))

"""A position as a board in plain text, for terminals, mail and tests."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dice import Dice
from rules.layout import View
from rules.plays import Hops, format_hops
from rules.position import Position
from rules.sides import SIDES, Side

MARKS = {Side.WHITE: "O", Side.BLACK: "X"}
_ROWS = 5


def text_board(  # noqa: PLR0913 - each is a fact of the picture
    position: Position,
    *,
    dice: Dice | None = None,
    cube: int | None = 1,
    cube_owner: Side | None = None,
    score: tuple[int, int] | None = None,
    length: int | None = None,
    to_move: Side | None = None,
    play: Hops = (),
    plan: Hops = (),
    below: Side = Side.WHITE,
    home_on_left: bool = False,
) -> str:
    """The board in plain text, O for White and X for Black; the names mean what they mean in `diagram.svg`.

    Points are numbered for the side below. A point with more than five checkers ends in their number. The
    bar shows how many stand on it, each side on the half where it enters. Under the board: a line for each
    side with its pips, checkers off and score, then the cube, the play and the roll.
    """
    view = View(below, home_on_left)
    upper, lower = _ordered(view, range(13, 25)), _ordered(view, range(12, 0, -1))
    edge = f"+{'-' * 19}+---+{'-' * 19}+"
    rows = [
        _numbers(upper),
        edge,
        *(_row(view, position, upper, level) for level in range(_ROWS)),
        f"|{' ' * 19}|bar|{' ' * 19}|",
        *(_row(view, position, lower, level) for level in reversed(range(_ROWS))),
        edge,
        _numbers(lower),
        *_facts(position, score, length),
    ]
    if cube is not None:
        rows.append(f"cube {cube}, {MARKS[cube_owner] if cube_owner else 'centre'}")
    if play:
        rows.append(f"{MARKS[position.turn.other]} played {format_hops(play)}")
    rows.append(_turn(to_move or position.turn, dice, plan))
    return "\n".join(rows)


def _ordered(view: View, points: range) -> list[int]:
    return sorted(points, key=view.centre)


def _numbers(points: list[int]) -> str:
    left_half, right_half = (" ".join(f"{point:2}" for point in half) for half in (points[:6], points[6:]))
    return f"  {left_half}       {right_half}"


def _row(view: View, position: Position, points: list[int], level: int) -> str:
    left_half, right_half = (
        "".join(f" {_cell(view, position, point, level)}" for point in half)
        for half in (points[:6], points[6:])
    )
    return f"|{left_half} |{_bar(view, position, points[0], level)}|{right_half} |"


def _cell(view: View, position: Position, point: int, level: int) -> str:
    for side in SIDES:
        count = position.of(side)[point if side is view.below else 25 - point]
        if count > level:
            return f"{count:2}" if level == _ROWS - 1 and count > _ROWS else f" {MARKS[side]}"
    return "  "


def _bar(view: View, position: Position, point: int, level: int) -> str:
    side = view.below if view.is_top(point) else view.below.other
    count = position.bar(side)
    if level != _ROWS - 1 or not count:
        return "   "
    return f"{MARKS[side]}{count:<2}" if count > 1 else f" {MARKS[side]} "


def _facts(position: Position, score: tuple[int, int] | None, length: int | None) -> Iterator[str]:
    for side in SIDES:
        of = f"/{length}" if length else ""
        points = f", score {score[side.index]}{of}" if score else ""
        yield f"{MARKS[side]}: pips {position.pips(side)}, off {position.off(side)}{points}"


def _turn(side: Side, dice: Dice | None, plan: Hops) -> str:
    roll = f"play {dice[0]}-{dice[1]}" if dice else "roll"
    return f"{MARKS[side]} to {roll}" + (f": {format_hops(plan)}" if plan else "")

"""A position as an SVG board, styled only by classes, and as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files

from .diagram_layout import (
    BAR_WIDTH,
    BOTTOM,
    CUBE,
    DIE,
    FIELD_HEIGHT,
    FRAME,
    HALF,
    HEIGHT,
    LEFT_FIELD,
    POINT,
    RADIUS,
    RIGHT_FIELD,
    SLAB,
    STEP,
    TALLEST,
    TALLEST_ON_BAR,
    TOP,
    TRAY,
    TRIANGLE,
    WIDTH,
    Spot,
    View,
    draw_planned_play,
    draw_play_made,
    make_shared_circles,
    use_shared_symbol,
)
from .dice import Dice
from .plays import CheckerMoves, format_moves
from .position import BAR, OFF, Position, draw_with
from .sides import SIDES, Side

_PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

CUBE_AT_START = 64

# What the shared parts of a page of boards are called, after its own name.
_CHECKER = {side: f"-{side.value[0]}" for side in SIDES}
_SLAB = {side: f"-{side.value[0]}-off" for side in SIDES}


def svg(  # noqa: PLR0913 - each is a part of the diagram
    position: Position,
    *,
    title: str,
    description: str = "",
    ids: str = "board",
    dice: Dice | None = None,
    cube: int | None = 1,
    cube_owner: Side | None = None,
    offered_by: Side | None = None,
    score: tuple[int, int] | None = None,
    length: int | None = None,
    to_move: Side | None = None,
    play: CheckerMoves = (),
    plan: CheckerMoves = (),
    below: Side = Side.WHITE,
    home_on_left: bool = False,
    ground: str = "",
) -> str:
    """Draw a position as one `<svg class="board">` element, to be styled by `static/board.css`.

    `title` and `description` are its accessible name and description (an empty description lists the
    checkers); `ids` prefixes their ids. `cube` is its value, None where there is none, as in the Crawford
    game; it lies on the board while `offered_by` waits for an answer. `to_move` colours `dice`. Arrows show
    `play`, moves just made by the opponent, or `plan`, moves the side to move may make. `below` is the
    viewer's side; `home_on_left` turns the direction of play; `ground`: see `shared_ground`.
    """
    view, turn = View(below, home_on_left), position.turn
    elements = [
        _open(ids, title, description or listing(position), alone=not ground),
        f'<use href="#{escape(ground, quote=True)}"/>' if ground else "".join(_ground(view)),
        *_checkers(view, position, ground),
        *draw_play_made(view, turn.other, play, position.of(turn.other), ground),
        *draw_planned_play(view, turn, plan, position.of(turn)),
        *_dice(view, dice, to_move or turn, ground),
        *_cube(view, cube, cube_owner, offered_by),
        *_strips(view, position, score, length),
        *_turn(view, to_move),
    ]
    return "".join(elements) + "</svg>"


def shared_ground(ids: str, *, home_on_left: bool = False) -> str:
    """Return the parts all boards share, once for a page of many, to be named as `svg(..., ground=ids)`.

    Frame, points and numbers, a checker and a slab of each side, and the symbols of their dice.
    """
    name = escape(ids, quote=True)
    parts = {"": "".join(_ground(View(home_on_left=home_on_left)))} | make_shared_circles()
    for side in SIDES:
        parts[_CHECKER[side]] = _checker(side, Spot(0, 0), 0)
        parts[_SLAB[side]] = _slab(side, Spot(0, 0))
        parts |= _shared_stacks(ids, side)
        parts |= {_die_name(side, number): _die(side, number, Spot(0, 0)) for number in _PIPS}
    symbols = "".join(f'<g id="{name}{part}">{body}</g>' for part, body in parts.items())
    start = '<svg class="board board-shared" xmlns="http://www.w3.org/2000/svg" aria-hidden="true">'
    return f"{start}<defs>{symbols}</defs></svg>"


def listing(position: Position) -> str:
    """The checkers of both sides in one line, each by its own numbering: `"○ 24×2 13×5 … ● bar×1 …"`."""
    return " ".join(f"{mark} {_places(position.of(side))}" for mark, side in zip("○●", SIDES, strict=True))


def _open(ids: str, title: str, description: str, *, alone: bool) -> str:
    name = escape(ids, quote=True)
    space = ' xmlns="http://www.w3.org/2000/svg"' if alone else ""
    return (
        f'<svg class="board"{space} viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-labelledby="{name}-title {name}-desc"><title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(description)}</desc>'
    )


def _ground(view: View) -> Iterator[str]:
    yield f'<rect class="board-frame" width="{WIDTH}" height="{HEIGHT}" rx="14"/>'
    for x in (LEFT_FIELD, RIGHT_FIELD):
        yield f'<rect class="board-ground" x="{x}" y="{TOP}" width="{HALF}" height="{FIELD_HEIGHT}"/>'
    for x in (FRAME, WIDTH - FRAME - TRAY):
        for y in (TOP, BOTTOM - 200):
            yield f'<rect class="board-tray" x="{x}" y="{y}" width="{TRAY}" height="200" rx="5"/>'
    bar = LEFT_FIELD + HALF
    yield f'<rect class="board-bar" x="{bar}" y="{TOP}" width="{BAR_WIDTH}" height="{FIELD_HEIGHT}"/>'
    for point in range(1, 25):
        yield _triangle(view, point)
        yield _number(view, point)


def _triangle(view: View, point: int) -> str:
    middle, top = view.centre(point), view.is_top(point)
    base, tip = (TOP, TOP + TRIANGLE) if top else (BOTTOM, BOTTOM - TRIANGLE)
    shade = "a" if point % 2 else "b"
    half = POINT // 2 - 1
    return f'<path class="point-{shade}" d="M{middle - half} {base}h{2 * half}L{middle} {tip}z"/>'


def _number(view: View, point: int) -> str:
    y = TOP - 12 if view.is_top(point) else BOTTOM + 25
    return f'<text class="board-number" x="{view.centre(point)}" y="{y}">{point}</text>'


def _checkers(view: View, position: Position, ground: str) -> Iterator[str]:
    for side in SIDES:
        for place, count in enumerate(position.of(side)):
            if place == OFF:
                spots = [view.off_slab(side, level) for level in range(count)]
                yield from (
                    use_shared_symbol(ground, _SLAB[side], spot) or _slab(side, spot) for spot in spots
                )
            elif place == BAR:
                spots = [view.on_bar(side, level) for level in range(min(count, TALLEST_ON_BAR))]
                yield from _stack(side, spots, count, ground)
            elif count:
                spots = [view.on_point(side, place, level) for level in range(min(count, TALLEST))]
                yield from _stack(side, spots, count, ground)


def _stack(side: Side, spots: list[Spot], count: int, ground: str) -> Iterator[str]:
    label_count = count if count > len(spots) else 0
    plain = spots[:-1] if label_count else spots
    if ground and plain:
        yield use_shared_symbol(
            ground, _stack_name(side, len(plain), down=spots[-1].y > spots[0].y), plain[0]
        )
    else:
        yield from (_checker(side, spot, 0) for spot in plain)
    if label_count:
        yield _checker(side, spots[-1], label_count)


def _stack_name(side: Side, height: int, *, down: bool) -> str:
    return f"{_CHECKER[side]}{height}{'d' if down and height > 1 else ''}"


def _shared_stacks(ground: str, side: Side) -> Iterator[tuple[str, str]]:
    """Stacks of every height, from the top and from the bottom, made of one shared checker."""
    for height in range(1, TALLEST + 1):
        for down in (False, True):
            step = STEP if down else -STEP
            checkers = (
                use_shared_symbol(ground, _CHECKER[side], Spot(0, level * step)) for level in range(height)
            )
            yield _stack_name(side, height, down=down), "".join(checkers)


def _checker(side: Side, spot: Spot, count: int) -> str:
    x, y = spot
    body = f'<circle class="checker" cx="{x}" cy="{y}" r="{RADIUS}"/>'
    if count:
        mark = f'<text class="checker-count" x="{x}" y="{y + 6}">{count}</text>'
    elif side is Side.WHITE:
        mark = f'<circle class="checker-mark" cx="{x}" cy="{y}" r="{RADIUS - 8}"/>'
    else:
        mark = f'<path class="checker-mark" d="M{x} {y - 8}l8 8l-8 8l-8 -8z"/>'
    return f'<g class="checker-{side.value}">{body}{mark}</g>'


def _slab(side: Side, spot: Spot) -> str:
    body = f'<rect class="checker" x="{spot.x}" y="{spot.y}" width="{TRAY - 12}" height="{SLAB - 2}" rx="3"/>'
    return f'<g class="checker-{side.value}">{body}</g>'


def _dice(view: View, dice: Dice | None, side: Side, ground: str) -> Iterator[str]:
    for number, value in enumerate(dice or ()):
        spot = view.die(side, number, 2)
        pattern = ground if value in _PIPS else ""
        yield use_shared_symbol(pattern, _die_name(side, value), spot) or _die(side, value, spot)


def _die(side: Side, number: int, spot: Spot) -> str:
    x, y = spot
    corner = DIE // 2
    body = f'<rect class="die-face" x="{x - corner}" y="{y - corner}" width="{DIE}" height="{DIE}" rx="7"/>'
    pips = "".join(
        f'<circle class="die-pip" cx="{x + dx * 10}" cy="{y + dy * 10}" r="3.6"/>'
        for dx, dy in _PIPS.get(number, ())
    )
    return f'<g class="die die-{side.value}">{body}{pips}</g>'


def _die_name(side: Side, number: int) -> str:
    return f"-{side.value[0]}d{number}"


def _cube(view: View, value: int | None, owner: Side | None, offered_by: Side | None) -> Iterator[str]:
    if value is None:
        return
    x, y = view.offered_cube(offered_by) if offered_by else view.cube(owner)
    corner = CUBE // 2
    body = (
        f'<rect class="cube-face" x="{x - corner}" y="{y - corner}" width="{CUBE}" height="{CUBE}" rx="6"/>'
    )
    state = "offered" if offered_by else "owned" if owner else "centred"
    text = f'<text class="cube-value" x="{x}" y="{y + 7}">{cube_face(value)}</text>'
    yield f'<g class="cube cube-{state}">{body}{text}</g>'


def cube_face(value: int) -> int:
    """The number a cube shows: 64 at the start of a game, as it has no 1 (Italian basic rules)."""
    return CUBE_AT_START if value == 1 else value


def _strips(
    view: View, position: Position, score: tuple[int, int] | None, length: int | None
) -> Iterator[str]:
    for side in SIDES:
        x, y = view.pips(side)
        yield f'<text class="board-pips" x="{x}" y="{y}">{position.pips(side)}</text>'
        if score is not None:
            x, y = view.score(side)
            score_text = f"{score[side.index]}/{length}" if length else str(score[side.index])
            size = " board-long" if len(score_text) > 4 else ""
            yield f'<text class="board-score{size}" x="{x}" y="{y}">{score_text}</text>'


def _turn(view: View, side: Side | None) -> Iterator[str]:
    if side is not None:
        x, y = view.turn_mark(side)
        inward = -16 if side is view.below else 16
        yield f'<path class="turn turn-{side.value}" d="M{x - 10} {y - inward // 2}h20l-10 {inward}z"/>'


def _places(checkers: tuple[int, ...]) -> str:
    names = {BAR: "bar", OFF: "off"}
    order = [*range(BAR, 0, -1), OFF]
    return " ".join(f"{names.get(place, place)}×{checkers[place]}" for place in order if checkers[place])


MARKS = {Side.WHITE: "O", Side.BLACK: "X"}
_ROWS = 5


def text_board(  # noqa: PLR0913 - each is a part of the diagram
    position: Position,
    *,
    dice: Dice | None = None,
    cube: int | None = 1,
    cube_owner: Side | None = None,
    score: tuple[int, int] | None = None,
    length: int | None = None,
    to_move: Side | None = None,
    play: CheckerMoves = (),
    plan: CheckerMoves = (),
    below: Side = Side.WHITE,
    home_on_left: bool = False,
) -> str:
    """Return the board in plain text, O for White and X for Black; arguments are those of `diagram.svg`.

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
        rows.append(f"{MARKS[position.turn.other]} played {format_moves(play)}")
    rows.append(_turn_line(to_move or position.turn, dice, plan))
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


def _turn_line(side: Side, dice: Dice | None, plan: CheckerMoves) -> str:
    roll = f"play {dice[0]}-{dice[1]}" if dice else "roll"
    return f"{MARKS[side]} to {roll}" + (f": {format_moves(plan)}" if plan else "")


def with_style(drawing: str) -> str:
    """Return an SVG board with its colours inside, for a file or a notebook that has no style sheet."""
    return drawing.replace("<title", f"<style>{_style()}</style><title", 1)


@cache
def _style() -> str:
    return files(__package__).joinpath("data/board.css").read_text(encoding="utf-8")


def _notebook_svg(position: Position) -> str:
    return with_style(svg(position, title=f"{position.turn.value.capitalize()} to play"))


draw_with(text=text_board, svg=_notebook_svg)

"""Writer of SGF game trees that GNU Backgammon and this library read back as the same games."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import AcceptedIllegalPlay, Beavered, Doubled, Dropped, Moved, Placed, Took
from ..cube import is_cube_value
from ..position import BAR, OFF, Position
from ..record import Record, RecordedGame
from ..sides import Side
from .course import Course, CourseTurn, Moves, course_of
from .sgf import FACTS
from .sgf_nodes import LETTERS

WHITE, BLACK = Side.WHITE, Side.BLACK
_MARKS = {WHITE: "W", BLACK: "B"}
_HEAD = "FF[4]GM[6]CA[UTF-8]AP[Crawford]"


def write_sgf(record: Record) -> str:
    """Return the whole record as text, one game tree a game, every checker move written."""
    crawford = _crawford_game(record)
    trees = [_tree(record, number, crawford) for number in range(len(record.games))]
    return "\n".join(trees or [f"(;{_root(record, RecordedGame(1), _rules(record))})"]) + "\n"


def _tree(record: Record, index: int, crawford: int | None) -> str:
    game = record.games[index]
    course = course_of(game, record.length)
    rules = [*_rules(record), "CrawfordGame"] if index == crawford else _rules(record)
    facts = _facts(record) if index == 0 else ""
    nodes = [f"(;{_root(record, game, rules)}{_result(game, course)}{facts}"]
    if game.initial_cube > 1:
        nodes.append(f";CV[{game.initial_cube}]")
    nodes += [node for turn in course.turns for node in _nodes(turn)]
    return "\n".join(nodes) + ")"


def _root(record: Record, game: RecordedGame, rules: list[str]) -> str:
    white, black = game.players or record.players
    score = f"[ws:{game.score_before[0]}][bs:{game.score_before[1]}]" if game.score_before else ""
    info = f"MI[length:{record.length}][game:{game.number - 1}]{score}"
    in_force = f"RU[{':'.join(rules)}]" if rules else ""
    return f"{_HEAD}{info}PW[{_escape(white)}]PB[{_escape(black)}]{in_force}"


def _facts(record: Record) -> str:
    return "".join(
        f"{FACTS[name]}[{_escape(value)}]" for name, value in record.facts.items() if name in FACTS
    )


def _rules(record: Record) -> list[str]:
    """The rules in force: in a match the Crawford rule unless the record denies it, else the record's."""
    names = {"crawford": "Crawford", "jacoby": "Jacoby"}
    usual = {"crawford": "On" if record.length else "Off", "jacoby": "Off"}
    return [rule for key, rule in names.items() if record.facts.get(key, usual[key]).lower() == "on"]


def _crawford_game(record: Record) -> int | None:
    """The index of the Crawford game: the one marked so, else the first with a side one point away.

    It is known only when the games before it are all there and add up to the score above it.
    """
    for index, game in enumerate(record.games):
        if game.is_crawford:
            return index
    points = [0, 0]
    for index, game in enumerate(record.games):
        if record.length < 2 or "Crawford" not in _rules(record) or game.score_before != tuple(points):
            return None
        if record.length - 1 in points:
            return index
        if game.winner is None:
            return None
        points[game.winner.index] = min(points[game.winner.index] + (game.stated_points or 0), record.length)
    return None


def _result(game: RecordedGame, course: Course) -> str:
    """The result; `R` for a game that neither the board nor a drop ended."""
    if game.winner is None:
        return ""
    points = "" if game.points is None else game.points
    return f"RE[{_MARKS[game.winner]}+{points}{'' if course.winner else 'R'}]"


def _nodes(turn: CourseTurn) -> Iterator[str]:
    action = turn.action
    mark = _MARKS[action.side]
    if isinstance(action, Moved):
        dice = f"{action.dice[0]}{action.dice[1]}"
        played = None if turn.moves is None else "".join(_letters(action.side, turn.moves))
        yield f";PL[{mark}]DI[{dice}]" if played is None else f";{mark}[{dice}{played}]"
    elif isinstance(action, Doubled | Beavered):
        yield f";{mark}[double]"
    elif isinstance(action, Took | Dropped):
        yield f";{mark}[{'take' if isinstance(action, Took) else 'drop'}]"
    elif isinstance(action, AcceptedIllegalPlay):
        yield f";PL[{mark}]DI[{action.dice[0]}{action.dice[1]}]"
        yield _set_up(action.position.with_turn(action.side.other))
    elif isinstance(action, Placed):
        yield _set_up(action.position)
        yield from _cube(action)


def _set_up(position: Position) -> str:
    placed = [
        f"A{_MARKS[side]}" + "".join(f"[{letter}]" for letter in match_position)
        for side in (WHITE, BLACK)
        if (match_position := _standing(side, position))
    ]
    return f";PL[{_MARKS[position.turn]}]AE[a:y]{''.join(placed)}"


def _standing(side: Side, position: Position) -> str:
    counts = position.of(side)
    letters = [_letter(side, place) * counts[place] for place in range(1, BAR + 1)]
    return "".join(letters)


def _cube(action: Placed) -> Iterator[str]:
    if is_cube_value(action.cube):
        yield f";CP[{'c' if action.owner is None else _MARKS[action.owner].lower()}]"
        yield f";CV[{action.cube}]"


def _letters(side: Side, moves: Moves) -> Iterator[str]:
    for move in moves:
        yield from (_letter(side, place) for place in move)


def _letter(side: Side, place: int) -> str:
    if place in (OFF, BAR):
        return "z" if place == OFF else "y"
    return LETTERS[(place if side is WHITE else 25 - place) - 1]


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")

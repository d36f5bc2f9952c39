"""Writer of the text eXtreme Gammon exports: merged plays, text cells for what was not played.

The score sheet of `sheet.py` in another dialect: `read_mat` reads it, and so does GNU Backgammon.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..actions import (
    AcceptedIllegalPlay,
    Action,
    Beavered,
    Conceded,
    Doubled,
    Dropped,
    Moved,
    Placed,
    Took,
)
from ..dice import Dice
from ..notation import DANCE
from ..record import Record, RecordedGame
from ..sides import Side
from .action_rows import tell
from .mat_writing import header

_COLUMN = 39
_MARK = "\ufeff"

Row = tuple[str, str]


def write_xg(record: Record) -> str:
    """Return the whole record as text with a byte-order mark and the line ends of Windows.

    An accepted illegal play, and a manually set up board, are written as the position line of Snowie in an
    `Illegal play` cell.
    """
    lines = [*header(record), "", f"{record.length} point match", ""]
    for game in record.games:
        lines += [*_game(record, game), "", ""]
    return _MARK + "\r\n".join(lines)


def _game(record: Record, game: RecordedGame) -> Iterator[str]:
    white, black = (_clean(name.replace(":", " ")) for name in game.players or record.players)
    scores = game.score_before or (0, 0)
    left_cell = f" {white} : {scores[0]}"
    column = max(_COLUMN, len(left_cell) + 2)
    yield f" Game {game.number}"
    yield f"{left_cell.ljust(column)}{black} : {scores[1]}"
    rows = list(_rows(record, game))
    result = _result(record, game)
    is_beside = game.winner is Side.BLACK and bool(rows) and not rows[-1][1]
    if is_beside:
        rows[-1] = (rows[-1][0], result)
    for number, (first, second) in enumerate(rows, 1):
        yield f"{f'{number:3}) {first}'.ljust(column - 1)} {second}".rstrip()
    if result and not is_beside:
        yield f"{' ' * (5 if game.winner is Side.WHITE else column)}{result}"


def _result(record: Record, game: RecordedGame) -> str:
    if game.winner is None:
        return ""
    reached = (game.score_before or (0, 0))[game.winner.index] + (game.points or 0)
    ends = game.ends_match or 0 < record.length <= reached
    points = "" if game.points is None else f" {game.points} point"
    return f" Wins{points}{' and the match' * ends}"


def _rows(record: Record, game: RecordedGame) -> Iterator[Row]:
    """Pair the actions into rows: White's on the left, Black's answer on the right."""
    left_cell = ""
    for action, text in tell(record, game):
        cell = _cell(action, text)
        if action.side is Side.BLACK:
            yield left_cell, cell
            left_cell = ""
            continue
        if left_cell:
            yield left_cell, ""
        left_cell = cell
    if left_cell:
        yield left_cell, ""


def _cell(action: Action, text: str) -> str:
    if isinstance(action, Moved):
        return f"{action.dice[0]}{action.dice[1]}: {_spell(text, action.dice)}"
    if isinstance(action, AcceptedIllegalPlay | Placed):
        dice = "00" if isinstance(action, Placed) else f"{action.dice[0]}{action.dice[1]}"
        return f"{dice}: Illegal play ({text})"
    return f" {_describe_action(action)}"


def _describe_action(action: Doubled | Beavered | Took | Dropped | Conceded) -> str:
    if isinstance(action, Doubled):
        return f"Doubles => {action.value}"
    if isinstance(action, Beavered):
        return f"Beavers => {action.value}"
    if isinstance(action, Conceded):
        return "Concedes" if action.points is None else f"Losses {action.points} point"
    return "Takes" if isinstance(action, Took) else "Drops"


def _spell(play: str, dice: Dice) -> str:
    """Format a play with capitalised Bar and Off; a stop makes a new step unless the numbers only add up."""
    if play == DANCE.text:
        return play
    steps = [step for token in play.lower().split() for step in _steps(token, dice)]
    return " ".join(steps).replace("bar/", "Bar/").replace("/off", "/Off")


def _steps(token: str, dice: Dice) -> Iterator[str]:
    path, bracket, count = token.partition("(")
    stops = path.split("/")
    if len(stops) > 2 and stops[-1] == "off" and stops[-2].isdigit() and _is_exact(stops, dice):
        stops = [stops[0], stops[-1]]
    if len(stops) < 2:
        yield token
    for start, end in pairwise(stops):
        yield f"{start.rstrip('*')}/{end}{bracket}{count}"


def _is_exact(stops: list[str], dice: Dice) -> bool:
    """Whether a checker on its way off used its last number in full."""
    first, last = int(stops[0].replace("bar", "25")), int(stops[-2])
    return last == (dice[0] if dice[0] == dice[1] else sum(dice) - (first - last))


def _clean(name: str) -> str:
    return " ".join(name.split())

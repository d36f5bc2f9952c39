"""Writer of .mat score sheets that GNU Backgammon, XG and this library read back unchanged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

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
from ..record import Record, RecordedGame
from ..sides import Side
from .action_rows import tell

COLUMN = 34
_KEYS = {"date": "EventDate", "time": "EventTime", "match_id": "Match ID", "cubelimit": "CubeLimit"}


def write_mat(record: Record) -> str:
    """The whole record as text, plays as they were written; names lose colons and line breaks."""
    lines = [*header(record), "", f" {record.length} point match", ""]
    for game in record.games:
        lines += [*_game(record, game), ""]
    return "\n".join(lines)


def header(record: Record) -> list[str]:
    """The lines above the length: facts of the match, and cubes raised before a game."""
    return [f'; [{_name(key)} "{_clean(value)}"]' for key, value in _facts(record)]


def _game(record: Record, game: RecordedGame) -> Iterator[str]:
    white, black = (_clean(name).replace(":", " ") for name in game.players or record.players)
    scores = game.score_before or (0, 0)
    yield f" Game {game.number}"
    left_cell = f" {white} : {scores[0]}"
    yield f"{_pad(left_cell)}{black} : {scores[1]}"
    rows = [(f"{number:3}) {first}", second) for number, (first, second) in enumerate(_rows(record, game), 1)]
    yield from _with_result(rows, game)


def _with_result(rows: list[tuple[str, str]], game: RecordedGame) -> Iterator[str]:
    """Yield the rows and the result, in the winner's column.

    Beside a drop on the left, where GNU Backgammon expects it.
    """
    plural = "" if game.points == 1 else "s"
    points = "" if game.points is None else f" {game.points} point{plural}"
    result = f"Wins{points}{' and the match' * game.ends_match}"
    beside = game.winner is Side.BLACK and bool(rows) and rows[-1][0].endswith(" Drops") and not rows[-1][1]
    if beside:
        rows = [*rows[:-1], (rows[-1][0], f" {result}")]
    yield from (f"{_pad(left_cell)}{right}".rstrip() for left_cell, right in rows)
    if game.winner is not None and not beside:
        yield f"{' ' * (6 if game.winner is Side.WHITE else COLUMN)}{result}"


def _rows(record: Record, game: RecordedGame) -> Iterator[tuple[str, str]]:
    """Pair the actions into rows: White's on the left, Black's answer on the right."""
    left_cell: str | None = None
    for action, text in zip(game.actions, _cells(record, game), strict=True):
        if action.side is Side.BLACK:
            yield (left_cell or "", text)
            left_cell = None
            continue
        if left_cell is not None:
            yield (left_cell, "")
        left_cell = text
    if left_cell is not None:
        yield (left_cell, "")


def _cells(record: Record, game: RecordedGame) -> Iterable[str]:
    if not any(isinstance(action, AcceptedIllegalPlay | Placed) for action in game.actions):
        return map(_cell, game.actions)
    return [_board(action, line) or _cell(action) for action, line in tell(record, game)]


def _board(action: Action, line: str) -> str:
    """The cell for a board that no legal play led to; a manually set board has no dice."""
    if isinstance(action, AcceptedIllegalPlay):
        return f"{action.dice[0]}{action.dice[1]}: Illegal play ({line})"
    return f"00: Illegal play ({line})" if isinstance(action, Placed) else ""


def _cell(action: Action) -> str:
    if isinstance(action, Moved):
        return f"{action.dice[0]}{action.dice[1]}: {action.written.text}"
    if isinstance(action, Doubled):
        return f" Doubles => {action.value}"
    if isinstance(action, Beavered):
        return f" Beavers => {action.value}"
    if isinstance(action, Conceded):
        return " Concedes" if action.points is None else f" Losses {action.points} point"
    if isinstance(action, Took):
        return " Takes"
    return " Drops" if isinstance(action, Dropped) else ""


def _pad(left_cell: str) -> str:
    return left_cell.ljust(COLUMN - 1) if len(left_cell) < COLUMN - 2 else left_cell + "  "


def _facts(record: Record) -> Iterator[tuple[str, str]]:
    """The facts of the header, and cubes raised by automatic doubles before a game."""
    yield from record.facts.items()
    for game in record.games:
        if game.initial_cube != 1:
            yield f"game_{game.number}_cube", str(game.initial_cube)


def _name(key: str) -> str:
    return _KEYS.get(key, re.sub(r"[^\w.-]+", " ", key.replace("_", " ")).title())


def _clean(name: str) -> str:
    return " ".join(name.replace('"', "'").split())

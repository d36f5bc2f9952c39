"""Our own lossless record format: one JSON object, read and written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NoReturn

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
from ..errors import Unreadable
from ..notation import read_play
from ..position import Position
from ..record import Comment, Record, RecordedGame, Score
from ..sides import Side

FORMAT = "crawford-record"
VERSION = 2
READABLE = (1, 2)
CONDONED = "condoned"

_HEAD = ("number", "score", "players")


def is_json(text: str) -> bool:
    """Whether the text begins like a JSON object."""
    return text.lstrip()[:1] == "{"


def write_json(record: Record) -> str:
    """Return the record as JSON text; an action is `["white", "31", "8/5 6/5"]` or `["black", "take"]`.

    An accepted illegal play is `["white", "53", "condoned", board]`, a board set up
    `["white", "place", board]`, with the cube and its owner `["white", "place", board, 4, "black"]`; boards
    are in the format of `Position.code()`. Version 2 added accepted illegal plays and where a text breaks
    off.
    `comments` has the game, the action and the text of each comment; it is left out when there is none.
    """
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "players": list(record.players),
        "length": record.length,
        "facts": dict(record.facts),
        "final": record.final,
        "cut": record.cut,
        "games": [_game_to_json(game) for game in record.games],
    }
    if record.comments:
        data["comments"] = [list(comment) for comment in record.comments]
    return json.dumps(data, ensure_ascii=False)


def read_json(text: str) -> Record:
    """Read what `write_json` wrote. Raises `Unreadable`, whose `expected` names the part at fault."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        raise Unreadable("unreadable", line=line, column=column, expected="JSON") from error
    try:
        return _record(data)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Unreadable("unreadable", line=1, column=1, expected=f"a {FORMAT} with {error}") from error


def _record(data: Any) -> Record:
    if data["format"] != FORMAT or data["version"] not in READABLE:
        _refuse(f"{FORMAT} version {VERSION}")
    return Record(
        players=_names(data["players"]),
        length=_count(data["length"]),
        games=tuple(_game(game) for game in data["games"]),
        facts={str(key): str(value) for key, value in data["facts"].items()},
        format="json",
        final=_score(data["final"]),
        cut=_cut(data.get("cut")),
        comments=tuple(_comment(*comment) for comment in data.get("comments", ())),
    )


def _game_to_json(game: RecordedGame) -> dict[str, Any]:
    facts = write_game_facts(game)
    actions = [write_action(action) for action in game.actions]
    return {name: facts[name] for name in _HEAD} | {"actions": actions} | facts


def write_game_facts(game: RecordedGame) -> dict[str, Any]:
    """Return what is written of a game beside its actions."""
    return {
        "number": game.number,
        "score": game.score_before,
        "players": game.players,
        "winner": game.winner.value if game.winner else None,
        "points": game.points,
        "ends_match": game.ends_match,
        "is_crawford": game.is_crawford,
        "initial_cube": game.initial_cube,
    }


def _game(data: Any) -> RecordedGame:
    game = RecordedGame(
        number=_count(data["number"]), actions=tuple(read_action(*action) for action in data["actions"])
    )
    return read_game_facts(game, data)


def read_game_facts(game: RecordedGame, stated: Mapping[str, Any]) -> RecordedGame:
    """Return the game with what is stated beside its actions; the rest stays. Raises `Unreadable`."""
    data = write_game_facts(game) | dict(stated)
    return replace(
        game,
        score_before=_score(data["score"]),
        players=_names(data["players"]) if data["players"] else None,
        winner=Side(data["winner"]) if data["winner"] else None,
        points=None if data["points"] is None else _count(data["points"]),
        ends_match=bool(data["ends_match"]),
        is_crawford=None if data["is_crawford"] is None else bool(data["is_crawford"]),
        initial_cube=_count(data["initial_cube"]),
    )


def write_action(action: Action) -> list[Any]:
    """Return an action as a list: its side, what it is, and the details."""
    side = action.side.value
    if isinstance(action, Moved | AcceptedIllegalPlay):
        dice = f"{action.dice[0]}{action.dice[1]}"
        if isinstance(action, AcceptedIllegalPlay):
            return [side, dice, CONDONED, action.position.code()]
        return [side, dice, action.written.text]
    if isinstance(action, Doubled | Beavered):
        return [side, "double" if isinstance(action, Doubled) else "beaver", action.value]
    if isinstance(action, Conceded):
        return [side, "concede", action.points]
    if isinstance(action, Placed):
        owner = action.owner.value if action.owner else None
        return [side, "place", action.position.code(), *([action.cube, owner] if action.cube else [])]
    return [side, "take" if isinstance(action, Took) else "drop"]


def read_action(
    name: str, side_name: str, detail: Any = None, more: Any = 0, owner: str | None = None
) -> Action:
    """Read the list that `write_action` makes. Raises `Unreadable`, or ValueError for an unknown side."""
    side = Side(name)
    if len(side_name) == 2 and side_name.isascii() and side_name.isdigit():
        return _rolled(side, (int(side_name[0]), int(side_name[1])), detail, more)
    if side_name in ("double", "beaver"):
        return (Doubled if side_name == "double" else Beavered)(side, _count(detail))
    if side_name == "concede":
        return Conceded(side, None if detail is None else _count(detail))
    if side_name == "place":
        return Placed(side, _position(detail), 0, _count(more), Side(owner) if owner else None)
    if side_name not in ("take", "drop"):
        _refuse("an action")
    return (Took if side_name == "take" else Dropped)(side)


def _rolled(side: Side, dice: Dice, text: Any, board: str) -> Moved | AcceptedIllegalPlay:
    if text == CONDONED:
        return AcceptedIllegalPlay(side, dice, _board(board).with_turn(side.other))
    notation = read_play(str(text), dice) if len(str(text)) < 64 else None
    if notation is None:
        _refuse('a play such as "13/8 6/5*"')
    return Moved(side, dice, notation)


def _position(code: str) -> Position:
    position = _board(code)
    if position.faults():
        _refuse("a position")
    return position


def _board(code: str) -> Position:
    if len(code) != 53:
        _refuse("a position")
    return Position.from_code(code)


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1_000_000:
        _refuse("a number")
    return value


def _score(value: Any) -> Score | None:
    if value is None:
        return None
    white, black = value
    return (_count(white), _count(black))


def _cut(value: Any) -> tuple[int, int, str] | None:
    if value is None:
        return None
    line, column, expected = value
    return (_count(line), _count(column), str(expected))


def _comment(game: Any, action: Any, text: Any) -> Comment:
    return Comment(_count(game), _count(action + 1) - 1, str(text))


def _names(value: Any) -> tuple[str, str]:
    white, black = value
    return (str(white), str(black))


def _refuse(expected: str) -> NoReturn:
    raise Unreadable("unreadable", line=1, column=1, expected=expected)

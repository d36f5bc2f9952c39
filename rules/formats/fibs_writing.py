"""Writer of the FIBS `oldmoves` format, which GNU Backgammon and this library read."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Moved, Placed, Took
from ..position import BAR, OFF
from ..record import Record, RecordedGame
from ..sides import Side
from .action_rows import refuse_to_hold
from .course import CourseTurn, course_of

_MARKS = {Side.WHITE: "X", Side.BLACK: "O"}
_UNBROKEN = "\N{NO-BREAK SPACE}"


def write_fibs(record: Record) -> str:
    """Return the whole record as text: White is X, the numbers of both run from X's home board.

    Blanks in names are written unbroken, since a name is one token there. Raises `Illegal`
    (`format_cannot_hold`) for a manually set up board or an accepted illegal play.
    """
    return "\n".join("\n".join(_game(record, game)) + "\n" for game in record.games)


def _game(record: Record, game: RecordedGame) -> Iterator[str]:
    white, black = (_UNBROKEN.join(name.split()) for name in record.players)
    scores = game.score_before or (0, 0)
    if game.score_before or game is record.games[0]:
        match = f"a {record.length} point match" if record.length else "an unlimited match"
        yield f"Score is {scores[0]}-{scores[1]} in {match}."
    yield f"{white} is X - {black} is O"
    if game.initial_cube > 1:
        yield f"Cube: {game.initial_cube}"
    for turn in course_of(game, record.length).turns:
        yield from (f"{_MARKS[side]}: {text}" for side, text in _rows(turn))
    if game.winner is not None:
        points = "" if game.points is None else f" {game.points} point{'s' * (game.points != 1)}"
        yield f"{_MARKS[game.winner]}: wins{points}"


def _rows(turn: CourseTurn) -> Iterator[tuple[Side, str]]:
    action = turn.action
    if isinstance(action, Placed | AcceptedIllegalPlay):
        raise refuse_to_hold(action, "fibs")
    if isinstance(action, Moved):
        yield action.side, f"({action.dice[0]} {action.dice[1]}){_moves(turn, action.side)}"
    elif isinstance(action, Conceded):
        yield action.side, "wants to resign"
        yield action.side.other, "accepts"
    elif isinstance(action, Doubled | Beavered):
        yield action.side, "doubles"
    else:
        yield action.side, "accepts" if isinstance(action, Took) else "rejects"


def _moves(turn: CourseTurn, side: Side) -> str:
    if not turn.moves:
        return "" if turn.moves is None else " can't move"
    return "".join(f" {_start(side, move[0])}-{_end(side, move[1])}" for move in turn.moves)


def _start(side: Side, place: int) -> str:
    return "bar" if place == BAR else str(_shared(side, place))


def _end(side: Side, place: int) -> str:
    return "off" if place == OFF else str(_shared(side, place))


def _shared(side: Side, place: int) -> int:
    return place if side is Side.WHITE else BAR - place

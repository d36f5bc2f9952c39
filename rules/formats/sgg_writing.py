"""Writer of .sgg files that this library and GNU Backgammon read back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from ..actions import AcceptedIllegalPlay, Action, Beavered, Doubled, Dropped, Moved, Placed, Took
from ..notation import DANCE
from ..record import Record, RecordedGame
from ..sides import Side
from . import nackgammon
from .action_rows import refuse_to_hold, tell
from .sgg_header import write_facts

_AUTOMATIC = "11: Automatic double"


def write_sgg(record: Record) -> str:
    """Return the whole record as text, every roll alone and then with its play.

    Raises `Illegal` (`format_cannot_hold`) for a manually set board: the format has plays only.
    """
    white, black = players = (_clean(record.players[0]), _clean(record.players[1]))
    is_nackgammon = bool(record.games) and all(nackgammon.is_laid_out(game.actions) for game in record.games)
    facts = {key: value for key, value in record.facts.items() if key != "variation"}
    if is_nackgammon or record.facts.get("variation") == "Backgammon":
        facts["variation"] = "Nackgammon" if is_nackgammon else "Backgammon"
    lines = [f"{white} vs. {black}", *write_facts(facts, record.length)]
    for game in record.games:
        lines += [*_game(record, game, players, is_nackgammon=is_nackgammon), ""]
    return "\n".join(lines)


def _game(
    record: Record, game: RecordedGame, players: tuple[str, str], *, is_nackgammon: bool
) -> Iterator[str]:
    scores = [str(score) for score in game.score_before or (0, 0)]
    if game.is_crawford:
        scores[scores[0] < scores[1]] += "*"
    length = f"/{record.length}" if record.length else ""
    yield f"Game {game.number}.{scores[0]}-{scores[1]}{length}"
    yield from [_AUTOMATIC] * (game.initial_cube.bit_length() - 1)
    described_actions = tell(record, game)
    if is_nackgammon:
        next(described_actions)
    for number, action, play in _numbered(described_actions):
        tabs = "\t" if action.side is Side.WHITE else "\t\t"
        for text in _texts(action, play):
            yield f"{number}{tabs}{text}"
    if game.winner is not None and game.points is not None:
        plural = "" if game.points == 1 else "s"
        yield f"{players[game.winner.index]}  wins {game.points} point{plural}."


def _numbered(described_actions: Iterator[tuple[Action, str]]) -> Iterator[tuple[int, Action, str]]:
    """Yield the actions with their row numbers; a row has at most one action of each side."""
    numbers = count(1)
    number, last = 0, Side.BLACK
    for action, play in described_actions:
        if action.side is last or last is Side.BLACK:
            number = next(numbers)
        last = action.side
        yield number, action, play


def _texts(action: Action, play: str) -> Iterator[str]:
    if isinstance(action, Moved):
        roll = f"{action.dice[0]}{action.dice[1]}: "
        if play != DANCE.text:
            yield roll
        if play:
            yield roll + _spell(play)
    elif isinstance(action, Placed | AcceptedIllegalPlay):
        raise refuse_to_hold(action, "sgg")
    else:
        yield _describe_action(action)


def _spell(play: str) -> str:
    return "O-O" if play == DANCE.text else ", ".join(play.split())


def _describe_action(action: Action) -> str:
    if isinstance(action, Doubled):
        return f"double to {action.value}"
    if isinstance(action, Beavered):
        return f"beaver to {action.value}"
    if isinstance(action, Took):
        return "accept"
    return "pass" if isinstance(action, Dropped) else "resign"


def _clean(name: str) -> str:
    return " ".join(name.replace("vs.", "vs").split())

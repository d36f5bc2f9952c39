"""A recorded game told anew: each action and its play in standard notation, for writers that spell plays."""

from __future__ import annotations

from collections.abc import Iterator

from rules.actions import Action, Condoned, Moved, Placed
from rules.dice import spell
from rules.errors import Refusal
from rules.frames import frames_of
from rules.game import Game
from rules.match import MatchScore
from rules.options import MatchLaws
from rules.record import Record, RecordedGame

LEFT_OUT = "?"


def tell(record: Record, game: RecordedGame) -> Iterator[tuple[Action, str]]:
    """Each action of a game and, for a roll, its play: "" when none was possible, "?" when it was left out.

    Hits are marked, numbers played by one checker joined; a play that is not lawful stays as written.
    """
    fold = Game(MatchScore(record.length), MatchLaws(), game.initial_cube)
    for action in game.actions:
        fold.apply(action)
    frames = frames_of(fold.steps, game.initial_cube, {})
    next(frames)
    for action, frame in zip(game.actions, frames, strict=True):
        yield action, frame.text if isinstance(action, Moved) else ""


def refuse_to_hold(action: Placed | Condoned, format: str) -> Refusal:
    """The refusal to write a record whose boards were set by hand in a format that tells only plays."""
    kind = "place" if isinstance(action, Placed) else f"condone {spell(action.dice)}"
    return Refusal("format_cannot_hold", "record.readable", format=format, action=kind)

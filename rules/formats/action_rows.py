"""The actions of a recorded game with plays in standard notation, for writers that format plays."""

from __future__ import annotations

from collections.abc import Iterator

from ..action_replay import ActionReplay
from ..actions import AcceptedIllegalPlay, Action, Moved, Placed
from ..dice import format_dice
from ..errors import Illegal
from ..frames import list_frames
from ..match import MatchScore
from ..notation import DANCE
from ..options import MatchLaws
from ..record import Record, RecordedGame
from ..verdict import Frame
from .match_position import MatchPosition
from .snowie import write_illegal_play


def tell(record: Record, game: RecordedGame) -> Iterator[tuple[Action, str]]:
    """Yield each action of a game with its play as `read_play` reads it; "" where none was written.

    Hits are marked and numbers played by one checker joined. From the first fault of a game on, plays stay
    as they were written, since the board is not certain any more. For an accepted illegal play and a manually
    set board the text is the position line of Snowie after them; for other actions "".
    """
    fold = ActionReplay(MatchScore(record.length), MatchLaws(), game.initial_cube)
    certain: list[bool] = []
    for action in game.actions:
        faults = fold.apply(action)
        certain.append(all(certain[-1:]) and all(fault.severity != "error" for fault in faults))
    frames = list_frames(fold.steps, game.initial_cube, {})
    next(frames)
    following = (*game.actions, None)[1:]
    for action, frame, after, is_certain in zip(game.actions, frames, following, certain, strict=True):
        if isinstance(action, AcceptedIllegalPlay | Placed):
            turn = action.position.turn if isinstance(action, Placed) else action.side.other
            yield action, _line(record, game, frame._replace(position=frame.position.with_turn(turn)), after)
        else:
            yield action, _play(action, frame.text, is_certain=is_certain)


def _play(action: Action, spelled: str, *, is_certain: bool) -> str:
    if not isinstance(action, Moved):
        return ""
    if spelled == "?" or not is_certain:
        return action.written.text
    return spelled or DANCE.text


def _line(record: Record, game: RecordedGame, frame: Frame, after: Action | None) -> str:
    """The position after an accepted illegal play, with the roll that answered it."""
    white, black = game.score_before or (0, 0)
    match_position = MatchPosition(
        frame.position,
        turn=frame.position.turn,
        dice=after.dice if isinstance(after, Moved | AcceptedIllegalPlay) else None,
        cube=frame.cube,
        cube_owner=frame.cube_owner,
        is_crawford=bool(game.is_crawford),
        length=record.length,
        white=white,
        black=black,
        players=game.players or record.players,
    )
    return write_illegal_play(match_position)


def refuse_to_hold(action: Placed | AcceptedIllegalPlay, format: str) -> Illegal:
    """The refusal to write manually set boards in a format that has plays only."""
    kind = "place" if isinstance(action, Placed) else f"condone {format_dice(action.dice)}"
    return Illegal("format_cannot_hold", "record.readable", format=format, action=kind)

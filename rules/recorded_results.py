"""How a recorded game ended, and what it is worth: on the board, by a drop, by resignation, or by award.

The end on the board decides. Where the record gives a result that the moves do not show, it is read as a
resignation of the level that fits the points, as a double that was not answered, or as an award. What an
outcome is worth and when a match is over is decided in `match`.
"""

from __future__ import annotations

from typing import NamedTuple

from .action_replay import ActionReplay
from .actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from .faults import Fault
from .match import MULTIPLES, GameOutcome, Kind
from .record import RecordedGame
from .sides import Side

_PLAY = (Moved, AcceptedIllegalPlay, Doubled, Beavered, Took, Dropped)
_LEVELS: tuple[Kind, ...] = ("resigned_single", "resigned_gammon", "resigned_backgammon")


class Ending(NamedTuple):
    """The end of a game: `kind` a key of `rules.match.MULTIPLES`, "adjudicated" or "unfinished"."""

    winner: Side | None
    points: int
    kind: str


def conclude_game(game: ActionReplay, claim: RecordedGame) -> tuple[Ending, list[Fault]]:
    """Compare the end on the board with the recorded result; return the value of the game.

    Points that no end of the game from here is worth were awarded: `adjudicated` where they win the match,
    else `points_impossible`.
    """
    outcome = game.outcome()
    if outcome is not None:
        return _compare_with_claim(game, outcome, claim)
    winner = claim.winner or (game.conceded.other if game.conceded else None)
    if winner is None:
        return Ending(None, 0, "unfinished"), [Fault("game_unfinished", "game.win", {}, "note")]
    faults = []
    if game.conceded is winner:
        faults.append(
            Fault("winner_wrong", "game.win", {"declared": winner.value, "computed": winner.other.value})
        )
    if game.offer and claim.stated_points == game.cube and winner is not game.keeper:
        return _conclude_unanswered_double(game, winner, faults)
    declared = claim.stated_points if claim.winner else _get_resigned_points(claim)
    return _conclude_resignation(game, winner, declared, faults)


def find_award_faults(claim: RecordedGame, ending: Ending) -> list[Fault]:
    """The note (`game_not_played`) that a game was awarded without a roll or a cube turned."""
    if ending.winner is None or any(isinstance(action, _PLAY) for action in claim.actions):
        return []
    return [Fault("game_not_played", "match.adjudication", {"declared": ending.points}, "note")]


def find_first_set_up(game: ActionReplay) -> int | None:
    """Return the first action that set checkers or the cube manually; None when everything was played.

    A start that is the same for both sides, as in Nackgammon, is an agreed one.
    """
    before: tuple[dict[Side, int], int, Side | None] | None = None
    for number, (action, mover_board, opponent_board, cube, owner) in enumerate(game.steps):
        now = ({action.side: mover_board, action.side.other: opponent_board}, cube, owner)
        if isinstance(action, Placed) and now != before:
            is_agreed_start = number == 0 and mover_board == opponent_board and not action.cube
            if not is_agreed_start:
                return number
        before = now
    return None


def can_be_resigned_for(game: ActionReplay, winner: Side, points: int) -> bool:
    """Whether the winner can get these points by a resignation in this position."""
    levels = _find_levels(game, winner, points)
    return bool(levels) and levels[0] <= game.most_conceded(winner.other)


def _get_resigned_points(claim: RecordedGame) -> int | None:
    """The points of the resignation, where no result is recorded."""
    return next((each.points for each in reversed(claim.actions) if isinstance(each, Conceded)), None)


def _compare_with_claim(
    game: ActionReplay, outcome: GameOutcome, claim: RecordedGame
) -> tuple[Ending, list[Fault]]:
    points = _compute_points(game, outcome.kind)
    kind = outcome.kind if points == outcome.points else "single"
    ending = Ending(outcome.winner, points, kind)
    if claim.winner is None:
        return ending, [Fault("result_missing", "record.result", {"computed": points}, "note")]
    if claim.winner is not outcome.winner:
        facts: dict[str, object] = {"declared": claim.winner.value, "computed": outcome.winner.value}
        return ending, [Fault("winner_wrong", "game.win", facts)]
    return ending, _find_points_faults(game, outcome.winner, claim.stated_points, points)


def _find_points_faults(game: ActionReplay, winner: Side, declared: int | None, points: int) -> list[Fault]:
    facts: dict[str, object] = {"declared": declared, "computed": points}
    if declared is None or declared == points:
        return []
    if not game.score.length:
        return [Fault("points_wrong", "game.value", facts, "note")]
    if declared == min(points, game.score.away(winner)) or declared == min(points, game.score.length):
        return [Fault("points_clipped", "match.no-overshoot", facts, "inferred")]
    return [Fault("points_wrong", "game.value", facts)]


def _compute_points(game: ActionReplay, kind: Kind) -> int:
    """The value of a finished game; the Jacoby rule makes a gammon single before the cube is turned."""
    is_single = game.laws.jacoby and game.owner is None
    return game.cube if is_single else game.cube * MULTIPLES[kind]


def _conclude_unanswered_double(
    game: ActionReplay, winner: Side, faults: list[Fault]
) -> tuple[Ending, list[Fault]]:
    points = game.cube
    return Ending(winner, points, "drop"), [*faults, Fault("drop_inferred", "cube.answer", {}, "inferred")]


def _conclude_resignation(
    game: ActionReplay, winner: Side, declared: int | None, faults: list[Fault]
) -> tuple[Ending, list[Fault]]:
    points = game.cube if declared is None else declared
    levels = _find_levels(game, winner, points)
    if not levels:
        return _conclude_award(game, winner, points, faults)
    level = levels[0]
    computed = _compute_points(game, _LEVELS[level - 1])
    faults = [*faults, *_find_points_faults(game, winner, points, computed)]
    is_certain = declared is not None and len(levels) == 1
    facts: dict[str, object] = {"level": level, "points": computed, "certain": is_certain}
    faults.append(Fault("resignation_inferred", "game.resign", facts, "inferred"))
    maximum = game.most_conceded(winner.other)
    if level > maximum:
        over: dict[str, object] = {"level": level, "most": maximum}
        faults.append(Fault("resignation_too_high", "game.resign", over, _get_severity(game, winner, points)))
    return Ending(winner, computed, _LEVELS[level - 1]), faults


def _find_levels(game: ActionReplay, winner: Side, points: int) -> list[int]:
    """The levels of a resignation worth `points`, the likeliest first; none when the points fit none.

    Points that only cover what the winner needed leave the level open.
    """
    exact = [level for level in (1, 2, 3) if game.cube * level == points]
    if exact or not game.score.length:
        return exact
    clips = (game.score.away(winner), game.score.length)
    return [level for level in (1, 2, 3) if any(points == clip < game.cube * level for clip in clips)]


def _conclude_award(
    game: ActionReplay, winner: Side, points: int, faults: list[Fault]
) -> tuple[Ending, list[Fault]]:
    facts: dict[str, object] = {
        "declared": points,
        "cube": game.cube,
    }
    if game.score.length and points >= game.score.away(winner):
        fault = Fault("adjudicated", "match.adjudication", facts, "note")
        return Ending(winner, game.score.away(winner), "adjudicated"), [*faults, fault]
    if not game.score.length and points > game.cube * game.most_conceded(winner.other):
        fault = Fault("adjudicated", "match.adjudication", facts, "note")
        return Ending(winner, points, "adjudicated"), [*faults, fault]
    fault = Fault("points_impossible", "game.value", facts, _get_severity(game, winner, points))
    return Ending(winner, points, "adjudicated"), [*faults, fault]


def _get_severity(game: ActionReplay, winner: Side, points: int) -> str:
    """More points than were played for are an error in a match, unless they award it as a whole."""
    return "error" if game.score.length and points < game.score.away(winner) else "note"

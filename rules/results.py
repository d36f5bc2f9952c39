"""How a recorded game ended: the board, the cube and the claim below it, weighed against each other."""

from __future__ import annotations

from typing import NamedTuple

from rules.actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.cube import Cube
from rules.game import Game
from rules.judging import Fault
from rules.match import MULTIPLES, GameOutcome, Kind
from rules.options import MoneyLaws
from rules.record import RecordedGame
from rules.sides import Side
from rules.wager import Wager

_PLAY = (Moved, AcceptedIllegalPlay, Doubled, Beavered, Took, Dropped)
_LEVELS: tuple[Kind, ...] = ("resigned_single", "resigned_gammon", "resigned_backgammon")


class Ending(NamedTuple):
    """The end of a game: `kind` a key of `rules.match.MULTIPLES`, "adjudicated" or "unfinished"."""

    winner: Side | None
    points: int
    kind: str


def conclude(game: Game, claim: RecordedGame) -> tuple[Ending, list[Fault]]:
    """Weigh the end on the board against the result written below; returns what the game is worth.

    Points that no end of the game from here on is worth were awarded: `adjudicated` where they win the match,
    else `points_impossible`.
    """
    outcome = game.outcome()
    if outcome is not None:
        return _ended(game, outcome, claim)
    winner = claim.winner or (game.conceded.other if game.conceded else None)
    if winner is None:
        return Ending(None, 0, "unfinished"), [Fault("game_unfinished", "game.win", {}, "note")]
    faults = []
    if game.conceded is winner:
        faults.append(
            Fault("winner_wrong", "game.win", {"declared": winner.value, "computed": winner.other.value})
        )
    if game.offer and claim.stated_points == game.cube and winner is not game.keeper:
        return _unanswered(game, winner, faults)
    declared = claim.stated_points if claim.winner else _conceded_points(claim)
    return _conceded(game, winner, declared, faults)


def award_faults(claim: RecordedGame, ending: Ending) -> list[Fault]:
    """The remark (`game_not_played`) that a game was given to its winner without a roll or a cube turned."""
    if ending.winner is None or any(isinstance(action, _PLAY) for action in claim.actions):
        return []
    return [Fault("game_not_played", "match.adjudication", {"declared": ending.points}, "note")]


def first_position_set_up(game: Game) -> int | None:
    """The first action that put checkers or the cube elsewhere by hand; None when everything was played.

    A start that is the same for both sides, as in Nackgammon, is an agreed one.
    """
    before: tuple[int, int, int, Side | None] | None = None
    for number, (action, mover_board, opponent_board, cube, owner) in enumerate(game.steps):
        now = (
            (mover_board, opponent_board, cube, owner)
            if action.side is Side.WHITE
            else (opponent_board, mover_board, cube, owner)
        )
        if isinstance(action, Placed) and now != before:
            is_agreed_start = number == 0 and mover_board == opponent_board and not action.cube
            if not is_agreed_start:
                return number
        before = now
    return None


def is_worth(game: Game, winner: Side, points: int) -> bool:
    """Whether the winner can get these points by the loser's giving up the game as it stands."""
    levels = _levels(game, winner, points)
    return bool(levels) and levels[0] <= game.most_conceded(winner.other)


def _conceded_points(claim: RecordedGame) -> int | None:
    """The points the loser gave up, where no result is written below."""
    return next((each.points for each in reversed(claim.actions) if isinstance(each, Conceded)), None)


def _ended(game: Game, outcome: GameOutcome, claim: RecordedGame) -> tuple[Ending, list[Fault]]:
    points = _worth(game, outcome.winner, outcome.kind)
    kind = outcome.kind if points == outcome.points else "single"
    ending = Ending(outcome.winner, points, kind)
    if claim.winner is None:
        return ending, [Fault("result_missing", "record.result", {"computed": points}, "note")]
    if claim.winner is not outcome.winner:
        facts: dict[str, object] = {"declared": claim.winner.value, "computed": outcome.winner.value}
        return ending, [Fault("winner_wrong", "game.win", facts)]
    return ending, _points_faults(game, outcome.winner, claim.stated_points, points)


def _points_faults(game: Game, winner: Side, declared: int | None, points: int) -> list[Fault]:
    facts: dict[str, object] = {"declared": declared, "computed": points}
    if declared is None or declared == points:
        return []
    if not game.score.length:
        return [Fault("points_wrong", "game.value", facts, "note")]
    if declared == min(points, game.score.away(winner)) or declared == min(points, game.score.length):
        return [Fault("points_clipped", "match.no-overshoot", facts, "inferred")]
    return [Fault("points_wrong", "game.value", facts)]


def _worth(game: Game, winner: Side, kind: Kind) -> int:
    """What a finished game is worth; the Jacoby rule makes a gammon single while the cube rests."""
    wager = Wager(MoneyLaws(jacoby=game.laws.jacoby), Cube(game.cube, game.owner))
    close = wager.finish(winner, MULTIPLES[kind]).close
    return close.points if close else 0


def _unanswered(game: Game, winner: Side, faults: list[Fault]) -> tuple[Ending, list[Fault]]:
    points = game.cube
    return Ending(winner, points, "drop"), [*faults, Fault("drop_inferred", "cube.answer", {}, "inferred")]


def _conceded(
    game: Game, winner: Side, declared: int | None, faults: list[Fault]
) -> tuple[Ending, list[Fault]]:
    points = game.cube if declared is None else declared
    levels = _levels(game, winner, points)
    if not levels:
        return _odd_points(game, winner, points, faults)
    level = levels[0]
    computed = _worth(game, winner, _LEVELS[level - 1])
    faults = [*faults, *_points_faults(game, winner, points, computed)]
    is_certain = declared is not None and len(levels) == 1
    facts: dict[str, object] = {"level": level, "points": computed, "certain": is_certain}
    faults.append(Fault("resignation_inferred", "game.resign", facts, "inferred"))
    maximum = game.most_conceded(winner.other)
    if level > maximum:
        over: dict[str, object] = {"level": level, "most": maximum}
        faults.append(Fault("resignation_too_high", "game.resign", over, _severity(game, winner, points)))
    return Ending(winner, computed, _LEVELS[level - 1]), faults


def _levels(game: Game, winner: Side, points: int) -> list[int]:
    """The levels of a resignation worth `points`, the likeliest first; none when the points fit none.

    Points that only say as much as the winner needed leave the level open.
    """
    exact = [level for level in (1, 2, 3) if game.cube * level == points]
    if exact or not game.score.length:
        return exact
    clips = (game.score.away(winner), game.score.length)
    return [level for level in (1, 2, 3) if any(points == clip < game.cube * level for clip in clips)]


def _odd_points(game: Game, winner: Side, points: int, faults: list[Fault]) -> tuple[Ending, list[Fault]]:
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
    fault = Fault("points_impossible", "game.value", facts, _severity(game, winner, points))
    return Ending(winner, points, "adjudicated"), [*faults, fault]


def _severity(game: Game, winner: Side, points: int) -> str:
    """Points beyond what was played are an error in a match, unless they award it as a whole."""
    return "error" if game.score.length and points < game.score.away(winner) else "note"

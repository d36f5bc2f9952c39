"""How a recorded game ended: the board, the cube and the claim below it, weighed against each other."""

from __future__ import annotations

from typing import NamedTuple

from rules.cube import Cube
from rules.game import Game
from rules.judging import Fault
from rules.match import MULTIPLES, GameOutcome, Kind
from rules.options import MoneyLaws
from rules.record import RecordedGame
from rules.sides import Side
from rules.wager import Wager

_LEVELS: tuple[Kind, ...] = ("resigned_single", "resigned_gammon", "resigned_backgammon")
_FLAG = 1000


class Ending(NamedTuple):
    """The end of a game: `kind` a key of `rules.match.MULTIPLES`, "adjudicated" or "unfinished"."""

    winner: Side | None
    points: int
    kind: str


def conclude(game: Game, claim: RecordedGame) -> tuple[Ending, list[Fault]]:
    """Weigh the end on the board against the result written below; returns what the game is worth."""
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
    if game.offer and claim.points == game.cube and winner is not game.keeper:
        return _unanswered(game, winner, faults)
    return _conceded(game, winner, claim.points, faults)


def _ended(game: Game, outcome: GameOutcome, claim: RecordedGame) -> tuple[Ending, list[Fault]]:
    points = _worth(game, outcome.winner, outcome.kind)
    kind = outcome.kind if points == outcome.points else "single"
    ending = Ending(outcome.winner, points, kind)
    if claim.winner is None:
        return ending, [Fault("result_missing", "record.result", {"computed": points}, "note")]
    if claim.winner is not outcome.winner:
        facts: dict[str, object] = {"declared": claim.winner.value, "computed": outcome.winner.value}
        return ending, [Fault("winner_wrong", "game.win", facts)]
    return ending, _points_faults(game, outcome.winner, claim.points, points)


def _points_faults(game: Game, winner: Side, declared: int | None, points: int) -> list[Fault]:
    facts: dict[str, object] = {"declared": declared, "computed": points}
    if declared is None or declared in (points, points + _FLAG):
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
    points = game.cube if declared is None else declared % _FLAG
    levels = _levels(game, winner, points)
    if not levels:
        return _odd_points(game, winner, points, faults)
    level = levels[0]
    computed = _worth(game, winner, _LEVELS[level - 1])
    faults = [*faults, *_points_faults(game, winner, points, computed)]
    is_certain = declared is not None and len(levels) == 1
    facts: dict[str, object] = {"level": level, "points": computed, "certain": is_certain}
    faults.append(Fault("resignation_inferred", "game.resign", facts, "inferred"))
    most = game.most_conceded(winner.other)
    if level > most:
        over: dict[str, object] = {"level": level, "most": most}
        faults.append(Fault("resignation_too_high", "game.resign", over, "note"))
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
    severity = "error" if game.score.length else "note"
    fault = Fault("points_impossible", "game.value", facts, severity)
    return Ending(winner, points, "adjudicated"), [*faults, fault]

"""The score of a match, replayed from its games: Crawford state, winner, possible outcomes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from .crawford import (
    CrawfordState,
    find_cube_refusal,
    get_first_state,
    get_next_state,
    get_state_at,
    must_be_crawford_game,
)
from .cube import Cube, is_cube_value, is_dead
from .errors import Illegal
from .options import MatchLaws
from .sides import SIDES, Side

Kind = Literal[
    "single", "gammon", "backgammon", "drop", "resigned_single", "resigned_gammon", "resigned_backgammon"
]

MULTIPLES: dict[str, int] = {
    "single": 1,
    "gammon": 2,
    "backgammon": 3,
    "drop": 1,
    "resigned_single": 1,
    "resigned_gammon": 2,
    "resigned_backgammon": 3,
}
_CONCEDED: dict[str, Kind] = {
    "resigned_single": "single",
    "resigned_gammon": "gammon",
    "resigned_backgammon": "backgammon",
}
LONGEST_MATCH = 99
HIGHEST_MONEY_CUBE = 64


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """How one game ended: `kind` a key of `MULTIPLES`, `cube` the stake it was won at.

    After a drop, `cube` is the value before the refused double.
    """

    winner: Side
    kind: Kind
    cube: int = 1

    @property
    def points(self) -> int:
        """What the game is worth: cube value times 1, 2 or 3."""
        return self.cube * MULTIPLES[self.kind]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score before a game. `length` 0 means play without a match (no winner, no Crawford game).

    `crawford` is "pending" before the Crawford game, "active" in it, "expired" after it and "none" where
    there is none: in a match to one point, without a match, or when the rule is not in force.
    """

    length: int
    white: int = 0
    black: int = 0
    crawford: CrawfordState = "none"

    @classmethod
    def new(cls, length: int, laws: MatchLaws | None = None) -> MatchScore:
        """The score at the start of a match. Raises `Illegal` for an impossible length."""
        check_length(length)
        return cls(length, 0, 0, get_first_state(length, is_in_force=(laws or MatchLaws()).crawford))

    @classmethod
    def at(
        cls,
        length: int,
        white: int,
        black: int,
        *,
        laws: MatchLaws | None = None,
        after_crawford: bool = False,
    ) -> MatchScore:
        """A score met on the way: the next game is the Crawford game unless that has been played.

        Raises `Illegal` for an impossible score, `crawford_not_played` where it cannot have been played yet.
        """
        check_score(length, white, black)
        is_in_force = (laws or MatchLaws()).crawford
        if is_in_force and after_crawford and must_be_crawford_game(length, white, black):
            facts = {"length": length, "white": white, "black": black}
            raise Illegal("crawford_not_played", "match.crawford", **facts)
        is_next = not after_crawford and (white, black).count(length - 1) == 1
        state = get_state_at(length, white, black, is_marked=is_next, is_in_force=is_in_force)
        return cls(length, white, black, state)

    @property
    def is_crawford(self) -> bool:
        """Whether the next game is the Crawford game: no double in it."""
        return self.crawford == "active"

    @property
    def winner(self) -> Side | None:
        """The side that has reached the length, if any."""
        for side in SIDES:
            if self.length and self.points(side) >= self.length:
                return side
        return None

    def points(self, side: Side) -> int:
        """The score of a side."""
        return self.white if side is Side.WHITE else self.black

    def away(self, side: Side) -> int:
        """The points a side still needs; meaningless when `length` is 0."""
        return self.length - self.points(side)

    def losing_points(self, winner: Side) -> range:
        """The points the other side can have at the end if `winner` wins from here; empty if it cannot win.

        Without a match (`length` 0) there is no winner, and the range is empty.
        """
        loser = self.points(winner.other)
        if self.winner is not None:
            return range(loser, loser + 1) if self.winner is winner else range(0)
        return range(loser, self.length)

    def can_end_at(self, white: int, black: int) -> bool:
        """Whether the match can end at this final score from here: no side loses points it has."""
        winner, lost = (Side.WHITE, black) if white > black else (Side.BLACK, white)
        return max(white, black) == self.length and lost in self.losing_points(winner)

    def after(self, outcome: GameOutcome, laws: MatchLaws | None = None) -> MatchScore:
        """The score after a game; points beyond the length are not credited.

        Raises `Illegal` when the match is already won or the outcome is impossible (`check_outcome`).
        """
        check_outcome(self, outcome, laws)
        return self.credit(outcome)

    def credit(self, outcome: GameOutcome) -> MatchScore:
        """The score with a game counted as played, without checking that it is possible."""
        total = self.points(outcome.winner) + outcome.points
        credited = min(total, self.length) if self.length else total
        white, black = (credited, self.black) if outcome.winner is Side.WHITE else (self.white, credited)
        state = get_next_state(self.crawford, is_one_away=credited == self.length - 1)
        return MatchScore(self.length, white, black, state)

    def award(self, side: Side, points: int) -> MatchScore:
        """The score with points that were not won in a game, by a penalty of the other side.

        The Crawford game follows when they bring the side to one point from winning; one that is due stays
        due. Raises `Illegal` when the match is already won.
        """
        if self.winner:
            raise Illegal("match_over", "match.length", white=self.white, black=self.black)
        total = min(self.points(side) + points, self.length)
        white, black = (total, self.black) if side is Side.WHITE else (self.white, total)
        begins = self.crawford == "pending" and total == self.length - 1
        return MatchScore(self.length, white, black, "active" if begins else self.crawford)


def check_length(length: int) -> None:
    """Refuse (`match_length_invalid`) a length below 1 or above 99."""
    if type(length) is not int:
        raise TypeError(f"the length of a match is a whole number, not {length!r}")
    if not 1 <= length <= LONGEST_MATCH:
        raise Illegal("match_length_invalid", "match.length", length=length, longest=LONGEST_MATCH)


def check_score(length: int, white: int, black: int) -> None:
    """Refuse an impossible score of a match, finished or not."""
    check_length(length)
    if type(white) is not int or type(black) is not int:
        raise TypeError(f"a score is two whole numbers, not {white!r} and {black!r}")
    facts = {"length": length, "white": white, "black": black}
    if min(white, black) < 0:
        raise Illegal("score_negative", "match.length", **facts)
    if max(white, black) > length:
        raise Illegal("score_beyond_length", "match.no-overshoot", **facts)
    if min(white, black) >= length:
        raise Illegal("score_two_winners", "match.length", **facts)


def check_final(length: int, white: int, black: int) -> None:
    """Refuse an impossible final score: exactly one side must reach the length."""
    check_score(length, white, black)
    if max(white, black) < length:
        raise Illegal("score_unfinished", "match.length", length=length, white=white, black=black)


def check_outcome(score: MatchScore, outcome: GameOutcome, laws: MatchLaws | None = None) -> None:
    """Refuse an outcome that cannot follow at this score.

    A dead cube may be turned, though to no purpose: once without `laws` or where they note it, any number of
    times where they allow it, never where they refuse it. Raises `Illegal` with `match_over`,
    `cube_value_impossible`, `crawford_cube`, `cube_unreachable` or, under the Jacoby rule,
    `gammon_not_counted`.
    """
    if score.winner:
        raise Illegal("match_over", "match.length", white=score.white, black=score.black)
    if outcome.kind not in MULTIPLES or not is_cube_value(outcome.cube):
        raise Illegal("cube_value_impossible", "cube.values", cube=outcome.cube, kind=outcome.kind)
    refusal = find_cube_refusal(
        score.crawford, outcome.cube, is_doubled=outcome.kind == "drop", kind=outcome.kind
    )
    if refusal:
        raise refusal
    if not score.length:
        return
    rules = laws or MatchLaws()
    conceded = replace(outcome, kind=_CONCEDED.get(outcome.kind, outcome.kind))
    limit = _limit(score, rules) if rules.dead_cube != "note" else 2 * max(map(score.away, SIDES))
    if conceded in _outcomes(score, replace(rules, jacoby=False), limit):
        if conceded in _outcomes(score, rules, limit):
            return
        raise Illegal("gammon_not_counted", "money.jacoby", cube=outcome.cube, kind=outcome.kind)
    raise Illegal("cube_unreachable", "cube.dead", cube=outcome.cube, kind=outcome.kind)


def possible_outcomes(score: MatchScore, laws: MatchLaws | None = None) -> tuple[GameOutcome, ...]:
    """Every way the next game can end at this score, White's wins first, small cubes first.

    Resignations count as the result they concede and are not listed. A dead cube (one that cannot help the
    doubler) is not turned unless `laws.dead_cube` is "allow", and then up to 64. Under the Jacoby rule there
    is no gammon before the cube was turned; automatic doubles raise it in the centre until it is worth the
    match to both. Empty when the match is over.
    """
    if score.winner:
        return ()
    rules = laws or MatchLaws()
    return _outcomes(score, rules, _limit(score, rules))


def _outcomes(score: MatchScore, laws: MatchLaws, limit: int | None) -> tuple[GameOutcome, ...]:
    """The ways a game can end when cubes are turned below `limit`, or where it is None while not dead."""
    cubes = list(_reachable(score, laws, limit))
    turned = {cube.value for cube in cubes if cube.owner or not laws.jacoby}
    outcomes = []
    for side in SIDES:
        for value in sorted({cube.value for cube in cubes}):
            kinds: tuple[Kind, ...] = ("single", "gammon", "backgammon") if value in turned else ("single",)
            outcomes += [GameOutcome(side, kind, value) for kind in kinds]
            if any(cube.value == value and _may_turn(score, cube, side, limit) for cube in cubes):
                outcomes.append(GameOutcome(side, "drop", value))
    return tuple(outcomes)


def _limit(score: MatchScore, laws: MatchLaws) -> int | None:
    """The value from which no cube is turned; None where its being dead decides."""
    if not score.length:
        return HIGHEST_MONEY_CUBE
    needed = max(map(score.away, SIDES))
    return max(HIGHEST_MONEY_CUBE, needed) if laws.dead_cube == "allow" else None


def _may_turn(score: MatchScore, cube: Cube, side: Side, limit: int | None) -> bool:
    if score.is_crawford or not cube.is_open_to(side):
        return False
    return not is_dead(cube.value, score.away(side)) if limit is None else cube.value < limit


def _reachable(score: MatchScore, laws: MatchLaws, limit: int | None) -> Iterator[Cube]:
    waiting = [Cube()]
    if laws.automatic_doubles and score.length and not score.is_crawford:
        while waiting[-1].value < max(map(score.away, SIDES)):
            waiting.append(Cube(waiting[-1].value * 2))
    while waiting:
        cube = waiting.pop()
        yield cube
        waiting += [cube.taken_by(side.other) for side in SIDES if _may_turn(score, cube, side, limit)]

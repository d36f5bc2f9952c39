"""The cube of one game of money play: doubles, beavers, takes and drops, and what the game is worth.

`Wager` is its state. A chouette has one for each member of the team.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from .cube import CENTRED, HIGHEST, Cube
from .errors import Illegal
from .match import Kind
from .options import MoneyLaws
from .sides import Side

CloseKind = Kind | Literal["settled"]

PLAYED: tuple[Kind, Kind, Kind] = ("single", "gammon", "backgammon")
RESIGNED: tuple[Kind, Kind, Kind] = ("resigned_single", "resigned_gammon", "resigned_backgammon")
_ANIMALS = ("beaver", "raccoon", "otter")


@dataclass(frozen=True, slots=True)
class Offer:
    """A pending double: `value` is the cube if it is taken, `raises` the number of raises so far."""

    doubler: Side
    value: int
    raises: int = 0

    @property
    def keeper(self) -> Side:
        """The owner of the cube once the offer is taken: the doubled side, raised or not."""
        return self.doubler.other

    @property
    def answerer(self) -> Side:
        """The side that has to take, drop or raise now."""
        return self.doubler if self.raises % 2 else self.keeper


@dataclass(frozen=True, slots=True)
class Close:
    """How a wager ended. `winner` is None only after an even settlement.

    `cube` is its final value, `points` the value of the game. `reasons` explain it: "jacoby" (a gammon or
    backgammon counts single), "automatic" (the cube began higher), "animal_refused" and "lone_taker".
    """

    winner: Side | None
    kind: CloseKind
    cube: int
    points: int
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wager:
    """The cube of one money game. Every step returns a new wager or raises `Illegal`.

    `automatic` counts the automatic doubles; they leave the cube in the centre and do not activate gammons.
    Errors of all steps: `wager_closed` after the end, `double_unanswered` while an offer is pending.
    """

    laws: MoneyLaws
    cube: Cube = CENTRED
    automatic: int = 0
    offer: Offer | None = None
    close: Close | None = None

    @property
    def is_open(self) -> bool:
        """Whether the wager is still undecided."""
        return self.close is None

    @property
    def is_turned(self) -> bool:
        """Whether a double has been offered and taken, which activates gammons under the Jacoby rule."""
        return self.cube.owner is not None

    @property
    def most(self) -> int:
        """The maximum loss now: the cube times three, or times one while Jacoby limits it."""
        return self.cube.value * self._multiple(3)

    def double_automatically(self) -> Wager:
        """Equal numbers at the opening: the cube goes up in the centre.

        Raises `automatic_after_double` or `automatic_limit` (facts `limit`).
        """
        self._check_quiet()
        if self.is_turned:
            raise Illegal("automatic_after_double", "money.automatic")
        if self.automatic >= self.laws.automatic_doubles:
            raise Illegal("automatic_limit", "money.automatic", limit=self.laws.automatic_doubles)
        self.check_limit(self.cube.value * 2)
        return replace(self, cube=Cube(self.cube.value * 2), automatic=self.automatic + 1)

    def double(self, side: Side) -> Wager:
        """`side` offers a double. Raises `cube_not_owned` or `cube_limit_reached`."""
        self._check_quiet()
        value = self.cube.value * 2
        if not self.cube.is_open_to(side):
            raise Illegal("cube_not_owned", "cube.owner", value=value)
        self.check_limit(value)
        return replace(self, offer=Offer(side, value))

    def beaver(self, side: Side) -> Wager:
        """The side that has to answer raises at once: a beaver, a raccoon, an otter; the keeper stays.

        Raises `beaver_without_double`, `answer_by_doubler`, `animal_not_agreed` or `cube_limit_reached`.
        """
        offer = self._answered(side, "beaver_without_double")
        if offer.raises >= self.laws.animals:
            facts: dict[str, object] = {
                "animal": get_raise_name(offer.raises + 1),
                "limit": self.laws.animals,
            }
            raise Illegal("animal_not_agreed", "money.animals", **facts)
        self.check_limit(offer.value * 2)
        return replace(self, offer=replace(offer, value=offer.value * 2, raises=offer.raises + 1))

    def take(self, side: Side) -> Wager:
        """The offer is accepted. Raises `take_without_double` or `answer_by_doubler`."""
        offer = self._answered(side, "take_without_double")
        return replace(self, cube=Cube(offer.value, offer.keeper), offer=None)

    def drop(self, side: Side) -> Wager:
        """The offer is refused and the value before it lost; after a raise that is the raised double.

        Raises `drop_without_double` or `answer_by_doubler`.
        """
        offer = self._answered(side, "drop_without_double")
        refused = ("animal_refused",) if offer.raises else ()
        return self._closed(side.other, "drop", offer.value // 2, offer.value // 2, refused)

    def finish(self, winner: Side, level: int) -> Wager:
        """The game ends on the board: a single game, gammon or backgammon (`level` 1, 2 or 3)."""
        return self._finished(winner, level, PLAYED)

    def concede(self, loser: Side, level: int) -> Wager:
        """`loser` resigns a single game, gammon or backgammon; Jacoby applies as on the board."""
        return self._finished(loser.other, level, RESIGNED)

    def settle(self, winner: Side | None, points: int) -> Wager:
        """Both agree on a price: `points` for `winner`, or nothing (`winner` None and 0 points).

        Raises `settlement_not_agreed` where the rules have none, `settlement_impossible` (facts `points`,
        `most`) for negative points or more than the wager could cost.
        """
        self._check_quiet()
        if not self.laws.settlements:
            raise Illegal("settlement_not_agreed", "money.settlement")
        if not (0 < points <= self.most if winner else points == 0):
            raise Illegal("settlement_impossible", "money.settlement", points=points, most=self.most)
        return self._closed(winner, "settled", self.cube.value, points)

    def _finished(self, winner: Side, level: int, kinds: tuple[Kind, Kind, Kind]) -> Wager:
        self._check_quiet()
        if level not in (1, 2, 3):
            raise Illegal("level_impossible", "game.value", level=level)
        multiple = self._multiple(level)
        reasons = ("jacoby",) if multiple < level else ()
        return self._closed(winner, kinds[level - 1], self.cube.value, self.cube.value * multiple, reasons)

    def _closed(
        self, winner: Side | None, kind: CloseKind, cube: int, points: int, reasons: tuple[str, ...] = ()
    ) -> Wager:
        reasons = (*reasons, "automatic") if self.automatic else reasons
        return replace(self, offer=None, close=Close(winner, kind, cube, points, reasons))

    def _multiple(self, level: int) -> int:
        return 1 if self.laws.jacoby and not self.is_turned else level

    def _check_open(self) -> None:
        if self.close:
            raise Illegal("wager_closed", "game.win")

    def _check_quiet(self) -> None:
        self._check_open()
        if self.offer:
            raise Illegal("double_unanswered", "cube.answer", value=self.offer.value)

    def check_limit(self, value: int) -> None:
        """Refuse (`cube_limit_reached`) a cube higher than agreed."""
        limit = self.laws.cube_limit or HIGHEST
        if value > limit:
            raise Illegal("cube_limit_reached", "money.cube-limit", value=value, limit=limit)

    def _answered(self, side: Side, without: str) -> Offer:
        self._check_open()
        if not self.offer:
            raise Illegal(without, "cube.answer")
        if side is not self.offer.answerer:
            raise Illegal("answer_by_doubler", "cube.answer")
        return self.offer


def get_raise_name(raises: int) -> str:
    """The name of the raise with this number: 1 "beaver", 2 "raccoon", 3 "otter", then "animal"."""
    return _ANIMALS[raises - 1] if raises <= len(_ANIMALS) else "animal"


def check_money_laws(laws: MoneyLaws) -> None:
    """Refuse impossible options (`laws_impossible`, facts `option`, `value`)."""
    limit = laws.cube_limit
    wrong = {
        "stake": laws.stake < 1,
        "animals": laws.animals < 0,
        "automatic_doubles": laws.automatic_doubles < 0,
        "cube_limit": limit != 0 and (not 1 < limit <= HIGHEST or limit & (limit - 1) != 0),
    }
    for option, is_wrong in wrong.items():
        if is_wrong:
            raise Illegal("laws_impossible", "", option=option, value=getattr(laws, option))

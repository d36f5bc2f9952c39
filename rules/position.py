"""A position: where the thirty checkers stand, and the side to play; immutable."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from .errors import Illegal, Refusal, Unreadable
from .sides import Side

BAR = 25
OFF = 0
CHECKERS = 15

Checkers = tuple[int, ...]

_drawings: dict[str, Callable[[Position], str]] = {}
_CODE = re.compile(r"[0-9a-f]{52}[wb]")
_START: Checkers = tuple({24: 2, 13: 5, 8: 3, 6: 5}.get(point, 0) for point in range(26))


@dataclass(frozen=True, slots=True)
class Position:
    """The board and the side to play.

    `white` and `black` count the checkers of a side on each place in that side's own numbering: index 0 the
    checkers borne off, 1 to 24 the points (1 to 6 the home board), 25 the bar. `turn` is the side to play.
    """

    white: Checkers
    black: Checkers
    turn: Side = Side.WHITE

    @classmethod
    def start(cls, turn: Side = Side.WHITE) -> Position:
        """The opening position of backgammon."""
        return cls(_START, _START, turn)

    @classmethod
    def build(cls, white: Mapping[int, int], black: Mapping[int, int], turn: Side = Side.WHITE) -> Position:
        """A position from the occupied places of each side; checkers not named have been borne off.

        Raises `Illegal`: `place_unknown` for a place outside 0 to 25, `position_count` for counts that are
        negative or add up to more than fifteen, `position_shared_point` where both sides have checkers; and
        TypeError for what is no mapping of whole numbers.
        """
        position = cls(_fill(Side.WHITE, white), _fill(Side.BLACK, black), turn)
        for fault in _find_shared_points(position):
            raise fault
        return position

    def of(self, side: Side) -> Checkers:
        """The checkers of one side, by its own numbering."""
        return self.white if side is Side.WHITE else self.black

    @property
    def points(self) -> tuple[int, ...]:
        """The 24 points in White's numbering, point 1 first: White's counts positive, Black's negative."""
        return tuple(self.white[point] - self.black[25 - point] for point in range(1, 25))

    def bar(self, side: Side) -> int:
        """How many checkers of a side are on the bar."""
        return self.of(side)[BAR]

    def off(self, side: Side) -> int:
        """How many checkers a side has borne off."""
        return self.of(side)[OFF]

    def pips(self, side: Side) -> int:
        """The pips a side still has to move to be all off; a checker on the bar counts 25."""
        return sum(point * count for point, count in enumerate(self.of(side)))

    def rearmost(self, side: Side) -> int:
        """The highest place a side still occupies: 25 for the bar, 0 when all its checkers are off."""
        return max((point for point, count in enumerate(self.of(side)) if count and point), default=OFF)

    @property
    def has_contact(self) -> bool:
        """Whether some checkers of the two sides still have to pass each other."""
        return self.rearmost(Side.WHITE) + self.rearmost(Side.BLACK) > 25

    @property
    def winner(self) -> Side | None:
        """The side with all fifteen checkers off, if any."""
        for side in Side:
            if self.off(side) == CHECKERS:
                return side
        return None

    def mirror(self) -> Position:
        """The same position with the two sides exchanged."""
        return Position(self.black, self.white, self.turn.other)

    def code(self) -> str:
        """The position in 53 characters, for storing: all counts in hexadecimal, then the turn."""
        counts = "".join(f"{count:x}" for count in self.white + self.black)
        return counts + self.turn.value[0]

    @classmethod
    def from_code(cls, code: str) -> Position:
        """The position of a `code()`; check `faults()` before use. Raises `Unreadable`."""
        if not _CODE.fullmatch(code):
            raise Unreadable("unreadable", line=1, column=1, expected="a position")
        counts = tuple(int(digit, 16) for digit in code[:52])
        return cls(counts[:26], counts[26:], Side.WHITE if code[52] == "w" else Side.BLACK)

    def with_turn(self, turn: Side) -> Position:
        """The same board with another side to play."""
        return replace(self, turn=turn)

    def __str__(self) -> str:
        return _drawings["text"](self)

    def _repr_svg_(self) -> str:
        """Return the SVG board that Jupyter shows."""
        return _drawings["svg"](self)

    def faults(self) -> tuple[Refusal, ...]:
        """Everything that is impossible about this position; empty when it can stand."""
        faults = [fault for side in Side for fault in _faults_of(side, self.of(side))]
        return tuple(faults or _shared_faults(self))

    def check(self) -> None:
        """Raise the first fault of this position, if it has one."""
        for fault in self.faults():
            raise fault


def draw_with(*, text: Callable[[Position], str], svg: Callable[[Position], str]) -> None:
    """Set how a position prints as text and shows in Jupyter; `diagram`, above this module, does."""
    _drawings.update(text=text, svg=svg)


def _fill(side: Side, occupied: Mapping[int, int]) -> Checkers:
    if not isinstance(occupied, Mapping):
        raise TypeError(f"the checkers of a side are a mapping such as {{6: 5, 8: 3}}, not {occupied!r}")
    for place, count in occupied.items():
        if type(place) is not int or type(count) is not int:
            raise TypeError(f"places and counts are whole numbers, not {place!r}: {count!r}")
        if not OFF <= place <= BAR:
            raise Illegal("place_unknown", "board.checkers", side=side.value, place=place)
    if min(occupied.values(), default=0) < 0 or sum(occupied.values()) > CHECKERS:
        raise Illegal("position_count", "board.checkers", side=side.value, count=sum(occupied.values()))
    places = [occupied.get(point, 0) for point in range(26)]
    places[OFF] += CHECKERS - sum(places)
    return tuple(places)


def _faults_of(side: Side, checkers: Checkers) -> list[Refusal]:
    if len(checkers) != 26:
        return [Illegal("position_places", "board.checkers", side=side.value, count=len(checkers))]
    if min(checkers) < 0 or sum(checkers) != CHECKERS:
        return [Illegal("position_count", "board.checkers", side=side.value, count=sum(checkers))]
    return []


def _find_shared_points(position: Position) -> list[Refusal]:
    return [
        Illegal("position_shared_point", "board.one-side-a-point", point=point)
        for point in range(1, 25)
        if position.white[point] and position.black[25 - point]
    ]


def _shared_faults(position: Position) -> list[Refusal]:
    faults = _find_shared_points(position)
    if position.off(Side.WHITE) == CHECKERS and position.off(Side.BLACK) == CHECKERS:
        faults.append(Illegal("position_two_winners", "game.win"))
    if all(position.bar(side) and _is_closed(position.of(side)) for side in Side):
        faults.append(Illegal("position_both_shut_out", "move.closed-out"))
    return faults


def _is_closed(checkers: Checkers) -> bool:
    return all(checkers[point] >= 2 for point in range(1, 7))

"""Nodes of a game tree as actions: plays, cube, rolls without a play, manually set up boards."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from ..action_replay import ActionReplay
from ..actions import AcceptedIllegalPlay, Action, Conceded, Moved, Placed
from ..cube import is_cube_value
from ..dice import Dice
from ..errors import Unreadable
from ..match import MatchScore
from ..notation import BLANK, DANCE, UNKNOWN, WrittenPlay, read_play
from ..options import MatchLaws
from ..position import BAR, CHECKERS, OFF, Position
from ..sides import Side
from .offers import Offers

WHITE, BLACK = Side.WHITE, Side.BLACK
LETTERS = "abcdefghijklmnopqrstuvwxyz"

_PLAY = re.compile(r"([0-9])([0-9])((?:[a-z][a-z]){0,16})\Z")
_RESIGNATION = re.compile(r"resign(?::([123]))?\Z")
_RESIGNED_POINTS = re.compile(r"resign:([1-9]\d{0,3})\Z")
_DICE = re.compile(r"[0-9]{2}\Z")
_PLACES = re.compile(r"([a-z])(?::([a-z]))?\Z")
_BOARD = ("AE", "AW", "AB")
_CUBE = ("CV", "CP")
_OWNERS = {"w": WHITE, "b": BLACK}


class Node(NamedTuple):
    """One node of a game: its line in the text and its properties, each with its values."""

    line: int
    properties: dict[str, list[str]]


def first_value(node: Node, key: str) -> str:
    """The first value of a property, "" when the node does not have it."""
    return node.properties.get(key, [""])[0]


def has_setup(node: Node) -> bool:
    """Whether the node sets up the board manually."""
    return any(key in node.properties for key in _BOARD)


class _SgfRoll(NamedTuple):
    """A roll whose play has not been met yet."""

    side: Side
    dice: Dice
    line: int


@dataclass(slots=True)
class SgfGameReader:
    """The line of play of one game while its nodes are read, in order.

    `game` follows the board from the first node that sets it manually. `resignation` has been offered and
    waits for its answer. `resigns_points` says that the program writes points in place of the level.
    """

    initial_cube: int = 1
    resigns_points: bool = False
    turn: Side = WHITE
    offers: Offers = field(default_factory=Offers)
    actions_so_far: list[Action] = field(default_factory=list)
    roll: _SgfRoll | None = None
    game: ActionReplay | None = None
    resignation: Conceded | None = None

    def read(self, node: Node) -> None:
        """Read one node: its manual setup first, then its action, then its roll."""
        turn = first_value(node, "PL").upper()[:1]
        if turn:
            self.turn = BLACK if turn == "B" else WHITE
        if has_setup(node):
            self._set_board(node, is_explicit=bool(turn))
        if any(key in node.properties for key in _CUBE):
            self._set_cube(node)
        for key, side in (("W", WHITE), ("B", BLACK)):
            for value in node.properties.get(key, []):
                self._act(side, value, node.line)
        if _DICE.match(first_value(node, "DI")):
            dice = first_value(node, "DI")
            self._flush()
            self.roll = _SgfRoll(self.turn, (int(dice[0]), int(dice[1])), node.line)

    def actions(self) -> tuple[Action, ...]:
        """Everything that was done, once every node has been read."""
        self._flush()
        last = self.actions_so_far[-1] if self.actions_so_far else None
        if isinstance(last, Moved) and last.written is DANCE:
            # Nothing says that the last roll could not be played: perhaps it was not played yet.
            self.actions_so_far[-1] = last._replace(written=BLANK)
        return tuple(self.actions_so_far)

    def _act(self, side: Side, value: str, line: int) -> None:
        if self.roll and not (self.roll.side is side and value[:2].isdecimal()):
            self._flush()
        self.roll = None
        if value == "double":
            self._do(self.offers.double(side, line))
        elif value == "take":
            self._do(self.offers.take(side, line))
        elif value == "drop":
            self._do(self.offers.drop(side, line))
        elif not self._resign(side, value, line):
            self._do(moved(side, value, line))
            self.offers.settle()
            self.turn = side.other

    def _resign(self, side: Side, value: str, line: int) -> bool:
        """Read the offer to give the game up, at a level from 1 to 3, or the opponent's answer to it."""
        offered, match = self.resignation, _RESIGNATION.match(value)
        points = _RESIGNED_POINTS.match(value) if self.resigns_points else None
        if points:
            self.resignation = Conceded(side, int(points[1]), line)
            return True
        if match:
            level = int(match[1]) if match[1] else 0
            self.resignation = Conceded(side, level * self.offers.value or None, line)
            return True
        if offered is None or offered.side is side:
            return False
        self.resignation = None
        if value == "accept":
            self._do(offered)
        return value in ("accept", "reject")

    def _do(self, action: Action) -> None:
        """Add an action; the first to act on a manually set up board is on turn, whatever its node says.

        GNU Backgammon loses the turn of such a node when it saves a file again.
        """
        last = self.actions_so_far[-1] if self.actions_so_far else None
        if isinstance(last, Placed) and isinstance(action, Placed):
            action = _together(last, action)
            self.actions_so_far.pop()
        elif isinstance(last, Placed) and last.side is not action.side:
            self.actions_so_far[-1] = last._replace(
                side=action.side, position=last.position.with_turn(action.side)
            )
        self.actions_so_far.append(action)
        if self.game:
            self.game.apply(action)

    def _flush(self) -> None:
        """Record a roll without a following play: its play is unknown."""
        if self.roll:
            side, dice, line = self.roll
            self._do(Moved(side, dice, UNKNOWN, line))
            self.turn, self.roll = side.other, None

    def _set_board(self, node: Node, *, is_explicit: bool) -> None:
        """Set the board; after a roll, with the opponent to play, it is an accepted illegal play."""
        roll = self.roll
        if roll and not is_explicit:
            self.turn = roll.side.other
        white, black = self._counts(node)
        position = Position(tuple(white), tuple(black), self.turn)
        if roll and self.turn is not roll.side:
            self.roll = None
            self._do(AcceptedIllegalPlay(roll.side, roll.dice, position, roll.line))
        elif position.faults():
            _refuse(node.line, "a position with 15 checkers per side and no shared point")
        else:
            self._do(Placed(self.turn, position, node.line))

    def _counts(self, node: Node) -> tuple[list[int], list[int]]:
        """The board after what the node adds and removes: both sides' counts, each in its own numbering."""
        white, black = self._boards()
        for letter in _letters(node, "AE"):
            white[_place(WHITE, letter)] = black[_place(BLACK, letter)] = 0
        for letter in _letters(node, "AW"):
            white[_place(WHITE, letter)] += 1
        for letter in _letters(node, "AB"):
            black[_place(BLACK, letter)] += 1
        for counts in (white, black):
            counts[OFF] = CHECKERS - sum(counts[1:])
            if not 0 <= counts[OFF] <= CHECKERS or max(counts) > CHECKERS:
                _refuse(node.line, "at most 15 checkers per side")
        return white, black

    def _set_cube(self, node: Node) -> None:
        value, owner = self.offers.value, self.offers.owner
        if "CV" in node.properties:
            value = _cube_value(node)
        if "CP" in node.properties:
            owner = _OWNERS.get(first_value(node, "CP").lower()[:1])
        if (value, owner) == (self.offers.value, self.offers.owner):
            return
        self.offers.value, self.offers.owner = value, owner
        if not self.actions_so_far and owner is None:
            self.initial_cube = value
        else:
            white, black = self._boards()
            position = Position(tuple(white), tuple(black), self.turn)
            self._do(Placed(self.turn, position, node.line, value, owner))

    def _boards(self) -> tuple[list[int], list[int]]:
        if self.game is None:
            self.game = ActionReplay(MatchScore(0), MatchLaws(), self.initial_cube)
            for action in self.actions_so_far:
                self.game.apply(action)
        return list(self.game.boards(WHITE)[0]), list(self.game.boards(BLACK)[0])


def _together(first: Placed, second: Placed) -> Placed:
    """Two nodes that set up one position: board, cube and owner often stand in nodes of their own."""
    if not second.cube:
        second = second._replace(cube=first.cube, owner=first.owner)
    return second._replace(line=first.line)


def _cube_value(node: Node) -> int:
    value = first_value(node, "CV")
    if not value.isdecimal() or not is_cube_value(int(value[:5])):
        _refuse(node.line, "a cube value")
    return int(value[:5])


def _letters(node: Node, key: str) -> list[str]:
    """The places a property names, one by one or from place to place."""
    letters: list[str] = []
    for value in node.properties.get(key, []):
        match = _PLACES.match(value)
        if match is None:
            _refuse(node.line, "a point such as [f] or points such as [a:y]")
        first, last = LETTERS.index(match[1]), LETTERS.index(match[2] or match[1])
        letters += LETTERS[first : last + 1]
    return letters


def moved(side: Side, value: str, line: int) -> Moved:
    """A roll and its play such as `31hefe`. Raises `Unreadable` when it is none."""
    match = _PLAY.match(value)
    if match is None:
        _refuse(line, "a play such as 31hefe, or double, take, drop, resign:1, accept")
    dice = (int(match[1]), int(match[2]))
    return Moved(side, dice, _written(side, dice, match[3], line), line)


def _written(side: Side, dice: Dice, letters: str, line: int) -> WrittenPlay:
    if not letters:
        return DANCE
    pairs = zip(letters[::2], letters[1::2], strict=True)
    moves = [f"{_start(side, start)}/{_end(side, end)}" for start, end in pairs]
    notation = read_play(" ".join(moves), dice)
    if notation is None:
        _refuse(line, "a play such as 31hefe")
    return notation


def _start(side: Side, letter: str) -> str:
    return "bar" if letter == "y" else str(_place(side, letter))


def _end(side: Side, letter: str) -> str:
    return "off" if letter == "z" else str(_place(side, letter))


def _place(side: Side, letter: str) -> int:
    if letter in "yz":
        return BAR if letter == "y" else OFF
    index = LETTERS.index(letter) + 1
    return index if side is WHITE else 25 - index


def _refuse(line: int, expected: str) -> NoReturn:
    raise Unreadable("unreadable", line=line, column=1, expected=expected)

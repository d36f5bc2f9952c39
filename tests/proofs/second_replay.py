"""An independent check of a record: plays by the slow enumerator, cube, Crawford game and score by sums.

Of `rules`, only the types of a parsed record are used. In money play (a length of 0), score lines do not
count against a record: money sessions are recorded with and without gaps.
"""

import re
from functools import lru_cache

from rules.actions import (
    AcceptedIllegalPlay,
    Action,
    Beavered,
    Conceded,
    Doubled,
    Dropped,
    Moved,
    Placed,
    Took,
)
from rules.record import Record, RecordedGame
from rules.sides import Side
from tests.rules.slow_plays import Board, resulting_boards

START = tuple({24: 2, 13: 5, 8: 3, 6: 5}.get(point, 0) for point in range(26))
FULL = 15
EMPTY = {"": "blank", "????": "unknown", "???": "unknown"}

plays_of = lru_cache(maxsize=200_000)(resulting_boards)


class BreachError(Exception):
    """A violation of the rules in a record."""


class Table:
    """One game: the cube, and every board that the recorded plays allow (a hit on the way may be
    unrecorded)."""

    def __init__(self, recorded: RecordedGame, *, is_match: bool, is_crawford: bool) -> None:
        self.is_match, self.is_crawford = is_match, is_crawford
        self.boards: set[Board] = {(START, START)}
        self.cube, self.owner, self.offer = recorded.initial_cube, None, None
        self.turn: Side | None = None
        self.winner: Side | None = None
        self.is_dropped = False
        kinds = {type(action) for action in recorded.actions}
        self.gave_up = Dropped not in kinds and (Conceded in kinds or recorded.winner is not None)
        self.rolls_left = sum(isinstance(action, Moved) for action in recorded.actions)

    def follow(self, action: Action) -> None:
        """Apply one action of the record; raises `BreachError`."""
        if self.winner:
            raise BreachError("an action after the end")
        if isinstance(action, Moved):
            self._roll(action)
        elif isinstance(action, Doubled):
            self._double(action)
        elif isinstance(action, Beavered):
            self._beaver(action)
        elif isinstance(action, Took | Dropped):
            self._answer(action)
        elif isinstance(action, Placed | AcceptedIllegalPlay):
            self._place(action)

    def worth(self, winner: Side) -> set[int]:
        """The points that the winner can get by the possible boards: the cube times 1, 2 or 3."""
        if self.is_dropped:
            return {self.cube}
        losers = {board[winner.other.index] for board in self.boards}
        return {self.cube * (1 if loser[0] else 3 if sum(loser[19:]) else 2) for loser in losers}

    def _roll(self, action: Moved) -> None:
        self.rolls_left -= 1
        if self.offer and not self._is_raised:
            raise BreachError("a roll before the answer to a double")
        if self.offer:
            self._accept()
        if not all(1 <= die <= 6 for die in action.dice):
            raise BreachError("no dice")
        if self.turn is None and action.dice[0] == action.dice[1]:
            raise BreachError("an opening double")
        if self.turn not in (None, action.side):
            raise BreachError("out of turn")
        self.turn = action.side.other
        self.boards = self._after(action)
        if all(board[action.side.index][0] == FULL for board in self.boards):
            self.winner = action.side

    def _after(self, action: Moved) -> set[Board]:
        boards = set()
        for board in self.boards:
            own_board = board if action.side is Side.WHITE else board[::-1]
            for mover, opponent in self._plays(own_board, action):
                boards.add((mover, opponent) if action.side is Side.WHITE else (opponent, mover))
        if not boards:
            raise BreachError(f"an unlawful play: {action.dice} {action.written.text!r} at {self.boards}")
        return boards

    def _plays(self, board: Board, action: Moved) -> set[Board]:
        legal_boards = plays_of(board, (max(action.dice), min(action.dice)))
        text = " ".join(action.written.text.split())
        kind = EMPTY.get(text, "dance" if text.lower() in ("cannot move", "can't move") else "play")
        if kind == "play":
            target = _moved(board[0], text)
            wins = target[0] == FULL and any(mover[0] == FULL for mover, _ in legal_boards)
            return {
                (mover, opponent)
                for mover, opponent in legal_boards
                if mover == target or (wins and mover[0] == FULL)
            }
        if not legal_boards:
            return set() if kind == "unknown" and not self._is_last else {board}
        if self._is_last:
            return {board}
        return legal_boards if kind == "blank" and len(legal_boards) == 1 else set()

    @property
    def _is_last(self) -> bool:
        """Whether this roll may lack its play, as the last roll of a resigned game may."""
        return self.gave_up and not self.rolls_left

    _is_raised = False

    def _double(self, action: Doubled) -> None:
        if self.offer:
            return self._beaver(action)
        if self.is_crawford:
            raise BreachError("a double in the Crawford game")
        if action.side is not self.turn or self.owner is action.side.other:
            raise BreachError("a double by the wrong side")
        if self.is_match and action.value not in (0, 2 * self.cube):
            raise BreachError("a cube of the wrong value")
        if not self.is_match and self.owner is None and action.value > 2 * self.cube:
            self.cube = action.value // 2
        self.offer, self.keeper, self._is_raised = 2 * self.cube, action.side.other, False
        return None

    def _beaver(self, action: Doubled | Beavered) -> None:
        if self.is_match or not self.offer:
            raise BreachError("a beaver in a match, or without a double")
        self.offer, self._is_raised = 2 * self.offer, True

    def _answer(self, action: Took | Dropped) -> None:
        if not self.offer or (action.side is not self.keeper and not self._is_raised):
            raise BreachError("an answer without a double, or by the doubler")
        if isinstance(action, Took):
            self._accept()
        else:
            self.winner, self.is_dropped, self.cube = action.side.other, True, self.offer // 2

    def _accept(self) -> None:
        self.cube, self.owner, self.offer = self.offer, self.keeper, None

    def _place(self, action: Placed | AcceptedIllegalPlay) -> None:
        white, black = action.position.white, action.position.black
        if sum(white) != FULL or sum(black) != FULL:
            raise BreachError("a board that cannot be")
        self.boards, self.turn = {(white, black)}, action.position.turn


def plays_breach(record: Record) -> str:
    """The first violation by a play, the cube or the Crawford game of a record, or ""."""
    return _breach(record, is_strict=False)


def breach(record: Record) -> str:
    """The first violation of any kind in a record, score lines and results included, or ""."""
    return _breach(record, is_strict=True)


def _breach(record: Record, *, is_strict: bool) -> str:
    games = record.games
    score = list((games[0].score_before if games else None) or (0, 0))
    crawford = "expired" if record.length - 1 in score or _is_without_crawford(record) else "pending"
    for recorded in games:
        if record.length and max(score) >= record.length:
            return "a game after the end of the match" if is_strict else ""
        if crawford == "active":
            crawford = "expired"
        elif crawford == "pending" and record.length - 1 in score:
            crawford = "active"
        try:
            _game(record, recorded, score, is_crawford=crawford == "active", is_strict=is_strict)
        except BreachError as error:
            return f"game {recorded.number}: {error}"
    return ""


def _is_without_crawford(record: Record) -> bool:
    return record.length < 2 or record.facts.get("crawford", "").lower() in ("off", "no")


def _game(
    record: Record, recorded: RecordedGame, score: list[int], *, is_crawford: bool, is_strict: bool
) -> None:
    length = record.length
    if (
        length
        and is_strict
        and recorded.score_before
        and list(_clipped(recorded.score_before, length)) != score
    ):
        raise BreachError("a score line that does not add up")
    table = Table(recorded, is_match=bool(length), is_crawford=is_crawford)
    for action in recorded.actions:
        table.follow(action)
    conceded = next((action.side for action in recorded.actions if isinstance(action, Conceded)), None)
    winner = table.winner or recorded.winner or (conceded.other if conceded else None)
    if winner is None:
        if is_strict:
            raise BreachError("a game without an end")
        return
    if recorded.winner not in (None, winner) or (conceded is winner and not table.winner):
        raise BreachError("the wrong winner")
    worth = table.worth(winner) if table.winner else {table.cube * level for level in (1, 2, 3)}
    _count(score, winner, recorded.points, worth, length, is_strict=is_strict)


def _count(
    score: list[int], winner: Side, declared: int | None, worth: set[int], length: int, *, is_strict: bool
) -> None:
    """Add the points of a game to the score; at most as many as the match length allows."""
    before = score[winner.index]
    fitting = [
        points
        for points in sorted(worth)
        if declared in (None, points, points + 1000) or declared in _clips(points, before, length)
    ]
    if length and is_strict and not fitting:
        raise BreachError(f"{declared} points for a game worth {sorted(worth)}")
    total = before + (fitting[0] if fitting else declared or 0)
    score[winner.index] = min(total, length) if length else total


def _clips(points: int, before: int, length: int) -> set[int]:
    return {min(points, length - before), min(points, length)} if length else set()


def _clipped(score: tuple[int, int], length: int) -> tuple[int, int]:
    return (min(score[0], length), min(score[1], length)) if length else score


def _moved(checkers: tuple[int, ...], text: str) -> tuple[int, ...]:
    """The mover's checkers after a recorded play; hits and intermediate points are not considered."""
    board = list(checkers)
    for move, count in re.findall(r"([^\s(]+)(?:\((\d)\))?", text.lower().replace("*", "")):
        stops = [{"bar": "25", "off": "0"}.get(stop, stop) for stop in move.split("/")]
        board[int(stops[0])] -= int(count or 1)
        board[int(stops[-1])] += int(count or 1)
    return tuple(board)

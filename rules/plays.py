"""Legal plays: every way to play a roll, by the rules of moving, entering and bearing off.

A play is listed as its checker moves, each one number of the dice. As many numbers are played as possible,
and of the plays that lead to the same position one is listed. There are three cases:

* Two different numbers, while nothing is on the bar and at least two checkers are outside the home board: no
  move can make another one possible or impossible, so the moves of both numbers are combined in pairs, and
  each checker that can moves by both.
* Two different numbers otherwise: both orders are tried on the board. What a move changes is written as one
  number, so equal sums mean equal positions.
* Equal numbers: a search for up to four moves. Each move starts no farther back than the one before, so each
  choice of checkers comes once; only the longest plays are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .dice import Dice, check_dice
from .errors import check_type
from .position import BAR, OFF, Checkers, Position
from .sides import Side

# Checkers by place: index 0 those borne off, 1 to 24 the points, 25 the bar.
Counts = Checkers | list[int]


class CheckerMove(NamedTuple):
    """One checker moved by one number of the dice, in the mover's numbering (25 = bar, 0 = off)."""

    start: int
    end: int
    hit: bool = False


CheckerMoves = tuple[CheckerMove, ...]
# The places a checker touches, and whether it hits there.
Stops = tuple[tuple[int, bool], ...]

# All moves without and with a hit, by start and end, made once for speed.
_MOVES = tuple(tuple(CheckerMove(start, end) for end in range(26)) for start in range(26))
_HITS = tuple(tuple(CheckerMove(start, end, True) for end in range(26)) for start in range(26))
# A digit of a large number for the count on each place, and one for a hit there: see `_change_key`.
_PLACE_DIGIT = tuple(1 << 4 * place for place in range(26))
_HIT_DIGIT = tuple(1 << 4 * 26 + place for place in range(26))


class Play(NamedTuple):
    """A complete legal play of one roll: the position before it and its moves in a playable order."""

    before: Position
    moves: CheckerMoves

    @property
    def after(self) -> Position:
        """The position the play leads to, the opponent to play."""
        return apply_moves(self.before, self.moves)

    def notation(self) -> str:
        """The play in standard notation, highest start first: `"24/20*/14 6/5(2)"`, `"bar/22"`, `"6/off"`."""
        return format_moves(self.moves)


def legal_plays(position: Position, dice: Dice) -> tuple[Play, ...]:
    """Every legal play of `dice` by the side to play, one per resulting position.

    An empty tuple means that no number can be played and the turn is lost (or that the game is over).
    As many numbers as possible are used; when either die can be played but not both, only the larger is.
    Raises `Illegal` (`dice_invalid`) for impossible dice.
    """
    check_type(position, Position, "a position")
    check_dice(dice)
    mover_board = position.of(position.turn)
    opponents = position.of(position.turn.other)[::-1]
    return tuple(Play(position, moves) for moves in list_legal_plays(mover_board, opponents, dice))


def list_legal_plays(mover_board: Counts, opponents: Counts, dice: Dice) -> list[CheckerMoves]:
    """The checker moves of every legal play, for boards given as counts.

    `mover_board` counts the mover's checkers by their own numbering, `opponents` the opponent's checkers by
    the *mover's* numbering (so `opponents[p] >= 2` means that point p is blocked). Neither is changed.
    """
    large, small = max(dice), min(dice)
    if large == small:
        return _play_doubles(list(mover_board), list(opponents), large)
    if not mover_board[BAR] and sum(mover_board[7:BAR]) > 1:
        return _play_two_numbers_outside(mover_board, opponents, large, small)
    return _play_two_numbers(list(mover_board), list(opponents), large, small)


def find_starts(mover_board: Counts, opponents: Counts, die: int) -> list[int]:
    """The places from which a checker can legally move by `die` alone; highest first."""
    if mover_board[BAR]:
        return [BAR] if opponents[BAR - die] < 2 else []
    starts = [start for start in range(24, die, -1) if mover_board[start] and opponents[start - die] < 2]
    if not any(mover_board[7:BAR]):
        starts += _find_bear_off_starts(mover_board, die)
    return starts


def can_move(mover_board: Counts, opponents: Counts, dice: Dice) -> bool:
    """Whether any number of the roll can be played."""
    return bool(find_starts(mover_board, opponents, dice[0]) or find_starts(mover_board, opponents, dice[1]))


def apply_moves(position: Position, moves: CheckerMoves) -> Position:
    """The position after these moves of the side to play, the opponent to play; legality is not judged."""
    mover_board, opponent_board = list(position.of(position.turn)), list(position.of(position.turn.other))
    for start, end, _ in moves:
        mover_board[start] -= 1
        mover_board[end] += 1
        if end and opponent_board[25 - end]:
            opponent_board[25 - end] -= 1
            opponent_board[BAR] += 1
    if position.turn is Side.WHITE:
        return Position(tuple(mover_board), tuple(opponent_board), Side.BLACK)
    return Position(tuple(opponent_board), tuple(mover_board), Side.WHITE)


def format_moves(moves: CheckerMoves) -> str:
    """Format checker moves in standard notation: moves of one checker joined, equal paths counted.

    Stops without a hit are left out, except when bearing off, where they show which dice were used.
    """
    counts: dict[Stops, int] = {}
    marks: dict[Stops, str] = {}
    for path in _join_paths(moves):
        stops = _find_stops(path)
        counts[stops] = counts.get(stops, 0) + 1
        marks[stops] = marks.get(stops) or ("*" if path[-1].hit else "")
    ordered = sorted(counts, reverse=True)
    return " ".join(_format_path(stops, marks[stops], counts[stops]) for stops in ordered)


def _find_bear_off_starts(mover_board: Counts, die: int) -> list[int]:
    """The point from which this number bears a checker off: its own, or the highest if all are lower."""
    if mover_board[die]:
        return [die]
    if any(mover_board[die + 1 : 7]):
        return []
    return [start for start in range(die - 1, 0, -1) if mover_board[start]][:1]


def _make_checker_move(opponents: Counts, start: int, die: int) -> CheckerMove:
    """The move of one number from a place, with a hit where a single opponent is; legality is not judged."""
    end = start - die
    if end <= 0:
        return _MOVES[start][OFF]
    return (_HITS if opponents[end] == 1 else _MOVES)[start][end]


def _play_two_numbers_outside(
    mover_board: Counts, opponents: Counts, large: int, small: int
) -> list[CheckerMoves]:
    """Two different numbers while nothing is on the bar and two checkers are outside the home board."""
    by_large = [
        start for start in range(24, large, -1) if mover_board[start] and opponents[start - large] < 2
    ]
    by_small = [
        start for start in range(24, small, -1) if mover_board[start] and opponents[start - small] < 2
    ]
    large_moves = [_make_checker_move(opponents, start, large) for start in by_large]
    small_moves = [_make_checker_move(opponents, start, small) for start in by_small]
    plays: list[tuple[CheckerMove, CheckerMove]] = _pair_moves_of_two_checkers(
        mover_board, large_moves, small_moves
    )
    starts_without_hit = {first.start for first, second in plays if first.end == second.start}
    for moves in _pair_moves_of_one_checker(
        mover_board, opponents, large_moves, small
    ) + _pair_moves_of_one_checker(mover_board, opponents, small_moves, large):
        if moves[0].hit:
            plays.append(moves)
        elif moves[0].start not in starts_without_hit:
            starts_without_hit.add(moves[0].start)
            plays.append(moves)
    return [*plays] or [(move,) for move in large_moves or small_moves]


def _pair_moves_of_two_checkers(
    mover_board: Counts, large_moves: list[CheckerMove], small_moves: list[CheckerMove]
) -> list[tuple[CheckerMove, CheckerMove]]:
    """Each move of one number with each of the other, one pair for each resulting position.

    Two moves of which one ends where the other starts lead to the same position as one checker moved by both
    numbers from the rear start, so there is one such pair for each rear start.
    """
    plays: list[tuple[CheckerMove, CheckerMove]] = []
    rear_starts = set()
    for first in large_moves:
        start, end, hit = first
        is_alone = mover_board[start] < 2
        for second in small_moves:
            if second[0] == start:
                if not is_alone:
                    plays.append((first, second))
            elif second[0] == end or second[1] == start:
                rear_start = max(start, second[0])
                if rear_start not in rear_starts:
                    rear_starts.add(rear_start)
                    plays.append((first, second) if rear_start == start else (second, first))
            elif hit and second[1] == end:
                plays.append((first, _MOVES[second[0]][end]))
            else:
                plays.append((first, second))
    return plays


def _pair_moves_of_one_checker(
    mover_board: Counts, opponents: Counts, firsts: list[CheckerMove], die: int
) -> list[tuple[CheckerMove, CheckerMove]]:
    """One checker moved by both numbers through a point where the mover has no checker yet."""
    return [
        (first, _make_checker_move(opponents, first[1], die))
        for first in firsts
        if not mover_board[first[1]] and first[1] > die and opponents[first[1] - die] < 2
    ]


def _play_two_numbers(
    mover_board: list[int], opponents: list[int], large: int, small: int
) -> list[CheckerMoves]:
    """Two different numbers in both orders; if only one can be played, the larger where that is possible."""
    plays: dict[int, CheckerMoves] = {}
    for first_die, second_die in ((large, small), (small, large)):
        for start in find_starts(mover_board, opponents, first_die):
            first = _make_checker_move(opponents, start, first_die)
            key = _make_move(mover_board, opponents, first)
            for then in find_starts(mover_board, opponents, second_die):
                second = _make_checker_move(opponents, then, second_die)
                plays.setdefault(key + _change_key(second), (first, second))
            _unmake_move(mover_board, opponents, first)
    if plays:
        return list(plays.values())
    singles = find_starts(mover_board, opponents, large)
    if singles:
        return [(_make_checker_move(opponents, start, large),) for start in singles]
    return [
        (_make_checker_move(opponents, start, small),) for start in find_starts(mover_board, opponents, small)
    ]


def _change_key(move: CheckerMove) -> int:
    """What a move changes, as a number: equal sums mean equal resulting positions."""
    change = _PLACE_DIGIT[move.end] - _PLACE_DIGIT[move.start]
    return change + _HIT_DIGIT[move.end] if move.hit else change


def _make_move(mover_board: list[int], opponents: list[int], move: CheckerMove) -> int:
    mover_board[move.start] -= 1
    mover_board[move.end] += 1
    if move.hit:
        opponents[move.end] = 0
    return _change_key(move)


def _unmake_move(mover_board: list[int], opponents: list[int], move: CheckerMove) -> None:
    mover_board[move.start] += 1
    mover_board[move.end] -= 1
    if move.hit:
        opponents[move.end] = 1


def _play_doubles(mover_board: list[int], opponents: list[int], die: int) -> list[CheckerMoves]:
    """Four equal numbers: checkers are moved from the rear forwards, so each choice of them comes once."""
    plays: list[CheckerMoves] = []
    search = _make_search(mover_board, opponents, die, plays.append)
    search((), BAR)
    longest = max(map(len, plays))
    return [moves for moves in plays if len(moves) == longest] if longest else []


def _make_search(
    mover_board: list[int], opponents: list[int], die: int, add_play: Callable[[CheckerMoves], None]
) -> Callable[[CheckerMoves, int], None]:
    """A function that adds all plays which continue a path by moves from places up to `rearmost`."""

    def search(path: CheckerMoves, rearmost: int) -> None:
        starts_here = [start for start in find_starts(mover_board, opponents, die) if start <= rearmost]
        if not starts_here:
            add_play(path)
        for start in starts_here:
            move = _make_checker_move(opponents, start, die)
            if len(path) == 3:
                add_play((*path, move))
                continue
            _make_move(mover_board, opponents, move)
            search((*path, move), start)
            _unmake_move(mover_board, opponents, move)

    return search


def _join_paths(moves: CheckerMoves) -> Iterator[list[CheckerMove]]:
    """Join the moves of one checker: each continues the path that ended where it starts."""
    paths: list[list[CheckerMove]] = []
    for move in sorted(moves, key=lambda move: -move.start):
        for path in paths:
            if path[-1].end == move.start:
                path.append(move)
                break
        else:
            paths.append([move])
    return iter(paths)


def _find_stops(path: list[CheckerMove]) -> Stops:
    """The places of a path to be written: start and end, hits on the way, and all when bearing off."""
    leaves = path[-1].end == OFF
    middle = tuple((move.end, move.hit) for move in path[:-1] if move.hit or leaves)
    return ((path[0].start, False), *middle, (path[-1].end, False))


def _format_path(stops: Stops, mark: str, count: int) -> str:
    text = "/".join(_format_place(place) + "*" * hit for place, hit in stops)
    times = f"({count})" if count > 1 else ""
    return f"{text}{mark}{times}"


def _format_place(place: int) -> str:
    return "bar" if place == BAR else "off" if place == OFF else str(place)

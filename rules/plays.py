"""Legal plays: every way to play a roll, by the rules of moving, entering and bearing off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .dice import Dice, check_dice
from .errors import check_type
from .position import BAR, OFF, Checkers, Position
from .sides import Side

Cells = Checkers | list[int]


class CheckerMove(NamedTuple):
    """One checker moved by one number of the dice, in the mover's numbering (25 = bar, 0 = off)."""

    start: int
    end: int
    hit: bool = False


Hops = tuple[CheckerMove, ...]
Stops = tuple[tuple[int, bool], ...]

_QUIET = tuple(tuple(CheckerMove(start, end) for end in range(26)) for start in range(26))
_HITTING = tuple(tuple(CheckerMove(start, end, True) for end in range(26)) for start in range(26))
_PLACE = tuple(1 << 4 * place for place in range(26))
_HIT_AT = tuple(1 << 4 * 26 + place for place in range(26))


class Play(NamedTuple):
    """A complete legal play of one roll: the position before it and its moves in a playable order."""

    before: Position
    hops: Hops

    @property
    def after(self) -> Position:
        """The position the play leads to, the opponent to play."""
        return play_hops(self.before, self.hops)

    def notation(self) -> str:
        """The play in standard notation, highest start first: `"24/20*/14 6/5(2)"`, `"bar/22"`, `"6/off"`."""
        return format_hops(self.hops)


def legal_plays(position: Position, dice: Dice) -> tuple[Play, ...]:
    """Every legal play of `dice` by the side to play, one per resulting position.

    An empty tuple means that no number can be played and the turn is lost (or that the game is over).
    As many numbers as possible are used; when either die can be played but not both, only the larger is.
    Raises `Illegal` (`dice_invalid`) for impossible dice.
    """
    check_type(position, Position, "a position")
    check_dice(dice)
    mover_board = position.of(position.turn)
    against = position.of(position.turn.other)[::-1]
    return tuple(Play(position, hops) for hops in legal_hops(mover_board, against, dice))


def legal_hops(mover_board: Cells, against: Cells, dice: Dice) -> list[Hops]:
    """The checker moves of every legal play, for boards given as counts.

    `mover_board` counts the mover's checkers by their own numbering, `against` the opponent's checkers by the
    *mover's* numbering (so `against[p] >= 2` means that point p is blocked). Neither is changed.
    """
    large, small = max(dice), min(dice)
    if large == small:
        return _doubles(list(mover_board), list(against), large)
    if not mover_board[BAR] and sum(mover_board[7:BAR]) > 1:
        return _two_numbers_in_the_field(mover_board, against, large, small)
    return _two_numbers(list(mover_board), list(against), large, small)


def starts(mover_board: Cells, against: Cells, die: int) -> list[int]:
    """The places from which a checker can legally move by `die` alone; highest first."""
    if mover_board[BAR]:
        return [BAR] if against[BAR - die] < 2 else []
    plays = [start for start in range(24, die, -1) if mover_board[start] and against[start - die] < 2]
    if not any(mover_board[7:BAR]):
        plays += _bear_off_starts(mover_board, die)
    return plays


def can_move(mover_board: Cells, against: Cells, dice: Dice) -> bool:
    """Whether any number of the roll can be played."""
    return bool(starts(mover_board, against, dice[0]) or starts(mover_board, against, dice[1]))


def play_hops(position: Position, hops: Hops) -> Position:
    """The position after these hops of the side to play, the opponent to play; legality is not judged."""
    mover_board, opponent_board = list(position.of(position.turn)), list(position.of(position.turn.other))
    for start, end, _ in hops:
        mover_board[start] -= 1
        mover_board[end] += 1
        if end and opponent_board[25 - end]:
            opponent_board[25 - end] -= 1
            opponent_board[BAR] += 1
    if position.turn is Side.WHITE:
        return Position(tuple(mover_board), tuple(opponent_board), Side.BLACK)
    return Position(tuple(opponent_board), tuple(mover_board), Side.WHITE)


def format_hops(hops: Hops) -> str:
    """Format checker moves in standard notation: moves of one checker joined, equal paths counted.

    Stops without a hit are left out, except when bearing off, where they show which dice were used.
    """
    counts: dict[Stops, int] = {}
    marks: dict[Stops, str] = {}
    for path in _paths(hops):
        stops = _stops(path)
        counts[stops] = counts.get(stops, 0) + 1
        marks[stops] = marks.get(stops) or ("*" if path[-1].hit else "")
    ordered = sorted(counts, reverse=True)
    return " ".join(_spell_path(stops, marks[stops], counts[stops]) for stops in ordered)


def _bear_off_starts(mover_board: Cells, die: int) -> list[int]:
    if mover_board[die]:
        return [die]
    if any(mover_board[die + 1 : 7]):
        return []
    return [start for start in range(die - 1, 0, -1) if mover_board[start]][:1]


def _hop(against: Cells, start: int, die: int) -> CheckerMove:
    end = start - die
    if end <= 0:
        return _QUIET[start][OFF]
    return (_HITTING if against[end] == 1 else _QUIET)[start][end]


def _two_numbers_in_the_field(mover_board: Cells, against: Cells, large: int, small: int) -> list[Hops]:
    """Two different numbers while nothing is on the bar and bearing off is out of reach: order is free."""
    by_large = [start for start in range(24, large, -1) if mover_board[start] and against[start - large] < 2]
    by_small = [start for start in range(24, small, -1) if mover_board[start] and against[start - small] < 2]
    hops_large = [_hop(against, start, large) for start in by_large]
    hops_small = [_hop(against, start, small) for start in by_small]
    plays: list[tuple[CheckerMove, CheckerMove]] = _two_checkers(mover_board, hops_large, hops_small)
    quiet = {first.start for first, second in plays if first.end == second.start}
    for hops in _one_checker(mover_board, against, hops_large, small) + _one_checker(
        mover_board, against, hops_small, large
    ):
        if hops[0].hit:
            plays.append(hops)
        elif hops[0].start not in quiet:
            quiet.add(hops[0].start)
            plays.append(hops)
    return [*plays] or [(hop,) for hop in hops_large or hops_small]


def _two_checkers(
    mover_board: Cells, hops_large: list[CheckerMove], hops_small: list[CheckerMove]
) -> list[tuple[CheckerMove, CheckerMove]]:
    plays: list[tuple[CheckerMove, CheckerMove]] = []
    runs = set()
    for first in hops_large:
        start, end, hit = first
        lone = mover_board[start] < 2
        for second in hops_small:
            if second[0] == start:
                if not lone:
                    plays.append((first, second))
            elif second[0] == end or second[1] == start:
                run = max(start, second[0])
                if run not in runs:
                    runs.add(run)
                    plays.append((first, second) if run == start else (second, first))
            elif hit and second[1] == end:
                plays.append((first, _QUIET[second[0]][end]))
            else:
                plays.append((first, second))
    return plays


def _one_checker(
    mover_board: Cells, against: Cells, firsts: list[CheckerMove], die: int
) -> list[tuple[CheckerMove, CheckerMove]]:
    """One checker moved by both numbers through a point where the mover has no checker yet."""
    return [
        (first, _hop(against, first[1], die))
        for first in firsts
        if not mover_board[first[1]] and first[1] > die and against[first[1] - die] < 2
    ]


def _two_numbers(mover_board: list[int], against: list[int], large: int, small: int) -> list[Hops]:
    plays: dict[int, Hops] = {}
    for first_die, second_die in ((large, small), (small, large)):
        for start in starts(mover_board, against, first_die):
            first = _hop(against, start, first_die)
            key = _advance(mover_board, against, first)
            for then in starts(mover_board, against, second_die):
                second = _hop(against, then, second_die)
                plays.setdefault(key + _key(second), (first, second))
            _retreat(mover_board, against, first)
    if plays:
        return list(plays.values())
    singles = starts(mover_board, against, large)
    if singles:
        return [(_hop(against, start, large),) for start in singles]
    return [(_hop(against, start, small),) for start in starts(mover_board, against, small)]


def _key(hop: CheckerMove) -> int:
    """What a hop changes, as a number: equal sums mean equal resulting positions."""
    change = _PLACE[hop.end] - _PLACE[hop.start]
    return change + _HIT_AT[hop.end] if hop.hit else change


def _advance(mover_board: list[int], against: list[int], hop: CheckerMove) -> int:
    mover_board[hop.start] -= 1
    mover_board[hop.end] += 1
    if hop.hit:
        against[hop.end] = 0
    return _key(hop)


def _retreat(mover_board: list[int], against: list[int], hop: CheckerMove) -> None:
    mover_board[hop.start] += 1
    mover_board[hop.end] -= 1
    if hop.hit:
        against[hop.end] = 1


def _doubles(mover_board: list[int], against: list[int], die: int) -> list[Hops]:
    """Four equal numbers: hops are taken from the rear forwards, so each choice of checkers comes once."""
    plays: list[Hops] = []
    walk = _walker(mover_board, against, die, plays.append)
    walk((), BAR)
    longest = max(map(len, plays))
    return [hops for hops in plays if len(hops) == longest] if longest else []


def _walker(
    mover_board: list[int], against: list[int], die: int, keep: Callable[[Hops], None]
) -> Callable[[Hops, int], None]:
    def walk(path: Hops, rearmost: int) -> None:
        starts_here = [start for start in starts(mover_board, against, die) if start <= rearmost]
        if not starts_here:
            keep(path)
        for start in starts_here:
            hop = _hop(against, start, die)
            if len(path) == 3:
                keep((*path, hop))
                continue
            _advance(mover_board, against, hop)
            walk((*path, hop), start)
            _retreat(mover_board, against, hop)

    return walk


def _paths(hops: Hops) -> Iterator[list[CheckerMove]]:
    """Join hops of one checker: each hop continues the path that ended where it starts."""
    paths: list[list[CheckerMove]] = []
    for hop in sorted(hops, key=lambda hop: -hop.start):
        for path in paths:
            if path[-1].end == hop.start:
                path.append(hop)
                break
        else:
            paths.append([hop])
    return iter(paths)


def _stops(path: list[CheckerMove]) -> Stops:
    leaves = path[-1].end == OFF
    middle = tuple((hop.end, hop.hit) for hop in path[:-1] if hop.hit or leaves)
    return ((path[0].start, False), *middle, (path[-1].end, False))


def _spell_path(stops: Stops, mark: str, count: int) -> str:
    text = "/".join(_place_text(place) + "*" * hit for place, hit in stops)
    times = f"({count})" if count > 1 else ""
    return f"{text}{mark}{times}"


def _place_text(place: int) -> str:
    return "bar" if place == BAR else "off" if place == OFF else str(place)

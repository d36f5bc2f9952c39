"""Reader of FIBS games saved with `oldmoves`: X and O, dice in brackets, moves such as 24-18."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple, NoReturn

from ..cube import is_cube_value
from ..errors import Unreadable
from ..record import Record, RecordedGame, Score
from ..sides import Side
from .fibs_rows import FibsRow, actions_of, read_row
from .text_decoding import check_lines

WHITE, BLACK = Side.WHITE, Side.BLACK

_SCORE = re.compile(
    r"Score is (\d{1,5})-(\d{1,5}) in (?:an? (\d{1,5}) point match|an unlimited match|a money game)\b",
    re.IGNORECASE,
)
_CUBE = re.compile(r"Cube: (\d{1,5})\b")


def is_fibs(text: str) -> bool:
    """Whether an early line gives a score, or the players of X and O, in FIBS wording."""
    return any(_SCORE.match(line) or _read_names(line) for line in text.split("\n", 60)[:60])


def read_fibs(text: str) -> Record:
    """Read one match or session; lines between its games, such as chat, are skipped.

    X of the first game is White. Raises `Unreadable` with the line at fault; also where a second match
    begins, since it is ambiguous which of them is meant.
    """
    lines = text.rstrip().split("\n")
    check_lines(lines)
    log = _Log()
    for number, line in enumerate(lines, 1):
        log.read_line(line, number, is_last=number == len(lines))
    return log.record(len(lines))


class _Heading(NamedTuple):
    """The score line above a game: the points of X and of O, the length of the match, the line."""

    score: Score
    length: int
    line: int


@dataclass(slots=True)
class _Log:
    """The state of reading: the games finished so far and the one whose rows are being read."""

    length: int = 0
    players: tuple[str, str] | None = None
    games: list[RecordedGame] = field(default_factory=list)
    heading: _Heading | None = None
    names: tuple[str, str] | None = None
    rows: list[FibsRow] = field(default_factory=list)
    line: int = 0
    cube: int = 1
    is_in_rows: bool = False
    cut: tuple[int, int, str] | None = None

    def read_line(self, line: str, number: int, *, is_last: bool) -> None:
        """Read one line; the last may be broken off, which is stored in `cut`."""
        score, names = _SCORE.match(line), _read_names(line)
        if score:
            self._finish_game()
            self.heading = _Heading((int(score[1]), int(score[2])), int(score[3] or 0), number)
        elif names:
            self._finish_game()
            self._begin_game(names, number)
        elif not line.strip():
            self.is_in_rows = False
        elif self.names:
            self._read_row(line.strip(), number, is_last=is_last)

    def record(self, last_line: int) -> Record:
        """The whole record, once every line has been read."""
        self._finish_game()
        if not self.games or self.players is None:
            _refuse(last_line, 'a line such as "anna is X - bea is O"')
        return Record(self.players, self.length, tuple(self.games), {}, "fibs", cut=self.cut)

    def _begin_game(self, names: tuple[str, str], number: int) -> None:
        heading = self.heading or _Heading((0, 0), self.length, number)
        if self.players is None:
            self.players, self.length = names, heading.length
        if set(names) != set(self.players) or heading.length != self.length or self._begins_anew():
            raise Unreadable("several_matches", line=heading.line, column=1, expected="one match")
        self.names, self.line, self.is_in_rows = names, number, True

    def _begins_anew(self) -> bool:
        """Whether the score is zero again after a game with a winner."""
        return bool(self.games and self.games[-1].winner and self.heading and self.heading.score == (0, 0))

    def _read_row(self, line: str, number: int, *, is_last: bool) -> None:
        """Read a row of the game; after a blank line or the result other lines may stand there too."""
        row, cube = read_row(line, number), _CUBE.match(line)
        if cube and not self.rows:
            self.cube = _cube_value(cube[1], number)
        elif row is not None:
            self.rows.append(row)
            self.is_in_rows = row.keyword != "wins"
        elif not self.is_in_rows:
            return
        elif is_last and (self.games or self.rows):
            self.cut = (number, 1, 'a row such as "X: (6 2) 24-18 13-11"')
        else:
            _refuse(number, 'a row such as "X: (6 2) 24-18 13-11"')

    def _finish_game(self) -> None:
        if self.names is None or self.players is None:
            return
        side_of_x = WHITE if self.names[0] == self.players[0] else BLACK
        ending = next((row for row in self.rows if row.keyword == "wins"), None)
        played = [row for row in self.rows if row.keyword != "wins"]
        winner = ending and (side_of_x if ending.mark == "X" else side_of_x.other)
        game = RecordedGame(
            number=len(self.games) + 1,
            score_before=self._read_score(side_of_x),
            actions=actions_of(played, side_of_x, winner, self.cube),
            winner=winner,
            points=ending.points if ending else None,
            players=self.players,
            initial_cube=self.cube,
            line=self.line,
            result_line=ending.line if ending else 0,
        )
        self.games.append(game)
        self.names, self.heading, self.rows, self.is_in_rows, self.cube = None, None, [], False, 1

    def _read_score(self, side_of_x: Side) -> Score | None:
        """The score line in White's order; FIBS sometimes writes it reversed.

        The first of the two orders that follows from the game before is taken. When that game has no points,
        which the server omits after a resignation, they are the difference and are added to it.
        """
        if self.heading is None:
            return None
        first, second = self.heading.score
        stated = (first, second) if side_of_x is WHITE else (second, first)
        last = self.games[-1] if self.games else None
        if last is None or last.winner is None or last.score_before is None:
            return stated
        for score in (stated, stated[::-1]):
            gains = (score[0] - last.score_before[0], score[1] - last.score_before[1])
            if gains[last.winner.other.index] == 0 and gains[last.winner.index] > 0:
                if last.points is None:
                    self.games[-1] = replace(last, points=gains[last.winner.index])
                    return score
                if gains[last.winner.index] == last.points:
                    return score
        return stated


def _cube_value(token: str, number: int) -> int:
    if not is_cube_value(int(token)):
        _refuse(number, "a cube value")
    return int(token)


def _read_names(line: str) -> tuple[str, str] | None:
    """The names of X and O from a line such as `anna is X - bea is O`."""
    name_of_x, separator, rest = line.partition(" is X - ")
    name_of_o = rest.rstrip(" .").removesuffix(" is O")
    if not separator or name_of_o == rest.rstrip(" ."):
        return None
    return " ".join(name_of_x.split()), " ".join(name_of_o.split())


def _refuse(line: int, expected: str) -> NoReturn:
    raise Unreadable("unreadable", line=line, column=1, expected=expected)

"""Reader of GamesGrid's .sgg files: rows between tabs, every roll twice, and chat in between.

A row is the number of the move, one tab for the first player or two for the second, and the action. A
roll stands alone first and then again with its play; either row may come more than once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple, NoReturn

from ..actions import Action, Beavered, Conceded, Doubled, Dropped, Moved, Took
from ..dice import Dice
from ..errors import Unreadable
from ..notation import BLANK, DANCE, read_play
from ..record import Record, RecordedGame
from ..sides import Side
from . import nackgammon
from .sgg_header import is_game_line, read_fact, read_names
from .text_decoding import check_lines

WHITE, BLACK = Side.WHITE, Side.BLACK
CLOSED_OUT: Dice = (6, 6)

_GAME = re.compile(r"\s*Game\s+(\d{1,5})\.(\d{1,5})(\*?)-(\d{1,5})(\*?)(?:/(\d{1,5}))?\s*\Z")
_ROW = re.compile(r"(\d{1,5})(?:\t| {3,})\s*")
_ROLL = re.compile(r"(\d)(\d)\s*:?\s*")
_AUTOMATIC = re.compile(r"([1-6])\1:?\s*Automatic double", re.IGNORECASE)
_VALUE = re.compile(r"\d{1,6}")
_BLACK_COLUMN = 12
_VARIANTS = ("backgammon", nackgammon.NAME)


def is_sgg(text: str) -> bool:
    """Whether early lines name two players with "vs.", and a game such as "Game 1.0-0"."""
    return "vs." in text[:4000] and any(is_game_line(line) for line in text.split("\n", 100)[:100])


def read_sgg(text: str) -> Record:
    """Read one match. Raises `Unreadable` with the line and column of the first problem.

    Where a closed-out player's row has no dice, 66 is assumed.
    """
    lines = text.split("\n")
    check_lines(lines)
    while lines and not lines[-1].strip():
        lines.pop()
    grid = _Grid(*_players(lines))
    for number in range(grid.line, len(lines)):
        grid.read_line(lines[number], number + 1, is_last=number + 1 == len(lines))
    return grid.record(len(lines))


def _players(lines: list[str]) -> tuple[int, tuple[str, str]]:
    for number, line in enumerate(lines, 1):
        names = read_names(line)
        if names:
            return number, names
    return _refuse(1, 1, 'a line such as "Anna vs. Bea"')


class _SggRoll(NamedTuple):
    """A roll whose play has not been read yet."""

    side: Side
    dice: Dice
    line: int


@dataclass(slots=True)
class _Grid:
    """The state of reading: the games finished so far and the one whose rows are being read.

    `seen_actions` are those of the rows with the current number, to detect repetitions, also one that is cut
    short at the end of the text.
    """

    line: int
    players: tuple[str, str]
    length: int = 0
    facts: dict[str, str] = field(default_factory=dict)
    games: list[RecordedGame] = field(default_factory=list)
    game: RecordedGame | None = None
    actions: list[Action] = field(default_factory=list)
    roll: _SggRoll | None = None
    row: str = ""
    seen_actions: set[tuple[Side, str]] = field(default_factory=set)
    cut: tuple[int, int, str] | None = None

    def read_line(self, line: str, number: int, *, is_last: bool) -> None:
        """Read one line; the last may be broken off, which is stored in `cut`."""
        try:
            self._read(line, number)
        except Unreadable as broken:
            if not is_last or not (self.games or self.actions):
                raise
            self.cut = (number, int(str(broken.facts["column"])), str(broken.facts["expected"]))

    def record(self, last_line: int) -> Record:
        """The whole record, once every line has been read."""
        self._close()
        if not self.games:
            _refuse(last_line, 1, 'a line such as "Game 1.0-0/7"')
        return Record(self.players, self.length, tuple(self.games), self.facts, "sgg", cut=self.cut)

    def _read(self, line: str, number: int) -> None:
        game = _GAME.match(line)
        row = _ROW.match(line)
        if game:
            self._open(game, number)
        elif self.game is None:
            self._read_fact(line, number)
        elif row:
            self._read_row(line, row, number)
        elif _AUTOMATIC.match(line):
            self.game = self._with(initial_cube=self.game.initial_cube * 2)
        else:
            self._read_result(line, number)

    def _read_fact(self, line: str, number: int) -> None:
        read_fact(line, self.facts)
        if self.facts.get("variation", "Backgammon").casefold() not in _VARIANTS:
            _refuse(number, 1, "backgammon from the standard starting position")

    def _open(self, game: re.Match[str], number: int) -> None:
        self._close()
        self.length = self.length or int(game[6] or 0)
        self.game = RecordedGame(
            number=int(game[1]),
            score_before=(int(game[2]), int(game[4])),
            is_crawford=True if game[3] or game[5] else None,
            players=self.players,
            line=number,
        )

    def _close(self) -> None:
        self._end_roll()
        if self.game is not None:
            is_nackgammon = self.facts.get("variation", "").casefold() == nackgammon.NAME
            actions = nackgammon.laid_out(self.actions, self.game.line) if is_nackgammon else self.actions
            self.games.append(self._with(actions=tuple(actions)))
        self.game, self.actions, self.row = None, [], ""

    def _with(self, **changes: object) -> RecordedGame:
        game = self.game or RecordedGame(0)
        return replace(game, **changes)  # type: ignore[arg-type]

    def _read_row(self, line: str, row: re.Match[str], number: int) -> None:
        text, column = line[row.end() :].strip(), row.end() + 1
        side = WHITE if len(line[: row.end()].expandtabs(8)) < _BLACK_COLUMN else BLACK
        if row[1] != self.row:
            self.row = row[1]
            self.seen_actions.clear()
        action = " ".join(text.split())
        if not text or any(seen.startswith(action) for by, seen in self.seen_actions if by is side):
            return
        self.seen_actions.add((side, action))
        roll = _ROLL.match(text)
        if roll:
            self._read_roll(_SggRoll(side, (int(roll[1]), int(roll[2])), number), text[roll.end() :], column)
        elif text == "-":
            self._play(_SggRoll(side, CLOSED_OUT, number), "O-O", column)
        else:
            self._end_roll()
            self._read_text(side, text, number, column)

    def _read_roll(self, roll: _SggRoll, text: str, column: int) -> None:
        """Read a roll alone, or with its play, which completes the pending roll."""
        if self.roll and self.roll[:2] == roll[:2]:
            self.roll = None
        self._end_roll()
        self.seen_actions.add((roll.side, f"{roll.dice[0]}{roll.dice[1]}:"))
        if not text:
            self.roll = roll
        elif text.lower().startswith("resign"):
            self.actions += [
                Moved(roll.side, roll.dice, BLANK, roll.line),
                Conceded(roll.side, None, roll.line),
            ]
        else:
            self._play(roll, text, column)

    def _play(self, roll: _SggRoll, text: str, column: int) -> None:
        self._end_roll()
        plain = " ".join(text.replace(",", " ").split())
        notation = DANCE if plain == "O-O" else read_play(plain, roll.dice)
        if notation is None:
            _refuse(roll.line, column, 'a play such as "13/8 6/5*"')
        self.actions.append(Moved(roll.side, roll.dice, notation, roll.line))

    def _end_roll(self) -> None:
        """Record a roll without a play."""
        if self.roll is not None:
            self.actions.append(Moved(self.roll.side, self.roll.dice, BLANK, self.roll.line))
        self.roll = None

    def _read_text(self, side: Side, text: str, number: int, column: int) -> None:
        lower_text, value_match = text.lower(), _VALUE.search(text)
        value = int(value_match[0]) if value_match else 0
        if lower_text.startswith("double"):
            self.actions.append(Doubled(side, value, number))
        elif lower_text.startswith(("beaver", "raccoon")):
            self.actions.append(Beavered(side, value, number))
        elif lower_text.startswith(("accept", "take")):
            if not (self.actions and isinstance(self.actions[-1], Conceded)):
                self.actions.append(Took(side, number))
        elif lower_text.startswith(("pass", "drop", "reject")):
            self.actions.append(Dropped(side, number))
        elif lower_text.startswith("resign"):
            self.actions.append(Conceded(side, None, number))
        else:
            _refuse(number, column, "a roll, a cube action or a result")

    def _read_result(self, line: str, number: int) -> None:
        """Read a line such as "Anna  wins 2 points."; anything else is chat."""
        name, wins, rest = line.partition(" wins ")
        points = _VALUE.match(rest)
        if wins and points and name.strip() in self.players:
            self._end_roll()
            winner = WHITE if name.strip() == self.players[0] else BLACK
            self.game = self._with(winner=winner, points=int(points[0]), result_line=number)


def _refuse(line: int, column: int, expected: str) -> NoReturn:
    raise Unreadable("unreadable", line=line, column=column, expected=expected)

"""The .mat score sheet of Jellyfish, GNU Backgammon, XG, Galaxy, Studio and kin, every dialect."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NoReturn

from rules.actions import Action, Beavered, Conceded, Doubled, Dropped, Moved, Took
from rules.dice import Dice
from rules.errors import Unreadable
from rules.formats.text import check_lines
from rules.notation import Written, read_play
from rules.record import Record, RecordedGame
from rules.sides import Side

WHITE, BLACK = Side.WHITE, Side.BLACK

_LENGTH = re.compile(r"\s*(\d{1,5})\s+point\s+match\b", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+(\d{1,5})\s*\Z", re.IGNORECASE)
_NAMES = re.compile(r"(.*?)\s*:\s*(\d{1,7})(.*):\s*(\d{1,7})\s*\Z")
_HEADER = re.compile(r'[;#]\s*\[\s*([^"\]]*?)\s*"(.*)"\s*\]')
_NUMBER = re.compile(r"\s*\d+\)")
_CELL = re.compile(
    r"\d\d ?:|Doubles?|Takes|Accepts|Drops|Passes|Beavers?|Raccoons?|Wins|Losses|Loses|Concedes|Resigns"
)
_VALUE = re.compile(r"[^\d]*(\d{1,7})?")
_KEYS = {"EventDate": "date", "EventTime": "time", "Match ID": "match_id"}


def looks_like_mat(text: str) -> bool:
    """Tell whether some early line announces the length of a match."""
    return any(_LENGTH.match(line) for line in text.split("\n", 60)[:60])


def read_mat(text: str) -> Record:
    """Read one match. Raises `Unreadable` with the line and column of the first thing not understood."""
    lines = text.split("\n")
    check_lines(lines)
    sheet = _Sheet()
    start = _read_header(lines, sheet)
    while lines and not lines[-1].strip():
        lines.pop()
    for number in range(start, len(lines)):
        line = lines[number]
        if line and not line.isspace():
            sheet.read_line(line, number + 1, is_last=number + 1 == len(lines))
    return sheet.record(len(lines))


def _read_header(lines: list[str], sheet: _Sheet) -> int:
    for number, line in enumerate([*lines, "end"]):
        header = _HEADER.match(line)
        length = _LENGTH.match(line)
        if header:
            sheet.facts[_key(header[1])] = header[2]
        elif length:
            sheet.length = int(length[1])
            return number + 1
        elif line.strip() and line[0] not in ";#":
            break
    return _refuse(number + 1, 1, 'a line such as "7 point match"')


def _key(name: str) -> str:
    return _KEYS.get(name, name.strip().lower().replace(" ", "_"))


@dataclass(slots=True)
class _Sheet:
    """The state of reading: the games finished so far and the one whose rows are being read."""

    length: int = 0
    facts: dict[str, str] = field(default_factory=dict)
    games: list[RecordedGame] = field(default_factory=list)
    number: int = 0
    line: int = 0
    players: tuple[str, str] | None = None
    score: tuple[int, int] = (0, 0)
    middle: int = 19
    actions: list[Action] = field(default_factory=list)
    winner: Side | None = None
    points: int | None = None
    ends_match: bool = False
    result_line: int = 0
    cut: tuple[int, int, str] | None = None

    def read_line(self, line: str, number: int, *, is_last: bool) -> None:
        """Read one line that is not blank; the last may be broken off, which is kept in `cut`."""
        if self.players is not None and self._read_two_rolls(line, number):
            return
        try:
            self._read_other(line, number)
        except Unreadable as broken:
            if not is_last or not (self.games or self.actions):
                raise
            facts = broken.facts
            self.cut = (number, int(str(facts["column"])), str(facts["expected"]))

    def _read_other(self, line: str, number: int) -> None:
        game = _GAME.match(line)
        if game:
            self._close()
            self.number, self.line = int(game[1]), number
        elif line[0] in ";#":
            return
        elif not self.line:
            _refuse(number, 1, 'a line such as "Game 1"')
        elif self.players is None:
            self._read_names(line, number)
        else:
            self._read_cells(line, number)

    def record(self, last_line: int) -> Record:
        """The whole record, once every line has been read."""
        if self.line and self.players is None:
            _refuse(last_line, 1, "the two names and their score")
        self._close()
        if not self.games:
            _refuse(last_line, 1, 'a line such as "Game 1"')
        players = self.games[0].players or ("", "")
        return Record(players, self.length, tuple(self.games), self.facts, "mat", cut=self.cut)

    def _close(self) -> None:
        if self.players is not None:
            self.games.append(
                RecordedGame(
                    number=self.number,
                    score_before=self.score,
                    actions=tuple(self.actions),
                    winner=self.winner,
                    points=self.points,
                    ends_match=self.ends_match,
                    players=self.players,
                    line=self.line,
                    result_line=self.result_line,
                )
            )
        self.players, self.winner, self.points, self.result_line = None, None, None, 0
        self.actions, self.ends_match = [], False

    def _read_names(self, line: str, number: int) -> None:
        match = _NAMES.match(line)
        if match is None:
            _refuse(number, 1, "the two names and their score")
        white, black = match[1].strip(), match[3].strip()
        self.players = (_plain(white), _plain(black))
        self.line = number
        self.score = (int(match[2]), int(match[4]))
        self.middle = (5 + line.index(black, match.end(2))) // 2 if black else 19

    def _read_two_rolls(self, line: str, number: int) -> bool:
        """Read the ordinary row `12) 63: 24/18 13/10   41: 6/5 24/20`; False for another kind of line."""
        first = line.find(":")
        second = line.find(":", first + 1)
        if first < 3 or second < 0 or line[: first - 2].rstrip()[-1:] != ")":
            return False
        left = _read_roll(line[first - 2 : second - 2].rstrip())
        right = _read_roll(line[second - 2 :].rstrip())
        if left is None or right is None:
            return False
        self.actions.append(Moved(WHITE, left[0], left[1], number))
        self.actions.append(Moved(BLACK, right[0], right[1], number))
        return True

    def _read_cells(self, line: str, number: int) -> None:
        row = _NUMBER.match(line)
        begin = row.end() if row else 0
        starts = [match.start() for match in _CELL.finditer(line, begin)]
        if line[begin : starts[0] if starts else None].strip():
            _refuse(number, begin + 1, "a roll, a cube action or a result")
        for start, end in pairwise([*starts, len(line)]):
            side = WHITE if start < self.middle else BLACK
            self._read_cell(line[start:end].strip(), side, number, start + 1)

    def _read_cell(self, text: str, side: Side, number: int, column: int) -> None:
        if text[0].isdigit():
            roll = _read_roll(text)
            if roll is None:
                _refuse(number, column, 'a play such as "13/8 6/5*"')
            self.actions.append(Moved(side, roll[0], roll[1], number))
        else:
            self._read_words(text, side, number)

    def _read_words(self, text: str, side: Side, number: int) -> None:
        match = _VALUE.match(text)
        value = int(match[1]) if match and match[1] else None
        if text.startswith("Wins"):
            self.winner, self.points, self.result_line = side, value, number
            self.ends_match = "and the match" in text
        elif text.startswith("Double"):
            self.actions.append(Doubled(side, value or 0, number))
        elif text.startswith(("Takes", "Accepts")):
            self.actions.append(Took(side, number))
        elif text.startswith(("Drops", "Passes")):
            self.actions.append(Dropped(side, number))
        elif text.startswith(("Beaver", "Raccoon")):
            self.actions.append(Beavered(side, value or 0, number))
        else:
            self.actions.append(Conceded(side, value, number))


def _read_roll(text: str) -> tuple[Dice, Written] | None:
    return _short_roll(text) if len(text) < 64 else _long_roll(text)


def _long_roll(text: str) -> tuple[Dice, Written] | None:
    head, _, rest = text.partition(":")
    if len(head.rstrip()) != 2 or not head[:2].isdigit():
        return None
    dice = (int(head[0]), int(head[1]))
    written = read_play(" ".join(rest.split()), dice)
    return None if written is None else (dice, written)


_short_roll = lru_cache(maxsize=32_768)(_long_roll)


def forget_plays() -> None:
    """Empty the bounded memory of cells already read; only benchmarks need it."""
    _short_roll.cache_clear()


def _plain(name: str) -> str:
    """The name without the rating that GamesGrid writes after a comma: `Anna, 1620.5 (88)`."""
    return re.sub(r",\s*\d[\d.]*\s*\(\d+\)\s*\Z", "", name)


def _refuse(line: int, column: int, expected: str) -> NoReturn:
    raise Unreadable("unreadable", line=line, column=column, expected=expected)

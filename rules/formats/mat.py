"""The .mat score sheet of Jellyfish, GNU Backgammon, XG, Galaxy, Studio and kin, every dialect."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise, zip_longest
from typing import NoReturn

from ..actions import (
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
from ..errors import Unreadable
from ..position import Position
from ..record import Record, RecordedGame, Score
from ..sides import Side
from .mat_tabs import align_columns
from .nackgammon import NAME, laid_out, start
from .roll_cells import Rolls
from .snowie import read_snowie
from .text_decoding import check_lines

WHITE, BLACK = Side.WHITE, Side.BLACK

_LENGTH = re.compile(r"\s*(\d{1,5})\s+point\s+match\b", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+(\d{1,5})\s*\Z", re.IGNORECASE)
_SCORE = re.compile(r":\s*(\d{1,7})")
_HEADER = re.compile(r'[;#]\s*\[([^"\]]*)"(.*)"\s*\]')
_CUBE = re.compile(r"game_(\d{1,5})_cube\Z")
_NUMBER = re.compile(r"\s*\d+\)")
_SECOND_NUMBER = re.compile(r"(?<=\s)\d{1,4}\)(?=\s)")
_CELL = re.compile(
    r"\d\d ?: *Illegal play \((?:[^;]*;){39}[^;)]*;?\)"
    r"|\d\d ?: *\?{3,}|\d\d ?:|\?{3,}|Doubles?|Takes|Accepts|Drops|Passes|Beavers?|Raccoons?"
    r"|Wins|Losses|Loses|Concedes|Resigns"
)
_PLAIN_CELL = re.compile(r" ?(?:Doubles => \d{1,7}|Takes|Drops|Wins \d{1,7} points?)?\Z")
_RESULT = re.compile(r" *(Wins \d{1,7} points?)\Z")
_ILLEGAL = re.compile(r"(\d)(\d) ?: *Illegal play \((.*?)\)?\Z")
_RATING = re.compile(r",\s*\d[\d.]*\s*\(\d+\)\s*\Z")
_VALUE = re.compile(r"[^\d]*(\d{1,7})?")
_ROWS = frozenset(f"{number:3}) " for number in range(1, 1000))
_ROLLS = Rolls()
_FARTHEST_LEFT = 22
_KEYS = {"EventDate": "date", "EventTime": "time", "Match ID": "match_id"}


def is_mat(text: str) -> bool:
    """Whether an early line announces the length of a match."""
    return any(_LENGTH.match(line) for line in text.split("\n", 60)[:60])


def read_mat(text: str) -> Record:
    """Read one match. Raises `Unreadable` with the line and column of the first problem."""
    lines = text.split("\n")
    check_lines(lines)
    sheet = _Sheet()
    if "\t" in text:
        sheet.unclear_lines = align_columns(lines)
    number = _read_header(lines, sheet)
    while lines and not lines[-1].strip():
        lines.pop()
    while number < len(lines):
        line = lines[number]
        if sheet.line and _LENGTH.match(line):
            sheet.other_matches = _list_players(lines[number:])
            break
        number += 1
        if line and not line.isspace():
            sheet.read_line(line, number, is_last=number == len(lines))
            number = sheet.read_rows(lines, number)
    return sheet.record(number)


def _list_players(lines: list[str]) -> tuple[tuple[str, str], ...]:
    """The players of each match in these lines, by the first of its lines with names and scores."""
    matches: list[tuple[str, str]] = []
    is_open = False
    for line in lines:
        if _LENGTH.match(line):
            is_open = True
        elif is_open and not _NUMBER.match(line) and len(_SCORE.findall(line)) > 1:
            matches.append(_split_names(line))
            is_open = False
    return tuple(matches)


def _split_names(line: str) -> tuple[str, str]:
    """The two names of a line such as ` Anna : 0    Bruno : 1`, which has two scores."""
    left, *_, right = _SCORE.finditer(line)
    return _plain(line[: left.start()].strip()), _plain(line[left.end() : right.start()].strip())


def _read_header(lines: list[str], sheet: _Sheet) -> int:
    expected = 'a line such as "7 point match"'
    for number, line in enumerate(lines, 1):
        header, length = _HEADER.match(line), _LENGTH.match(line)
        if length:
            sheet.length = int(length[1])
            return number
        if header:
            _read_fact(sheet, _key(header[1].strip()), header[2])
        elif line.strip() and line[0] not in ";#":
            _refuse(number, 1, expected)
    return _refuse(len(lines), 1, expected)


def _key(name: str) -> str:
    return _KEYS.get(name, name.lower().replace(" ", "_"))


def _read_fact(sheet: _Sheet, key: str, value: str) -> None:
    cube = _CUBE.match(key)
    if cube and len(value) < 6 and value.isdecimal():
        sheet.cubes[int(cube[1])] = int(value)
    else:
        sheet.facts[key] = value


@dataclass(slots=True)
class _Sheet:
    """The state of reading: the games finished so far and the one whose rows are being read.

    `bare` is the place of a resignation in a row of its own, without a number and so without a column: the
    result decides its side. `unclear_lines` are those whose cell may be in either column.
    """

    length: int = 0
    facts: dict[str, str] = field(default_factory=dict)
    cubes: dict[int, int] = field(default_factory=dict)
    games: list[RecordedGame] = field(default_factory=list)
    number: int = 0
    line: int = 0
    players: tuple[str, str] | None = None
    score: tuple[int, int] = (0, 0)
    column: int = 0
    actions: list[Action] = field(default_factory=list)
    winner: Side | None = None
    points: int | None = None
    ends_match: bool = False
    result_line: int = 0
    bare: int | None = None
    cut: tuple[int, int, str] | None = None
    other_matches: tuple[tuple[str, str], ...] = ()
    unclear_lines: set[int] = field(default_factory=set)

    def read_line(self, line: str, number: int, *, is_last: bool) -> None:
        """Read one line that is not blank; the last may be broken off, which is stored in `cut`."""
        try:
            self._read_other(line, number)
        except Unreadable as broken:
            is_out_of_place = self.players is None and _NUMBER.match(line)
            if not is_last or is_out_of_place or not (self.games or self.actions):
                raise
            facts = broken.facts
            self.cut = (number, int(str(facts["column"])), str(facts["expected"]))

    def read_rows(self, lines: list[str], number: int) -> int:
        """Read ordinary rows such as `12) 63: 24/18 13/10   41: 6/5 24/20` from a line on, as long as
        they follow each other and the right column stays where it was; the number of the next line.
        """
        if self.players is None:
            return number
        column, add_action, new_action = self.column, self.actions.append, tuple.__new__
        for line in map(lines.__getitem__, range(number, len(lines))):
            if line[:5] not in _ROWS:
                break
            left_text, right_text = line[5:column].rstrip(), line[column:].rstrip()
            left_roll, right_roll = _ROLLS[left_text], _ROLLS[right_text]
            row = number + 1
            if left_roll and right_roll:
                dice, play = left_roll
                add_action(new_action(Moved, (WHITE, dice, play, row)))
                dice, play = right_roll
                add_action(new_action(Moved, (BLACK, dice, play, row)))
            elif column >= _FARTHEST_LEFT and _is_cell(left_text) and _is_cell(right_text):
                self._add_cell(left_text, WHITE, row)
                self._add_cell(right_text, BLACK, row)
            else:
                break
            number = row
        return number

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
        is_begun = bool(self.line) and self.players is None
        self._close()
        if is_begun:
            expected = "the two names and their score"
            if not self.games:
                _refuse(last_line, 1, expected)
            self.cut = self.cut or (last_line, 1, expected)
        if not self.games:
            _refuse(last_line, 1, 'a line such as "Game 1"')
        players = self.games[0].players or ("", "")
        return Record(
            players,
            self.length,
            self._settle_winners(),
            self.facts,
            "mat",
            cut=self.cut,
            other_matches=self.other_matches,
        )

    def _settle_winners(self) -> tuple[RecordedGame, ...]:
        """The games; where the column of a result is not clear, a resignation or the next score tells it."""
        following = [game.score_before for game in self.games[1:]]
        return tuple(
            replace(game, winner=_find_winner(game, score_after) or game.winner)
            if game.result_line in self.unclear_lines
            else game
            for game, score_after in zip_longest(self.games, following)
        )

    def _close(self) -> None:
        if self.players is not None:
            if self.bare is not None and self.winner is not None:
                conceded = self.actions[self.bare]
                self.actions[self.bare] = conceded._replace(side=self.winner.other)
            if self.facts.get("variation", "").casefold() == NAME:
                self.actions = [*laid_out(self.actions, self.line)]
            self.games.append(
                RecordedGame(
                    number=self.number,
                    score_before=self.score,
                    actions=tuple(self.actions),
                    winner=self.winner,
                    points=self.points,
                    ends_match=self.ends_match,
                    players=self.players,
                    initial_cube=self.cubes.get(self.number, 1),
                    line=self.line,
                    result_line=self.result_line,
                )
            )
        self.players, self.winner, self.points, self.result_line = None, None, None, 0
        self.actions, self.ends_match, self.bare = [], False, None

    def _read_names(self, line: str, number: int) -> None:
        scores = list(_SCORE.finditer(line))
        if len(scores) < 2 or line[scores[-1].end() :].strip():
            _refuse(number, 1, "the two names and their score")
        self.players = _split_names(line)
        self.line = number
        self.score = (int(scores[0][1]), int(scores[-1][1]))

    def _read_cells(self, line: str, number: int) -> None:
        """Read one row; some writers put a whole row, with its number, where the right cell should be."""
        result = _RESULT.match(line)
        if result:
            self._read_text(result[1], WHITE if result.start(1) < _FARTHEST_LEFT else BLACK, number)
            return
        second = _SECOND_NUMBER.search(line, _FARTHEST_LEFT) if ";" not in line else None
        if second is None:
            self._read_row(line, number, 0)
            return
        if line[: second.start()].strip():
            self._read_row(line[: second.start()].rstrip(), number, 0)
        self._read_row(line[second.start() :], number, second.start())

    def _read_row(self, line: str, number: int, shift: int) -> None:
        row = _NUMBER.match(line)
        begin = row.end() if row else 0
        starts = [match.start() for match in _CELL.finditer(line, begin)]
        if line[begin : starts[0] if starts else None].strip():
            _refuse(number, shift + begin + 1, "a roll, a cube action or a result")
        middle = _FARTHEST_LEFT
        if len(starts) == 2 and line[starts[0]].isdigit() and line[starts[1]].isdigit():
            middle = starts[1]
            if line[middle - 2 : middle].isspace() and not shift:
                self.column = middle
        elif len(starts) == 2 and starts[0] < middle and line.startswith("Wins", starts[1]):
            middle = starts[1]
        action_count = len(self.actions)
        for place, end in pairwise([*starts, len(line)]):
            side = WHITE if place < middle else BLACK
            self._read_cell(line[place:end].strip(), side, number, shift + place + 1)
        if row is None and len(self.actions) > action_count and isinstance(self.actions[-1], Conceded):
            self.bare = action_count

    def _read_cell(self, text: str, side: Side, number: int, column: int) -> None:
        if text[0].isdigit():
            roll, board = _ROLLS[text], _ILLEGAL.match(text)
            if board:
                self._read_board(board, side, number, column)
            elif roll:
                self.actions.append(Moved(side, roll[0], roll[1], number))
            else:
                _refuse(number, column, 'a play such as "13/8 6/5*"')
        else:
            self._read_text(text, side, number)

    def _read_board(self, cell: re.Match[str], side: Side, number: int, column: int) -> None:
        """Read a position in place of a play: its result, or the start of a game from another position."""
        dice, line = (int(cell[1]), int(cell[2])), cell[3]
        by_black = line.split(";", 5)[4:5] == ["1"]
        turn = side.other if any(dice) else WHITE if by_black else BLACK
        try:
            match_position = read_snowie(line, turn)
        except Unreadable as broken:
            facts = broken.facts
            _refuse(number, column + cell.start(3) + int(str(facts["column"])) - 1, str(facts["expected"]))
        position = match_position.position or Position.start(turn)
        if not any(dice):
            self.actions.append(
                Placed(side, position, number, match_position.cube, match_position.cube_owner)
            )
        elif not self.actions and sum(dice) == 3 and position == start(turn):
            self.actions.append(Placed(side, position, number))
        else:
            self.actions.append(AcceptedIllegalPlay(side, dice, position, number))

    def _add_cell(self, text: str, side: Side, number: int) -> None:
        """Add a roll, a cube action or a result; a cell may be empty."""
        roll = _ROLLS[text]
        if roll is not None:
            self.actions.append(Moved(side, roll[0], roll[1], number))
        elif text:
            self._read_text(text.lstrip(), side, number)

    def _read_text(self, text: str, side: Side, number: int) -> None:
        match = _VALUE.match(text)
        value = int(match[1]) if match and match[1] else None
        if text.startswith("?"):
            return
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


def _find_winner(game: RecordedGame, score_after: Score | None) -> Side | None:
    """The winner by the resignation at the end, else by the next score line; None if neither tells."""
    last = game.actions[-1] if game.actions else None
    if isinstance(last, Conceded):
        return last.side.other
    if game.score_before is None or score_after is None:
        return None
    gains = [after - before for before, after in zip(game.score_before, score_after, strict=True)]
    return WHITE if gains[0] > 0 == gains[1] else BLACK if gains[1] > 0 == gains[0] else None


def _is_cell(text: str) -> bool:
    """Whether a text is one cell of a plain row: a roll, a cube action, a result or nothing."""
    return _ROLLS[text] is not None or _PLAIN_CELL.match(text) is not None


def forget_plays() -> None:
    """Clear the cache of parsed cells; only benchmarks need it."""
    _ROLLS.clear()


def _plain(name: str) -> str:
    """The name without the rating that GamesGrid writes after a comma: `Anna, 1620.5 (88)`."""
    return _RATING.sub("", name) if "," in name else name


def _refuse(line: int, column: int, expected: str) -> NoReturn:
    raise Unreadable("unreadable", line=line, column=column, expected=expected)

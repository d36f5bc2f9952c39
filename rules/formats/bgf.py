"""BGBlitz's .bgf files, read: a line that tells the encoding, then the match as packed JSON or Smile."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ..actions import Action, Conceded, Moved
from ..dice import Dice, is_roll
from ..notation import DANCE, read_play
from ..record import Comment, Record, RecordedGame, Score
from ..sides import Side
from .bgf_analysis import read_analysis
from .bgf_values import PROGRAM, Fields
from .binary import check_size, inflate, refuse_damaged, refuse_version
from .offers import Offers
from .smile import Value, read_smile

FORMAT = "bgf"

_LONGEST_HEADER = 1_000
_GZIP = 31
_MOST_UNPACKED = 8_000_000
_LONGEST_MATCH = 999
_SIDES = {-1: Side.WHITE, 1: Side.BLACK}
# A "roll" of Green's die 7 is something else, which Red's die names.
_OTHER_ACTION = 7
_DOUBLE, _TAKE, _DROP, _GAME_END, _NO_PLAY, _RESIGNATION = 1, 2, 3, 4, 5, 9
_START = [2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2, 0, 0, 0, 0]
_FACTS = {
    "event": "event",
    "site": "site",
    "location": "place",
    "round": "round",
    "date": "date",
    "extMatchID": "match_id",
}


def is_bgf(data: bytes) -> bool:
    """Tell whether the bytes begin with the first line of a file of BGBlitz."""
    line = data[:_LONGEST_HEADER].partition(b"\n")[0]
    return line.startswith(b"{") and b'"format"' in line and b'"BGF"' in line


def read_bgf(data: bytes) -> Record:
    """Read a match or session. Raises `Unreadable`, with the field or the offset that cannot be read.

    Offsets are those of the unpacked bytes.
    """
    check_size(data)
    root = _root(data)
    length = root.integer("matchlen", 0, _LONGEST_MATCH)
    players = (root.text("nameGreen"), root.text("nameRed"))
    games = root.items("games")
    if not games:
        refuse_damaged(PROGRAM, 0, "games", "a game")
    final = (root.integer("finalGreen"), root.integer("finalRed"))
    scores = [(game.integer("scoreGreen"), game.integer("scoreRed")) for game in games]
    readers = [
        _BgfGameReader(game, number, length, score)
        for number, (game, score) in enumerate(zip(games, scores, strict=True), 1)
    ]
    recorded_games = [reader.read(after) for reader, after in zip(readers, [*scores[1:], final], strict=True)]
    return Record(
        players,
        length,
        tuple(recorded_games),
        _facts(root),
        FORMAT,
        final,
        comments=tuple(_comments(root, readers)),
        analyse=partial(
            read_analysis,
            recorded_games,
            [reader.sources for reader in readers],
            length,
            has_crawford=root.is_set("useCrawford"),
        ),
    )


def _root(data: bytes) -> Fields:
    line, _, body = data.partition(b"\n")
    header = Fields(_json_object(line[:_LONGEST_HEADER], "first line"), "first line ")
    if header.text("version") != "1.0":
        refuse_version(
            PROGRAM, 0, "first line version", version=header.text("version")[:20] or "?", readable="1.0"
        )
    if header.is_set("compress"):
        body = inflate(PROGRAM, body, 0, "match", wbits=_GZIP, limit=_MOST_UNPACKED)
    if not header.is_set("useSmile"):
        return Fields(_json_object(body, "match"))
    value = read_smile(body)
    if not isinstance(value, dict):
        refuse_damaged(PROGRAM, 4, "match", "an object")
    return Fields(value)


def _json_object(text: bytes, where: str) -> dict[str, Value]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        refuse_damaged(PROGRAM, 0, where, "JSON")
    if not isinstance(value, dict):
        refuse_damaged(PROGRAM, 0, where, "an object")
    return value


def _facts(root: Fields) -> Mapping[str, str]:
    facts = {name: root.text(key) for key, name in _FACTS.items()}
    limit = root.values.get("cubeLimit")
    facts |= {
        "crawford": "On" if root.is_set("useCrawford") else "Off",
        "jacoby": "On" if root.is_set("useJacoby") else "Off",
        "beaver": "On" if root.is_set("useBeaver") else "Off",
        "cubelimit": str(limit) if type(limit) is int and limit > 1 else "",
    }
    return {name: text for name, text in facts.items() if text}


def _comments(root: Fields, readers: Sequence[_BgfGameReader]) -> list[Comment]:
    comments = [Comment(0, -1, root.text("comment"))]
    for reader in readers:
        lines = reader.game.values.get("comment")
        texts = lines if isinstance(lines, list) else [lines]
        comments += [Comment(reader.number, -1, text.strip()) for text in texts if isinstance(text, str)]
        comments += [
            Comment(reader.number, action, move.text("comment"))
            for action, move in zip(reader.places, reader.moves, strict=True)
        ]
    return [comment for comment in comments if comment.text]


@dataclass(slots=True)
class _BgfGameReader:
    """One game while its moves are read.

    `places` are the numbers of the actions that the moves became, `sources` the moves behind the actions.
    """

    game: Fields
    number: int
    length: int
    score: Score
    moves: list[Fields] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    sources: list[Fields] = field(default_factory=list)
    offers: Offers = field(default_factory=Offers)
    winner: Side | None = None

    def read(self, score_after: Score) -> RecordedGame:
        """Read the moves; the score after the game tells its points, for `wonPoints` may be 0."""
        self.moves = self.game.items("moves")
        initial_cube = self._initial_cube()
        self.offers.value = initial_cube
        for move in self.moves:
            self.places.append(len(self.actions))
            self._read(move)
            self.sources += [move] * (len(self.actions) - len(self.sources))
        recorded_game = RecordedGame(
            self.number,
            self.score,
            tuple(self.actions),
            is_crawford=self.game.is_set("isCrawford") if self.length else None,
            initial_cube=initial_cube,
        )
        if self.winner is None:
            return recorded_game
        point_difference = score_after[self.winner.index] - self.score[self.winner.index]
        points = point_difference if point_difference > 0 else self.game.integer("wonPoints")
        return replace(recorded_game, winner=self.winner, points=points)

    def _initial_cube(self) -> int:
        initial = self.game.fields("initial")
        if initial is None:
            return 1
        if initial.values.get("points") != _START or initial.is_set("egyptian"):
            refuse_damaged(
                PROGRAM, 0, initial.path + "points", "backgammon from the standard starting position"
            )
        cube = initial.integer("cube", 1, 1 << 16)
        return cube if not cube & cube - 1 else 1

    def _read(self, move: Fields) -> None:
        side = _SIDES.get(move.integer("player", -1, 1))
        if side is None or move.text("type") != "amove":
            refuse_damaged(PROGRAM, 0, move.path + "type", "a move of one of the players")
        dice = (move.integer("green", 1, _OTHER_ACTION), move.integer("red", 1, 9))
        if dice[0] != _OTHER_ACTION:
            self._play(move, side, dice)
        elif dice[1] == _NO_PLAY:
            # The dice of a roll without a play are where its first step would be.
            self._roll(move, side, (move.numbers("from")[0], move.numbers("to")[0]), [])
        elif dice[1] == _GAME_END:
            self.winner = side
        elif dice[1] == _RESIGNATION:
            self.actions.append(Conceded(side))
        else:
            self._turn_cube(move, side, dice[1])

    def _turn_cube(self, move: Fields, side: Side, code: int) -> None:
        if code == _DOUBLE:
            if self.offers.value >= 1 << 16:
                refuse_damaged(PROGRAM, 0, move.path + "red", "a cube value")
            self.actions.append(self.offers.double(side, 0))
        elif code == _TAKE:
            self.actions.append(self.offers.take(side, 0))
        elif code == _DROP:
            self.actions.append(self.offers.drop(side, 0))
        else:
            refuse_damaged(PROGRAM, 0, move.path + "red", "a known kind of move")

    def _play(self, move: Fields, side: Side, dice: Dice) -> None:
        steps = [
            (start, end)
            for start, end in zip(move.numbers("from"), move.numbers("to"), strict=True)
            if start != -1
        ]
        self._roll(move, side, dice, steps)

    def _roll(self, move: Fields, side: Side, dice: Dice, steps: Sequence[tuple[int, int]]) -> None:
        if not is_roll(dice):
            refuse_damaged(PROGRAM, 0, move.path + "from", "two dice")
        self.offers.settle()
        text = " ".join(
            f"{'bar' if start == 25 else start}/{'off' if end == 0 else end}" for start, end in steps
        )
        notation = read_play(text, dice) if steps else DANCE
        if notation is None:
            refuse_damaged(PROGRAM, 0, move.path + "from", "a play")
        self.actions.append(Moved(side, dice, notation))

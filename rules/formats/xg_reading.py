"""eXtreme Gammon's .xg files, read: a match or session game by game from the records inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import lru_cache, partial

from ..actions import AcceptedIllegalPlay, Action, Conceded, Moved, Placed
from ..analysis import MatchAnalysis
from ..dice import Dice, is_roll
from ..notation import BLANK, DANCE, WrittenPlay, read_play
from ..position import Position
from ..record import Comment, Record, RecordedGame
from ..sides import Side
from . import xg_analysis
from . import xg_layout as layout
from .binary import check_size, refuse_damaged, refuse_version
from .offers import Offers
from .roll_cells import MOST_REMEMBERED
from .text_encodings import decode_text
from .xg_archive import COMMENTS, MAGIC, PROGRAM, RECORDS, ROLLOUTS, unpack
from .xg_comments import read_comments

FORMAT = "xg-binary"

_SIDES = {1: Side.WHITE, -1: Side.BLACK}
# The board at the start of a game, in the numbering of the first player; see `xg_layout.board_of`.
_START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
_FIRST_DAY = date(1899, 12, 30)
_VARIATIONS = ("Backgammon", "NackGammon")
_LONGEST_MATCH, _MOST_AUTOMATIC, _LARGEST_CUBE = 999, 10, 16
# A score or a gain from here on is damage, not points.
_POINTS_LIMIT = 100_000
# The answers to a double, in the order of the fields `Take`, `BeaverR` and `RaccoonR`. Each one but a raise
# ends the offer, and the fields after it say nothing.
_NO, _YES, _RAISED = 0, 1, 2
_DOUBLED = layout.INTEGER.pack(_YES)


def is_xg(data: bytes) -> bool:
    """Tell whether the bytes begin like a file of eXtreme Gammon."""
    return data.startswith(MAGIC)


def read_xg(data: bytes) -> Record:
    """Read a match or session. Raises `Unreadable`, with the offset and the field that cannot be read."""
    check_size(data)
    files = unpack(data)
    records = files[RECORDS]
    if not records or len(records) % layout.RECORD_BYTES:
        refuse_damaged(PROGRAM, len(records), RECORDS, "more bytes")
    comment_texts = read_comments(files[COMMENTS]) if COMMENTS in files else []
    return _XgReader(records, comment_texts).read(files.get(ROLLOUTS, b""))


@dataclass(slots=True)
class _XgReader:
    """The records of a match while they are read: the games before, and the one that is open."""

    data: bytes
    comment_texts: Sequence[str]
    games: list[RecordedGame] = field(default_factory=list)
    # Of each game before, the offset of the record of every action; that of the board for a position set up,
    # -1 for a resignation.
    game_offsets: list[tuple[int, ...]] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    final: tuple[int, int] | None = None
    length: int = 0
    game: RecordedGame | None = None
    actions: list[Action] = field(default_factory=list)
    action_offsets: list[int] = field(default_factory=list)
    board: list[int] = field(default_factory=list)
    offers: Offers = field(default_factory=Offers)

    def read(self, rollouts: bytes) -> Record:
        """Read the records in order; `rollouts` are those of the file, which name the version."""
        header = _Header(self.data)
        self.length = header.length
        self._add_comments(0, layout.MATCH_COMMENTS_AT, 2, game=0, action=-1)
        readers = {
            layout.GAME: self._open_game,
            layout.CUBE: self._read_cube,
            layout.MOVE: self._read_move,
            layout.GAME_END: self._end_game,
            layout.MATCH_END: self._read_final,
        }
        for record_offset in range(layout.RECORD_BYTES, len(self.data), layout.RECORD_BYTES):
            kind = self.data[record_offset + layout.KIND_AT]
            read_record = readers.get(kind)
            if read_record is not None:
                read_record(record_offset)
            elif kind not in (layout.COMMENT, layout.MISSING):
                refuse_damaged(
                    PROGRAM, record_offset + layout.KIND_AT, "temp.xg EntryType", "a known kind of record"
                )
        self._close_game()
        if not self.games:
            refuse_damaged(PROGRAM, len(self.data), RECORDS, "a game")
        return Record(
            header.players,
            header.length,
            tuple(self.games),
            header.facts,
            FORMAT,
            self.final,
            comments=tuple(self.comments),
            analyse=partial(self._analyse, xg_analysis.engine_of(header.version, rollouts)),
        )

    def _analyse(self, engine: str) -> MatchAnalysis | None:
        return xg_analysis.read_analysis(self.data, self.games, self.game_offsets, self.length, engine)

    def _open_game(self, record_offset: int) -> None:
        self._close_game()
        white, black, is_crawford = layout.GAME_HEAD.unpack_from(self.data, record_offset)
        automatic = self._read_integer(record_offset + layout.AUTOMATIC_AT)
        if not 0 <= white < _POINTS_LIMIT or not 0 <= black < _POINTS_LIMIT:
            refuse_damaged(PROGRAM, record_offset + layout.SCORES_AT, "temp.xg score1", "a number of points")
        self.game = RecordedGame(
            number=len(self.games) + 1,
            score_before=(white, black),
            is_crawford=is_crawford if self.length else None,
            initial_cube=1 << automatic if 0 <= automatic <= _MOST_AUTOMATIC else 1,
        )
        self.actions, self.action_offsets, self.offers = [], [], Offers()
        self.offers.value = self.game.initial_cube
        self.board = _START[:]
        self._add_comments(record_offset, layout.GAME_COMMENTS_AT, 2, game=self.game.number, action=-1)

    def _close_game(self) -> None:
        """Add the open game, if any, to the games: it is over, or the file ends inside it."""
        if self.game is not None:
            self.games.append(replace(self.game, actions=tuple(self.actions)))
            self.game_offsets.append(tuple(self.action_offsets))
        self.game = None

    def _read_cube(self, record_offset: int) -> None:
        if not self.data.startswith(_DOUBLED, record_offset + layout.DOUBLE_AT):
            self._add_comments(record_offset, layout.CUBE_COMMENT_AT, 1, action=len(self.actions))
            return
        actor, _, take, beaver, raccoon, cube = layout.CUBE_HEAD.unpack_from(self.data, record_offset)
        side = self._get_side(record_offset + layout.CUBE_ACTOR_AT, actor)
        self._set_board(record_offset + layout.CUBE_BOARD_AT, side, cube)
        self._add_comments(record_offset, layout.CUBE_COMMENT_AT, 1, action=len(self.actions))
        if self.offers.value >= 1 << _LARGEST_CUBE:
            refuse_damaged(PROGRAM, record_offset + layout.DOUBLE_AT, "temp.xg double", "a cube value")
        self._add_action(self.offers.double(side, 0), record_offset)
        for answer, answering in ((take, side.other), (beaver, side), (raccoon, side.other)):
            if answer == _YES:
                self._add_action(self.offers.take(answering, 0), record_offset)
            elif answer == _NO:
                self._add_action(self.offers.drop(answering, 0), record_offset)
            elif answer == _RAISED:
                self._add_action(self.offers.double(answering, 0), record_offset)
                continue
            break

    def _read_move(self, record_offset: int) -> None:
        actor, *moves, first, second, cube = layout.MOVE_HEAD.unpack_from(self.data, record_offset)
        side = self._get_side(record_offset + layout.MOVE_ACTOR_AT, actor)
        is_played = self.data[record_offset + layout.PLAYED_AT] != 0
        if not is_played and first == second == 0:
            return
        if not is_roll((first, second)):
            refuse_damaged(PROGRAM, record_offset + layout.DICE_AT, "temp.xg Dice", "two dice")
        self._set_board(record_offset + layout.BOARD_AT, side, cube)
        self._add_comments(record_offset, layout.MOVE_COMMENT_AT, 1, action=len(self.actions))
        before = self.board if side is Side.WHITE else layout.turned(self.board)
        after = layout.board_of(self.data, record_offset + layout.BOARD_AFTER_AT) if is_played else before
        self.offers.settle()
        self._add_action(
            self._make_play(record_offset, side, (first, second), moves, (before, after, is_played)),
            record_offset,
        )
        self.board = after if side is Side.WHITE else layout.turned(after)

    def _make_play(
        self,
        record_offset: int,
        side: Side,
        dice: tuple[int, int],
        moves: Sequence[int],
        boards: tuple[list[int], list[int], bool],
    ) -> Action:
        before, after, is_played = boards
        if after == before:
            return Moved(side, dice, DANCE if is_played else BLANK)
        steps = layout.steps_of(moves)
        leads_there = layout.after_steps(before, steps) == after
        if not leads_there:
            # Plays against the rules may be cut short in the list; the board after them is whole.
            steps = layout.steps_between(before, after)
            leads_there = layout.after_steps(before, steps) == after
        notation = _read_written_play(tuple(steps), dice) if steps and leads_there else None
        if notation is not None:
            return Moved(side, dice, notation)
        position = _position(after if side is Side.WHITE else layout.turned(after), side.other)
        if position is None:
            refuse_damaged(
                PROGRAM, record_offset + layout.BOARD_AFTER_AT, "temp.xg PositionEnd", "a position"
            )
        return AcceptedIllegalPlay(side, dice, position)

    def _set_board(self, field_offset: int, side: Side, cube: int) -> None:
        """Set the board up where the file continues from another than the last play left.

        `cube` is the exponent of its value; its sign says who owns it, the first player above 0.
        """
        board = layout.board_of(self.data, field_offset)
        if board == self.board:
            return
        position = _position(board, side)
        if position is None:
            refuse_damaged(PROGRAM, field_offset, "temp.xg Position", "a position")
        owner = None
        if cube:
            owner = Side.WHITE if cube > 0 else Side.BLACK
        if abs(cube) > _LARGEST_CUBE:
            refuse_damaged(PROGRAM, field_offset, "temp.xg CubeB", "a cube value")
        value = self.game.initial_cube if owner is None and self.game else 1 << abs(cube)
        if not self.actions and self.game is not None and value == self.game.initial_cube:
            # 0 says that the cube stays as it is.
            value = 0
        self._add_action(Placed(side.other, position, cube=value, owner=owner), field_offset)
        self.offers = Offers(value or self.offers.value, owner)
        self.board = board

    def _end_game(self, record_offset: int) -> None:
        if self.game is None or self.game.score_before is None:
            return
        white, black, winner, points, termination = layout.GAME_FOOT.unpack_from(self.data, record_offset)
        side = _SIDES.get(winner)
        if side is None:
            self._close_game()
            return
        point_difference = (white, black)[side.index] - self.game.score_before[side.index]
        won_points = point_difference if 0 < point_difference < _POINTS_LIMIT else points
        if layout.RESIGNED <= termination < layout.SETTLED:
            self.actions.append(Conceded(side.other, won_points))
            self.action_offsets.append(-1)
        self.game = replace(self.game, winner=side, points=won_points)
        self._close_game()

    def _read_final(self, record_offset: int) -> None:
        white, black = layout.MATCH_FOOT.unpack_from(self.data, record_offset)
        if 0 <= white < _POINTS_LIMIT and 0 <= black < _POINTS_LIMIT:
            self.final = (white, black)

    def _get_side(self, field_offset: int, actor: int) -> Side:
        if self.game is None or actor not in _SIDES:
            refuse_damaged(PROGRAM, field_offset, "temp.xg Actif", "a player inside a game")
        return _SIDES[actor]

    def _add_action(self, action: Action, record_offset: int) -> None:
        self.actions.append(action)
        self.action_offsets.append(record_offset)

    def _add_comments(
        self, record_offset: int, first_index_at: int, count: int, *, action: int, game: int | None = None
    ) -> None:
        """Add the comments of a record to an action; -1 is the game as a whole.

        `first_index_at` is where the first of its `count` indices of comments is in the record. `game` is the
        number of the game, 0 for the match; None is the open game.
        """
        if not self.comment_texts:
            return
        for number in range(count):
            index = self._read_integer(record_offset + first_index_at + layout.INTEGER_BYTES * number)
            if 0 <= index < len(self.comment_texts) and self.comment_texts[index]:
                game_number = game
                if game_number is None:
                    game_number = self.game.number if self.game is not None else 0
                self.comments.append(Comment(game_number, action, self.comment_texts[index]))

    def _read_integer(self, field_offset: int) -> int:
        return int(layout.INTEGER.unpack_from(self.data, field_offset)[0])


class _Header:
    """The first record: players, length, version and the facts of the match."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        if data[layout.KIND_AT : layout.KIND_AT + 1] != b"\0" or not data.startswith(
            layout.MATCH_MAGIC, layout.MAGIC_AT
        ):
            refuse_damaged(PROGRAM, layout.MAGIC_AT, "temp.xg Magic", "the header of a match")
        self.version = self._read_integer(layout.VERSION_AT)
        if not 0 < self.version <= layout.LAST_VERSION:
            refuse_version(
                PROGRAM,
                layout.VERSION_AT,
                "temp.xg version",
                version=str(self.version),
                readable=f"1-{layout.LAST_VERSION}",
            )
        self.length = self._read_length()
        white_at, black_at = zip(layout.PLAYERS_UNICODE_AT, layout.PLAYERS_AT, strict=True)
        self.players = (self._read_text(*white_at), self._read_text(*black_at))
        self.facts = self._read_facts()

    def _read_length(self) -> int:
        variation = self._read_integer(layout.VARIATION_AT)
        if not 0 <= variation < len(_VARIATIONS):
            refuse_damaged(
                PROGRAM,
                layout.VARIATION_AT,
                "temp.xg Variation",
                "backgammon from the standard starting position",
            )
        length = self._read_integer(layout.LENGTH_AT)
        if length == layout.UNLIMITED_LENGTH:
            return 0
        if not 0 < length <= _LONGEST_MATCH:
            refuse_damaged(PROGRAM, layout.LENGTH_AT, "temp.xg MatchLength", "a number of points")
        return length

    def _read_facts(self) -> Mapping[str, str]:
        crawford, jacoby, beaver, automatic = self.data[layout.FLAGS_AT : layout.FLAGS_AT + 4]
        limit = self._read_integer(layout.CUBE_LIMIT_AT)
        facts = {
            "event": self._read_text(layout.EVENT_UNICODE_AT, layout.EVENT_AT),
            "site": self._read_text(layout.PLACE_UNICODE_AT, layout.PLACE_AT),
            "round": self._read_text(layout.ROUND_UNICODE_AT, layout.ROUND_AT),
            "date": self._read_date(),
            "transcriber": self._read_unicode(layout.TRANSCRIBER_AT)
            if self.version >= layout.FIRST_VERSION_WITH_TRANSCRIBER
            else "",
            "variation": _VARIATIONS[self._read_integer(layout.VARIATION_AT)],
            "crawford": "On" if crawford else "Off",
            "jacoby": "On" if jacoby else "Off",
            "beaver": "On" if beaver else "Off",
            "autodouble": "On" if automatic else "",
            "cubelimit": str(1 << limit) if 0 < limit <= _LARGEST_CUBE else "",
            "player_1_elo": self._read_rating(0),
            "player_2_elo": self._read_rating(1),
        }
        return {name: text for name, text in facts.items() if text}

    def _read_rating(self, player: int) -> str:
        """The rating of a player with experience; without any it is the one everybody begins with."""
        experience = self._read_integer(layout.EXPERIENCE_AT + layout.INTEGER_BYTES * player)
        (rating,) = layout.DOUBLE.unpack_from(self.data, layout.RATINGS_AT + layout.DOUBLE_BYTES * player)
        return f"{rating:.2f}/{experience}" if experience > 0 and 0 < rating < 10_000 else ""

    def _read_date(self) -> str:
        (days,) = layout.DOUBLE.unpack_from(self.data, layout.DATE_AT)
        return f"{_FIRST_DAY + timedelta(days=int(days)):%Y.%m.%d}" if 1 <= days < 200_000 else ""

    def _read_text(self, unicode_at: int, plain_at: int) -> str:
        """A text of the header; before version 24 it has one byte a letter, its length before it."""
        if self.version >= layout.FIRST_VERSION_WITH_UNICODE:
            return self._read_unicode(unicode_at)
        size = self.data[plain_at]
        return decode_text(self.data[plain_at + 1 : plain_at + 1 + size]).text.strip()

    def _read_unicode(self, offset: int) -> str:
        text = self.data[offset : offset + layout.UNICODE_BYTES].decode("utf-16-le", errors="ignore")
        return text.partition("\0")[0].strip()

    def _read_integer(self, offset: int) -> int:
        return int(layout.INTEGER.unpack_from(self.data, offset)[0])


@lru_cache(maxsize=MOST_REMEMBERED)
def _read_written_play(steps: tuple[tuple[int, int], ...], dice: Dice) -> WrittenPlay | None:
    return read_play(layout.format_steps(steps), dice)


def _position(board: Sequence[int], turn: Side) -> Position | None:
    """A board in the numbering of the first player, if it can stand."""
    white, black = layout.checkers_of(board), layout.checkers_of(layout.turned(board))
    position = Position(white, black, turn)
    return None if position.faults() else position

"""Writer of OGXM files: every checker move written, what the format has no field for in notes of our own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NoReturn

from ..action_replay import ActionReplay
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
from ..cube import is_cube_value
from ..dice import is_roll
from ..errors import Illegal
from ..match import MatchScore
from ..options import MatchLaws
from ..packed_board import unpack
from ..position import BAR, Position
from ..record import Comment, Record, RecordedGame, Score
from ..sides import Side
from . import ogxm_layout as layout
from . import ogxm_reading as reading
from .course import CourseTurn, Moves, course_of
from .ogxm_layout import OgxmSection, write_number, write_record, write_text
from .ogxm_notes import OgxmNote, note_dice, note_facts, note_game, note_play, write_notes

_DATE = re.compile(r"(\d{4})[.-](\d{2})[.-](\d{2})\Z")
_COUNTRY = re.compile(r"[A-Z]{2}\Z")
_LONGEST = {"event": 120, "stage": 60, "table": 24, "city": 80}
_FIRST_NEW_BIT = reading.MATCH_BITS["event"]
_YES = {"on", "yes", "true"}
_RULES = {
    "crawford": reading.CRAWFORD,
    "jacoby": reading.JACOBY,
    "beaver": reading.BEAVERS,
    "raccoon": reading.RACCOONS,
    "autodouble": reading.AUTOMATIC,
}
_MOST_CUBE = 1 << 16


def write_ogxm(record: Record) -> bytes:
    """Return the whole record as the bytes of one file.

    Raises `Illegal` (`format_cannot_hold`) for actions out of their order, such as a take without a double,
    and for more games or actions than a file may have.
    """
    games = record.games or (RecordedGame(1),)
    writers = [_OgxmGameWriter(record, game) for game in games]
    for writer in writers:
        writer.write()
    _check_counts(writers)
    rules = 0
    for writer in writers:
        rules |= writer.rules
    start = games[0].score_before or (0, 0)
    fields = _match_fields(record, start, rules)
    match = write_record(write_number(record.length) + write_number(0), fields)
    sections = [OgxmSection(layout.MATCH, match, is_critical=True)]
    sections += [OgxmSection(layout.GAME, bytes(writer.data), is_critical=True) for writer in writers]
    sections += [OgxmSection(tag, payload) for tag, payload in record.sections]
    minor, needed_minor = _version_of(writers, fields)
    plain = layout.join_sections(sections, minor=minor, needed_minor=needed_minor)
    notes = write_notes(_list_notes(record, games, writers, reading.read_one(plain)))
    if notes:
        if len(notes) > layout.MOST_NOTE_BYTES:
            raise Illegal("format_cannot_hold", "record.readable", format="ogxm", action="notes")
        place = len(writers) + 1
        sections.insert(place, OgxmSection(layout.NOTES, notes))
    return layout.join_sections(sections, minor=minor, needed_minor=needed_minor)


def _check_counts(writers: Sequence[_OgxmGameWriter]) -> None:
    counts = [writer.count for writer in writers]
    if (
        len(writers) > layout.MOST_GAMES
        or max(counts) > layout.MOST_ACTIONS
        or sum(counts) > layout.MOST_ACTIONS_IN_ALL
    ):
        raise Illegal("format_cannot_hold", "record.readable", format="ogxm", action=str(sum(counts)))


def _version_of(writers: Sequence[_OgxmGameWriter], fields: Mapping[int, bytes]) -> tuple[int, int]:
    """The minor version that the fields are of, and the one that a reader must know.

    A resignation with a double unanswered is new in 2.2.
    """
    if any(writer.resigns_unanswered for writer in writers):
        return 2, 2
    return int(max(fields) >= _FIRST_NEW_BIT), 0


def _match_fields(record: Record, start: Score, rules: int) -> dict[int, bytes]:
    facts, bits = record.facts, reading.MATCH_BITS
    fields = {
        bits["white"]: write_text(_cut(record.players[0])),
        bits["black"]: write_text(_cut(record.players[1])),
    }
    usual = {"crawford": "On" if record.length else "Off"}
    for name, bit in _RULES.items():
        if facts.get(name, usual.get(name, "")).strip().lower() in _YES:
            rules |= bit
    if _doubles_in_crawford_game(record):
        rules &= ~reading.CRAWFORD
    if rules:
        fields[bits["rules"]] = write_number(rules)
    limit = facts.get("cubelimit", "")
    if (
        limit.isascii()
        and limit.isdigit()
        and len(limit) < 6
        and is_cube_value(int(limit))
        and int(limit) > 1
    ):
        fields[bits["cube_limit"]] = write_number(int(limit))
    if start != (0, 0):
        fields[bits["score_start"]] = write_number(start[0]) + write_number(start[1])
        if record.length and _is_past_crawford(record):
            fields[bits["crawford_before_start"]] = b""
    if record.final is not None and record.final == _list_scores(record)[-1]:
        fields[bits["score_final"]] = write_number(record.final[0]) + write_number(record.final[1])
    return fields | _context_fields(facts)


def _list_scores(record: Record) -> list[Score]:
    """The scores before each game and after the last, that the results of the games add up to."""
    scores = [(record.games[0].score_before if record.games else None) or (0, 0)]
    for game in record.games:
        reached = list(scores[-1])
        if game.winner is not None and game.points is not None:
            points = reached[game.winner.index] + game.points
            reached[game.winner.index] = min(points, record.length) if record.length else points
        scores.append((reached[0], reached[1]))
    return scores


def _doubles_in_crawford_game(record: Record) -> bool:
    """Whether a double was offered in the first game with a side one point short, where the rule forbids it.

    The format does not hold such a double under the rule.
    """
    if not record.length or _is_past_crawford(record):
        return False
    games = zip(record.games, _list_scores(record), strict=False)
    first = next((game for game, score in games if record.length - 1 in score), None)
    return first is not None and any(isinstance(action, Doubled) for action in first.actions)


def _is_past_crawford(record: Record) -> bool:
    """Whether the record begins after the Crawford game."""
    first = record.games[0] if record.games else RecordedGame(1)
    return record.length - 1 in (first.score_before or (0, 0)) and first.is_crawford is False


def _context_fields(facts: Mapping[str, str]) -> dict[int, bytes]:
    """The fields about event, place, round and date, as far as the texts fit into them."""
    bits = reading.MATCH_BITS
    texts = {"event": facts.get("event", ""), "table": facts.get("table", "")}
    round_text = facts.get("round", "")
    fields: dict[int, bytes] = {}
    if round_text.isascii() and round_text.isdigit() and 1 <= int(round_text[:4]) <= 99:
        fields[bits["round"]] = write_number(int(round_text))
        texts["stage"] = facts.get("stage", "")
    else:
        texts["stage"] = round_text
    texts["city"] = facts.get("city") or facts.get("site", "")
    for name, text in texts.items():
        if text and len(text.encode("utf-8", errors="replace")) <= _LONGEST[name]:
            fields[bits[name]] = write_text(text)
    if _COUNTRY.match(facts.get("country", "")):
        fields[bits["country"]] = write_text(facts["country"])
    date = _DATE.match(facts.get("date", ""))
    if date:
        try:
            day = datetime(int(date[1]), int(date[2]), int(date[3]), tzinfo=UTC)
        except ValueError:
            return fields
        if day.timestamp() >= 0:
            fields[bits["started_at"]] = write_number(int(day.timestamp()) * 1000)
            fields[bits["date_precision"]] = write_number(0)
    return fields


def _cut(name: str) -> str:
    """A name that is short enough for a text of the format."""
    return name.encode("utf-8", errors="replace")[: layout.LONGEST_TEXT].decode(errors="ignore")


def _list_notes(
    record: Record, games: Sequence[RecordedGame], writers: Sequence[_OgxmGameWriter], read: Record
) -> Iterator[OgxmNote]:
    """Yield what the fields do not give back, and the comments."""
    yield from note_facts(record.facts, read.facts)
    yield from note_dice(games)
    first = 0
    refs = {}
    for index, (game, writer) in enumerate(zip(games, writers, strict=True)):
        yield from note_game(index, game, read.games[index])
        for ref, action in writer.noted:
            yield note_play(first + ref, action)
        refs[game.number] = (index, [first + ref for ref in writer.refs])
        first += writer.count
    for comment in record.comments:
        yield _comment(comment, refs)


def _comment(comment: Comment, refs: Mapping[int, tuple[int, Sequence[int]]]) -> OgxmNote:
    if comment.game not in refs:
        return OgxmNote("match", 0, comment.text)
    index, plies = refs[comment.game]
    if not 0 <= comment.action < len(plies):
        return OgxmNote("game", index, comment.text)
    return OgxmNote("ply", plies[comment.action], comment.text)


@dataclass(slots=True)
class _OgxmGameWriter:
    """One game while it is written.

    `noted` are the plies whose action needs a note, `refs` the ply of each action of the record, `rules` the
    rules that its actions need. `is_certain` ends with the first fault: then the board is a guess.
    """

    record: Record
    game: RecordedGame
    data: bytearray = field(default_factory=bytearray)
    count: int = 0
    noted: list[tuple[int, Action | None]] = field(default_factory=list)
    refs: list[int] = field(default_factory=list)
    rules: int = 0
    turn: Side | None = None
    keeper: Side | None = None
    raises: int = 0
    is_over: bool = False
    is_certain: bool = True
    resigns_unanswered: bool = False

    def write(self) -> None:
        """Write the game. Raises `Illegal` for an action that cannot stand where it does."""
        self.data += self._head()
        replay = ActionReplay(MatchScore(self.record.length), MatchLaws(), self.game.initial_cube)
        turns = iter(course_of(self.game, self.record.length).turns)
        for action in self.game.actions:
            turn = next(each for each in turns if each.action is action)
            if self.is_over:
                self._refuse(action)
            self._write_action(turn, replay)

    def _head(self) -> bytes:
        bits, fields = reading.GAME_BITS, {}
        if self.game.winner is not None and self.game.points is not None:
            fields[bits["winner"]] = write_number(self.game.winner.index)
            fields[bits["points"]] = write_number(self.game.points)
        cube = self.game.initial_cube
        if cube > 1 and is_cube_value(cube):
            fields[bits["automatic_doubles"]] = write_number(cube.bit_length() - 1)
            self.rules |= reading.AUTOMATIC
        return write_record(b"", fields)

    def _write_action(self, turn: CourseTurn, replay: ActionReplay) -> None:
        action = turn.action
        value = replay.offer or replay.cube
        if isinstance(action, Moved | AcceptedIllegalPlay):
            self._prepare_roll(action)
        self.refs.append(self.count)
        if isinstance(action, Doubled | Beavered):
            self._write_double(action, value)
        elif isinstance(action, Took | Dropped):
            self._write_answer(action)
        elif isinstance(action, Conceded):
            self._write_resignation(action)
        faults = replay.apply(action)
        self.is_certain &= all(fault.severity != "error" for fault in faults)
        if isinstance(action, Moved):
            self._write_roll(action, turn.moves, replay)
        elif isinstance(action, AcceptedIllegalPlay):
            self._write_board(action.side.other, action.position, action)
            self.turn = action.side.other
        elif isinstance(action, Placed):
            self._write_set_up(action)

    def _prepare_roll(self, action: Moved | AcceptedIllegalPlay) -> None:
        """Write an acceptance or a pass that the record leaves out, as the format wants one."""
        if not is_roll(action.dice):
            self._refuse(action)
        if self.keeper is not None:
            if not self.raises:
                self.noted.append((self.count, None))
                self._add(reading.TAKE, self.keeper)
            self.keeper = None
        if self.turn is not None and action.side is not self.turn:
            self._add(reading.PASS, self.turn)

    def _write_roll(self, action: Moved, moves: Moves | None, replay: ActionReplay) -> None:
        self.turn = action.side.other
        low, high = sorted(action.dice)
        most = 4 if low == high else 2
        steps = [_write_step(action.side, *move) for move in moves or ()]
        if len(steps) > most or None in steps:
            self._write_board(
                action.side.other, _position_of(replay, action.side.other), action, is_noted=True
            )
            return
        written = tuple((step.start, step.end) for step in action.written.steps)
        if moves is None or not (self.is_certain or (moves and moves == written)):
            # On a board that is not certain the play stays as it was written.
            self.noted.append((self.count, action))
        end = b"" if len(steps) == most else b"\0"
        self._add(layout.DICE.index((low, high)), action.side, bytes(step or 0 for step in steps) + end)

    def _write_board(self, turn: Side, position: Position, action: Action, *, is_noted: bool = False) -> None:
        if position.faults():
            self._refuse(action)
        if is_noted:
            self.noted.append((self.count, action))
        fields = {reading.MORE_BITS["board"]: layout.write_board(_board(position))}
        if isinstance(action, Moved | AcceptedIllegalPlay):
            fields[reading.MORE_BITS["dice"]] = bytes(sorted(action.dice))
            fields[reading.MORE_BITS["illegal"]] = b""
        self._add(reading.SET_UP, turn, fields=fields)

    def _write_set_up(self, action: Placed) -> None:
        turn = action.position.turn
        if action.side is not turn:
            self.noted.append((self.count, action))
        self._write_board(turn, action.position, action)
        self.turn, self.keeper = turn, None
        if action.cube:
            if not is_cube_value(action.cube) or action.cube > _MOST_CUBE:
                self._refuse(action)
            fields = {reading.MORE_BITS["cube"]: write_number(action.cube)}
            if action.owner is not None:
                fields[reading.MORE_BITS["cube_owner"]] = write_number(action.owner.index)
            self._add(reading.CUBE_SET, turn, fields=fields)

    def _write_double(self, action: Doubled | Beavered, value: int) -> None:
        if self.keeper is None:
            if action.side is not self.turn:
                self._refuse(action)
            self.keeper, self.raises = action.side.other, 0
            kind = reading.DOUBLE
        else:
            kind = (reading.BEAVER, reading.RACCOON, 0)[min(self.raises, 2)]
            if not kind or action.side is not (self.keeper, self.keeper.other)[self.raises]:
                self._refuse(action)
            self.raises += 1
            self.rules |= reading.BEAVERS | (reading.RACCOONS if self.raises > 1 else 0)
        is_read_alike = isinstance(action, Doubled) is (kind == reading.DOUBLE)
        if action.value != value * 2 or not is_read_alike:
            self.noted.append((self.count, action))
        self._add(kind, action.side)

    def _write_answer(self, action: Took | Dropped) -> None:
        if self.keeper is None or (isinstance(action, Dropped) and self.raises):
            self._refuse(action)
        if isinstance(action, Took) and self.raises:
            # A raise accepts the double before it, and needs no answer itself.
            self.refs[-1] = self.count - 1
            self.keeper = None
            return
        if action.side is not self.keeper:
            self._refuse(action)
        self.keeper = None
        self.is_over = isinstance(action, Dropped)
        self._add(reading.DROP if self.is_over else reading.TAKE, action.side)

    def _write_resignation(self, action: Conceded) -> None:
        if self.game.winner is action.side:
            self._refuse(action)
        if action.points != self.game.points:
            self.noted.append((self.count, action))
        self.resigns_unanswered |= self.keeper is not None and not self.raises
        self.is_over = True
        fields = {reading.MORE_BITS["resign_value"]: write_number(self._resigned_value())}
        self._add(reading.RESIGN_GAME, action.side, fields=fields)

    def _resigned_value(self) -> int:
        """Whether a single game, a gammon or a backgammon was resigned, by the points and the cube."""
        replay = ActionReplay(MatchScore(self.record.length), MatchLaws(), self.game.initial_cube)
        for action in self.game.actions:
            replay.apply(action)
        value, rest = divmod(self.game.points or 0, replay.cube)
        return value if not rest and 1 <= value <= 3 else 1

    def _add(
        self, kind: int, side: Side, tail: bytes = b"", *, fields: Mapping[int, bytes] | None = None
    ) -> None:
        """Add one ply: its kind and side, the steps of a roll or the fields that only some kinds have."""
        bits = kind | (reading.BLACK_BIT if side is Side.BLACK else 0) | (reading.MORE_BIT if fields else 0)
        self.data += bytes((bits,)) + tail + (write_record(b"", fields) if fields else b"")
        self.count += 1

    def _refuse(self, action: Action) -> NoReturn:
        number = self.game.actions.index(action) + 1
        text = f"{type(action).__name__} {self.game.number}.{number}"
        raise Illegal("format_cannot_hold", "record.readable", format="ogxm", action=text)


def _write_step(side: Side, start: int, end: int) -> int | None:
    """The byte of a step, None for one longer than a die."""
    pips = start - end
    place = BAR - start if side is Side.WHITE else start
    return pips << 5 | place if 0 < pips < 7 else None


def _board(position: Position) -> list[int]:
    """A board in the numbering of the file: White's checkers above 0, Black's below."""
    return [
        (position.white[BAR - place] if place < BAR else 0) - (position.black[place] if place else 0)
        for place in range(BAR + 1)
    ]


def _position_of(replay: ActionReplay, turn: Side) -> Position:
    return Position(tuple(unpack(replay.white)), tuple(unpack(replay.black)), turn)

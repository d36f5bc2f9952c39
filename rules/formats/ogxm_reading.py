"""OGXM files, read: a match game by game from its sections, and the first match of a stream of files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from ..action_replay import ActionReplay
from ..actions import (
    AcceptedIllegalPlay,
    Action,
    Conceded,
    Moved,
    Placed,
)
from ..dice import Dice, is_roll
from ..match import MatchScore
from ..notation import BLANK, DANCE, WrittenPlay, read_play
from ..options import MatchLaws
from ..packed_board import unpack
from ..position import BAR, CHECKERS, Position
from ..record import Comment, Record, RecordedGame, Score
from ..sides import SIDES, Side
from . import ogxm_layout as layout
from .binary import check_size, refuse_damaged
from .offers import Offers
from .ogxm_layout import PROGRAM, OgxmFields, OgxmSection
from .ogxm_notes import OgxmNote, apply_notes, read_notes
from .roll_cells import MOST_REMEMBERED

FORMAT = "ogxm"

_LONGEST_MATCH, _POINTS_LIMIT, _LARGEST_CUBE = 999, 100_000, 1 << 16
_START = 0
# Of so many further matches of a stream the players are named.
_MOST_NAMED = 50
_ROLLS = range(len(layout.DICE))
DOUBLE, TAKE, DROP, MARKERS = 21, 22, 23, (24, 25, 26, 30)
RESIGN_GAME, RESIGN_MATCH, FORFEIT, SET_UP = 27, 28, 29, 31
BEAVER, RACCOON, SETTLE, CUBE_SET, PASS = 32, 33, 34, 36, 37
_LONG_ACTION, BLACK_BIT, MORE_BIT, ACTION_BITS = 63, 0x40, 0x80, 0x3F
CRAWFORD, JACOBY, BEAVERS, RACCOONS, AUTOMATIC = 1, 2, 4, 8, 16

_PLAYER: layout.Layout = (
    ("user_id", OgxmFields.text),
    ("rating", OgxmFields.number),
    ("rating_system", OgxmFields.text),
    ("country", OgxmFields.text),
    ("kind", OgxmFields.number),
)


def _read_player(fields: OgxmFields) -> dict[str, Any]:
    return layout.read_optional(fields.record(), _PLAYER)


def _read_score(fields: OgxmFields) -> Score:
    return fields.number(), fields.number()


def _read_flag(fields: OgxmFields) -> bool:
    return True


def _read_time(fields: OgxmFields) -> int:
    return fields.number(64)


def _read_dice(fields: OgxmFields) -> Dice:
    return fields.byte(), fields.byte()


def _read_bytes(count: int) -> Any:
    return lambda fields: fields.bytes(count)


def _read_steps(fields: OgxmFields) -> bytes:
    return fields.bytes()


MATCH: layout.Layout = (
    ("white", OgxmFields.text),
    ("black", OgxmFields.text),
    ("rules", OgxmFields.number),
    ("cube_limit", OgxmFields.number),
    ("score_start", _read_score),
    ("score_final", _read_score),
    ("result", OgxmFields.number),
    ("source", OgxmFields.number),
    ("started_at", _read_time),
    ("completed_at", _read_time),
    ("player_seat", OgxmFields.number),
    ("crawford_before_start", _read_flag),
    ("event", OgxmFields.text),
    ("event_year", OgxmFields.number),
    ("date_precision", OgxmFields.number),
    ("stage", OgxmFields.text),
    ("round", OgxmFields.number),
    ("table", OgxmFields.text),
    ("city", OgxmFields.text),
    ("country", OgxmFields.text),
    ("event_url", OgxmFields.text),
    ("site", OgxmFields.text),
    ("match_ref", OgxmFields.text),
    ("white_profile", _read_player),
    ("black_profile", _read_player),
)
_GAME: layout.Layout = (
    ("winner", OgxmFields.number),
    ("points", OgxmFields.number),
    ("is_last", _read_flag),
    ("board", OgxmFields.board),
    ("cube", OgxmFields.number),
    ("cube_owner", OgxmFields.number),
    ("automatic_doubles", OgxmFields.number),
    ("termination", OgxmFields.number),
)
_MORE: layout.Layout = (
    ("dice", _read_dice),
    ("resign_value", OgxmFields.number),
    ("cube", OgxmFields.number),
    ("illegal", _read_flag),
    ("settle_value", _read_bytes(4)),
    ("steps", _read_steps),
    ("board", OgxmFields.board),
    ("action", OgxmFields.number),
    ("cube_owner", OgxmFields.number),
)
MATCH_BITS = {name: bit for bit, (name, _) in enumerate(MATCH)}
GAME_BITS = {name: bit for bit, (name, _) in enumerate(_GAME)}
MORE_BITS = {name: bit for bit, (name, _) in enumerate(_MORE)}


def read_ogxm(data: bytes) -> Record:
    """Read a match or session, of a stream the first; the others are named. Raises `Unreadable`."""
    check_size(data)
    files = layout.split_stream(data)
    record = read_one(files[0])
    if len(files) == 1:
        return record
    others = tuple(read_players(file) for file in files[1 : 1 + _MOST_NAMED])
    return replace(record, other_matches=others)


def read_players(data: bytes) -> tuple[str, str]:
    """Return the players of one file. Raises `Unreadable`."""
    header = _read_header(_find_match(layout.list_sections(data)))
    return header.get("white", ""), header.get("black", "")


def read_one(data: bytes) -> Record:
    """Read one file. Raises `Unreadable` with the offset and the section that cannot be read."""
    sections = layout.list_sections(data)
    header = _read_header(_find_match(sections))
    game_sections = [section for section in sections if section.tag == layout.GAME]
    if not game_sections:
        refuse_damaged(PROGRAM, len(data), "GAME", "a game")
    if len(game_sections) > layout.MOST_GAMES:
        refuse_damaged(PROGRAM, game_sections[layout.MOST_GAMES].offset, "GAME", "at most 1000 games")
    signatures = [section for section in sections if section.tag == layout.MATCH_SIGNATURE]
    if len(signatures) > layout.MOST_SIGNATURES:
        refuse_damaged(PROGRAM, signatures[-1].offset, layout.MATCH_SIGNATURE, "at most 16 signatures")
    notes = read_notes(sections)
    readers = _read_games(header, game_sections)
    games = [reader.game for reader in readers]
    if header.get("crawford_before_start") and header["length"]:
        games[0] = replace(games[0], is_crawford=False)
    record = Record(
        (header.get("white", ""), header.get("black", "")),
        header["length"],
        tuple(games),
        read_facts(header),
        FORMAT,
        header.get("score_final"),
        comments=tuple(_list_comments(notes, readers)),
        sections=tuple((each.tag, each.payload) for each in sections if each.tag not in layout.KNOWN),
    )
    places = [(number, place) for number, reader in enumerate(readers) for place in reader.places]
    return apply_notes(record, notes, places, is_signed=bool(signatures))


def list_action_places(data: bytes) -> list[list[int]]:
    """Return, by game of one file, which of our actions each action of the file became, both from 0.

    Raises `Unreadable`.
    """
    sections = layout.list_sections(data)
    header = _read_header(_find_match(sections))
    readers = _read_games(header, [section for section in sections if section.tag == layout.GAME])
    return [list(reader.places) for reader in readers]


def _read_games(header: Mapping[str, Any], sections: Sequence[OgxmSection]) -> list[OgxmGameReader]:
    readers, score = [], header.get("score_start", (0, 0))
    count = 0
    for number, section in enumerate(sections, 1):
        reader = OgxmGameReader(section, number, header["length"], score)
        reader.read()
        readers.append(reader)
        score = reader.score_after
        count += len(reader.places)
        if count > layout.MOST_ACTIONS_IN_ALL:
            refuse_damaged(PROGRAM, section.offset, "GAME", "at most 100000 actions")
    return readers


def _find_match(sections: Sequence[OgxmSection]) -> OgxmSection:
    for section in sections:
        if section.tag == layout.MATCH:
            return section
    return refuse_damaged(PROGRAM, layout.HEADER.size, "MTCH", "a match; the file may hold an analysis alone")


def _read_header(section: OgxmSection) -> dict[str, Any]:
    fields = OgxmFields.of_section(section)
    length, variant = fields.number(), fields.number()
    if length > _LONGEST_MATCH:
        fields.refuse("a number of points")
    if variant != _START:
        fields.refuse("backgammon from the standard starting position")
    header = layout.read_optional(fields, MATCH)
    for name in ("score_start", "score_final"):
        if max(header.get(name, (0, 0))) >= _POINTS_LIMIT:
            fields.refuse("a number of points")
    return {"length": length, **header}


def read_facts(header: Mapping[str, Any]) -> dict[str, str]:
    """Return the facts that the fields of a match state, as the headers of other formats name them."""
    rules, limit = header.get("rules", 0), header.get("cube_limit", 0)
    facts = {name: header.get(name, "") for name in ("event", "city", "country", "table", "event_url")}
    facts |= {
        "date": _read_date(header),
        "round": str(header.get("round", "")) or header.get("stage", ""),
        "stage": header.get("stage", "") if "round" in header else "",
        "site": header.get("city") or header.get("site", ""),
        "match_id": header.get("match_ref", ""),
        "crawford": ("On" if rules & CRAWFORD else "Off") if header["length"] else "",
        "jacoby": "On" if rules & JACOBY else "Off",
        "beaver": "On" if rules & BEAVERS else "Off",
        "raccoon": "On" if rules & RACCOONS else "",
        "autodouble": "On" if rules & AUTOMATIC else "",
        "cubelimit": str(limit) if limit > 1 else "",
    }
    if facts["site"] == facts["city"]:
        del facts["city"]
    for number, name in enumerate(("white_profile", "black_profile"), 1):
        rating = header.get(name, {}).get("rating")
        facts[f"player_{number}_elo"] = f"{rating / 100:.2f}" if rating else ""
    return {name: text for name, text in facts.items() if text}


def _read_date(header: Mapping[str, Any]) -> str:
    """The day, month or year when the match began, as precisely as it is stated."""
    if "started_at" not in header:
        return ""
    try:
        day = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=header["started_at"])
    except OverflowError:
        return ""
    written = {1: f"{day:%Y.%m}", 2: f"{day:%Y}"}
    return written.get(header.get("date_precision", 0), f"{day:%Y.%m.%d}")


def _list_comments(notes: Sequence[OgxmNote], readers: Sequence[OgxmGameReader]) -> Iterator[Comment]:
    places = [(reader.game.number, place) for reader in readers for place in reader.places]
    for note in notes:
        if note.key or not note.value.strip():
            continue
        if note.scope == "match":
            yield Comment(0, -1, note.value)
        elif note.scope == "game" and note.ref < len(readers):
            yield Comment(note.ref + 1, -1, note.value)
        elif note.scope == "ply" and note.ref < len(places):
            number, place = places[note.ref]
            most = len(readers[number - 1].game.actions) - 1
            yield Comment(number, min(place, most), note.value)


class OgxmGameReader:
    """One game while its actions are read; `places` are the numbers of the actions that they became."""

    def __init__(self, section: OgxmSection, number: int, length: int, score: Score | None) -> None:
        self.fields = OgxmFields(section.payload, "GAME", section.offset)
        self.number, self.length, self.score = number, length, score
        self.places: list[int] = []
        self.actions: list[Action] = []
        self.offers = Offers()
        self.turn: Side | None = None
        self.game = RecordedGame(number, score)

    def read(self) -> None:
        """Read the game. Raises `Unreadable`."""
        head = layout.read_optional(self.fields.record(), _GAME)
        initial_cube = self._read_initial_cube(head)
        while self.fields.at < self.fields.end:
            if len(self.places) >= layout.MOST_ACTIONS:
                self.fields.refuse("at most 1500 actions")
            self.places.append(len(self.actions))
            self._read_action()
        self._set_up_start(head, initial_cube)
        self._clear_last_roll()
        winner = SIDES[head["winner"]] if head.get("winner") in (0, 1) else None
        points = head.get("points", 0) if winner else None
        if points is not None and points >= _POINTS_LIMIT:
            self.fields.refuse("a number of points")
        self.game = replace(
            self.game,
            actions=tuple(self._list_actions(points)),
            winner=winner,
            points=points,
            initial_cube=initial_cube,
        )

    @property
    def score_after(self) -> Score | None:
        """The score after this game, None where its result is unknown."""
        game = self.game
        if self.score is None or game.winner is None or game.points is None:
            return None
        scores = list(self.score)
        scores[game.winner.index] += game.points
        if self.length:
            scores[game.winner.index] = min(scores[game.winner.index], self.length)
        return scores[0], scores[1]

    def _read_initial_cube(self, head: Mapping[str, Any]) -> int:
        value, doubles = head.get("cube", 1), head.get("automatic_doubles", 0)
        if not 0 < value <= _LARGEST_CUBE or value & value - 1 or doubles > 10:
            self.fields.refuse("a cube value")
        self.offers.value = value << doubles
        if head.get("cube_owner") in (0, 1):
            self.offers.owner = SIDES[head["cube_owner"]]
        return self.offers.value

    def _set_up_start(self, head: Mapping[str, Any], cube: int) -> None:
        """Put a board set up, or a cube that somebody owns, before the first action."""
        owner = SIDES[head["cube_owner"]] if head.get("cube_owner") in (0, 1) else None
        if "board" not in head and owner is None:
            return
        turn = self.actions[0].side if self.actions else Side.WHITE
        board = self._make_position(head["board"], turn) if "board" in head else Position.start(turn)
        self.actions.insert(0, Placed(turn, board, cube=cube if owner else 0, owner=owner))
        self.places = [place + 1 for place in self.places]

    def _clear_last_roll(self) -> None:
        """A roll without a play that nothing but a resignation follows may not have been played yet."""
        last = len(self.actions) - 1
        while last >= 0 and isinstance(self.actions[last], Conceded):
            last -= 1
        action = self.actions[last] if last >= 0 else None
        if isinstance(action, Moved) and action.written is DANCE:
            self.actions[last] = action._replace(written=BLANK)

    def _list_actions(self, points: int | None) -> Iterator[Action]:
        """Yield the actions, resignations with the points of the game."""
        for action in self.actions:
            yield action._replace(points=points) if isinstance(action, Conceded) else action

    def _read_action(self) -> None:
        first = self.fields.byte()
        kind, side = first & ACTION_BITS, SIDES[bool(first & BLACK_BIT)]
        steps = self._read_steps(4 if self._is_double(kind) else 2) if kind in _ROLLS else []
        more = layout.read_optional(self.fields.record(), _MORE) if first & MORE_BIT else {}
        if kind == _LONG_ACTION:
            kind = more.get("action", _LONG_ACTION)
        if kind in _ROLLS:
            self._add_roll(side, layout.DICE[kind], steps)
        elif kind == SET_UP:
            self._add_board(side, more)
        elif kind == CUBE_SET:
            self._set_cube(side, more)
        elif kind in (DOUBLE, BEAVER, RACCOON, TAKE, DROP):
            self._add_cube_action(side, kind)
        elif kind in (RESIGN_GAME, RESIGN_MATCH, FORFEIT):
            self.actions.append(Conceded(side))
        elif kind not in (*MARKERS, SETTLE, PASS):
            self.fields.refuse("a known action")

    def _is_double(self, kind: int) -> bool:
        return layout.DICE[kind][0] == layout.DICE[kind][1]

    def _read_steps(self, most: int) -> list[tuple[int, int]]:
        """The steps of a play as places of the file and pips, ended by a zero where there are fewer."""
        steps = []
        for _ in range(most):
            byte = self.fields.byte()
            if not byte:
                break
            start, pips = byte & 0x1F, byte >> 5
            if start > BAR or not 0 < pips < 7:
                self.fields.refuse("a step")
            steps.append((start, pips))
        return steps

    def _add_roll(self, side: Side, dice: Dice, steps: Sequence[tuple[int, int]]) -> None:
        self.offers.settle()
        self.turn = side.other
        play = _read_play(tuple(_turn_step(side, *step) for step in steps), dice) if steps else DANCE
        if play is None:
            self.fields.refuse("a play")
        self.actions.append(Moved(side, dice, play))

    def _add_cube_action(self, side: Side, kind: int) -> None:
        if kind in (TAKE, DROP):
            self.actions.append(self.offers.take(side, 0) if kind == TAKE else self.offers.drop(side, 0))
            return
        if self.offers.value >= _LARGEST_CUBE or self.offers.offered >= _LARGEST_CUBE:
            self.fields.refuse("a cube value")
        self.actions.append(self.offers.double(side, 0))

    def _add_board(self, side: Side, more: Mapping[str, Any]) -> None:
        """Add a board set up for `side` to play, or after an illegal play of the other side."""
        if "board" not in more:
            self.fields.refuse("a board")
        position = self._make_position(more["board"], side)
        if "dice" not in more:
            self.actions.append(Placed(side, position))
            return
        if not is_roll(more["dice"]):
            self.fields.refuse("two dice")
        self.offers.settle()
        self.actions.append(AcceptedIllegalPlay(side.other, more["dice"], position))

    def _set_cube(self, side: Side, more: Mapping[str, Any]) -> None:
        """Set the cube, of the board that was set up just before, if there is one."""
        value = more.get("cube", 0)
        if not 0 < value <= _LARGEST_CUBE or value & value - 1:
            self.fields.refuse("a cube value")
        owner = SIDES[more["cube_owner"]] if more.get("cube_owner") in (0, 1) else None
        self.offers = Offers(value, owner)
        last = self.actions[-1] if self.actions else None
        if isinstance(last, Placed) and not last.cube:
            self.actions[-1] = last._replace(cube=value, owner=owner)
            self.places[-1] -= 1
            return
        replay = ActionReplay(MatchScore(self.length), MatchLaws())
        for action in self.actions:
            replay.apply(action)
        turn = self.turn or side
        position = Position(tuple(unpack(replay.white)), tuple(unpack(replay.black)), turn)
        self.actions.append(Placed(turn, position, cube=value, owner=owner))

    def _make_position(self, board: Sequence[int], turn: Side) -> Position:
        position = read_board(board, turn)
        if position is None:
            self.fields.refuse("a position")
        return position


def read_board(board: Sequence[int], turn: Side) -> Position | None:
    """Return a board of the file as a position, None if it cannot stand."""
    white = [max(count, 0) for count in board[::-1]]
    black = [max(-count, 0) for count in board]
    for checkers in (white, black):
        checkers[0] = CHECKERS - sum(checkers[1:])
    position = Position(tuple(white), tuple(black), turn)
    return None if position.faults() else position


def _turn_step(side: Side, start: int, pips: int) -> tuple[int, int]:
    """A step in the numbering of the mover; White moves up from 0 in the file, Black down from 25."""
    place = BAR - start if side is Side.WHITE else start
    return place, max(place - pips, 0)


@lru_cache(maxsize=MOST_REMEMBERED)
def _read_play(steps: tuple[tuple[int, int], ...], dice: Dice) -> WrittenPlay | None:
    names = {BAR: "bar", 0: "off"}
    text = " ".join(f"{names.get(start, start)}/{names.get(end, end)}" for start, end in steps)
    return read_play(text, dice)

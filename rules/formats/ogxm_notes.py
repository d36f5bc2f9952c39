"""Notes of OGXM files: comments, and under our own keys what the format has no field for.

`x-crawford-facts` has further lines of the header, `x-crawford-dice` the order of the dice,
`x-crawford-game` what a game states otherwise than the fields do, `x-crawford-play` an action that no field
can hold. Signatures do not cover notes, so in a signed file they only add to what is signed: further facts,
the order of dice and unknown plays.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..actions import AcceptedIllegalPlay, Action, Moved
from ..errors import Unreadable
from ..notation import UNKNOWN
from ..record import Record, RecordedGame
from . import ogxm_layout as layout
from .json_record import read_action, read_game_facts, write_action, write_game_facts
from .ogxm_layout import OgxmFields, OgxmSection

FACTS, DICE, GAME, PLAY = "x-crawford-facts", "x-crawford-dice", "x-crawford-game", "x-crawford-play"
# The keys of all notes of ours begin with this.
OWN_PREFIX = "x-crawford-"
SCOPES = ("match", "game", "ply", "decision", "alternative")
_VERSION = "1:"
# Where a roll has the higher number first, and where it has not.
_HIGH, _LOW = "h", "l"
_KEY_BIT = 0
_PART = 4_000

Place = tuple[int, int]


class OgxmNote(NamedTuple):
    """A note: what it is about (`scope`, and `ref`, from 0), its text, and its key, empty for a comment."""

    scope: str
    ref: int
    value: str
    key: str = ""


def read_notes(sections: Iterable[OgxmSection]) -> list[OgxmNote]:
    """Return the notes of a file, those of one key and place joined. Raises `Unreadable`."""
    notes: list[OgxmNote] = []
    parts: dict[tuple[str, int, str], list[str]] = {}
    for section in sections:
        if section.tag != layout.NOTES:
            continue
        records = OgxmFields(section.payload, section.tag, section.offset)
        while records.at < records.end:
            fields = records.record()
            if len(notes) >= layout.MOST_NOTES:
                fields.refuse("at most 4096 notes")
            scope, ref, value = fields.number(), fields.number(), fields.text()
            key = fields.text() if fields.has(_KEY_BIT) else ""
            name = SCOPES[scope] if scope < len(SCOPES) else ""
            notes.append(OgxmNote(name, ref, value, key))
    for note in notes:
        if note.key:
            parts.setdefault((note.scope, note.ref, note.key.partition("~")[0]), []).append(note.value)
    joined = [OgxmNote(scope, ref, "".join(values), key) for (scope, ref, key), values in parts.items()]
    return [note for note in notes if not note.key] + joined


def write_notes(notes: Iterable[OgxmNote]) -> bytes:
    """Return the content of a section: notes of the match, of games and of plays, keys before comments."""
    parts = [part for note in notes for part in _split(note)]
    parts.sort(key=lambda note: (SCOPES.index(note.scope), note.ref, not note.key, note.key))
    return b"".join(
        layout.write_record(
            layout.write_number(SCOPES.index(note.scope))
            + layout.write_number(note.ref)
            + layout.write_text(note.value),
            {_KEY_BIT: layout.write_text(note.key)} if note.key else {},
        )
        for note in parts
    )


def _split(note: OgxmNote) -> Iterator[OgxmNote]:
    """The note in parts that are short enough; later parts have a number in their key."""
    data = note.value.encode("utf-8", errors="replace")
    if len(data) <= layout.LONGEST_TEXT:
        yield note
        return
    text, number = note.value, 0
    while text:
        part = text[:_PART].encode("utf-8", errors="replace")[:_PART].decode(errors="ignore")
        key = f"{note.key}~{number}" if note.key and number else note.key
        yield note._replace(value=part, key=key)
        text, number = text[len(part) :], number + 1


def note_facts(stated: Mapping[str, str], read: Mapping[str, str]) -> Iterator[OgxmNote]:
    """The note with those facts that the fields do not give back: the text, or null where there is none."""
    facts: dict[str, str | None] = {name: text for name, text in stated.items() if read.get(name) != text}
    facts |= {name: None for name in read if name not in stated}
    if facts:
        yield OgxmNote("match", 0, _VERSION + _to_json(facts), FACTS)


def note_dice(games: Sequence[RecordedGame]) -> Iterator[OgxmNote]:
    """The notes with the order of the dice, which the format does not keep; none where all are low first."""
    orders = ["".join(_order_of(action) for action in game.actions) for game in games]
    letters = set("".join(orders))
    if letters == {_HIGH}:
        yield OgxmNote("match", 0, _VERSION + _HIGH, DICE)
    elif letters == {_HIGH, _LOW}:
        for index, order in enumerate(orders):
            if _HIGH in order:
                yield OgxmNote("game", index, _VERSION + order, DICE)


def _order_of(action: Action) -> str:
    if not isinstance(action, Moved | AcceptedIllegalPlay) or action.dice[0] == action.dice[1]:
        return ""
    return _HIGH if action.dice[0] > action.dice[1] else _LOW


def note_game(index: int, stated: RecordedGame, read: RecordedGame) -> Iterator[OgxmNote]:
    """The note with what a game states otherwise than its fields give back."""
    ours, other = write_game_facts(stated), write_game_facts(read)
    facts = {name: value for name, value in ours.items() if name != "number" and value != other[name]}
    if facts:
        yield OgxmNote("game", index, _VERSION + _to_json(facts), GAME)


def note_play(ref: int, action: Action | None) -> OgxmNote:
    """The note with an action that its fields cannot hold; None is one that the record does not have."""
    value = None if action is None else write_action(action)
    return OgxmNote("ply", ref, _VERSION + _to_json(value), PLAY)


def apply_notes(
    record: Record, notes: Sequence[OgxmNote], places: Sequence[Place], *, is_signed: bool
) -> Record:
    """Return the record with what our own notes add; one that cannot be read is left out.

    `places` are the game, from 0, and the action of each of the file's plies.
    """
    values = {(note.key, note.scope, note.ref): _value_of(note) for note in notes if note.key}
    facts = values.get((FACTS, "match", 0))
    if isinstance(facts, dict):
        stated = record.facts if is_signed else {}
        record = replace(record, facts=_merge_facts(record.facts, {**facts, **stated}))
    plays: dict[int, dict[int, Any]] = {}
    for (key, scope, ref), value in values.items():
        if key == PLAY and scope == "ply" and ref < len(places) and value is not _NOTHING:
            index, place = places[ref]
            plays.setdefault(index, {})[place] = value
    games = [
        _apply_to_game(game, plays.get(index, {}), values.get((GAME, "game", index)), is_signed=is_signed)
        for index, game in enumerate(record.games)
    ]
    everywhere = values.get((DICE, "match", 0))
    games = [
        _order_dice(game, everywhere if everywhere == _HIGH else values.get((DICE, "game", index)))
        for index, game in enumerate(games)
    ]
    return replace(record, games=tuple(games))


_NOTHING = object()


def _value_of(note: OgxmNote) -> object:
    """The value of a note of ours; `_NOTHING` where it cannot be read."""
    if not note.value.startswith(_VERSION):
        return _NOTHING
    text = note.value.removeprefix(_VERSION)
    if note.key == DICE:
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NOTHING


def _merge_facts(facts: Mapping[str, str], noted: Mapping[str, object]) -> dict[str, str]:
    """The facts with those of a note, where null takes one away."""
    merged = {**facts, **{name: str(text)[: layout.LONGEST_TEXT] for name, text in noted.items()}}
    return {name: text for name, text in merged.items() if noted.get(name, "") is not None}


def _apply_to_game(
    game: RecordedGame, plays: Mapping[int, object], facts: object, *, is_signed: bool
) -> RecordedGame:
    actions: list[Action] = []
    for place, action in enumerate(game.actions):
        if place not in plays:
            actions.append(action)
            continue
        noted = _read_action(plays[place])
        if is_signed:
            noted = _mark_as_unknown(action, noted)
        elif noted is None and plays[place] is not None:
            noted = action
        actions += [noted] if noted is not None else []
    game = replace(game, actions=tuple(actions))
    if isinstance(facts, dict) and not is_signed:
        try:
            return read_game_facts(game, facts)
        except (Unreadable, KeyError, TypeError, ValueError):
            return game
    return game


def _mark_as_unknown(action: Action, noted: Action | None) -> Action:
    """The action, a roll without a play marked as unknown where the note says so."""
    is_unknown = isinstance(noted, Moved) and noted.written is UNKNOWN
    if is_unknown and isinstance(action, Moved) and not action.written.steps:
        return action._replace(written=UNKNOWN)
    return action


def _read_action(value: object) -> Action | None:
    """The action of a note; None for null and for what cannot be read."""
    if not isinstance(value, list) or not value:
        return None
    try:
        return read_action(*value)
    except (Unreadable, KeyError, TypeError, ValueError, IndexError, AttributeError):
        return None


def _order_dice(game: RecordedGame, order: object) -> RecordedGame:
    """The game with the dice of its rolls in the order of a note."""
    if not isinstance(order, str) or not order:
        return game
    letters = iter(order if len(order) > 1 else "")
    return replace(game, actions=tuple(_order_pair(action, order, letters) for action in game.actions))


def _order_pair(action: Action, order: str, letters: Iterator[str]) -> Action:
    if not isinstance(action, Moved | AcceptedIllegalPlay) or not _order_of(action):
        return action
    is_high = order == _HIGH or next(letters, "") == _HIGH
    low, high = sorted(action.dice)
    return action._replace(dice=(high, low) if is_high else (low, high))


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
